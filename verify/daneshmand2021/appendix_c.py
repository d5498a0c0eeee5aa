"""Checks of theory/daneshmand2021/appendix_c.py: the proof, averages over depth sampled."""

import math
from fractions import Fraction

import mpmath

from theory.expressions.formal import natural
from theory.expressions.functions import sqrt
from theory.expressions.layers import average, first
from theory.expressions.nodes import term
from theory.expressions.vocabulary import GAUSSIAN, WIDE, d, l, n
from verify.cases import TIGHT
from verify.chains.gaussian_cells import AVERAGES_IN_DEPTH, averages_in_depth
from verify.chains.limit import STARTS, average_of
from verify.kernel.lemmas.averages import NOISE, C, range_at
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes, sampled


@exact("daneshmand2021:appendix-C", domain="d = inf at depth 40, and n = d = 2 at depth 1")
@routes("the bound", "2F1 in mpmath, and Vhat' = |cos|/2 of a uniform angle")
def average_in_the_limit_of_width(run: Run) -> Cells:
    for size, small in STARTS[:4]:
        v_hat_0, seen = average_of(size, small, 40)
        parameters = {"l": 40, "d": math.inf, "v_hat_0": v_hat_0}
        yield Cell(parameters, seen, 1e-30, label=f"n = {size}")
    exact_value = 1 / (2 * mpmath.pi) - mpmath.mpf(1) / 8
    two = {"l": 1, "d": mpmath.mpf(2), "v_hat_0": mpmath.mpf(0)}
    yield Cell(two, exact_value, TIGHT, label="n = d = 2, orthogonal")


@sampled("daneshmand2021:appendix-C", **AVERAGES_IN_DEPTH)
def sampled_average_in_depth(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "d", "v_hat_0"))


def noise_of_a_layer(p: Proof) -> Theorem:
    """c sqrt((1 - 1/n)/d) <= 3/(4 sqrt(d)): 4 (n+2)^2 (n-1) <= 9 n^3, at every n >= 1."""
    here, t = [*natural(n), *natural(d)], 3 / (4 * sqrt(d))
    square = p.arith("a square", 0 <= (n - 1 - Fraction(3, 2)) ** 2)
    cubic = p.arith("cubic", 0 <= 5 * n**3 - 12 * n**2 + 16, (square, 3), under=natural(n))
    inside = p.arith("1 - 1/n", 0 <= (n - 1) / (n * d), under=here)
    noise = p.at("noise^2", p.law("", "root of a square", (n - 1) / (n * d)), {}, inside)
    width = p.law("sqrt(d)^2", "root of a square", d)
    squares = p.arith(
        "squared", (C * NOISE) ** 2 <= t**2, (cubic, 1 / (16 * n**3 * d)), (noise, C**2),
        (width, 9 / (16 * d * sqrt(d) ** 2)),
    )  # fmt: skip
    return p.arith("noise", C * NOISE <= t, (squares, 1 / (t + C * NOISE)))


@proof("daneshmand2021:appendix-C")
def average_by_telescoping(p: Proof) -> list[Theorem]:
    """The sharper form, its constants rounded up: c <= 3/2 and (l+1)/l <= 2."""
    noise = noise_of_a_layer(p)
    found = []
    for part, (chain, more, rounded) in enumerate(
        ((GAUSSIAN, [(noise, (l + 1) / l)], 3 / (2 * sqrt(d))), (WIDE, [], term(0)))
    ):
        low = p.expect("E Vhat_0", range_at(p, chain, "below", term(0)), chain.name)
        positive = p.arith("not negative", 0 <= first(chain), low)
        said = average(chain) <= 3 * first(chain) / (2 * l) + rounded
        found.append(p.arith("the claim", said, p.claim("sharp:average-in-depth", part), *more,
                             given=[positive]))  # fmt: skip
    return found
