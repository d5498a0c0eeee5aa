"""Falsehoods that integrals, roots, columns, families and facts once let through: see there.

Each is what a second reader found who was not the author of these rules.
"""

from collections.abc import Callable
from fractions import Fraction

from theory.expressions.changing import free, substituted
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.jacobians import i as row
from theory.expressions.jacobians import x as entry
from theory.expressions.layers import e as choice
from theory.expressions.nodes import Every, Expr, Power, Relation, Variable, equal, term
from theory.expressions.partial import Integral, Root, delta, integral
from theory.expressions.partial import T as TIME
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import GAUSSIAN, ROTATIONS, X, d, gap, j, k, l, phi, w
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.lemmas.gap import never_rises
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.proof import Proof
from verify.kernel.test_falsehoods import impossible, is_no_theorem, refused
from verify.kernel.theorem import Rejected, Theorem

x, y, h, f = (Variable(name) for name in "xyhf")
M = Variable("M", random="W")  # a row or column that knows W
runner.load()


def mean_of_the_half_line(p: Proof) -> Theorem:
    """E_t int exp(-t) dt = int E_t exp(-t) dt: 1 is a number times the length of the half line."""
    whole = p.at("", p.fact("integral of an exponential"), {x: 1})
    bounded = p.arith("", integral(exp(-TIME)) <= 1, whole)
    return p.swap("", p.arith("", 0 <= exp(-TIME)), bounded, TIME.random)


def t_has_a_mean(p: Proof) -> Theorem:
    return p.expect("", p.arith("", 0 <= TIME), TIME.random)


def integral_over_a_draw(p: Proof) -> Theorem:
    return p.arith("", 0 <= Integral("W", w(1, 1) ** 2))


def root_left_of_zero(p: Proof) -> Theorem:
    """b = 5 y/y - 2 is 3, but for y = 0: -h - 1 has the root -1, which is not >= 0."""
    b = 5 * y / y - 2
    above = p.assume(0 <= -b - 1)
    made = p.root("", Root(h, -h - 1), "equation", p.arith("", term(-1) <= 0), above, b)
    return p.at("", made, {y: 0})


def two_indices_are_one(p: Proof) -> Theorem:
    """(1 - (k-j)^2)/(1 - (k-j)^2) is 0 beside the diagonal: of d^2 entries d = 2 has two."""
    one = 1 - (k - j) ** 2
    return p.arith("", equal(total(total(one / one, j, d), k, d), d**2))


def continuous_for_some_index(p: Proof) -> Theorem:
    """sum_kj log(h + 2 - j) - 1 jumps at h = 1, j = 3; that 2 - j > 0 is known of one j."""
    F = total(total(log(h + 2 - j), j, d), k, d) - 1
    below, above = (p.assume(r) for r in (at(F, 0) <= 0, 0 <= at(F, 5)))
    one = p.arith("", 0 < h + 2 - j, p.assume(j <= 1), under=[0 <= h])
    return p.at("", p.root("", Root(h, F), "equation", below, above, 5, one), {j: 0})


def at(F: Expr, value: int) -> Expr:
    return substituted(F, {h: term(value)})


def column_that_knows_the_matrix(p: Proof) -> Theorem:
    """E w_1M^2 = 1/d for M the largest entry of the row."""
    moments = (p.haar_moment("", w, d, (1, 1), (1, 1), (1, c), (1, c)) for c in (1, 2))
    return p.column("", term(1), w(1, k) ** 2, M, k, d, "W", *moments)


def row_that_knows_the_matrix(p: Proof) -> Theorem:
    return p.haar_moment("", w, d, (M, 1), (M, 1))


def induction_between_the_numbers(p: Proof) -> Theorem:
    """f(1/2) <= 0 and f falls by steps of 1: nothing is said of f(1)."""
    falls = p.at("", p.assume(Every(k, f(k + 1) <= f(k))), {k: l})
    step = p.arith("", f(l + 1) <= 0, falls, p.assume(f(l) <= 0))
    half = Fraction(1, 2)
    return p.induct("", p.assume(f(half) <= 0), step, l, half)  # type: ignore[arg-type]


def transform_of_two_sorts_of_weights(p: Proof) -> Theorem:
    """c_k = x where it is summed, and y where it divides: c is no function of how k is called."""
    return p.fact("Gaussian transform", "square", lambda v: x if v == k else y, x, d)


def as_many_normals_as_they_say(p: Proof) -> Theorem:
    return p.fact("Gaussian transform", "plain", term(1), x, Variable("N", random="g"))


