"""Falsehoods by how a term is written: by an index's name, by what is divided by, by another name.

See ``test_falsehoods.py``.
"""

from collections.abc import Callable
from typing import Any

import pytest

from theory.expressions.changing import Captured, substituted
from theory.expressions.functions import exp, total
from theory.expressions.jacobians import x as entry
from theory.expressions.nodes import ZERO, Cases, Every, Expr, Variable, equal, term
from theory.expressions.partial import Root, delta, partial
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import X
from theory.test_support.comparing import over
from verify.kernel.proof import Proof
from verify.kernel.test_falsehoods import is_no_theorem
from verify.kernel.theorem import Theorem

x, y, z, N, M = (Variable(name) for name in "xyzNM")
j, k = Variable("j"), Variable("k")
u = Variable("u")
HIDDEN = Variable("_0")  # what the normal form calls the index of a sum


def one_member_for_all(p: Proof) -> Theorem:
    """0 <= u_k <= 1 of one k says nothing of u_1 + u_2 + u_3."""
    return p.box("", total(u(k), k, 3) <= 4, {u(k): (0, 1)})


def case_shown_by_itself(p: Proof) -> Theorem:
    """At z = 0 the case z + 1 - z/z > 0 holds, which is z > 0 only where z is not 0."""
    case = Cases(0 < z + 1 - z / z, z / z, term(1))
    made = p.cases("", 1 <= case, p.arith("", 1 <= z / z, under=[0 < z]), p.arith("", term(1) <= 1))
    return p.at("", made, {z: 0})


def cases_shown_by_each_other(p: Proof) -> Theorem:
    """0 < z and z - 2 z < 0: each tells that the other does not divide by zero."""
    case = Cases(0 < z + 1 - z / z, z / z, term(1))
    yes = p.arith("", 1 <= z / z, under=[0 < z, z - 2 * z < 0])
    return p.at("", p.cases("", 1 <= case, yes, p.arith("", term(1) <= 1)), {z: 0})


def other_case_shown_by_itself(p: Proof) -> Theorem:
    """z + 1 - z/z <= 0 is false at z = 0, so that z/z is what counts there."""
    case = Cases(z + 1 - z / z <= 0, term(1), z / z)
    made = p.cases("", 1 <= case, p.arith("", term(1) <= 1), p.arith("", 1 <= z / z, under=[0 < z]))
    return p.at("", made, {z: 0})


def _cancelled(p: Proof, jumps: Expr) -> Theorem:
    """u_1 f/f has the slope of u_1 only where f is not zero around the point."""
    one = p.differentiate("", u(1), u(1))
    return p.arith("", equal(partial(u(1) * jumps / jumps, u(1)), 1), one, under=[0 < jumps])


def slope_where_it_jumps(p: Proof) -> Theorem:
    """u_1 [u_1 = 0]/[u_1 = 0] is 0 everywhere, and so is its slope."""
    return _cancelled(p, delta(u(1), 0))


def slope_at_the_end_of_a_case(p: Proof) -> Theorem:
    return _cancelled(p, Cases(u(1) <= 0, term(1), term(0)))


def slope_where_the_last_term_comes(p: Proof) -> Theorem:
    """sum_k z_k to u_1 terms jumps where u_1 is whole."""
    return _cancelled(p, total(z(k), k, u(1)))


def _row_sum(i: Expr, n: Expr) -> Expr:
    return total(u(i, j), j, n)


def every_row_by_the_diagonal(p: Proof) -> Theorem:
    """sum_j u_jj > 0 is not sum_j u_ij > 0 for every i: i is not to be called like j inside."""
    quotients = total(_row_sum(k, N) / _row_sum(k, N), k, N)
    made = p.arith("", equal(quotients, N), under=[Every(HIDDEN, 0 < _row_sum(HIDDEN, N))])
    return p.at("", made, {}, p.assume(0 < total(u(j, j), j, N)))


