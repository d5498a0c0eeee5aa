"""The least drift of a state beside that of the input, by their gaps: ``concave`` at r^2 = x/y.

x = exp(-h) and y = (d - x)/(d - 1), where h solves the equation of the gap.
"""

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log, sqrt
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import ROTATIONS, START, X, d, l, phi
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import LAYER
from verify.kernel.lemmas.gap import of_any_trace
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.lemmas.spectra.concave import (
    Q,
    R,
    a,
    at_most_the_local_rate,
    drift,
    gap,
    in_either_order,
    product,
)
from verify.kernel.lemmas.spectra.levels import Levels, body_of, equation
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

SMALL = Levels(small=True)
h, H, u, w = SMALL.unknown, *(Variable(name) for name in ("h_0", "u", "w"))
WIDE = 2 <= d


def ratio(h: Expr) -> Expr:
    """x/y."""
    return exp(-h) * (d - 1) / (d - exp(-h))


def written(h: Expr) -> Expr:
    """The drift as sharp:extremal-drift has it."""
    levels = product(exp(-h), 1 + (1 - exp(-h)) / (d - 1), T)
    return integral((exp(-d * log(1 + 2 * T) / 2) - levels) / T)


def of_squares(p: Proof) -> Theorem:
    """drift(u) <= -a gap(u) where gap(u) <= gap(w) and drift(w) = -a gap(w), 0 < u, w <= 1."""
    squares, given = [], []
    for one in (u, w):
        positive = p.arith("", 0 <= one, under=[0 < one])
        squares.append(p.at("", p.law("", "root of a square", one), {}, positive))
        given.append(p.monotone("", "sqrt", p.assume(one <= 1), positive))
    turned = [p.arith("", equal(e.shows.rhs, e.shows.lhs), (e, -1)) for e in squares]
    known = [p.rewrite("", p.assume(gap(u) <= gap(w)), *turned),
             p.rewrite("", p.assume(equal(drift(w), -a * gap(w))), turned[1])]  # fmt: skip
    there = p.at("at the roots", in_either_order(p), {Q: sqrt(u), R: sqrt(w)}, *given, *known)
    return p.rewrite("of squares", there, squares[0])


def levels_of(p: Proof, one: Variable, A: Variable) -> tuple[Theorem, ...]:
    """x < d, 0 < x/y <= 1, and gap(x/y) = d phi(A), where ``one`` solves the equation of phi(A)."""
    least = p.monotone("", "exp", p.arith("", -one <= 0, under=[0 <= one]))
    above = p.arith("", exp(-one) < d, least, under=[WIDE])
    positive = p.arith("ratio", 0 < ratio(one), given=[above], under=[WIDE])
    small = p.arith("ratio below 1", ratio(one) <= 1, (least, d / (d - exp(-one))), given=[above],
                    under=[WIDE])  # fmt: skip
    solved = p.assume(equal(substituted(body_of(SMALL.root).body, {h: one, X: A}), 0))
    same = p.arith("gap by levels", equal(gap(ratio(one)), d * phi(A)), solved,
                   (p.law("", "log of an exp", -one), -1), given=[above], under=[WIDE])  # fmt: skip
    return above, positive, small, same


def beside_the_input(p: Proof) -> Theorem:
    """drift(h) <= drift(H) phi(X)/phi(X_0), where phi(X) <= phi(X_0)."""
    (below, *range_of, own), (below_0, *range_of_0, first) = (
        levels_of(p, *one) for one in ((h, X), (H, START))
    )
    start, initial = drift(ratio(H)), p.assume(0 < phi(START))
    given = [below, below_0, initial]
    order = p.arith("", gap(ratio(h)) <= gap(ratio(H)), (p.assume(phi(X) <= phi(START)), d),
                    own, (first, -1), given=given, under=[WIDE])  # fmt: skip
    slope = -start / (d * phi(START))
    known = p.arith("", equal(start, -slope * gap(ratio(H))), (first, slope), given=given,
                    under=[WIDE])  # fmt: skip
    there = p.at("at both", of_squares(p), {u: ratio(h), w: ratio(H), a: slope}, *range_of,
                 *range_of_0, order, known)  # fmt: skip
    said = written(h) <= written(H) * phi(X) / phi(START)
    return p.arith("beside the input", said, there, (own, -slope), given=[below, below_0],
                   under=[WIDE])  # fmt: skip


@once
def equation_of_any_state(p: Proof) -> Theorem:
    """h of phi(X) solves its equation, for every X of full rank."""
    return of_any_trace(p, equation(p, SMALL), "gap")


def equation_of_the_input(p: Proof) -> Theorem:
    """h of phi(X_0) solves its equation."""
    first = p.state("at layer 0", equation_of_any_state(p), ROTATIONS, 0, {},
                    p.at("", full_rank(p), {l: 0}))  # fmt: skip
    return p.rewrite("at the input", first, p.fact("start of chain 3"))


@once
def one_layer_from_the_input(p: Proof) -> Theorem:
    """E phi(BN(W X)) <= phi(X) (1 - g(phi_0)/phi_0) for every X of full rank, phi(X) <= phi_0."""
    extremal = of_any_trace(p, p.claim("sharp:extremal-drift"), "gap", "after BN")
    by = {h: SMALL.root, H: substituted(SMALL.root, {X: START})}
    least = p.at("at the roots of both", beside_the_input(p), by, equation_of_any_state(p),
                 equation_of_the_input(p))  # fmt: skip
    rate = substituted(extremal.shows.lhs, {X: START}) / phi(START)
    return p.arith("one layer from the input", LAYER <= phi(X) * (1 - rate), extremal, least,
                   under=[WIDE])  # fmt: skip


def rate_of_the_input(p: Proof) -> Theorem:
    """0 < 1 - g(phi_0)/phi_0, as g(phi_0) <= 2 phi_0/(d+2)."""
    positive, initial = p.arith("", 0 <= w, under=[0 < w]), p.assume(0 < phi(START))
    square = p.at("", p.law("", "root of a square", w), {}, positive)
    small = p.monotone("", "sqrt", p.assume(w <= 1), positive)
    there = p.rewrite("", p.at("", at_most_the_local_rate(p), {R: sqrt(w)}, small), square)
    above, *range_of, first = levels_of(p, H, START)
    local = p.at("local rate at the input", there, {w: ratio(H)}, *range_of)
    said = d / (d + 2) <= 1 + written(H) / phi(START)
    low = p.arith("rate in h_0", said, (local, 1 / phi(START)),
                  (first, 2 / (d * (d + 2) * phi(START))), given=[above, initial],
                  under=[WIDE])  # fmt: skip
    root = substituted(SMALL.root, {X: START})
    rooted = p.at("rate at the root", low, {H: root}, equation_of_the_input(p))
    return p.arith("rate", 0 < rooted.shows.rhs, rooted, under=[WIDE])