def direction_by_its_writing(p: Proof) -> Theorem:
    """E 0 = E 1 for an f that is 0 of w and 1 of g."""
    return p.fact("direction of normals", "law", term(1), x, lambda v: term("w" not in str(v)))


def matrix_times_a_matrix(p: Proof) -> Theorem:
    """||X_j||^2 = X^2 ||1_j||^2, so that all rows of X are as long."""
    return p.fact("rows of a multiple", term(1), X)


def distance_at_a_random_layer(p: Proof) -> Theorem:
    """The law of H_T, T random, is a mixture; that of H_l is not its mean."""
    return p.fact("distance of a mixture", GAUSSIAN, Variable("T", random=GAUSSIAN.name))


def radius_of_another_state(p: Proof) -> Theorem:
    """E (Vhat(H_(l+1)) - ...)^2 <= E rho^2 with the rho of one H for that of every H_l."""
    mean_of = p.expect("", p.fact("Weyl and a trace of 0", "Weyl"), "W")
    made = p.tower("", mean_of, GAUSSIAN, l, {}, p.fact("states of chain 1", GAUSSIAN, l))
    if f"rho(W, {GAUSSIAN.at(l)})" in str(made.shows.rhs):
        raise Rejected("", made.shows, "it is the rho of H_l")
    return made


def normals_beyond_the_last(p: Proof) -> Theorem:
    """g_(d+1)^2 is independent of R: E g^2/R^2 is not 1/d, and o_1(d+1) is no entry."""
    made = p.fact("polar coordinates", "direction")
    n = Variable("n", fixed=True)
    beyond = p.at("", made, {k: n + 1})
    if any(h == (n + 1 <= n) for h in beyond.assumes):
        raise Rejected("", beyond.shows, "it assumes that there is no such normal")
    return beyond


def entries_beyond_the_last(p: Proof) -> Theorem:
    """C is n x n: E C_(n+1)j = [n + 1 = j] p_j is said of no entry."""
    n = Variable("n", fixed=True)
    beyond = p.at("", p.fact("columns of E C", "entries"), {Variable("i"): n + 1})
    if any(h == (n + 1 <= n) for h in beyond.assumes):
        raise Rejected("", beyond.shows, "it assumes that there is no such entry")
    return beyond


def rows_of_another_state(p: Proof) -> Theorem:
    """E ||C - E C||^4 with the rows of one H for those of every H_l."""
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    return p.tower("", p.fact("fourth moments of independent rows"), GAUSSIAN, l, {}, unit)


def layer_that_is_replaced(p: Proof) -> Theorem:
    """Vhat(H_(A_l + 1)) for Vhat(H_(l+1)), as A_l is put for l: where A_l = 0 it is Vhat(H_1)."""
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    return p.tower("", p.claim("daneshmand2021:theorem-5"), GAUSSIAN, l, {l: "A"}, unit)


def layer_by_the_state(p: Proof) -> Theorem:
    """phi(X_m) <= phi(X_q) for q = phi(X) and m = phi(X_q) + 1, which need not follow q."""
    rank = p.at("", full_rank(p), {l: phi(X)})
    return p.layer("", never_rises(p), ROTATIONS, phi(X), rank)


def derivative_of_what_has_another_name(p: Proof) -> Theorem:
    """||X_j||^2 is no constant: x_ji is an entry of X."""
    return p.differentiate("", squared_row(X, j), entry(j, row))


def derivative_of_what_was_put_in(p: Proof) -> Theorem:
    """dy/dx_ji = 0 for every number y, but ||X_j||^2 is no number that x_ji leaves alone."""
    return p.at("", p.differentiate("", y, entry(j, row)), {y: squared_row(X, j)})


def zeroth_power_of_zero(p: Proof) -> Theorem:
    """0^(y + 1) = 0^y 0 = 0 would be said of y = -1 too, where 0^0 = 1."""
    none = p.arith("", equal(Power(term(0), y + 1), 0), under=[-1 <= y])
    return p.at("", none, {y: -1})


def zeroth_power_of_zero_at_a_contact(p: Proof) -> Theorem:
    """-0^(y + 1) and 0 would meet at x = 0 for y = -1 as well: it says 0 <= -1."""
    zero = Power(term(0), y + 1)
    made = p.box("", 0 <= -zero, {x: (0, 1), y: (-1, -1)}, contact=(x, 0, 1))
    return p.at("", made, {x: 0, y: -1})


