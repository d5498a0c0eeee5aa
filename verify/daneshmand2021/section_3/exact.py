"""Checks of theory/daneshmand2021/section_3.py in high precision: whitening, rank one, A1."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import gram, orthogonality_gap
from lemmata.theory.ledger import Cell, Kind
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.verify.cases import rotation, square_matrices
from lemmata.verify.chains.finite_width import radii
from lemmata.verify.chains.limit import State, limit_chain
from lemmata.verify.daneshmand2021.section_3.sampled import DEPTH
from lemmata.verify.registry import Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import grid, second_writing


def whitened(M: Array) -> Array:
    """H^T H of H = (M M^T)^(-1/2) M, from the eigenvectors of M M^T, zero eigenvalues dropped."""
    values, vectors = mpmath.eigsy(mpmath.matrix((M @ M.T).tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    largest = max(values)
    roots = np.array([1 / sqrt(v) if v > largest * 1e-35 else mpmath.mpf(0) for v in values])
    H = (Q * roots) @ Q.T @ M
    return np.vectorize(lambda v: mpmath.chop(v, 1e-15), otypes=[object])(gram(H))


@exact("daneshmand2021:remark-whitening", domain="full-rank matrices, d = 2 to 6, n = 1 to 3")
@routes("the identity matrix", "eigenvectors of M M^T in mpmath")
def whitened_gram(run: Run) -> Cells:
    for d, n in ((2, 1), (2, 2), (3, 2), (4, 3), (6, 2)):
        for label, X in square_matrices(d):
            M = X[:, :n] + rotation(d, 3)[:, :n] / 7  # full-rank columns of hard square matrices
            yield Cell({"M": M}, whitened(M), 1e-12, label=f"{label}, d = {d}, n = {n}")


@exact("daneshmand2021:remark-vanilla-collapse", domain="matrices of rank one, n = 1, 2, 7")
@routes("the limit", "the gap of a matrix of rank one in mpmath")
def gap_of_rank_one_matrices(run: Run) -> Cells:
    """The normalised representation tends to a matrix of rank one."""
    for n in (1, 2, 7):
        H = np.array([[mpmath.mpf(k + 1)] * n for k in range(7)])
        gap = mpmath.chop(orthogonality_gap(H), 1e-40)
        yield Cell({"n": mpmath.mpf(n)}, gap, 1e-30, label=f"rank one, n = {n}")


WIDE, FAILURE = 10**90, mpmath.mpf(10) ** -20


@exact("daneshmand2021:remark-A1-width")
@routes("the bound", "two-level Gram chain by 2F1 in mpmath, and how far d = 1e90 is from it")
@domain(f"d = 1e90, n = 2, 8, 50, orthogonal and nearly singular inputs, {DEPTH} layers")
def a1_in_the_limit_of_width(run: Run) -> Cells:
    """Within the radii of finite_width the smallest eigenvalue of all layers decides, for every
    chain but those of probability 1e-20; without them nothing is known of the probability.
    """
    for n, first in ((2, "0.5"), (2, "1e-9"), (8, "0.9"), (50, "0.02")):
        chain = limit_chain(n, first, DEPTH)
        within = radii([_extremes(state, n) for state in chain], n, mpmath.mpf(WIDE), FAILURE)
        least = min((min(q) - r / n for q, r in zip(chain[1:], within[1:], strict=True)))
        held = least >= mpmath.mpf("0.01") * min(chain[0])
        interval = (1 - FAILURE if held else mpmath.mpf(0)), mpmath.mpf(1)
        yield Cell(
            {"n": n, "d": WIDE, "c": 2.0},
            interval[0],
            interval=interval,
            label=f"n = {n}, d = 1e90, q_1 = {first} at the input",
            interval_method="Chebyshev around the chain at d = inf",
        )


def _extremes(state: State, n: int) -> tuple[Array, Array]:
    """The smallest entry of n q - 1, and its largest absolute value."""
    deviations = [n * q - 1 for q in state]
    return min(deviations), max(abs(e) for e in deviations)


def per_root(value: Any, d: Any) -> Any:
    """value/sqrt(d), 0 at d = inf."""
    return mpf(0) if mpmath.isinf(d) else value / mpmath.sqrt(d)


@second_writing(
    "daneshmand2021:theorem-1",
    Kind.UPPER_BOUND,
    grid(alpha=["0.31", "0.07"], l=[0, 1, 7, 40], n=[2, 5, 36], d=[5, 300, mpmath.inf]),
)
def orthogonality_gap_again(alpha: Any, l: int, n: int, d: Any) -> Any:
    """E V(H_{l+1}) <= 2 (1 - 2 alpha/3)^l + 3 n/(alpha sqrt(d))."""
    return 2 * ((3 - 2 * alpha) / 3) ** l + per_root(3 * n / alpha, d)


@second_writing(
    "daneshmand2021:remark-mixing",
    Kind.UPPER_BOUND,
    grid(gamma=["0.9", "0.123"], l=[0, 1, 13], first=["0.77", "3.1"]),
)
def mixing_again(gamma: Any, l: int, first: Any) -> Any:
    """|E f(H_l) - E_pi f| decays geometrically in l."""
    return first * mpmath.fprod([gamma] * l)


@second_writing("daneshmand2021:remark-vanilla-collapse", Kind.LIMIT, grid(n=["2", "7", "500"]))
def gap_of_rank_one_again(n: Any) -> Any:
    """One eigenvalue is 1 and n - 1 are 0: the norm of (1 - 1/n, -1/n, ..., -1/n)."""
    return mpmath.sqrt((1 - 1 / n) ** 2 + (n - 1) / n**2)


@second_writing(
    "daneshmand2021:remark-sigma-min", Kind.LOWER_BOUND, grid(d=["7", "1000"], n=["2", "5"])
)
def smallest_singular_value_again(d: Any, n: Any) -> Any:
    """Greater than sqrt(d) - sqrt(n)."""
    return d ** mpf("0.5") - n ** mpf("0.5")


@second_writing(
    "daneshmand2021:remark-A1-width",
    Kind.LOWER_BOUND,
    grid(n=[1, 3, 7], d=[2, 17, 18, 97, 98, 99, 1000], c=["2", "0.5", "11"]),
)
def probability_of_a1_again(n: int, d: int, c: Any) -> Any:
    """A1(0.1 alpha_0, 1000) holds once d = Omega(n^2): in 9 runs of 10, once d >= c n^2."""
    return 9 / 10 if d / c >= n * n else 0


@second_writing(
    "daneshmand2021:remark-drift",
    Kind.UPPER_BOUND,
    grid(gamma=["0.9", "0.123"], l=[0, 1, 13], first=["0.77", "3.1"]),
)
def mixing_from_drift_again(gamma: Any, l: int, first: Any) -> Any:
    """The inequality that the drift condition is said to give."""
    return mixing_again(gamma, l, first)


@second_writing(
    "daneshmand2021:remark-A1-infinite",
    Kind.LOWER_BOUND,
    grid(alpha=["0.1"], l=[1, 10**6], n=[1, 3, 7], d=[2, 17, 18, 98, 1000], c=["2", "0.5"]),
)
def certainty_again(alpha: Any, l: int, n: int, d: int, c: Any) -> Any:
    """Certain once d >= c n^2."""
    return int(d / c >= n * n)


@second_writing("daneshmand2021:remark-A1-wide", Kind.UPPER_BOUND, grid(n=[2, 64], d=[16, 512]))
def no_fall(n: int, d: int) -> Any:
    return 0.0
