"""Checks of theory/sharp/mean_subtraction.py: standard BN in mpmath's own loops; the proof."""

import mpmath
import numpy as np

from theory.expressions.formal import natural
from theory.expressions.functions import sqrt, total
from theory.expressions.nodes import Expr, Variable, equal, term
from theory.expressions.vocabulary import k, n
from theory.sharp.mean_subtraction import CENTRED, MEAN, SAMPLE, difference, i
from verify.cases import mpf_array, rotation
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:mean-subtraction", domain="d = 1 to 8, n = 2 to 5, large means and small ones")
@routes("BN of the differences", "rows centred, normalised and set against Q, entry by entry")
def centred_rows(run: Run) -> Cells:
    """sum_i b_i Q_ik, with b = (m - mean)/|m - mean|: the mean of the first k less the next."""
    for d, size, mean in ((1, 2, "0"), (3, 3, "1e6"), (8, 5, "-0.5"), (4, 4, "1e-20")):
        shift = mpf_array([[k * i % 3 for i in range(size)] for k in range(d)]) + mpmath.mpf(mean)
        M = rotation(max(d, size))[:d, :size] + shift
        seen = []
        for row in M:
            centre = mpmath.fsum(row) / size
            length = mpmath.sqrt(mpmath.fsum((v - centre) ** 2 for v in row))
            b = [(v - centre) / length for v in row]
            seen.append([(mpmath.fsum(b[:k]) - k * b[k]) / mpmath.sqrt(k * (k + 1))
                         for k in range(1, size)])  # fmt: skip
        yield Cell({"M": M}, np.array(seen), 1e-30, label=f"d = {d}, n = {size}, mean {mean}")


u, y = Variable("u"), Variable("y")


def first(at: Expr, power: int = 1) -> Expr:
    """The sum of the first samples, or of their squares."""
    return total(SAMPLE(i) ** power, i, at)


def scatter(at: Expr) -> Expr:
    """sum m_i^2 - (sum m_i)^2/k of the first k samples."""
    return first(at, 2) - first(at) ** 2 / at


def lengths_are_kept(p: Proof) -> Theorem:
    """sum_k (m Q)_k^2 = sum_i (m_i - mean)^2: one sample more adds (m Q)_k^2 to the scatter."""
    own, m = difference(SAMPLE, k), SAMPLE(k + 1)
    sums = [p.last_term("one more", SAMPLE(i) ** power, i, k) for power in (2, 1)]
    some = p.arith("", 0 <= k * (k + 1), under=natural(k))
    square = p.at("", p.law("", "root of a square", k * (k + 1)), {}, some)
    one = p.arith("one more sample", equal(scatter(k + 1) - scatter(k), own * own), sums[0],
                  (sums[1], -(first(k + 1) + first(k) + m) / (k + 1)),
                  (square, own**2 / (k * (k + 1))), under=natural(k))  # fmt: skip
    few = p.arith("n - 1 >= 0", 0 <= n - 1, under=natural(n, 2))
    ends = p.telescope("telescope", scatter(k), k, n - 1)
    none = [p.no_term("", SAMPLE(i) ** power, i) for power in (2, 1)]
    only = [p.last_term("the first", SAMPLE(i) ** power, i, 0) for power in (2, 1)]
    start = [p.arith("", equal(first(term(1), power), SAMPLE(1) ** power), one_term, empty)
             for power, one_term, empty in zip((2, 1), only, none, strict=True)]  # fmt: skip
    alone = p.arith("one sample", equal(scatter(term(1)), 0), start[0],
                    (start[1], -(first(term(1)) + SAMPLE(1))))  # fmt: skip
    last = p.arith("all samples", equal(ends.shows.rhs, CENTRED), (alone, -1), under=natural(n, 2))
    every = p.at("", one, {}, p.assume(1 <= k))
    summed = p.rewrite("telescoped", p.sum("all", every, k, n - 1), ends)
    return p.at("", p.whole("samples", p.rewrite("lengths", summed, last), n), {}, few)


@proof("sharp:mean-subtraction")
def row_by_row(p: Proof) -> Theorem:
    """(m - mean) Q = m Q, and Q keeps the length of a row of mean 0."""
    kept = lengths_are_kept(p)
    roots = p.monotone("roots", "sqrt", p.assume(equal(u, y)))
    centred, own = difference(lambda at: SAMPLE(at) - MEAN, k), difference(SAMPLE, k)
    made = p.arith("a row", equal(centred / sqrt(u), own / sqrt(y)),
                   (roots, -own / sqrt(y) / sqrt(u)),
                   under=[0 < y, 0 < u, *natural(k), *natural(n)])  # fmt: skip
    return p.at("the claim", made, {u: CENTRED, y: kept.shows.rhs}, kept,
                p.rewrite("not zero", p.assume(0 < CENTRED), kept))  # fmt: skip
