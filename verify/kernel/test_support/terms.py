"""Names, and small theorems, that uses and misuses of the rules are made of."""

from collections.abc import Callable
from typing import Any

from theory.expressions.functions import exp, log, mean
from theory.expressions.layers import o
from theory.expressions.nodes import (
    Every,
    Variable,
    equal,
    term,
)
from theory.expressions.partial import Root, T, integral, partial
from theory.expressions.vocabulary import (
    ROTATED,
    bn,
    phi,
)
from theory.expressions.vocabulary import n as samples
from verify.kernel.proof import Proof
from verify.kernel.theorem import Rejected, Theorem

x, y, z, N, h = (Variable(name) for name in ("x", "y", "z", "N", "h"))
j, k, l, m = (Variable(name) for name in "jklm")
u, v = Variable("u"), Variable("v")  # families
a, b = Variable("a", random="W"), Variable("b", random="g")
t_known = Variable("q", random="t")
DECAY = exp(-T)
AFTER = phi(bn(ROTATED))
INF = float("inf")
HALF = term("1/2")
Script = Callable[[Proof], Theorem]


def shown(p: Proof, relation: Any, *under: Any) -> Theorem:
    return p.arith("", relation, under=under)


def moments(p: Proof, *c: int) -> list[Theorem]:
    """E o_11^4 and E o_11^2 o_12^2."""
    return [p.haar_moment("", o, samples, (1, 1), (1, 1), (1, i), (1, i)) for i in c or (1, 2)]


def inductive(p: Proof, *more: Any, base: Any = None, start: Any = 0) -> Theorem:
    """u_l <= 0, as u_(l+1) <= u_l."""
    down = p.at("", p.assume(Every(k, u(k + 1) <= u(k))), {k: l})
    step = p.arith("", u(l + 1) <= 0, down, p.assume(u(l) <= 0), under=more)
    return p.induct("s", base or p.assume(u(start) <= 0), step, l, start)


def log_rises(p: Proof) -> Theorem:
    """log(y - z) <= log(x + y - z) from x = 0 on, as it is given that y - z is positive."""
    apart = p.arith("", 0 < x + y - z, p.assume(z <= N), p.assume(N < y), under=[0 <= x])
    rises = p.arith("", 0 <= 1 / (x + y - z), given=[apart])
    return p.slope("s", log(y - z) <= log(x + y - z), x, 0, up=rises, given=[apart])


def dominated(
    p: Proof,
    said: Any = None,
    rises: Any = None,
    below: Any = None,
    bound: Any = None,
    start: Any = 0,
    **sides: Any,
) -> Theorem:
    """0 <= int x exp(-t) dt for x >= 0."""
    sides = sides or {"up": shown(p, 0 <= integral(DECAY), 0 <= x)}
    return p.slope_of_integral(
        "s",
        0 * x <= integral(x * DECAY) if said is None else said,
        x,
        start,
        rises or shown(p, 0 <= DECAY),
        below or shown(p, DECAY <= DECAY),
        bound or p.assume(integral(DECAY) <= 1),
        **sides,
    )


def least(
    p: Proof,
    F: Any = None,
    which: str = "equation",
    b: Any = 3,
    *given: Theorem,
    below: Any = None,
    above: Any = None,
    what: Any = None,
) -> Theorem:
    """The least root of h - x, for 0 <= x <= 3."""
    F = h - x if F is None else F
    below = below or p.arith("", -x <= 0, under=[0 <= x])
    above = above or p.arith("", 0 <= term(b) - x, under=[x <= 3])
    return p.root("s", Root(h, F) if what is None else what, which, below, above, b, *given)


def beside(p: Proof, by: Any, *under: Any, over: str = "") -> Theorem:
    """d/du_1 (u_1 e/e) = d/du_1 u_1, where e is positive: at the point, and around it?"""
    sides = (partial(u(1) * by / by, u(1)), partial(u(1), u(1)))
    said = equal(*(mean(side, over) if over else side for side in sides))
    return p.arith("s", said, under=[0 < by, *under])


def keeps(theorem: Theorem) -> Theorem:
    """It must still assume it of every one, and so is no falsehood."""
    if any(isinstance(one, Every) for one in theorem.assumes):
        raise Rejected(theorem.name, theorem.shows, "it is assumed of every one")
    return theorem
