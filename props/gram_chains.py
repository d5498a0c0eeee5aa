"""Chain (1) of daneshmand2021 as properties observe it: at d = inf, and at every other width.

At d = inf the Gram chain is deterministic. At a finite width the left-hand sides are bounded from
below by what verify/chains/finite_width.py knows of the chain beside its limit: nothing at small
widths, and nearly all of it at widths beyond 1e19. Observations that a claim of the paper shares
with its sharp form stand here, with what else the two properties have in common.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from props.attack import Observation
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe, in_mpf, in_tensors
from theory.numerics import reference
from theory.numerics.backends import Array, exp, log, sqrt, stack, where
from theory.numerics.sphere import gram_map_deviations
from theory.spectrum import Spectrum, from_deviations
from verify.cases import eigenvalues
from verify.chains.finite_width import radii

Start = tuple[SpectrumRecipe, int]  # the Gram spectrum of H_0, depth
AtWidth = tuple[SpectrumRecipe, int, float]  # and width
UnderA1 = tuple[SpectrumRecipe, int, float, float]  # and alpha over the largest

WIDTHS = (math.inf, 1e48, 1e42, 1e36, 1e24, 1e20, 1e12, 1e6)
CHAINS = spaces.chains(
    (2, 4, 8, 16, 32, 64, 150), (1, 2, 5, 10, 20, 40, 85, 120), steps=20, splits=(0, 1)
)


def one_share(n: int, first: float) -> SpectrumRecipe:
    """One q of this size, the n - 1 others equal."""
    return SpectrumRecipe((math.log(first * (n - 1) / (1 - first)), 0.0), (1, n - 1))


def limit_states(recipe: SpectrumRecipe, layers: int, lift: Lift) -> tuple[list[Array], Array]:
    """The levels e = n q - 1 along the chain at d = inf, and their multiplicities.

    By quadrature; two levels in mpmath by 2F1, a formula of its own, and in tensors from a table
    of it.
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
    from props.two_levels import deviations, next_log_ratio  # here, for torch

    m, k = counts
    ratios = [logs[0] - logs[1]]
    for _ in range(layers):
        ratios.append(next_log_ratio(ratios[-1], m, k))
    return list(deviations(stack(ratios), m, k))


def _next_by_2f1(s: Spectrum) -> Spectrum:
    """The image of two levels, with as many digits more as n p - 1 and 1 - a/b cancel."""
    m, k = (int(count) for count in s.multiplicities)
    size, apart = abs(s.deviations).max(), abs(s.log_eigenvalues[0] - s.log_eigenvalues[1])
    lost = max(-mpmath.log10(size) if size else 0, apart / mpmath.log(10))
    with mpmath.workdps(mpmath.mp.dps + int(lost) + 2):
        a, b = eigenvalues(s)
        first = (m + k) * reference.mean_share_two_level(a, m, b, k)
        second = (m + k) * reference.mean_share_two_level(b, k, a, m)
        values = np.array([first, second])
        return Spectrum(log(values), values - 1, s.multiplicities)


def gap_of(e: Array, counts: Array) -> Any:
    """V = ||e||/n: unlike q - 1/n it keeps its digits near isometry."""
    return sqrt((e * e * counts).sum()) / int(counts.sum())


def in_arithmetic(d: float, lift: Lift) -> Any:
    """A width; inf as it is, which no arithmetic has to divide by."""
    return d if d == math.inf else lift([d])[0]


def small_failure(d: Any) -> float:
    """A probability of failure where it is a factor of the left-hand side."""
    return 0.0 if d == math.inf else 2.0**-7


def negligible_failure(d: Any) -> Any:
    """d^(-1/3), where the failure is a distance: then the noise is of the order of d^(-1/3) too."""
    return 0.0 if d == math.inf else exp(-log(d) / 3)


@dataclass(frozen=True)
class NearLimit:
    """Levels e = n q - 1 at d = inf, and radii in which chain (1) stays but for a failure."""

    states: list[Array]
    counts: Array
    width: Any
    failure: Any
    radii: list[Any]

    @property
    def n(self) -> int:
        return int(self.counts.sum())


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
    """The arguments of a bound under A1, alpha a share of the largest that the radii allow.

    Where they allow none any will do: then nothing is known of the left-hand side, which is 0.
    """
    inner = list(zip(chain.states, chain.radii, strict=True))[1 : depth + 1]
    least = stack([1 + e.min() - radius for e, radius in inner]).min()
    alpha = lift([share])[0] * sqrt(where(least > 0, least, 1.0) / chain.n)
    parameters = {"alpha": alpha, "l": depth, "n": chain.n, "d": chain.width}
    return parameters, where(least > 0, lhs, 0.0)


def distance_at_least(chain: NearLimit) -> Array:
    """The distance of the roots of E[C_l | A1] from 1/sqrt(n), at most W2 (Gelbrich).

    The mean is within radius/n of c_l but for the failure, and two Gram matrices of trace 1 are at
    most sqrt(2) apart; ||A^(1/2) - c^(1/2)|| <= ||A - c||/(smallest eigenvalue of c)^(1/2).
    """
    last = chain.states[-1]
    roots = last / (1 + sqrt(1 + last))  # sqrt(1 + e) - 1
    distance = sqrt((roots**2 * chain.counts).sum() / chain.n)
    if chain.width == math.inf:
        return distance
    beside = chain.radii[-1] / chain.n + 2 * chain.failure / (1 - chain.failure)
    return positive(distance - beside * sqrt(chain.n / (1 + last.min())))


def v_hat_of(deviations: Array, n: int) -> Any:
    """Vhat = 1/n - q_n = -e_n/n with e_n the smallest deviation."""
    return -deviations.min() / n


def literal_gap(q: Array, counts: Array) -> Any:
    """V = || q - 1/n ||, with the multiplicities of q."""
    return sqrt((((q - 1 / (q[0] * 0 + int(counts.sum()))) ** 2) * counts).sum())


@st.composite
def starts(draw: st.DrawFn, most: int) -> Start:
    n = draw(st.sampled_from((2, 5, 16, 64, 150)))
    return one_share(n, draw(st.floats(0.01, 0.6))), draw(st.integers(1, most))


def at_widths(most: int) -> st.SearchStrategy[AtWidth]:
    return st.tuples(starts(most), st.sampled_from(WIDTHS)).map(lambda case: (*case[0], case[1]))


def under_a1(most: int) -> st.SearchStrategy[UnderA1]:
    share = st.sampled_from((1.0, 0.9, 0.5))
    return st.tuples(at_widths(most), share).map(lambda case: (*case[0], case[1]))


LIMIT = "the Gram chain at d = inf (quadrature while searching, 2F1 when judging)"
LEFT = "or what is left of it at a finite width"
