"""The referee on near-ties that float64 gets wrong both ways."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st
from mpmath import mpf

from lemmata.props.attack import Property
from lemmata.props.hunting.referee import MOST_DIGITS, Ruling, referee
from lemmata.props.recipes import Lift, in_mpf
from lemmata.theory.ledger import Kind, Verdict
from lemmata.theory.numerics.backends import exp, sqrt
from lemmata.theory.test_support import registry
from lemmata.theory.test_support.comparing import over
from lemmata.verify.registry import Effort, Run, checks_of
from lemmata.verify.runner import load
from lemmata.verify.seeds import Address
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import combine

UPPER, LOWER = Kind.UPPER_BOUND, Kind.LOWER_BOUND
REAL, ROUNDING, UNDECIDED = Ruling


def tiny(digits: int) -> mpf:
    return mpf(10) ** -digits


def series(x: Any) -> Any:
    """log(1 + x), if the last coefficient were 1/4."""
    return x - x**2 / 2 + x**3 / 3 - x**4 / 3


def noise(k: int) -> tuple[mpf, int]:
    """As of a gap at isometry: 0 at 100 digits, k/7 10^-200 at 200, rounded up by 50."""
    return (mpf(0) if mpmath.mp.dps == 100 else mpf(k) / 7 * tiny(mpmath.mp.dps)), 0


NEAR_INTEGER = 640320**3 + 744  # exp(pi sqrt(163)) is short of it by 7.5e-13
CASES: dict[str, tuple[Kind, Callable[[], tuple[Any, Any]], Ruling]] = {
    "in float64 0.1 + 0.2 > 0.3": (
        UPPER,
        lambda: (mpf("0.1") + mpf("0.2"), mpf("0.3") + tiny(30)),
        ROUNDING,
    ),
    "not seen in float64": (UPPER, lambda: (mpmath.log1p(mpf(1e-6)), series(mpf(1e-6))), REAL),
    "18 digits are not enough": (
        UPPER,
        lambda: (mpmath.exp(mpmath.pi * mpmath.sqrt(163)), NEAR_INTEGER),
        ROUNDING,
    ),
    "the same from below": (
        LOWER,
        lambda: (mpmath.exp(mpmath.pi * mpmath.sqrt(163)), NEAR_INTEGER),
        REAL,
    ),
    "a tie": (UPPER, lambda: (mpmath.sqrt(2) ** 2, mpf(2)), UNDECIDED),
    "a difference": (UPPER, lambda: (1 + tiny(90), mpf(1)), REAL),
    "a difference beyond the digits allowed": (UPPER, lambda: (1 + tiny(450), mpf(1)), UNDECIDED),
    "0 in 25 digits by cancellation": (
        LOWER,
        lambda: ((1 - mpmath.cos(tiny(20))) / tiny(40), mpf(1) / 2 - tiny(9)),
        ROUNDING,
    ),
    "an infinite side": (LOWER, lambda: (-mpmath.inf, mpf(0)), REAL),
    "an infinite side that holds": (UPPER, lambda: (-mpmath.inf, mpf(0)), ROUNDING),
    "an identity whose sides differ": (Kind.IDENTITY, lambda: (mpf(1), 1 + tiny(20)), REAL),
    **{f"noise of {k}/7": (UPPER, lambda k=k: noise(k), UNDECIDED) for k in range(1, 7)},  # type: ignore[misc]  # mypy knows no default of a lambda
}


def test_the_referee_rules() -> None:
    with mpmath.workdps(50):
        decision = {why: referee(kind, sides) for why, (kind, sides, _) in CASES.items()}
    assert {why: found.ruling for why, found in decision.items()} == {
        why: expected for why, (_, _, expected) in CASES.items()
    }
    undecided = decision["a tie"]
    assert undecided.digits == MOST_DIGITS
    assert "undecided at 400 digits" in str(undecided)


SMALL = mpf("0.1")
ENTRIES: dict[str, tuple[Kind, Callable[[], tuple[Any, Any]], Ruling]] = {
    "a number above one of two bounds": (UPPER, lambda: (mpf(2), [mpf(3), mpf(1)]), REAL),
    "a number below both": (UPPER, lambda: (SMALL, [mpf(3), mpf(1)]), ROUNDING),
    "one of two numbers above the bound": (UPPER, lambda: ([SMALL, mpf(2)], mpf(1)), REAL),
    "an array below a number": (UPPER, lambda: (np.array([SMALL, SMALL]), mpf(1)), ROUNDING),
    "arrays, entry by entry": (LOWER, lambda: ([mpf(3), mpf(4)], np.array([mpf(2), mpf(5)])), REAL),
    "a tie beside an entry that holds": (
        UPPER,
        lambda: (mpmath.sqrt(2) ** 2, [mpf(2), mpf(3)]),
        UNDECIDED,
    ),
    "a tie beside one that does not": (
        UPPER,
        lambda: (mpmath.sqrt(2) ** 2, [mpf(2), mpf(1)]),
        REAL,
    ),
    "an infinite entry": (LOWER, lambda: (mpf(1), [-mpmath.inf, mpmath.inf]), REAL),
}


def test_one_side_may_be_a_number_and_the_other_an_array() -> None:
    with mpmath.workdps(50):
        found = {why: referee(kind, sides).ruling for why, (kind, sides, _) in ENTRIES.items()}
    assert found == {why: expected for why, (_, _, expected) in ENTRIES.items()}


@over(
    [
        lambda phi, d: [2 * exp(-d * phi - 1), 1 - sqrt(2 * d * phi)],
        lambda phi, d: [exp(-d * phi - 1), 1 - sqrt(d * phi)],
        lambda phi, d: [exp(-d * phi), 1 - sqrt(2 * d * phi)],
        lambda phi, d: exp(-d * phi),  # one number
    ]
)
def test_a_false_version_of_a_claim_with_two_entries_is_refuted(wrong: Any) -> None:
    """meterez2024:lemma-C.8 bounds one eigenvalue twice: a number beside an array."""
    claim = load()["meterez2024:lemma-C.8"]
    (check,) = [c for c in checks_of(claim.id) if c.file.startswith("props/")]
    with mpmath.workdps(50):
        run = Run(wrong, Effort.SMOKE, Address(0) / "wrong", "cpu")
        found = combine(replace(claim, formula=wrong), [check.function(run)])
    assert found.verdict is Verdict.REFUTED


def rounded(_: float, lift: Lift) -> tuple[dict[str, Any], Any]:
    """1 + 10^60/3 - 10^60/3 <= 1 or 2: of 50 digits none is left, of 100 all that matter."""
    x = lift([10.0])[0] ** 60 / 3
    return {"x": x}, (1 + x) - x - lift([1e-30])[0] + (lift([3.0])[0] if far_off(lift) else 0)


def far_off(lift: Lift) -> bool:
    return lift is in_mpf and mpmath.mp.dps <= 50


def test_rounding_beside_an_array_is_not_a_violation() -> None:
    def both(x: Any) -> Any:
        return [1 + 0 * x, 2 + 0 * x]

    claim = made_up.claim("beside an array", Kind.UPPER_BOUND, both)
    with registry.only(claim), mpmath.workdps(50):
        target = Property(claim.id, st.just(0.5), rounded, ("a", "b"), "one case")
        run = Run(both, Effort.SMOKE, Address(0) / "rounded", "cpu")
        evidence = target.attack(run)
        found = combine(claim, [evidence])
    (cell,) = evidence.cells
    assert found.verdict is not Verdict.REFUTED
    assert "rounding at 200 digits" in cell.label  # first those of 50 and 100 differ
