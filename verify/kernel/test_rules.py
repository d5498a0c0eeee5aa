"""Every rule refuses what does not follow: misused one by one."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from theory.expressions.changing import substituted
from theory.expressions.evaluating import evaluate
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.nodes import Cases, Every, Relation, Variable, Whole, equal, term
from theory.expressions.normal import same
from theory.expressions.vocabulary import (
    GAUSSIAN,
    ROTATED,
    ROTATIONS,
    W,
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
from verify.kernel.calculus import LAWS
from verify.kernel.proof import (
    Proof,
    proved_by_slope,
)
from verify.kernel.theorem import Rejected, Theorem

x, y, l = Variable("x"), Variable("y"), Variable("l")
a = Variable("a", random="W")
runner.load()


SQUARES = lam(k) ** 2 + Variable("mu")(k) ** 2


def holds_at(p: Proof, relation: Relation, *under: Any) -> Theorem:
    return p.arith("true", relation, under=under)


MISUSES: dict[str, Callable[[Proof], Any]] = {
    "a false identity": lambda p: p.arith("s", equal((x + 1) ** 2, x**2 + 1)),
    "cancelling what may be zero": lambda p: p.arith("s", equal(x / x, 1)),
    "cancelling inside a function": lambda p: p.arith("s", equal(exp(x / x), exp(1))),
    "a sign that is not there": lambda p: p.arith("s", 0 <= x),
    "an odd power of what has no bound": lambda p: p.arith("s", 0 <= x**3 + 1),
    "strict where both may be equal": lambda p: p.arith("s", 0 < x, under=[0 <= x]),
    "a negative multiplier": lambda p: p.arith("s", -y <= -x, (p.assume(x <= y), -1)),
    "an equation from an inequality": lambda p: p.arith("s", equal(x, y), p.assume(x <= y)),
    "a bound of a random variable inside its mean": lambda p: p.arith(
        "s", 0 <= mean(a, "W"), under=[0 <= a]
    ),
    "a bound of one member inside the sum": lambda p: p.arith(
        "s", 0 <= total(lam(k), k, d), under=[0 <= lam(k)]
    ),
    "cancelling under a sum what is not zero at one index": lambda p: p.arith(
        "s", equal(total(SQUARES / SQUARES, k, d), d), under=[0 < SQUARES]
    ),
    "cancelling under a sum what is assumed of the index": lambda p: p.arith(
        "s", equal(total(SQUARES / SQUARES, k, d), d),
        given=[p.arith("", 0 < SQUARES, under=[0 < lam(k)])],
    ),
    "cancelling what is not zero for equal indices": lambda p: p.arith(
        "s", equal(total(total((lam(k) - lam(j) + 1) / (lam(k) - lam(j) + 1), j, d), k, d), d**2)
    ),
    "substituting one member of a family": lambda p: p.at("s", p.assume(0 <= lam(k)), {lam(k): -1}),
    "substituting what is fixed": lambda p: p.at("s", p.fact("trace"), {X: 2 * X}),
    "capturing an index": lambda p: p.at(
        "s", holds_at(p, x * d <= total(x, k, d) + 1), {x: lam(k)}
    ),
    "a derivative of the wrong sign": lambda p: proved_by_slope(
        p, "s", x - 1 <= log(x), x, 1, [0 < x]
    ),
    "a slope without a base": lambda p: p.slope(
        "s", 1 <= x, x, 0, up=holds_at(p, 0 <= term(1), 0 <= x)
    ),
    "a slope from outside of the domain": lambda p: proved_by_slope(
        p, "s", log(x) <= x - 1, x, 1, [2 <= x], "above"
    ),
    "a slope across a pole": lambda p: p.slope(
        "s", -1 / x <= 2, x, -1, up=p.assume(0 <= 1 / x**2)
    ),
    "a slope that was shown elsewhere": lambda p: p.slope(
        "s", log(x) <= x - 1, x, 1, up=p.arith("", 0 <= 1 - 1 / x, under=[2 <= x])
    ),
    "a log of what may be negative": lambda p: p.monotone("s", "log", p.assume(x <= y)),
    "a root of what may be negative": lambda p: p.monotone("s", "sqrt", p.assume(x <= y)),
    "another function": lambda p: p.monotone("s", "sin", p.assume(x <= y)),
    "a box where it is false": lambda p: p.box("s", log(1 - y) <= -2 * y, {y: (0, "1/2")}),
    "a box that is too large": lambda p: p.box(
        "s", -2 * y <= log(1 - y), {y: (0, "9/10")}, contact=(y, 0, 1)
    ),
    "a box without one variable": lambda p: p.box("s", 0 <= x + y, {x: (0, 1)}),
    "a contact that is none": lambda p: p.box(
        "s", 0 <= x + Variable("z") * 0 - 1 / term(9), {x: (0, 1)}, contact=(x, 0, 1)
    ),
    "a contact of odd order inside": lambda p: p.box("s", 0 <= x, {x: (-1, 1)}, contact=(x, 0, 1)),
    "a case taken on a ball that straddles": lambda p: p.box(
        "s", 0 <= Cases(x <= term("1/3"), x, term(-1)), {x: (0, "2/5")}
    ),
    "a sum over what is assumed of one index": lambda p: p.sum(
        "s", p.at("", p.assume(x <= lam(k)), {x: lam(j)}), k, k
    ),
    "one of a sum with negative terms": lambda p: p.one_of_sum("s", p.assume(x <= lam(k)), k, d),
    "one of a sum for one index": lambda p: p.one_of_sum("s", p.assume(0 <= lam(k)), k, d),
    "a mean of what holds at one point": lambda p: p.expect("s", p.assume(a <= 1), "W"),
    "a layer of what is no mean": lambda p: p.tower("s", p.assume(x <= y), GAUSSIAN, l),
    "a layer that speaks of eigenvalues": lambda p: p.tower(
        "s", p.assume(mean(phi(bn(X)), "W") <= lam(k)), ROTATIONS, l
    ),
    "a weight that looks ahead": lambda p: p.tower(
        "s", p.assume(mean(x * phi(ROTATIONS.after), "W") <= x), ROTATIONS, l, {x: "tau"}
    ),
    "a layer at a point, its draw left over": lambda p: p.layer(
        "s", p.assume(phi(bn(ROTATED)) <= phi(W)), ROTATIONS, l
    ),
    "a layer under the mean over its draw": lambda p: p.layer(
        "s", p.assume(mean(phi(bn(ROTATED)), "W") <= phi(bn(ROTATED))), GAUSSIAN, l
    ),
    "a layer that speaks of a family": lambda p: p.layer(
        "s", p.assume(phi(bn(ROTATED)) <= lam(k)), ROTATIONS, l
    ),
    "induction without the hypothesis": lambda p: p.induct(
        "s", holds_at(p, 0 <= term(0)), holds_at(p, 0 <= y**2), l
    ),
    "induction from another base": lambda p: p.induct(
        "s", holds_at(p, 0 <= term(1)), p.arith("", 1 <= l + 1, p.assume(1 <= l)), l
    ),
    "induction that assumes more of l": lambda p: p.induct(
        "s", holds_at(p, x * 0 <= term(0)),
        p.arith("", x * (l + 1) <= 0, p.assume(x * l <= 0), p.assume(x * l <= -x)), l,
    ),
    "an infinite sum of what may be negative": lambda p: p.unbounded(
        "s", p.assume(total(lam(k), k, l) <= 1), holds_at(p, 0 <= term(1))
    ),
    "a part of a series that may fall": lambda p: p.part_of_series(
        "s", p.assume(x <= y), k, l
    ),
    "a part of a series of one known term": lambda p: p.part_of_series(
        "s", p.assume(0 <= lam(k)), k, l
    ),
    "as many terms as the index": lambda p: p.part_of_series(
        "s", p.arith("", 0 <= lam(k) ** 2), k, k
    ),
    "an infinite sum bounded by its length": lambda p: p.unbounded(
        "s", p.arith("", total(term(1), k, l) <= l), holds_at(p, 0 <= term(1))
    ),
    "a moment of entries that may be equal": lambda p: p.haar_moment("s", w, d, (j, 1), (k, 1)),
    "a quadratic form with other moments": lambda p: p.quadratic(
        "s", lam(k), w(j, k) ** 2, w(j, k) ** 2, k, d, "W",
        p.haar_moment("", w, d, (j, 1), (j, 1), (j, 2), (j, 2)),
        p.haar_moment("", w, d, (j, 1), (j, 1), (j, 1), (j, 1)),
    ),
    "rewriting with an inequality": lambda p: p.rewrite("s", p.assume(x <= y), p.assume(y <= x)),
    "rewriting under a sum with what holds of one index": lambda p: p.rewrite(
        "s", p.assume(total(lam(k), k, d) <= 1), p.assume(equal(lam(k), 0))
    ),
    "splitting into other statements": lambda p: p.split(
        "s", x <= 0, p.assume(x <= 0), p.arith("", -x <= 0, under=[0 < x])
    ),
    "cases that do not meet": lambda p: p.cases(
        "s", Cases(x <= 0, -x, x) <= y, p.assume(-x <= y), p.assume(x <= y + 1)
    ),
    "a law that is none": lambda p: p.law("s", "log of a sum", x, y),
    "an unknown fact": lambda p: p.fact("p equals np"),
    "a part that a claim does not have": lambda p: p.claim("meterez2024:corollary-4", 1),
    "a theorem of another proof": lambda p: p.arith("s", x <= y, Proof().assume(x <= y)),
    "a theorem that is none": lambda p: p.arith(
        "s", x <= y, Theorem("", frozenset(), x <= y, "by hand", (), "")
    ),
    "a variable that is infinite": lambda p: p.at("s", holds_at(p, x < x + 1), {x: math.inf}),
    "infinity less infinity": lambda p: p.at("s", holds_at(p, equal(x - x, 0)), {x: math.inf}),
    "infinity that is assumed": lambda p: p.assume(x <= term(math.inf)),
    "a bound of another family of that name": lambda p: p.arith(
        "s", 0 < Variable("lambda", random="W")(k), under=[Every(k, 0 < lam(k))]
    ),
    "a bound of a random family inside its mean": lambda p: p.arith(
        "s", 0 <= mean(a(1), "W"), under=[Every(k, 0 <= a(k))]
    ),
    "the mean of a sum of random length": lambda p: p.arith(
        "s", equal(mean(total(lam(k), k, a), "W"), total(lam(k), k, a))
    ),
    "a sum of what is positive over less than nothing": lambda p: p.arith(
        "s", 0 <= total(lam(k) ** 2, k, x)
    ),
    "a sum of no whole number of terms on a box": lambda p: p.box(
        "s", total(y, k, x) <= 0 * y, {x: ("1/2", "9/10"), y: (1, 2)}
    ),
    "one matrix of two widths": lambda p: p.haar_moment("s", w, term(3), (1, 1), (1, 1)),
    "a matrix that is no Haar matrix": lambda p: p.haar_moment(
        "s", Variable("u"), d, (1, 1), (1, 1)
    ),
    "a row between two rows": lambda p: p.haar_moment("s", w, d, (term("1/2"), 1), (1, 1)),
    "a bound index of one's own": lambda p: p.assume(0 <= Variable("_0")),
}  # fmt: skip


def test_what_holds_of_every_index_holds_under_a_sum() -> None:
    """Assumed of every k, or shown of k without assuming anything of it."""
    said, p = equal(total(SQUARES / SQUARES, k, d), d), Proof()
    every = Every(k, 0 < SQUARES)
    assert p.arith("s", said, under=[every]).shows == said
    assert p.arith("s", said, given=[p.arith("", 0 < SQUARES, p.assume(every))]).shows == said


@over(MISUSES)
def test_a_rule_refuses(name: str) -> None:
    with pytest.raises((Rejected, ValueError)):
        MISUSES[name](Proof())


def test_a_sum_has_one_normal_form_whatever_comes_out_of_it() -> None:
    """sum_k (sum_j lambda_j) w_k is (sum_j lambda_j)(sum_k w_k), their indices called alike."""
    y = Variable("y")
    inner = total(lam(j), j, d)
    assert same(total(inner * y(k), k, d), inner * total(y(j), j, d))


def test_a_layer_leaves_the_mean_over_its_draw() -> None:
    """E_W phi(BN(W X_l)) is a function of X_l, and not phi(X_(l+1))."""
    p, after = Proof(), phi(bn(ROTATED))
    made = p.layer("s", p.assume(mean(after, "W") <= after), ROTATIONS, l)
    at = substituted(after, {X: ROTATIONS.at(l)})
    assert made.shows == (mean(at, "W") <= phi(ROTATIONS.at(l + 1)))


def test_only_a_whole_number_is_whole_by_itself() -> None:
    p = Proof()
    law = p.law("", "at least 1 by steps", x)
    assert p.at("two", law, {x: 2}).assumes == frozenset()
    assert p.at("a half", law, {x: term("1/2")}).assumes == {Whole(term("1/2"))}


def test_what_is_summed_has_a_number_of_terms() -> None:
    """0 <= 1, summed over x terms, is 0 <= x: not for x = -1."""
    p = Proof()
    summed = p.sum("s", holds_at(p, 0 <= term(1)), k, x)
    assert summed.assumes == {0 <= x}
    one = p.one_of_sum("s", holds_at(p, 0 <= lam(k) ** 2), k, x)
    assert {Whole(x), Whole(k), 1 <= k, k <= x} == one.assumes


def test_a_moment_holds_where_its_rows_are() -> None:
    assert (7 <= d) in Proof().haar_moment("s", w, d, (7, 1), (7, 1)).assumes


def test_a_step_names_itself_and_what_it_says() -> None:
    with pytest.raises(Rejected, match=r"step 'square' \(x\^2 == x\) is rejected"):
        Proof().arith("square", equal(x**2, x))


def test_laws_hold_at_numbers() -> None:
    """Each law at two positive numbers, evaluated."""
    values = {x: 1.7, y: 2.4}
    for name, makes in LAWS.items():
        count = makes.__code__.co_argcount
        _, shows = makes(*(x, y)[:count])
        if "by steps" not in name:
            sides = evaluate(shows.lhs, values), evaluate(shows.rhs, values)
            assert sides[0] <= sides[1] * (1 + 1e-12), name
            assert shows.sign != "==" or np.isclose(*sides), name


def test_a_case_distinction_is_sound_where_a_ball_straddles() -> None:
    p = Proof()
    sign = Cases(x <= term("1/3"), x, 1 - x)
    assert p.box("both branches", -1 <= sign, {x: (0, "2/5")}).checked.startswith("1 boxes")
