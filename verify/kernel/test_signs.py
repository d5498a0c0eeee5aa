"""Signs of products and quotients: read off where they are so, and never where they are not."""

import itertools

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import (
    INFINITY,
    Cases,
    Every,
    Expr,
    Function,
    Named,
    Power,
    Relation,
    Variable,
    Whole,
    term,
)
from theory.expressions.partial import Root, delta, partial
from theory.test_support.comparing import over
from verify.kernel.signs import Known, Signs, _bound, continuous, divides

x, y, z, u, k = (Variable(name) for name in "xyzuk")
a = Variable("a", random="W")
FACTORS = (x - y, 2 * z + x * y, y + 3)
# of a factor: what is assumed of it, its sign, and whether it may be 0
SIGNS = {"0 <": (1, False), "0 <=": (1, True), "> 0": (-1, False), ">= 0": (-1, True)}


def assumed(factor: Expr, sort: str) -> Relation:
    relation = {"0 <": 0 < factor, "0 <=": 0 <= factor, "> 0": factor < 0, ">= 0": factor <= 0}
    return relation[sort]


@over(itertools.product(SIGNS, ["0 <=", "> 0"], ["0 <"]))
def test_the_sign_of_a_product_is_that_of_its_factors(*sorts: str) -> None:
    read = Signs([assumed(f, sort) for f, sort in zip(FACTORS, sorts, strict=True)])
    for powers in itertools.product((1, 2), (1, -1), (0, 3)):
        sign, zero, defined = 1, False, True
        product = term(1)
        for factor, sort, power in zip(FACTORS, sorts, powers, strict=True):
            own, may_vanish = SIGNS[sort]
            sign *= own ** abs(power)
            zero |= may_vanish and power > 0
            defined &= not (may_vanish and power < 0)
            product = product * factor**power
        for by in (1, -2):
            right = sign * by > 0
            assert read.non_negative(by * product) == (right and defined), (by * product, sorts)
            assert read.positive(by * product) == (right and defined and not zero)
            assert read.holds(0 <= by * product) == (right and defined)
        assert read.defined(product) == defined


BOUNDS: dict[str, tuple[Relation, str]] = {
    "x": (2 <= x, "x >= 2"),
    "a part": (3 <= 2 * x, "x >= 3/2"),
    "less": (-x <= 4, "x >= -4"),
    "strict": (1 - 3 * x < 0, "x > 1/3"),
    "a root": (1 <= sqrt(y), "sqrt(y) >= 1"),
    "above": (x <= 2, ""),
    "a square": (1 <= x**2, ""),
    "two": (1 <= x + y, ""),
    "a product": (1 <= x * y, ""),
    "an equation": (Relation("==", term(1), x), ""),
    "a quotient": (1 <= x**2 / x, ""),
    "numbers": (term(1) <= 2, ""),
}


@over(BOUNDS)
def test_a_bound_is_a_number_below_a_term(name: str) -> None:
    relation, says = BOUNDS[name]
    found = _bound(relation)
    assert ("" if found is None else f"{found[0]} {'>' if found[2] else '>='} {found[1]}") == says


def test_the_best_bound_counts() -> None:
    read = Signs([1 <= x, 3 <= x, 2 <= x, Every(k, 1 <= u(k)), Every(k, 2 <= u(k)), 5 <= u(1)])
    assert read.non_negative(x - 3)
    assert not read.non_negative(x - 4)
    assert read.non_negative(u(2) - 2)
    assert not read.non_negative(u(2) - 3)
    assert read.non_negative(u(1) - 5)
    assert read.non_negative(x * u(2) - 6)
    assert not read.positive(x * u(2) - 6)
    assert not read.non_negative(u(1, 2))
    strict = Signs([0 < x, 0 <= x, 0 <= y, Every(k, 0 <= u(k)), Every(k, 0 < u(k))])
    assert strict.positive(x)
    assert strict.positive(u(7))
    assert not strict.positive(y)
    assert Signs([]).positive(exp(y))


