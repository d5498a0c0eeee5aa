"""The levels of the extremal spectra, roots of an equation, and what they bound.

For gap phi = phi(X): one small eigenvalue z = exp(-h) and d - 1 of size y = (d - z)/(d - 1), or one
large z = d - (d-1) y and d - 1 of size y = exp(-h). In both -log z - (d-1) log y = d phi.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log
from theory.expressions.nodes import Expr, Named, Relation, Variable, equal, term
from theory.expressions.partial import Root, T
from theory.expressions.vocabulary import OF_MEAN_ONE, X, d, phi
from theory.spectrum import one_large, one_small
from verify.kernel.lemmas.elementary import log_below_its_tangent, x
from verify.kernel.lemmas.gap import gap_of_a_spectrum
from verify.kernel.lemmas.one_eigenvalue import gap_is_not_negative
from verify.kernel.lemmas.spectra.extremal import (
    LOGS,
    above_equal_levels,
    below_equal_levels,
    sum_of_logs,
    t,
    y,
    z,
)
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

WIDE = OF_MEAN_ONE[1]


@dataclass(frozen=True)
class Levels:
    """The single eigenvalue and the others, by the root h, and the equation that it solves."""

    small: bool

    @property
    def root(self) -> Expr:
        width: Any = d
        logs = (one_small if self.small else one_large)(phi(X), width).log_eigenvalues
        return term(-logs[0 if self.small else 1])

    @property
    def unknown(self) -> Variable:
        return body_of(self.root).index

    def single(self, h: Expr) -> Expr:
        return exp(-h) if self.small else d - (d - 1) * exp(-h)

    def others(self, h: Expr) -> Expr:
        return (d - exp(-h)) / (d - 1) if self.small else exp(-h)

    def second(self, h: Expr) -> Expr:
        """The one that is not exp(-h)."""
        return self.others(h) if self.small else self.single(h)


def body_of(root: Expr) -> Root:
    assert isinstance(root, Named)
    assert isinstance(root.body, Root)
    return root.body


def gap(p: Proof) -> Theorem:
    """0 <= d phi(X)."""
    return p.arith("gap", 0 <= d * phi(X), gap_is_not_negative(p), (gap_of_a_spectrum(p), -d),
                   under=[WIDE])  # fmt: skip


def second_is_positive(p: Proof, levels: Levels, h: Expr, least: Theorem) -> Theorem:
    """What is not exp(-h) is positive for h >= 0, times d - 1 where it divides by that."""
    below = p.monotone("", "exp", p.arith("", -h <= 0, least))
    said = exp(-h) < d if levels.small else 0 < d - (d - 1) * exp(-h)
    return p.arith("second level", said, (below, 1 if levels.small else d - 1), under=[WIDE])


def equation(p: Proof, levels: Levels) -> Theorem:
    """F(h) = 0, by the intermediate value theorem: F(0) = -d phi <= 0 <= F(1 + d phi)."""
    node, high, positive = body_of(levels.root), 1 + d * phi(X), gap(p)
    h, F = node.index, node.body
    below = p.arith("at 0", -d * phi(X) <= 0, positive)
    ahead = p.arith("", 0 <= high, positive)
    there = second_is_positive(p, levels, high, ahead)
    tangent = p.at("tangent", log_below_its_tangent(p), {x: levels.second(high)}, p.arith(
        "", 0 < levels.second(high), given=[there], under=[WIDE]))  # fmt: skip
    above = p.arith(
        "beyond", 0 <= substituted(F, {h: high}), (tangent, d - 1 if levels.small else 1),
        *([] if levels.small else [(positive, d - 2)]), under=[WIDE],
    )  # fmt: skip
    inside = second_is_positive(p, levels, h, p.assume(0 <= h))
    return p.root("root", levels.root, "equation", below, above, high, inside, ahead)


def levels_of_the_gap(p: Proof, levels: Levels) -> tuple[Theorem, Theorem]:
    """``LEVELS`` for the levels of a root h: the one that is not exp(-h) is positive; the logs."""
    h, single, others = levels.unknown, levels.single, levels.others
    there = second_is_positive(p, levels, h, p.assume(0 <= h))
    second = others(h) if levels.small else single(h)
    positive = p.arith("", 0 < second, given=[there], under=[WIDE])
    undone, solved = p.law("", "log of an exp", -h), p.assume(equal(body_of(levels.root).body, 0))
    logs = p.arith(
        "logs of levels", equal(log(single(h)) + (d - 1) * log(others(h)), LOGS),
        (undone, 1 if levels.small else d - 1), (solved, -1), (gap_of_a_spectrum(p), -d),
        (p.assume(OF_MEAN_ONE[3]), -1), given=[there], under=[WIDE],
    )  # fmt: skip
    return positive, logs


def equal_to_one(p: Proof, levels: Levels) -> tuple[Theorem, Theorem]:
    """Both levels are 1 where h = 0."""
    h = levels.unknown
    none = p.both("no gap", p.assume(h <= 0), p.assume(0 <= h))
    one = p.monotone("", "exp", p.arith("", equal(-h, 0), (none, -1)))
    first, second = (1, -1 / (d - 1)) if levels.small else (1 - d, 1)
    single, others = equal(levels.single(h), 1), equal(levels.others(h), 1)
    return (p.arith("single level", single, (one, first), under=[WIDE]),
            p.arith("other levels", others, (one, second), under=[WIDE]))  # fmt: skip


def levels_apart(p: Proof, levels: Levels) -> Theorem:
    """z < y, or y < z, where h > 0."""
    h, small = levels.unknown, levels.small
    rising = p.monotone("", "exp", p.arith("", -h < 0, under=[0 < h]))
    single, others = levels.single(h), levels.others(h)
    order = single < others if small else others < single
    return p.arith("levels apart", order, (rising, d / (d - 1) if small else d), under=[WIDE])


def one_level(p: Proof, levels: Levels, logs: Theorem, said: Relation) -> Theorem:
    """The same where all levels are 1."""
    ones, sign = equal_to_one(p, levels), 1 if levels.small else -1
    factors = [
        p.monotone("", "log", p.arith("", equal(1 + 2 * t * one.shows.lhs, 1 + 2 * t),
                                      (one, 2 * t), under=[WIDE]))
        for one in ones
    ]  # fmt: skip
    if levels.small:
        base = below_equal_levels(p)
    else:
        zero = [p.monotone("", "log", one) for one in ones]
        none = p.arith("no logs", equal(LOGS, 0), (logs, -1), zero[0], (zero[1], d - 1))
        base = p.at("", above_equal_levels(p), {}, none)
    return p.arith("one level", said, base, (factors[0], -sign), (factors[1], -sign * (d - 1)))


def extremal_sum(p: Proof, levels: Levels) -> Theorem:
    """sum_k log(1 + 2 t lambda_k) beside that of the extremal spectrum."""
    h, small = levels.unknown, levels.small
    single, others = levels.single(h), levels.others(h)
    known = levels_of_the_gap(p, levels)
    apart = levels_apart(p, levels)
    unequal = p.at("unequal levels", sum_of_logs(p, small), {z: single, y: others}, *known, apart)
    level = one_level(p, levels, known[1], unequal.shows)
    either = p.split("either", h <= 0, level, unequal)
    solved = equation(p, levels)
    return p.at("extremal sum", either, {h: levels.root}, solved)


def drift_beside_the_extremal(p: Proof, levels: Levels) -> Theorem:
    """E phi(BN(W X)) - phi(X) beside the drift of the extremal spectrum."""
    at_t = p.at("at t", extremal_sum(p, levels), {t: T})
    small, large = at_t.shows.lhs, at_t.shows.rhs
    halves = p.arith("halves", -large / 2 <= -small / 2, (at_t, Fraction(1, 2)), under=[WIDE])
    products = p.monotone("products", "exp", halves)
    base = exp(-d * log(1 + 2 * T) / 2)
    low, high = products.shows.lhs, products.shows.rhs
    integrand = p.arith("integrands", (base - high) / T <= (base - low) / T, (products, 1 / T),
                        under=[WIDE])  # fmt: skip
    return p.integrate("integrals", integrand)
