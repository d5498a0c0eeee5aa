"""Attacks on theory/sharp/layers.py."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
from lemmata.props.attack import (
    COSTLY,
    Lift,
    Observation,
    attack,
    domain,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.gram_chains import LEVELS, SHARES, Levels, one_share, shares_of_levels
from lemmata.props.recipes import Entries, SpectrumRecipe, eigenvectors
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.verify.cases import without_dust


@attack("sharp:gram-chain", hard.integer_matrices(), weight=0.5, tolerance=1e-30)
@routes("H^T H / d", "the square of a root from eigenvectors")
@domain("integer matrices of any shape and rank")
@pinned("K is not its root", Entries("diagonal", ((1.0, 0.0), (0.0, 2.0))))
def covariance_of_the_short_chain(case: Entries, lift: Lift) -> Observation:
    """Z has rows N(0, I/d), so Z K^(1/2) has rows of covariance (K^(1/2))^2/d; K is integer."""
    H = case.build(lift)
    values, Q = eigenvectors(H.T @ H, lift)
    root = (Q * sqrt(np.maximum(values, 0 * values))) @ Q.T
    return {"H": H}, without_dust(root.T @ root / len(H), 1e-40)


@attack("sharp:gram-map", **SHARES)
def shares_of_two_levels(case: Levels, lift: Lift) -> Observation:
    return shares_of_levels(case, lift)


@attack("sharp:gram-variance", st.tuples(LEVELS, st.sampled_from((1, 2, 3, 64, 1000))))
@searched(weight=0.5, **COSTLY)
@routes("the Gram map by quadrature", "2F1, and the pairs of rows counted")
@domain("two-level spectra, n = 2 to 8, ratios 1e-13 to 1e13, d = 1 to 1000")
@pinned("q = (0.8, 0.2)", ((1, 1, 1.3862943611198906), 2))
@pinned("one row", ((2, 3, 1.0), 1))
def moments_of_two_levels(case: tuple[Levels, int], lift: Lift) -> Observation:
    """tr C^2 = d^-2 sum of <u_i, u_j>^2: 1 for the d pairs i = j, sum p^2 in the mean for others.

    E||C - E C||^2 = E tr C^2 - sum p^2, and V^2 = tr C^2 - 1/n.
    """
    levels, d = case
    parameters, p = shares_of_levels(levels, lift)
    apart = (p * p).sum()
    mean = (d + d * (d - 1) * apart) / d**2
    return {**parameters, "d": lift([d])[0]}, np.array([mean - apart, mean - 1 / lift([len(p)])[0]])


def largest_sums(e: Array, n: int) -> Array:
    """Of p = (1 + e)/n: the sums of the k largest, k = 1..n-1, and ||e||/n."""
    sums = np.cumsum((1 + np.sort(e)[::-1]) / n)[:-1]
    return np.append(sums, sqrt((e * e).sum()) / n)


@attack("sharp:majorisation", hard.spectra(choices=(2, 3, 4, 8), largest=2.0))
@supremum(1.0)
@searched(tolerance=1e-18, digits=30, keep=2)
@routes("the bound", "the Gram map as an integral over t")
@domain("Gram spectra of every family, n = 2 to 8")
@pinned("near isometry it is attained", hard.one_small(3, 1e-6))
@pinned("one large", hard.one_large(8, 2.0))
@pinned("three levels", SpectrumRecipe((-2.0, 0.0, 1.0), (2, 1, 2)))
def sums_of_shares(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    counts = case.counts
    q = np.repeat((1 + s.deviations) / case.width, counts)
    return {"q": q}, largest_sums(np.repeat(gram_map_deviations(s), counts), case.width)


plot(
    "sharp:majorisation",
    families.Sweep(
        "$V(H_l)$",
        r"$V(H_{l+1})$, $d = \infty$",
        lambda p: float(np.linalg.norm(p["q"] - 1 / len(p["q"]))),
        families.spectra((2, 8, 64), name="n"),
        f"{families.ONE_SMALL}.",
        entry=-1,
        span=(1e-4, 1.0),
    ),
)


@attack("sharp:mixing", gram.starts(40), weight=0.2, **COSTLY, space=gram.CHAINS)
@supremum(1.0)
@routes("the bound", gram.LIMIT)
@domain("d = inf, n = 2 to 150, depth 1 to 40")
@pinned("near isometry attained to first order", (gram.one_share(8, 0.125 + 1e-9), 10))
@pinned("not so near", (gram.one_share(8, 0.126), 1))
def gap_in_depth(case: gram.AtDepth, lift: Lift) -> Observation:
    states, counts = gram.limit_states(case[0], case[1], lift)
    n = int(counts.sum())
    parameters = {"n": n, "v_hat": gram.v_hat_of(states[0], n), "l": case[1]}
    return parameters, gram.gap_of(states[-1], counts)


plot(
    "sharp:mixing",
    families.in_depth(
        r"$V(H_\ell)$",
        {
            f"n = {n}": families.to_depth(one_share(n, q))
            for n, q in ((2, 0.9), (8, 0.5), (50, 0.2))
        },
        "d = inf, exactly, from one eigenvalue larger than the others.",
    ),
)
