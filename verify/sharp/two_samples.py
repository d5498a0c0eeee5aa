"""Checks of theory/sharp/two_samples.py: the Gram map iterated, layers carried out, the proofs."""

from collections.abc import Iterator
from typing import Any, cast

import mpmath
import numpy as np

from theory.definitions import bn, gram
from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, sqrt, total
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import WIDE, H, d, gap, j, l
from theory.ledger import get
from theory.numerics.backends import Array
from theory.sharp.two_samples import FIRST, C, squared_gap_of_rows
from verify.cases import mpf_array, rotation
from verify.chains.limit import gap_of, limit_chain
from verify.kernel.lemmas.distances import gap_is_not_negative
from verify.kernel.lemmas.grams.angles import (
    LENGTH,
    LONG,
    ONE,
    SHORT,
    TWO,
    not_zero,
    roots_of_k,
    rows,
)
from verify.kernel.lemmas.grams.pairs import a, next_pair
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import Kernel, estimate
from verify.statistics.intervals import cells_of


@exact("sharp:two-samples", domain="c = 1e-12 to 1 - 1e-12, depth 0 to 20")
@routes("the law", "2F1 in mpmath, layer by layer")
def gram_maps(run: Run) -> Cells:
    return depth_cells()


def depth_cells() -> Iterator[Cell]:
    for text in ("1e-12", "0.3", "0.9", "0.999999999999"):
        c = mpmath.mpf(text)
        chain = limit_chain(2, (1 + c) / 2, 20)
        for depth in (0, 1, 2, 5, 20):
            cosine = mpmath.sqrt(2) * gap_of(chain[depth], 2)
            tolerance = 1e-28 / float(cosine)  # q - 1/2 cancels
            yield Cell({"c": c, "l": depth}, cosine, tolerance, label=f"c = {text}, depth {depth}")


# (c, d, replicas in a batch): E C = diag(p) after one layer at every width
LAYERS = ((0.8, 2, 1024), (0.98, 16, 128), (0.9998, 128, 16))


def _difference(shares: Kernel) -> Kernel:
    return lambda generator: 2 * shares(generator)[:1] - 1


@sampled("sharp:two-samples", margin=0.1)
@routes("the law", "rows of W H normalised, W formed, one layer")
@domain("depth 1, c = 0.8 to 0.9998, d = 2 to 128")
def sampled_rows(run: Run) -> Cells:
    """p_1 - p_2 = 2 p_1 - 1 after one layer."""
    from verify.chains.gaussian_kernels import shares_of_rows

    for c, width, batch in LAYERS:
        shares = shares_of_rows(((1 + c) / 2, (1 - c) / 2), width, batch, run.device)
        size, parts = batch * width, len(LAYERS)
        seen = estimate(run, (c, width), _difference(shares), -1.0, [1.0], batch=size, parts=parts)
        yield from cells_of(seen, [{"c": c, "l": 1}], [f"c = {c}, d = {width}, depth 1"])


def _after(c: Array, Z: Array) -> Array:
    """sqrt(2) V of BN(Z K^(1/2))/sqrt(d), literally, K of eigenvalues (1 +- c)/2."""
    K = gram(bn(Z * np.array([mpmath.sqrt((1 + c) / 2), mpmath.sqrt((1 - c) / 2)]))) / len(Z)
    return mpmath.sqrt(2 * sum((K[i, j] - mpmath.mpf(i == j) / 2) ** 2
                               for i in range(2) for j in range(2)))  # fmt: skip


def layer_cells() -> Iterator[Cell]:
    for text in ("0", "1e-12", "0.3", "0.999"):
        c = mpmath.mpf(text)
        for width in (2, 3, 8):
            Z = rotation(width)[:, :2] + mpf_array([[k % 3, (k * k) % 5] for k in range(width)])
            yield Cell({"c": c, "Z": Z}, _after(c, Z), 1e-30, label=f"c = {text}, d = {width}")


@exact("sharp:moebius-layer", domain="c = 0 to 0.999, d = 2, 3, 8, given weights")
@routes("Moebius maps", "BN and the Gram matrix, literally")
def layers_carried_out(run: Run) -> Cells:
    return layer_cells()


Y = Variable("y")
LOG = log(1 - 2 * C / (1 + C))


def at_depth(depth: Expr) -> Relation:
    """sqrt(2) V(H_l) is the claim's closed form at c."""
    return equal(
        sqrt(2) * gap(WIDE.at(depth)), cast(Any, get("sharp:two-samples").formula)(C, depth)
    )


