"""Checks of theory/sharp/majorisation.py: two-level spectra by 2F1, enclosed spectra, the proof."""

from collections.abc import Iterator

import mpmath
import numpy as np

from theory.expressions.formal import natural
from theory.expressions.functions import sqrt, total
from theory.expressions.layers import (
    LEAST,
    SUM_ONE,
    c,
    q,
    share,
)
from theory.expressions.nodes import Variable
from theory.expressions.vocabulary import k, n
from theory.ledger import get
from theory.numerics import reference
from theory.numerics.backends import Array
from verify.cases import mpf_array
from verify.kernel.lemmas.grams.mixing import (
    GAMMA,
    chosen_shares,
    deviations_contract,
    largest_in_order,
    mixed,
    sum_of_squares,
)
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.proofs import orthogonality as steps
from verify.registry import Cell, Cells, Run, exact, routes


def largest_sums(p: Array) -> Array:
    """The sums of the k largest, k = 1..n-1, and the distance from 1/n."""
    largest, n = sorted(p, reverse=True), len(p)
    gap = mpmath.sqrt(mpmath.fsum((v - mpmath.mpf(1) / n) ** 2 for v in p))
    return np.array([*(mpmath.fsum(largest[:k]) for k in range(1, n)), gap])


def two_levels() -> Iterator[tuple[str, Array, Array]]:
    """(label, q, p): m equal eigenvalues of this share of 1/n, the others equal."""
    for size, m in ((2, 1), (3, 1), (3, 2), (8, 1), (8, 4), (8, 7), (40, 39)):
        for text in ("0.999999", "0.9", "0.3", "1e-6"):
            few = mpmath.mpf(text) / size
            rest = (1 - m * few) / (size - m)
            one = reference.mean_share_two_level(few, m, rest, size - m)
            p = [one] * m + [(1 - m * one) / (size - m)] * (size - m)
            values = mpf_array([few] * m + [rest] * (size - m))
            yield f"{m} of {size} at {text}/n", values, mpf_array(p)


@exact("sharp:majorisation", domain="two-level spectra, n = 2 to 40, q_n from 1e-6/n to 1/n")
@routes("the bound", "2F1 in mpmath")
def two_level_spectra(run: Run) -> Cells:
    for label, values, p in two_levels():
        yield Cell({"q": values}, largest_sums(p), 1e-28, label=label)


SPREAD = (("0.1", "0.2", "0.3", "0.4"), ("0.001", "0.009", "0.09", "0.9"), ("0.2", "0.3", "0.5"))


@exact("sharp:majorisation", domain="spectra of three and four levels")
@routes("the bound", "flint's own quadrature, which encloses the shares")
def spread_spectra(run: Run) -> Cells:
    for texts in SPREAD:
        values = mpf_array(texts)
        shares = steps.enclosed_shares(values)
        yield Cell({"q": values}, largest_sums(shares), 1e-25, label=", ".join(texts))


@proof("sharp:majorisation")
def mixed_in_order(p: Proof) -> list[Theorem]:
    """sum_k c_k F_k <= 0 for the largest, and sum_k p_k F_k <= 0 for the gap."""
    long = p.fact("rows are not zero")
    sums = p.arith("sums of the largest", statements(get("sharp:majorisation"))[0].shows,
                   mixed(p, c, largest_in_order(p)), chosen_shares(p), given=[long])  # fmt: skip
    values = total((q(k) - 1 / n) ** 2, k, n)
    low, high = (sum_of_squares(p, v(k) - 1 / n, given) for v, given in ((share, [long]), (q, [])))
    x, y, falls = Variable("x"), Variable("y"), deviations_contract(p)
    roots = p.monotone("roots", "sqrt", p.assume(x <= y), p.assume(0 <= x))
    root = p.at("the roots", roots, {x: falls.shows.lhs, y: falls.shows.rhs}, falls, low)
    split = p.at("root of a product", p.law("", "root of a product", GAMMA**2, values), {}, high)
    at_most = p.arith("n q_n <= 1", n * q(n) <= 1, p.sum("", p.assume(LEAST), k, n),
                      p.assume(SUM_ONE))  # fmt: skip
    rate = p.arith("gamma >= 0", 0 <= GAMMA, (at_most, 2 / (n + 2)), under=natural(n))
    undone = p.at("gamma", p.law("", "square of a root", GAMMA), {}, rate)
    gap = p.arith("the gap", statements(get("sharp:majorisation"))[1].shows, root, split,
                  (undone, sqrt(values)), given=[long])  # fmt: skip
    return [sums, gap]
