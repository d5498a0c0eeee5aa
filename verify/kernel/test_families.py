"""The rules for families, misused: each misuse is refused, each right use says what it should."""

from collections.abc import Callable

import pytest

from theory.expressions.functions import log, mean, sqrt, total
from theory.expressions.nodes import Every, Variable, equal, term
from theory.expressions.normal import same
from theory.expressions.partial import delta, partial
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import ROTATED, ROTATIONS, SCALED, X, d, lam, phi, w
from theory.test_support.comparing import over
from verify.kernel.proof import Proof
from verify.kernel.theorem import Rejected

x, c, y = (Variable(name) for name in "xcy")
i, j, k, n = (Variable(name) for name in "ijkn")
SQUARES = total(x(k) ** 2, k, n)


def test_derivatives_by_a_member() -> None:
    p = Proof()
    found = p.differentiate("", x(i) * SQUARES + c, x(j))
    assert same(found.shows.rhs, delta(i, j) * SQUARES + 2 * x(i) * x(j))
    assert {str(h) for h in found.assumes} == {"n whole", "j whole", "1 <= j", "j <= n"}
    logs = p.differentiate("", total(log(x(k)), k, n), x(j), under=[Every(k, 0 < x(k))])
    assert same(logs.shows.rhs, 1 / x(j))


MISUSES: dict[str, Callable[[Proof], object]] = {
    "a root of what may be 0": lambda p: p.differentiate("", sqrt(SQUARES), x(j)),
    "a quotient by what may be 0": lambda p: p.differentiate("", 1 / x(i), x(j)),
    "one k for every k": lambda p: p.differentiate(
        "", total(log(x(k)), k, n), x(j), under=[0 < x(k)]
    ),
    "other members in the terms": lambda p: p.differentiate("", total(x(k) * x(1), k, n), x(j)),
    "a sum inside": lambda p: p.differentiate("", total(x(k) * SQUARES, k, n), x(j)),
    "an unknown function": lambda p: p.differentiate("", phi(x(i)), x(j)),
    "a random member": lambda p: p.differentiate("", w(1, k), w(1, k)),
    "no family": lambda p: p.differentiate("", y**2, y),
    "a bound index picked": lambda p: p.pick("", x(k), k, n, k),
    "the count bound": lambda p: p.last_term("", x(k), k, k),
    "one side": lambda p: p.both("", p.arith("", y <= y + 1), p.arith("", y <= y + 1)),
    "two other sides": lambda p: p.both(
        "", p.assume(y <= c), p.arith("", c - 1 <= c)
    ),
    "a family of X": lambda p: p.matrix("", p.assume(0 < squared_row(X, j) + lam(j)), ROTATED),
    "the eigenvalues of a multiple": lambda p: p.matrix("", p.fact("trace", X), SCALED),
    "no matrix": lambda p: p.matrix("", p.assume(0 < phi(X)), d),
    "under the mean over W": lambda p: p.matrix("", p.assume(0 < mean(phi(X), "W")), ROTATED),
}  # fmt: skip


@over(MISUSES)
def test_misuse_is_refused(name: str) -> None:
    with pytest.raises(Rejected):
        MISUSES[name](Proof())


def test_a_derivative_is_not_a_function_of_the_value() -> None:
    """x_i = 0 at the point does not make its derivative that of 0."""
    p = Proof()
    here = p.assume(equal(x(i), 0))
    slope = p.differentiate("", x(i), x(j))
    with pytest.raises(Rejected):
        p.rewrite("", slope, here)
    constant = p.differentiate("", c * x(j), x(j))
    with pytest.raises(Exception, match="varies x"):
        p.at("", constant, {c: x(j)})


def test_what_is_known_of_one_index_is_not_known_of_all() -> None:
    p = Proof()
    with pytest.raises(Rejected):
        p.arith("", equal(total(lam(k) / lam(k), k, d), d), under=[0 < lam(k)])
    assert p.arith("", equal(total(lam(k) / lam(k), k, d), d), under=[Every(k, 0 < lam(k))])


def test_whole_numbers() -> None:
    p = Proof()
    double = p.whole("", p.last_term("", x(k), k, 2 * n - 1), n)
    assert {str(h) for h in double.assumes} == {"n whole", "0 <= 2 n - 1"}
    half = p.whole("", p.last_term("", x(k), k, n / 2), n)
    assert "n/2 whole" in {str(h) for h in half.assumes}
    other = p.whole("", p.last_term("", x(k), k, n + c), n)
    assert "n + c whole" in {str(h) for h in other.assumes}


def test_what_holds_at_every_point_may_be_averaged() -> None:
    p, X_l = Proof(), phi(ROTATIONS.at(1))
    p.expect("", p.assume(Every(Variable("chain 3"), 0 <= X_l)), "chain 3")
    with pytest.raises(Rejected):
        p.expect("", p.assume(0 <= X_l), "chain 3")
    everywhere = p.arith("", 0 <= X_l + 1, p.assume(Every(Variable("chain 3"), 0 <= X_l)))
    here = p.assume(0 <= X_l)
    kept = p.at("", everywhere, {}, here)
    assert any(isinstance(h, Every) for h in kept.assumes), "one point is not every point"


def test_a_draw_under_a_mean_is_not_that_of_a_layer() -> None:
    p = Proof()
    drawn = p.drawn("", p.assume(0 <= phi(ROTATED)), ROTATIONS, 2)
    assert str(drawn.shows) == "0 <= phi(W_2 X_2)"
    with pytest.raises(Rejected):
        p.drawn("", p.assume(0 <= mean(phi(ROTATED), "W")), ROTATIONS, 2)


def test_sums_are_taken_apart() -> None:
    p = Proof()
    assert p.last_term("", x(k), k, n).shows.rhs == total(x(k), k, n) + x(n + 1)
    assert p.pick("", x(k), k, n, j).shows.rhs == x(j)
    assert p.no_term("", x(k), k).shows.rhs == term(0)
    assert partial(x(i), x(j)) != partial(x(i), x(i))