def next_ratio(p: Proof) -> Theorem:
    """From (1 - y^2)/(1 + y^2) a layer leads to (1 - y)/(1 + y): a is the latter."""
    now = (1 - Y) / (1 + Y)
    before = p.arith("2a/(1+a^2)", equal(sqrt(2) * gap(H), 2 * now / (1 + now**2)),
                     p.assume(equal(sqrt(2) * gap(H), (1 - Y**2) / (1 + Y**2))),
                     under=[0 < Y])  # fmt: skip
    sign = p.arith("0 <= a", 0 <= now, under=[0 < Y, Y <= 1])
    return p.at("in y", next_pair(p), {a: now}, before, sign)


def halved(p: Proof) -> Theorem:
    """P(l) gives P(l+1): y = exp(log((1-c)/(1+c))/2^(l+1))."""
    x, power = LOG / 2 ** (l + 1), 2 ** (l + 1)
    low, ratio = p.assume(0 <= C), 1 - 2 * C / (1 + C)
    at_most = p.arith("at most 1", ratio <= 1, given=[low])
    some = p.arith("positive", 0 < ratio, (p.assume(C < 1), 1 / (1 + C)), given=[low])
    below = p.arith("", x <= 0, (p.monotone("log", "log", at_most, some), 1 / power))
    square, y = p.law("y^2", "exp of a sum", x, x), exp(x)
    before = p.arith("(1-y^2)/(1+y^2)", equal(sqrt(2) * gap(WIDE.at(l)), (1 - y**2) / (1 + y**2)),
                     p.assume(at_depth(l)), (square, -2 / ((1 + exp(LOG / 2**l)) * (1 + y**2))),
                     given=[low])  # fmt: skip
    layer = p.layer("one layer", next_ratio(p), WIDE, l, p.fact("states of chain 1", WIDE, l))
    after = p.at("after the layer", layer, {Y: y}, before, p.monotone("y <= 1", "exp", below))
    return p.arith("step", at_depth(l + 1), after)


@proof("sharp:two-samples")
def arguments_halved(p: Proof) -> Theorem:
    """Induction on the layers, at a c that V(H_0) is."""
    low, ratio = p.assume(0 <= C), 1 - 2 * C / (1 + C)
    some = p.arith("positive", 0 < ratio, (p.assume(C < 1), 1 / (1 + C)), given=[low])
    undone = p.at("exp of log", p.law("", "exp of a log", ratio), {}, some)
    base = p.arith("base", at_depth(term(0)), p.assume(equal(FIRST, C)),
                   (undone, 2 / ((1 + exp(LOG)) * (1 + ratio))))  # fmt: skip
    deep = p.induct("all layers", base, halved(p), l)
    unit = p.fact("states of chain 1", WIDE, term(0))
    sign = p.state("V >= 0", gap_is_not_negative(p), WIDE, 0, {}, unit)
    return p.at("at V(H_0)", deep, {C: FIRST}, p.arith("c >= 0", 0 <= FIRST, (sign, sqrt(2))))


@proof("sharp:moebius-layer")
def angles_doubled(p: Proof) -> Theorem:
    """2 V^2 is the square of the mean of the rows' doubled angles, which a Moebius map moves."""
    stated, V = statements(get("sharp:moebius-layer"))[0].shows, squared_gap_of_rows(C)
    real, imaginary = (p.sum("all rows", t, j, d) for t in rows(p))
    given = [not_zero(p), roots_of_k(p)[3]]
    entries = [LONG**2 * ONE**2 / LENGTH, SHORT**2 * TWO**2 / LENGTH,
               LONG * SHORT * ONE * TWO / LENGTH]  # fmt: skip
    u, v, w = (total(x, j, d) / d for x in entries)
    trace = p.linear("trace 1", (j, d), *entries[:2])
    R, I = (t.shows.lhs / d for t in (real, imaginary))
    twice = p.arith("2 V^2", equal(2 * V, R**2 + I**2), (real, -(R + u - v) / d),
                    (imaginary, -(I + 2 * w) / d), (trace, -(u + v - 1) / d), given=given,
                    under=natural(d))  # fmt: skip
    squares = (p.arith("a square", 0 <= (x - 1 / term(2)) ** 2, given=given[1:], under=natural(d))
               for x in (u, v))  # fmt: skip
    sign = p.arith("V^2", 0 <= V, *squares, given=given[1:])
    product = p.at("a product", p.law("", "root of a product", 2, V), {}, sign)
    return p.arith("the claim", stated, (product, -1), p.monotone("roots", "sqrt", twice),
                   given=given)  # fmt: skip
