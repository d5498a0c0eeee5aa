"""The rules about columns refuse what is not the same function of every column."""

from collections.abc import Callable
from typing import Any

import pytest

from theory.expressions.functions import mean
from theory.expressions.layers import g, o, q
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.vocabulary import k, lam, n
from theory.test_support.comparing import over
from verify.kernel.proof import Proof
from verify.kernel.theorem import Rejected, Theorem

m = Variable("m")


def moments(p: Proof, factor: Any = 1, square: Any = 1) -> tuple[Theorem, Theorem]:
    """E x_1^2 and E x_1 x_2 for x_k = o_1k^2, multiplied."""
    one, two = o(1, 1) ** 2, o(1, 2) ** 2
    both = p.haar_moment("", o, n, *[(1, 1)] * 4), p.haar_moment("", o, n, *[(1, 1), (1, 2)] * 2)
    sides = (square * one**2, factor * one * two)
    values = (square * both[0].shows.rhs, factor * both[1].shows.rhs)
    return tuple(  # type: ignore[return-value]
        p.arith("", equal(mean(body, "g"), value), (theorem, by))
        for body, value, theorem, by in zip(sides, values, both, (square, factor), strict=True)
    )


def column(p: Proof, x: Expr, *of: Theorem, weight: Any = None, over: str = "g") -> Theorem:
    return p.column("s", weight or q(k), x, m, k, n, over, *of)


def test_one_column_beside_the_sum() -> None:
    p = Proof()
    made = column(p, o(1, k) ** 2, *moments(p))
    assert {1 <= m, m <= n} <= made.assumes
    assert (2 <= n) not in made.assumes


MISUSES: dict[str, Callable[[Proof], Any]] = {
    "weights inside, which differ from column to column": lambda p: column(
        p, lam(k) * o(1, k) ** 2, *moments(p, lam(1) * lam(2), lam(1) ** 2)
    ),
    "the index itself inside": lambda p: column(p, k * o(1, k) ** 2, *moments(p, 2, 1)),
    "moments of something else": lambda p: column(p, o(1, k) ** 4, *moments(p)),
    "moments that are exchanged": lambda p: column(p, o(1, k) ** 2, *moments(p)[::-1]),
    "random weights": lambda p: column(p, o(1, k) ** 2, *moments(p), weight=g(k)),
    "another random element": lambda p: column(p, o(1, k) ** 2, *moments(p), over="W"),
    "a factor that depends on the index": lambda p: p.mean_of_sum("s", g(k), q(k), k, n, "g"),
    "an infinite sum": lambda p: p.mean_of_sum("s", g(1), q(k), k, float("inf"), "g"),
    "the same half twice": lambda p: p.both("s", p.assume(m <= n), p.assume(m <= n)),
    "other halves": lambda p: p.both("s", p.assume(m <= n), p.assume(n <= m + 1)),
    "an infinite telescope": lambda p: p.telescope("s", q(k), k, float("inf")),
    "a telescope to its own index": lambda p: p.telescope("s", q(k), k, k),
    "the same in a square of sums": lambda p: p.quadratic(
        "s", q(k), lam(k) * o(1, k) ** 2, lam(k) * o(1, k) ** 2, k, n, "g",
        *moments(p, lam(1) * lam(2), lam(1) ** 2),
    ),
}  # fmt: skip


@over(MISUSES)
def test_a_misuse_is_rejected(name: str) -> None:
    with pytest.raises(Rejected):
        MISUSES[name](Proof())