def contact_that_a_float_takes_for_the_end(p: Proof) -> Theorem:
    """c <= x for every x from 0 on, c > 0 so small that the next float is 0."""
    c = Fraction(1, 10**400)
    return p.box("", c <= x, {x: (0, 1)}, contact=(x, c, 1))


def sum_of_what_is_bounded_once(p: Proof) -> Theorem:
    """0 <= f_1 <= 1 says nothing of f_2."""
    return p.at("", p.box("", total(f(k), k, 2) <= 3, {f(k): (0, 1)}), {k: 1})


def derivative_of_what_has_the_same_name(p: Proof) -> Theorem:
    """d x_1/d x_1 = 1 is not said of a random x_1, which is another."""
    return p.differentiate("", mean(1, "W") * Variable("x", (term(1),), "W"), x(1))


def gradient_above_the_loss(p: Proof) -> Theorem:
    """A loss of X_3 does not depend on X_4."""
    return p.fact("chain rule", term(3), term(3))


def falling(p: Proof, where: Relation) -> Theorem:
    """f(l) <= 0 from f(0) <= 0 by steps that are taken ``where`` only."""
    falls = p.at("", p.assume(Every(k, f(k + 1) <= f(k))), {k: l})
    step = p.arith("", f(l + 1) <= 0, falls, p.assume(f(l) <= 0), under=[where])
    return p.induct("", p.assume(f(0) <= 0), step, l)


def induction_beyond_a_bound(p: Proof) -> Theorem:
    """Steps for l < 3 lead to 3, and not to 4."""
    assert not any(map(impossible, p.at("", falling(p, l < 3), {l: 3}).assumes))
    return p.at("", falling(p, l < 3), {l: 4})


def induction_from_a_bound_on(p: Proof) -> Theorem:
    return falling(p, 3 <= l)


def choice_that_is_a_unit_vector(p: Proof) -> Theorem:
    """What chooses as many of the p_k (majorisation) is no eigenvector: sum e_k^2 need not be 1."""
    unit = p.fact("mean of C", "unit")
    return unit if choice in _families(unit) else refused(unit)


def _families(theorem: Theorem) -> set[Variable]:
    return {v() for v in free(theorem.shows)}


def row_that_knows_the_vector(p: Proof) -> Theorem:
    """At x = (0, 0, 5) the row 2 - [x_1 = 0] of the Jacobian is the first, and its entry 1/5; but
    beside x_1 = 0 it is the second: there x_r/||x|| is 0 all along, and so is its slope.
    """
    return p.fact("Jacobian of a normalisation", 2 - delta(entry(1), 0), term(1))


def row_that_knows_the_matrix_by_its_norm(p: Proof) -> Theorem:
    return p.fact("block of BN", 2 - delta(squared_row(X, 1), 0), term(1))


def orthogonal_at_one_point(p: Proof) -> Theorem:
    """E V(H_0)^2 = 0 from V(H_0) = 0 at one point of the space."""
    first = gap(GAUSSIAN.at(0))
    none = p.arith("", equal(first**2, 0), (p.assume(equal(first, 0)), first))
    return p.expect("", none, GAUSSIAN.name)


FALSE: dict[str, Callable[[Proof], Theorem]] = {
    f.__name__.replace("_", " "): f
    for f in (
        mean_of_the_half_line, t_has_a_mean, integral_over_a_draw, root_left_of_zero,
        two_indices_are_one, continuous_for_some_index, column_that_knows_the_matrix,
        row_that_knows_the_matrix, induction_between_the_numbers,
        transform_of_two_sorts_of_weights, as_many_normals_as_they_say, direction_by_its_writing,
        matrix_times_a_matrix, distance_at_a_random_layer, radius_of_another_state,
        gradient_above_the_loss, induction_beyond_a_bound, induction_from_a_bound_on,
        choice_that_is_a_unit_vector, normals_beyond_the_last, entries_beyond_the_last,
        rows_of_another_state, orthogonal_at_one_point, layer_that_is_replaced, layer_by_the_state,
        derivative_of_what_has_another_name, derivative_of_what_has_the_same_name,
        derivative_of_what_was_put_in, zeroth_power_of_zero,
        zeroth_power_of_zero_at_a_contact, contact_that_a_float_takes_for_the_end,
        sum_of_what_is_bounded_once, row_that_knows_the_vector,
        row_that_knows_the_matrix_by_its_norm,
    )
}  # fmt: skip


@over(FALSE)
def test_is_no_theorem(name: str) -> None:
    is_no_theorem(FALSE[name])
