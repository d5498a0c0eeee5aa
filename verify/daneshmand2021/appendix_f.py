"""Checks of theory/daneshmand2021/appendix_f.py: counterexamples in exact rationals, ReLU."""

from typing import Any

import flint
import mpmath
import numpy as np
from mpmath import mpf
from numpy.typing import NDArray

from lemmata.theory.ledger import Cell, Kind
from lemmata.verify.cases import TIGHT, mpf_array
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of

SPECTRA = (["0.3", "0.5", "0.8"], ["0.11", "0.23", "0.61", "0.74"], ["0.6", "0.8"])


def squared_gap(H: NDArray[np.int64]) -> flint.fmpq:
    """V(H)^2 = tr(K^2)/tr(K)^2 - 1/n with K = H^T H, exactly."""
    K = H.T @ H
    return flint.fmpq(int((K * K).sum()), int(K.trace()) ** 2) - flint.fmpq(1, len(K))


@exact("daneshmand2021:appendix-F", domain="d = 2, n = 3, singular values 3 and 3")
@routes("whether V(H) > 0", "both gaps in rational numbers")
def equal_singular_values(run: Run) -> Cells:
    """H has orthogonal rows of length 3, so that U may be I and W of eq. (6) is V' up to a factor,
    here 1/5 of [[3, -4], [4, 3]]: the gap is sqrt(1/6) before and after.
    """
    H = np.array([[1, 2, 2], [2, 1, -2]])
    before, after = squared_gap(H), squared_gap(np.array([[3, -4], [4, 3]]) @ H)
    label = f"H = [[1, 2, 2], [2, 1, -2]], V(H)^2 = {before}, V(W H)^2 = {after}"
    yield Cell({"s": mpf_array([3, 3]), "n": 3}, int(after < before), label=label)


@exact("daneshmand2021:appendix-F-step", domain="s = (3/5, 4/5)")
@routes("fourth powers", "third powers in exact rationals")
def three_and_four_fifths(run: Run) -> Cells:
    """The sum of squares is 1: (7/5)^2 (91/125)^2 against (7/5)^2 (337/625)^2."""
    lhs = flint.fmpq(7, 5) ** 2 * flint.fmpq(91, 125) ** 2
    s = mpf_array([3, 4]) / 5
    yield Cell({"s": s}, mpmath.mpf(int(lhs.p)) / int(lhs.q), TIGHT, label="s = (3/5, 4/5)")


@exact("daneshmand2021:remark-guarantees", domain="d = n = 2, singular values 1 and 2")
@routes("0", "the Gram matrix of W H in rational numbers")
def one_and_two(run: Run) -> Cells:
    """H = diag(1, 4): W of eq. (6) is diag(1, 1/2) up to a factor, and W H = diag(1, 2)."""
    square = squared_gap(np.array([[1, 0], [0, 2]]))
    gap = mpmath.sqrt(mpmath.mpf(int(square.p)) / int(square.q))
    yield Cell({"s": mpf_array([1, 4])}, gap, TIGHT, label="H = diag(1, 4), W H = diag(1, 2)")


@exact("daneshmand2021:remark-inverse-exists", domain="d = 3, n = 900, one feature always 0")
@routes("d", "the rank of an integer matrix")
def a_feature_that_is_always_zero(run: Run) -> Cells:
    d, n = 3, 900
    H = [[0] * n, [1] * n, list(range(n))]
    label = "rows 0, 1 and 0..899"
    yield Cell({"n": n, "d": d}, int(flint.fmpz_mat(H).rank()), label=label)


@sampled("daneshmand2021:remark-relu", margin=0.1)
@routes("the limit", "V after one layer of Haar weights and ReLU, sampled")
@domain("n = 2, 4, 8, d = 512")
def sampled_gap_after_relu(run: Run) -> Cells:
    """In a pilot 1 % above the limit."""
    from lemmata.verify.chains.remark_kernels import relu_gap

    for n in (2, 4, 8):
        kernel = relu_gap(n, 512, 100, run.device)
        seen = asymptotic(run, n, kernel, batch=100, parts=3)
        yield from cells_of(seen, [{"n": n}], [f"n = {n}, d = 512"])


@second_writing("daneshmand2021:remark-relu", Kind.LIMIT, grid(n=[2, 5, 500]))
def gap_after_relu_again(n: int) -> Any:
    """E relu(x)^2 = 1/2 and (E relu(x))^2 = 1/(2 pi): n (n-1) entries 1/(pi n) off the diagonal."""
    cosine = (1 / mpmath.sqrt(2 * mpmath.pi)) ** 2 / mpf("0.5")
    return mpmath.sqrt(n * (n - 1)) * cosine / n


@second_writing(
    "daneshmand2021:remark-guarantees",
    Kind.IDENTITY,
    lambda: [{"s": np.array([mpf(v) for v in s])} for s in SPECTRA],
)
def orthogonal_again(s: Any) -> Any:
    """All n squared singular values of W H are 1/n."""
    return mpmath.fsum((mpf(1) / len(s) - mpf(1) / len(s)) ** 2 for _ in s)


@second_writing("daneshmand2021:remark-inverse-exists", Kind.IDENTITY, grid(n=[900], d=[2, 3]))
def rank_again(n: int, d: int) -> Any:
    """The inverse of S exists: it has d singular values."""
    return min(n, d)


@second_writing(
    "daneshmand2021:appendix-F",
    Kind.IDENTITY,
    lambda: [
        {"s": np.array([mpf(v) for v in s]), "n": n}
        for s, n in (
            *((s, n) for s in SPECTRA for n in (4, 9)),
            (["0.5"] * 3, 3),
            (["0.5"] * 3, 4),
            (["0.2"], 1),
            (["0.2"], 2),
        )
    ],
)
def above_zero_again(s: Any, n: int) -> int:
    """V(W H) < V(H) unless V(H) = 0: 1 where V(H) > 0.

    V(H)^2 = sum_i (s_i^2/sum_k s_k^2 - 1/n)^2 over n values, some are 0.
    """
    total = sum(v * v for v in s)
    shares = [v * v / total for v in s] + [mpf(0)] * (n - len(s))
    gap = mpmath.sqrt(sum((share - mpf(1) / n) ** 2 for share in shares))
    return 1 if gap > mpf(10) ** -25 else 0


@second_writing(
    "daneshmand2021:appendix-F-step",
    Kind.UPPER_BOUND,
    lambda: [{"s": np.array([mpf(v) for v in s])} for s in SPECTRA],
)
def power_sums_again(s: Any) -> Any:
    """(sum s_i)^2 (sum s_i^3)^2 <= (sum s_i)^2 (sum s_i^4)^2."""
    return (mpmath.fsum(s) * mpmath.fsum(v * v * v * v for v in s)) ** 2