def terms_by_the_diagonal(p: Proof) -> Theorem:
    """sum_i sum_j u_ij <= x for every N, where only sum_j u_jj >= 0 is known."""
    bounded = p.assume(Every(N, total(_row_sum(HIDDEN, M), HIDDEN, N) <= x))
    return p.unbounded("", bounded, p.assume(0 <= total(u(j, j), j, M)))


def _added(p: Proof, body: Expr) -> Theorem:
    """sum_{k=1}^2 f_k = f_1 + f_2."""
    one, two = (substituted(body, {k: term(which)}) for which in (1, 2))
    steps = (p.at("", p.last_term("", body, k, count), {}) for count in (0, 1))
    return p.arith("", equal(total(body, k, 2), one + two), p.no_term("", body, k), *steps)


WEIGHT = (
    2 * k - 3
)  # of k = 1 and 2: -1 and 1, so that sum_k WEIGHT (x - k) is -1, and 0 if x were k


def start_that_is_an_index(p: Proof) -> Theorem:
    """-1 is not negative: it does not depend on x, and is 0 at x = k."""
    none, constant = _added(p, WEIGHT), total(WEIGHT * (x - k), k, 2)
    rises = p.arith("", 0 <= total(WEIGHT, k, 2), (none, -1))
    falls = p.arith("", 0 <= -total(WEIGHT, k, 2), none)
    made = p.slope("", 0 <= constant, x, HIDDEN, up=rises, down=falls)
    return p.arith("", term(1) <= 0, made, _added(p, WEIGHT * (x - k)))


def value_that_is_an_index(p: Proof) -> Theorem:
    """0 <= -1 is assumed of an x, and there is one: x = k."""
    assumed = p.assume(0 <= total(WEIGHT * (x - k), k, 2))
    made = p.arith("", term(1) <= 0, assumed, _added(p, WEIGHT * (x - k)))
    return p.at("", made, {x: HIDDEN})


def end_that_is_an_index(p: Proof) -> Theorem:
    """-3 is 0 somewhere between x = 0 and x = k^2."""
    constant = total(WEIGHT * (x - k**2), k, 2)
    below = p.arith("", substituted(constant, {x: ZERO}) <= 0, _added(p, WEIGHT * (0 - k**2)))
    return p.root("", Root(x, constant), "equation", below, p.arith("", term(0) <= 0), HIDDEN**2)


def constant_by_another_name(p: Proof) -> Theorem:
    """d/dx_11 (||X_1||^2 x_11) is not ||X_1||^2, of which x_11^2 is a part."""
    slope = p.differentiate("", y * entry(1, 1), entry(1, 1))
    return p.at("", slope, {y: squared_row(X, 1)})


FALSE: dict[str, Callable[[Proof], Theorem]] = {
    f.__name__.replace("_", " "): f
    for f in (
        one_member_for_all, case_shown_by_itself, cases_shown_by_each_other,
        other_case_shown_by_itself, slope_where_it_jumps, slope_at_the_end_of_a_case,
        slope_where_the_last_term_comes, every_row_by_the_diagonal, terms_by_the_diagonal,
        constant_by_another_name, start_that_is_an_index, value_that_is_an_index,
        end_that_is_an_index,
    )
}  # fmt: skip


@over(FALSE)
def test_is_no_theorem(name: str) -> None:
    is_no_theorem(FALSE[name])


def test_what_is_not_zero_around_the_point_is_cancelled() -> None:
    p = Proof()
    for fine in (exp(u(1)) + abs(u(2)), total(u(k) ** 2, k, N) + 1, 1 / (1 + u(1) ** 2)):
        assert _cancelled(p, fine).shows.rhs == term(1)


def test_constants_are_put_into_a_derivative() -> None:
    p = Proof()
    slope = p.differentiate("", y * u(1), u(1))
    constants: list[Any] = [exp(x), abs(z), delta(j, k)]
    assert [p.at("", slope, {y: c}).shows.rhs for c in constants] == constants
    with pytest.raises(Captured):  # entries of a matrix, and its eigenvalues, as much as functions
        p.at("", slope, {y: entry(1)})
