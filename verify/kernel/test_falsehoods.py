"""Falsehoods that the rules once let through, each by legal calls; none is a theorem any more.

Where a rule asks for a hypothesis instead of refusing, the false theorem must still carry it.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory.expressions.changing import children
from theory.expressions.functions import mean, total
from theory.expressions.jacobians import i as row_index
from theory.expressions.jacobians import x as entry_of_x
from theory.expressions.nodes import Every, Function, Number, Relation, Variable, Whole, equal, term
from theory.expressions.symbols import det, squared_row
from theory.expressions.vocabulary import (
    ALPHA,
    GAUSSIAN,
    ROTATED,
    ROTATIONS,
    Chain,
    X,
    bn,
    d,
    j,
    k,
    lam,
    phi,
    w,
)  # fmt: skip
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.lemmas.gap import never_rises, rotated_rows
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.proof import Proof
from verify.kernel.textbooks.spectra import mu
from verify.kernel.theorem import Rejected, Theorem

x, y, l, T = Variable("x"), Variable("y"), Variable("l"), Variable("T", random="chain 3")
AFTER, POINT = phi(bn(ROTATED)), Variable("chain 3")
runner.load()


def half_a_term(p: Proof) -> Theorem:
    """k <= x, 1 <= k |- 1 <= x, summed over x terms, is x <= x^2: at x = 1/2 there is no k."""
    one = p.arith("", 1 <= x, p.assume(1 <= k), p.assume(k <= x))
    return p.at("", p.sum("", one, k, x), {x: term("1/2")})


def less_than_no_term(p: Proof) -> Theorem:
    """0 <= 1, summed over 5 y/y - 3 terms, which are -3 at y = 0: it says 0 <= -3."""
    return p.at("", p.sum("", p.arith("", term(0) <= 1), k, 5 * y / y - 3), {y: 0})


def endless_by_substitution(p: Proof) -> Theorem:
    """With S = sum_k 1, sum_k 1/S is S/S = 1 in this way, and at most 1/2, as 2 N <= S."""
    made = p.arith("", equal(total(x, k, y), x * total(1, k, y)))
    return p.at("", made, {y: term(math.inf)})


def half_of_what_has_no_end(p: Proof) -> Theorem:
    """2 N <= S = sum_k 1 for every N, but S <= S/2 is false: S is at least 1."""
    one = p.arith("", term(0) <= 1)
    twice = p.whole("", p.part_of_series("", one, k, 2 * y), y)
    known = p.at("", twice, {}, p.arith("", 0 <= 2 * y, under=[0 <= y]))
    half = p.arith("", total(1, k, y) <= known.shows.rhs / 2, (known, term("1/2")))
    return p.unbounded("", half, one)


def picked_from_one_and_a_half(p: Proof) -> Theorem:
    """sum_k [k = 1] over 3/2 terms is 3/2, and not 1."""
    return p.at("", p.pick("", term(1), k, x, 1), {x: term("3/2")})


def differentiated_sum_of_no_number_of_terms(p: Proof) -> Theorem:
    return p.at("", p.differentiate("", total(y(k), k, x), y(1)), {x: term("3/2")})


def half_a_quotient(p: Proof) -> Theorem:
    """2x + 1 under a sum is 2 (x + 1/2): its factors are 2 and 2x + 1, and 1/2 is one of them."""
    whole = total(lam(k) / (2 * x + 1), k, d)
    return p.arith("", equal(whole, total(lam(k), k, d) / (4 * x + 2)), under=[0 < x])


def summed_over_an_entry(p: Proof) -> Theorem:
    """w_11^2 <= 1 summed over w_11 = 1..d says that sum_v v^2 <= d."""
    square = p.arith("", 0 <= w(1, k) ** 2)
    one = p.at("", p.one_of_sum("", square, k, d), {k: 1})
    unit = p.at("", p.fact("unit rows"), {j: 1})
    return p.sum("", p.arith("", w(1, 1) ** 2 <= 1, one, unit), w(1, 1), d)


def induction_on_a_width(p: Proof) -> Theorem:
    """From P(d) follows P(d + 1) for the one d that X has, not for every number up to it."""
    step = p.arith("", 0 <= (d + 1) * phi(X) ** 2, (p.assume(0 <= d * phi(X) ** 2), 1))
    return p.induct("", p.arith("", term(0) <= 0 * d), step, d)


def slope_in_an_eigenvalue(p: Proof) -> Theorem:
    """mu_j = c is the one point where mu_j - c >= 0 was shown, not every point from 0 on."""
    rows = p.fact("singular vectors", "rows")
    c = rows.shows.lhs
    rises = p.arith("", 0 <= mu(j) - c, rows, under=[0 <= mu(j)])
    return p.slope("", c * mu(j) <= mu(j) ** 2 / 2, mu(j), 0, up=rises)


def every_alpha_has_one_event(p: Proof) -> Theorem:
    """A_1 s^2 >= 25 A_1: with alpha = 5 the event is empty, A_1 is that of another alpha."""
    return p.at("", p.fact("event A1", GAUSSIAN, "share", term(1)), {ALPHA: 5})


def layer_at_a_random_time(p: Proof) -> Theorem:
    """T may be the first layer that lowers nothing."""
    return p.tower("", _falls(p, term(1)), ROTATIONS, T, {}, full_rank(p))


def _falls(p: Proof, weight: Any) -> Theorem:
    """E_W x phi(BN(W X)) <= x phi(X)."""
    falls = p.expect("", never_rises(p), "W")
    return p.arith("", mean(weight * AFTER, "W") <= weight * phi(X), (falls, weight))


def weighted_by_what_comes(p: Proof) -> Theorem:
    """E_W T^2 f(X, W) <= T^2 g(X): a T that knows W_l is not independent of it."""
    return p.tower("", p.at("", _falls(p, x**2), {x: T}), ROTATIONS, l, {}, full_rank(p))


def mean_inside_a_layer(p: Proof) -> Theorem:
    """E_W f(E_W phi(X')) is f(E_W phi(X')), and not E f(phi(X_(l+1)))."""
    inner = Function("f", (mean(AFTER, "W"),))
    made = p.tower("", p.arith("", mean(inner, "W") <= inner), ROTATIONS, l)
    return made if made.shows.lhs != made.shows.rhs else refused(made)


def every_draw_becomes_one(p: Proof) -> Theorem:
    """Every draw: phi(BN(W X)) <= x gives E_W phi <= x. At X_(l+1) it is one draw."""
    bounded = p.expect("", p.assume(Every(Variable("W"), AFTER <= x)), "W")
    made = p.layer("", bounded, ROTATIONS, l)
    following = phi(ROTATIONS.at(l + 1))
    made = p.at("", made, {x: following}, p.arith("", following <= following))
    return refused(made) if any(isinstance(h, Every) for h in made.assumes) else made


def every_draw_is_drawn(p: Proof) -> Theorem:
    bounded = p.assume(Every(Variable("W"), phi(ROTATED) <= x))
    return p.drawn("", p.arith("", phi(X) <= x, bounded, (p.fact("gap of a rotation"), -1)),
                   ROTATIONS, l)  # fmt: skip


def every_point_becomes_one(p: Proof) -> Theorem:
    """phi(X_l) <= x at every point gives E phi(X_l) <= x; x := phi(X_l) is another x each time."""
    state = phi(ROTATIONS.at(l))
    bounded = p.expect("", p.assume(Every(POINT, state <= x)), POINT.name)
    plain = p.arith("", mean(state, POINT.name) <= x, bounded)
    return p.at("", plain, {x: state}, p.arith("", state <= state))


def exchangeable_but_for_weights(p: Proof) -> Theorem:
    """x_k = w_1k^2, y = sum_k k w_1k^2: the bound k is not the column k."""
    column = p.column("", k, w(1, k) ** 2, 1, k, d, "W", *(
        p.haar_moment("", w, d, (1, 1), (1, 1), (1, c), (1, c)) for c in (1, 2)))  # fmt: skip
    return p.quadratic("", term(1), w(1, k) ** 2, total(k * w(1, k) ** 2, k, d), k, d, "W",
                       column, column)  # fmt: skip


def derivative_of_a_square(p: Proof) -> Theorem:
    """d||X_j||^2/dx_ji is not 0 because X is called by another name than its entries."""
    zero = p.differentiate("", squared_row(X, j), entry_of_x(j, row_index))
    return p.rewrite("", zero, p.fact("squared row"))


def whole_where_nothing_is_cancelled(p: Proof) -> Theorem:
    """e = x + y/(2 y) + 1/2 is x + 1, but for y = 0."""
    e = x + y / (2 * y) + term("1/2")
    law = p.whole("", p.law("", "at least 1 by steps", e), x)
    return p.at("", law, {x: 0, y: 0})


def chain_of_ones_own(p: Proof) -> Theorem:
    """X_(l+1) = W_l X_l would keep the Gram matrix."""
    return p.layer("", p.fact("Gram matrix of a rotation"),
                   Chain("chain 3", X, "W", ROTATED), l)  # fmt: skip


def function_of_its_writing(p: Proof) -> Theorem:
    """f(lambda_min) <= sum_k f(lambda_k) for an f that looks at how its argument is written."""

    def f(v: Any) -> Any:
        return term(1) if isinstance(v, Function) else term(0)

    return p.fact("least of the eigenvalues", f)


def function_of_the_index(p: Proof) -> Theorem:
    return p.fact("least of the eigenvalues", x * lam(k), x)


def layer_called_like_a_row(p: Proof) -> Theorem:
    """phi(X_j) = log(sum_j ||(X_j)_j||^2/d) - ...: the layer becomes the row."""
    return p.fact("the gap", ROTATIONS.at(j))


def singular_vectors_of_another(p: Proof) -> Theorem:
    """U^T X is orthogonal for the U of X; that of W X is another."""
    made = p.matrix("", p.claim("meterez2024:corollary-A.3"), ROTATED)
    old = Function("U", (X,))
    return made if old in _functions(made.shows) else refused(made)


def _functions(node: Any) -> list[Any]:
    return [node, *(inner for child in children(node) for inner in _functions(child))]


def refused(theorem: Theorem) -> Theorem:
    raise Rejected(theorem.name, theorem.shows, "it is true as it stands")


def determinant_of_rank_one(p: Proof) -> Theorem:
    """log det = -inf: rows (a, 0), (b, 0), a^2 + b^2 = 2, have one Gram matrix after BN."""
    made = p.fact("determinant of scaled rows", X)
    return refused(made) if (0 < det(X)) in made.assumes else made


def infinite_sum_in_a_slope(p: Proof) -> Theorem:
    """An infinite sum is not differentiated term by term."""
    F = total(x**2, k, term(math.inf))
    rises = p.arith("", 0 <= total(2 * x, k, term(math.inf)), under=[0 <= x])
    return p.slope("", 0 * x <= F, x, 0, up=rises)


def limit_of_what_is_positive_here(p: Proof) -> Theorem:
    """E sum_k (a - E a) <= 0 for every N, where a >= E a at one point only."""
    apart = Variable("a", random="W") - mean(Variable("a", random="W"), "W")
    zero = p.arith("", mean(total(apart, k, l), "W") <= 0)
    return p.unbounded("", zero, p.assume(0 <= apart))


def before_the_first_layer(p: Proof) -> Theorem:
    """X_0 is given: it is no output of BN, whatever X_(-1) would be."""
    unit = p.at("", p.fact("rows of BN", ROTATED), {}, rotated_rows(p))
    return p.layer("", unit, ROTATIONS, -1)


def discharged_by_itself(p: Proof) -> Theorem:
    """With lambda_k = -1 it is given that 0 < 1, which is 0 < 1 + lambda_k only if that is so."""
    one = 1 + lam(k)
    first = p.at("", p.assume(Every(k, 0 < one)), {k: 1})
    made = p.at("", first, {}, p.assume(Every(k, 0 < one + 1 - one / one)))
    return refused(made) if Every(k, 0 < one) in made.assumes else made


def sum_by_rounded_terms(p: Proof) -> Theorem:
    """1 + 1/2 + 1/3 = 11/6 is more than the float 1.8333333333333333."""
    return p.box("", total(1 / k, k, 3) <= term(Fraction(1 + 1 / 2 + 1 / 3)), {x: (0, 1)})


FALSE: dict[str, Callable[[Proof], Theorem]] = {
    f.__name__.replace("_", " "): f
    for f in (
        half_a_term, less_than_no_term, endless_by_substitution, half_a_quotient,
        half_of_what_has_no_end,
        picked_from_one_and_a_half, differentiated_sum_of_no_number_of_terms,
        summed_over_an_entry, induction_on_a_width, slope_in_an_eigenvalue,
        every_alpha_has_one_event, layer_at_a_random_time, weighted_by_what_comes,
        mean_inside_a_layer, every_draw_becomes_one, every_draw_is_drawn, every_point_becomes_one,
        exchangeable_but_for_weights, derivative_of_a_square, whole_where_nothing_is_cancelled,
        chain_of_ones_own, function_of_its_writing, function_of_the_index, layer_called_like_a_row,
        singular_vectors_of_another, infinite_sum_in_a_slope,
        limit_of_what_is_positive_here, before_the_first_layer, determinant_of_rank_one,
        discharged_by_itself, sum_by_rounded_terms,
    )
}  # fmt: skip


def impossible(assumed: Any) -> bool:
    """Whether it is false of numbers, so that the theorem says nothing."""
    if isinstance(assumed, Whole):
        return isinstance(assumed.what, Number) and assumed.what.value % 1 != 0
    numbers = isinstance(assumed, Relation) and isinstance(assumed.lhs, Number)
    return numbers and isinstance(assumed.rhs, Number) and not assumed


def is_no_theorem(claimed: Callable[[Proof], Theorem]) -> None:
    try:
        made = claimed(Proof())
    except (Rejected, ValueError, TypeError, AttributeError):
        return
    assert any(map(impossible, made.assumes)), made


@over(FALSE)
def test_is_no_theorem(name: str) -> None:
    is_no_theorem(FALSE[name])
