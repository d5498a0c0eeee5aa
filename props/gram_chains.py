"""Observations of chain (1) of daneshmand2021, at d = inf and at finite widths.

At d = inf the Gram chain is deterministic. At a finite width verify/chains/finite_width.py bounds
the distance of the chain from this limit, and so the left-hand sides from below: by 0 at small
widths, and closely beyond 1e13. Here are the observations and arguments that a claim of the paper
shares with its sharp form.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import COSTLY, Observation
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Lift, SpectrumRecipe, in_floats, in_mpf, in_tensors
from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, exp, log, sqrt, stack, where
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.spectrum import Spectrum, from_deviations
from lemmata.verify.cases import eigenvalues
from lemmata.verify.chains.finite_width import mean_distance, radii

AtDepth = tuple[SpectrumRecipe, int]  # the Gram spectrum of H_0, depth
AtWidth = tuple[SpectrumRecipe, int, float]  # and width
UnderA1 = tuple[SpectrumRecipe, int, float, float]  # and alpha over the largest
Levels = tuple[int, int, float]  # m eigenvalues a, k eigenvalues 1, log a

WIDTHS = (math.inf, 1e48, 1e42, 1e36, 1e24, 1e20, 1e12, 1e6)
CHAINS = spaces.chains(
    (2, 4, 8, 16, 32, 64, 150), (1, 2, 5, 10, 20, 40, 85, 120), steps=20, splits=(0, 1)
)


def two_levels(n: int, few: int, share: float) -> SpectrumRecipe:
    """``few`` equal q of this size, the n - few others equal."""
    return SpectrumRecipe((math.log(share * (n - few) / (1 - few * share)), 0.0), (few, n - few))


def one_share(n: int, first: float) -> SpectrumRecipe:
    """One q of this size, the n - 1 others equal."""
    return two_levels(n, 1, first)


def limit_states(recipe: SpectrumRecipe, layers: int, lift: Lift) -> tuple[list[Array], Array]:
    """The levels e = n q - 1 along the chain at d = inf, and their multiplicities.

    By quadrature; two levels in mpmath by 2F1, an independent formula, and in tensors by its table.
    """
    s = recipe.build(lift)
    counts = s.multiplicities
    if lift is in_tensors and len(recipe.counts) == 2:
        return _states_by_table(s.log_eigenvalues, recipe.counts, layers), counts
    states = [s.deviations]
    for _ in range(layers):
        if lift is in_mpf and len(counts) == 2:
            s = _next_by_2f1(s)
        else:
            s = from_deviations(gram_map_deviations(s), counts)
        states.append(s.deviations)
    return states, counts


def _states_by_table(logs: Array, counts: tuple[int, ...], layers: int) -> list[Array]:
    from lemmata.props.two_levels import deviations, next_log_ratio  # here, for torch

    m, k = counts
    ratios = [logs[0] - logs[1]]
    for _ in range(layers):
        ratios.append(next_log_ratio(ratios[-1], m, k))
    return list(deviations(stack(ratios), m, k))


def _next_by_2f1(s: Spectrum) -> Spectrum:
    """The image of two levels, with the additional digits that n p - 1 and 1 - a/b cancel."""
    m, k = (int(count) for count in s.multiplicities)
    size, apart = abs(s.deviations).max(), abs(s.log_eigenvalues[0] - s.log_eigenvalues[1])
    lost = max(-mpmath.log10(size) if size else 0, apart / mpmath.log(10))
    with mpmath.workdps(mpmath.mp.dps + int(lost) + 2):
        a, b = eigenvalues(s)
        first = (m + k) * reference.mean_share_two_level(a, m, b, k)
        second = (m + k) * reference.mean_share_two_level(b, k, a, m)
        values = np.array([first, second])
        return Spectrum(log(values), values - 1, s.multiplicities)


def gap_of(e: Array, counts: Array) -> Array:
    """V = ||e||/n: unlike q - 1/n it keeps its digits near isometry."""
    return sqrt((e * e * counts).sum()) / int(counts.sum())


def in_arithmetic(d: float, lift: Lift) -> Array:
    """A width in the arithmetic of ``lift``; inf stays a float."""
    return d if d == math.inf else lift([d])[0]


def small_failure(d: Array) -> float:
    """The probability of failure where it is a factor of the left-hand side."""
    return 0.0 if d == math.inf else 2.0**-7


def negligible_failure(d: Array) -> Array:
    """d^(-1/2), where the failure enters as a distance: the noise is of this order too."""
    return 0.0 if d == math.inf else exp(-log(d) / 2)


@dataclass(frozen=True)
class NearLimit:
    """Levels e = n q - 1 at d = inf, and radii that chain (1) leaves if it fails."""

    states: list[Array]
    counts: Array
    width: Any
    failure: Array
    radii: list[Array]

    @property
    def n(self) -> int:
        return int(self.counts.sum())

    @property
    def beside(self) -> Array:
        """The mean distance of C_l from c_l, over the event that all earlier ones stay."""
        at_limit = self.width == math.inf
        return self.radii[-1] if at_limit else mean_distance(self.radii, self.failure) / self.n


def near_limit(case: AtWidth, lift: Lift, failure_at: Callable[[Any], Any]) -> NearLimit:
    recipe, depth, d = case
    states, counts = limit_states(recipe, depth, lift)
    width = in_arithmetic(d, lift)
    failure = failure_at(width)
    extremes = [(e.min(), abs(e).max()) for e in states]
    return NearLimit(states, counts, width, failure, radii(extremes, recipe.width, width, failure))


def positive(x: Array) -> Array:
    """The larger of x and 0; what is not a number stays so."""
    return where(x < 0, 0.0, x)


def given_a1(chain: NearLimit, depth: int, share: float, lhs: Array, lift: Lift) -> Observation:
    """The arguments of a bound under A1, with alpha a share of the largest that the radii allow.

    If they allow none, alpha is arbitrary and the left-hand side is bounded from below by 0.
    """
    inner = list(zip(chain.states, chain.radii, strict=True))[1 : depth + 1]
    least = stack([1 + e.min() - radius for e, radius in inner]).min()
    alpha = lift([share])[0] * sqrt(where(least > 0, least, 1.0) / chain.n)
    parameters = {"alpha": alpha, "l": depth, "n": chain.n, "d": chain.width}
    return parameters, where(least > 0, lhs, 0.0)


def gap_under_a1(case: UnderA1, lift: Lift) -> Observation:
    """E[V(H_(l+1)); A1] is at least its part where H_1..H_l stay within the radii."""
    recipe, depth, d, share = case
    chain = near_limit((recipe, depth + 1, d), lift, small_failure)
    gap = (1 - chain.failure) * gap_of(chain.states[-1], chain.counts) - chain.beside
    return given_a1(chain, depth, share, positive(gap), lift)


def distance_at_least(chain: NearLimit) -> Array:
    """The distance of the roots of E[C_l | A1] from 1/sqrt(n), at most W2 (Gelbrich).

    The mean is beside c_l but for the failure, and two Gram matrices of trace 1 are at most sqrt(2)
    apart; ||A^(1/2) - c^(1/2)|| <= ||A - c||/(smallest eigenvalue of c)^(1/2).
    """
    last = chain.states[-1]
    roots = last / (1 + sqrt(1 + last))  # sqrt(1 + e) - 1
    distance = sqrt((roots**2 * chain.counts).sum() / chain.n)
    if chain.width == math.inf:
        return distance
    beside = (chain.beside + 2 * chain.failure) / (1 - chain.failure)
    return positive(distance - beside * sqrt(chain.n / (1 + last.min())))


def distance_under_a1(case: UnderA1, lift: Lift) -> Observation:
    *_, depth, _, share = case
    chain = near_limit(case[:3], lift, negligible_failure)
    return given_a1(chain, depth, share, distance_at_least(chain) ** 2, lift)


def v_hat_of(deviations: Array, n: int) -> Array:
    """Vhat = 1/n - q_n = -e_n/n with e_n the smallest deviation."""
    return -deviations.min() / n


def literal_gap(q: Array, counts: Array) -> Array:
    """V = || q - 1/n ||, with the multiplicities of q."""
    return sqrt((((q - 1 / (q[0] * 0 + int(counts.sum()))) ** 2) * counts).sum())


def gap_and_smallest(s: Spectrum) -> Observation:
    """V beside n and Vhat."""
    gap = literal_gap((1 + s.deviations) / s.width, s.multiplicities)
    return {"n": s.width, "v_hat": v_hat_of(s.deviations, s.width)}, gap


def average_over_depth(case: AtWidth, lift: Lift) -> Observation:
    """v (1/n - v) moves by at most 1/n of what v does, v in [0, 1/n]: at a finite width, less."""
    chain, depth = near_limit(case, lift, small_failure), case[1]
    n = chain.n
    first, *later = (v_hat_of(e, n) for e in chain.states)
    total = sum(
        positive(v_hat * (1 - n * v_hat) / n - radius / n**2)
        for v_hat, radius in zip(later, chain.radii[1:], strict=True)
    )
    parameters = {"l": depth, "d": chain.width, "v_hat_0": first}
    return parameters, (1 - chain.failure) * total / depth


def shares_of_levels(case: Levels, lift: Lift) -> Observation:
    m, k, log_a = case
    a = exp(lift([log_a]))[0]
    digits = 16 if lift is in_floats else mpmath.mp.dps
    with mpmath.workdps(digits + int(abs(log_a) / 2) + 5):  # those that cancel in 2F1 and the rest
        share = reference.mean_share_two_level(a, m, 1, k)
        rest = (1 - m * share) / k
    q = np.array([a / (m * a + k)] * m + [1 / (m * a + k)] * k)
    p = np.array([share] * m + [rest] * k)
    return {"q": q}, p.astype(float) if lift is in_floats else p


@st.composite
def starts(draw: st.DrawFn, most: int) -> AtDepth:
    n = draw(st.sampled_from((2, 5, 16, 64, 150)))
    return one_share(n, draw(st.floats(0.01, 0.6))), draw(st.integers(1, most))


def at_widths(most: int) -> st.SearchStrategy[AtWidth]:
    return st.tuples(starts(most), st.sampled_from(WIDTHS)).map(lambda case: (*case[0], case[1]))


def under_a1(most: int) -> st.SearchStrategy[UnderA1]:
    share = st.sampled_from((1.0, 0.9, 0.5))
    return st.tuples(at_widths(most), share).map(lambda case: (*case[0], case[1]))


LIMIT = "the Gram chain at d = inf (quadrature while searching, 2F1 when judging)"
LEFT = "or what is left of it at a finite width"
GAPS: hard.Arguments = {
    **COSTLY,
    "cases": under_a1(90),
    "routes": ("the bound", f"{LIMIT}, {LEFT}"),
    "domain": "d = 1e6 to inf, n = 2 to 150, depth 1 to 90, alpha to its largest",
    "weight": 0.3,
    "space": spaces.with_share(spaces.at_widths(CHAINS, WIDTHS)),
}
_DEEP = spaces.chains((2, 8, 32, 150, 400), (1, 10, 60, 250, 520), steps=8, splits=(0, 1))
DISTANCES: hard.Arguments = {
    **COSTLY,
    "cases": under_a1(120),
    "routes": ("the bound", f"{LIMIT}, {LEFT}"),
    "weight": 0.05,
    "tolerance": 1e-15,
    "space": spaces.with_share(spaces.at_widths(_DEEP, WIDTHS)),
}
_SPREAD = hard.spectra(choices=(2, 3, 8), largest=1.0)
AVERAGES: hard.Arguments = {
    **COSTLY,
    "cases": st.tuples(_SPREAD, st.integers(1, 4), st.sampled_from(WIDTHS)),
    "routes": ("the bound", f"the chain of Gram maps at d = inf, {LEFT}"),
    "space": spaces.at_widths(spaces.chains((2, 3, 8, 32), (1, 2, 4, 10, 40), steps=40), WIDTHS),
}
LEVELS = st.tuples(st.integers(1, 4), st.integers(1, 4), st.floats(-30, 30))
SHARES: hard.Arguments = {
    **COSTLY,
    "cases": LEVELS,
    "routes": ("trapezoidal quadrature in log t", "2F1"),
    "domain": "two-level spectra, n = 2 to 8, ratios 1e-13 to 1e20",
    "weight": 0.5,
    "examples": {
        "9 to 1, which go to 3 to 1": (1, 1, 2.1972245773362196),
        "both odd": (2, 3, 1.0),
        "nearly equal": (2, 3, 1e-9),
        "one of them nearly lost": (1, 1, 46.0),
    },
}
SMALLEST: hard.Arguments = {
    **hard.on_spectra(2, 3, 4, 8, 100, largest=2.0, name="n"),
    "routes": ("the bound", "the norm of the deviations"),
    "examples": {
        "the best constant is attained": hard.one_large(3, 1.0),
        "1/2 is approached as n grows": hard.one_large(100, 50.0),
        "the other extreme, half as close": hard.one_small(3, 2.0),
        "one that vanishes": hard.one_small(8, 69.0),
    },
    "tolerance": 1e-30,
}
