"""Checks of theory/sharp/lipschitz_losses.py: gradients by differences, and the proof."""

import mpmath
import numpy as np

from theory.expressions.functions import exp, total
from theory.expressions.nodes import equal
from theory.expressions.partial import delta
from theory.expressions.particular import (
    CROSS_ENTROPY,
    IN_A_BALL,
    MASS,
    RADIUS,
    SQUARED_ERROR,
    y,
    z,
)  # fmt: skip
from theory.expressions.vocabulary import j, k, n
from theory.meterez2024.appendix_c import LOSSES
from theory.numerics.backends import Array, sqrt
from theory.numerics.reference import jacobian
from verify.cases import DIFFERENCES, mpf_array
from verify.kernel.lemmas.elementary import between_its_roots
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:lipschitz-losses", domain="one-hot targets, logits of norm 0 to 60, 2 to 10 classes")
@routes("the constants", "central differences in mpmath")
def gradients_of_the_losses(run: Run) -> Cells:
    """Gradients by central differences where they are largest: a wrong class with all the mass."""
    for R in (0, 1, 10, 60):
        for classes in (2, 3, 10):
            z = mpf_array([R] + [0] * (classes - 1))
            y = mpf_array([0, 1] + [0] * (classes - 2))

            def cross_entropy(v: Array, y: Array = y) -> Array:
                return np.array([mpmath.log(sum(mpmath.exp(x) for x in v)) - (v * y).sum()])

            def squared_error(v: Array, y: Array = y) -> Array:
                return np.array([((v - y) ** 2).sum()])

            for loss, point, function in (
                (LOSSES[0], z, cross_entropy),
                (LOSSES[1], z, squared_error),
                (LOSSES[1], np.roll(-z if R else z, 1), squared_error),
            ):
                gradient = jacobian(function, point)[0]
                label = f"{loss}, {classes} classes, ||z|| = {R}"
                parameters = {"loss": loss, "R": mpmath.mpf(R)}
                yield Cell(parameters, sqrt((gradient**2).sum()), DIFFERENCES, label=label)


def probabilities(p: Proof) -> tuple[Theorem, Theorem]:
    """0 < sum_k exp(z_k), and exp(z_j) is at most that."""
    one = p.one_of_sum("one of the mass", p.arith("", 0 <= exp(z(k))), k, n)
    least = p.arith("mass", 0 < MASS, p.at("", one, {k: y}))
    return least, p.at("", one, {k: j})


def norm_below(p: Proof, gradient: Theorem, square: Theorem, *given: Theorem) -> Theorem:
    """The norm from its square: each entry is ``gradient``, ``square`` bounds their sum."""
    entry, value = gradient.shows.lhs, gradient.shows.rhs
    each = p.arith("", equal(entry**2, value**2), (gradient, entry + value),
                   given=given)  # fmt: skip
    summed = p.sum("squares", each, j, n)
    whole = p.arith("square of the norm", summed.shows.lhs <= square.shows.rhs, summed, square,
                    given=given)  # fmt: skip
    return p.monotone("norm", "sqrt", whole)


def cross_entropy(p: Proof) -> Theorem:
    """The gradient is p_j - [j = y], p_j <= 1 of sum 1: its square is at most 1 + 1 - 2 p_y."""
    least, above = probabilities(p)
    gradient = p.differentiate("gradient", CROSS_ENTROPY, z(j), least)
    share = exp(z(j)) / MASS
    small = p.arith("p^2 <= p", share**2 <= share, (above, share / MASS), given=[least])
    shares = p.sum("all shares", small, j, n)
    picked = [p.pick("", f, j, n, y) for f in (share, delta(j, y))]
    square = p.arith("square", total((share - delta(j, y)) ** 2, j, n) <= 2, shares,
                     (picked[0], -2), picked[1], given=[least])  # fmt: skip
    return norm_below(p, gradient, square, least)


def squared_error(p: Proof) -> Theorem:
    """The gradient is 2 (z_j - [j = y]), and |z_y| <= R."""
    gradient = p.differentiate("gradient", SQUARED_ERROR, z(j))
    one = p.at("", p.one_of_sum("one square", p.arith("", 0 <= z(k) ** 2), k, n), {k: y})
    inside = p.assume(IN_A_BALL[1])
    entry = p.arith("the right logit", z(y) ** 2 <= RADIUS**2, one, inside)
    low = between_its_roots(p, entry)[1]
    radius = p.law("", "square of a root", RADIUS)
    logit = p.arith("", -z(y) <= RADIUS, low, radius)
    picked = [p.pick("", f, j, n, y) for f in (z(j), delta(j, y))]
    bound = 4 * (RADIUS + 1) ** 2
    square = p.arith("square", total(4 * (z(j) - delta(j, y)) ** 2, j, n) <= bound, (picked[0], -8),
                     (picked[1], 4), (logit, 8))  # fmt: skip
    norm = norm_below(p, gradient, square)
    root = p.at("", p.law("", "square of a root", 2 * (RADIUS + 1)), {},
                p.arith("", 0 <= 2 * (RADIUS + 1), under=[IN_A_BALL[0]]))  # fmt: skip
    return p.arith("the claim", norm.shows.lhs <= 2 * (RADIUS + 1), norm, root)


@proof("sharp:lipschitz-losses")
def gradients_below_their_norms(p: Proof) -> list[Theorem]:
    return [cross_entropy(p), squared_error(p)]