def test_a_factor_is_not_negative_by_its_coefficients() -> None:
    assert Signs([0 <= x - y]).non_negative((x**2 + z**2) * (x - y))
    assert not Signs([0 <= x - y]).non_negative((x**2 + z) * (x - y))
    assert not Signs([0 <= x]).non_negative(-x)
    assert Signs([0 <= x, x < y]).positive((x**3 + 1) / (y - x))
    assert Signs([0 <= x, y < x]).positive((x**3 + 1) / (x - y))


def test_a_relation_holds_where_its_sides_are_apart_as_it_says() -> None:
    read = Signs([1 <= x])
    assert [read.holds(Relation(sign, x, x + 1)) for sign in ("<", "<=", "==")] == [
        True,
        True,
        False,
    ]
    assert [read.holds(Relation(sign, x + 1, x)) for sign in ("<", "<=", "==")] == [False] * 3
    assert [read.holds(Relation(sign, x + x, 2 * x)) for sign in ("<", "<=", "==")] == [
        False,
        True,
        True,
    ]
    assert [read.holds(Relation(sign, term(1), x)) for sign in ("<", "<=", "==")] == [
        False,
        True,
        False,
    ]
    assert not read.holds(Relation("==", y / y, term(1)))
    assert not read.holds(Relation("==", term(1), y / y))


def test_what_is_not_read_off() -> None:
    """A relation that divides, one that says 0 <= 0, and what is known at one point of a mean."""
    assert not Signs([0 <= x**2 / x]).non_negative(x)
    assert Signs([term(0) <= 0, 0 <= x - y]).non_negative(x - y)
    assert Signs([0 <= z / x, 0 <= x - y]).non_negative(x - y)
    here = Signs([0 <= a - 1, x <= y])
    assert here.non_negative(a - 1)
    assert not here.non_negative(mean(a - 1, "W") + 0 * x)
    random_bound = [Known(0 <= x - y, frozenset({"W"}))]
    inside = frozenset({"W"})
    assert Signs([], random_bound).non_negative(x - y)
    assert not Signs([], random_bound).non_negative(x - y, inside)
    assert not Signs([0 < a]).positive(a, inside)
    assert Signs([0 < a]).positive(a, frozenset({"g"}))
    assert not Signs([0 < a]).defined(1 / a, inside)
    assert not Signs([a < 0]).defined(1 / a, inside)
    assert Signs([a < 0]).defined(1 / a)
    assert Signs([]).defined(Power(x, term(0)))


def test_what_divides() -> None:
    for whole in (x, x**2, x * y + 1, exp(x**2), total(x, k, y), Whole(x), x <= y):
        assert not divides(whole), whole
    for other in (
        1 / x,
        x**-2,
        sqrt(1 / x),
        exp(y / x),
        x**y,
        x ** term("1/2"),
        total(1 / k, k, 2),
        total(x, k, 1 / y),
        x <= 1 / y,
        Whole(x / y),
        Every(k, 0 <= 1 / u(k)),
    ):
        assert divides(other), other


def test_what_is_seen_to_be_continuous_in_a_family() -> None:
    member = u(1)
    for fine in (
        term(2),
        x,
        member,
        y(x),
        exp(member) - sqrt(u(2)) * abs(u(k)),
        1 / member**2,
        total(u(k) * x, k, y),
        Named("s", member * x),
    ):
        assert continuous(fine, "u"), fine
    for other in (
        log(member),
        Function("f", (x,)),
        delta(member, x),
        Cases(member <= x, x, y),
        Cases(x <= y, member, y),
        member**x,
        member ** term("1/2"),
        total(x, k, member),
        total(u(k), k, INFINITY),
        y(member),
        u(member),
        mean(member, "W"),
        Root(k, k - member),
        partial(member, u(2)),
    ):
        for outside in (other, x + other, x * other, exp(other), 1 / other, total(other, k, x)):
            assert not continuous(outside, "u"), outside
    assert continuous(y(member), "v")
