"""The referee on near-ties that float64 gets wrong both ways."""

from collections.abc import Callable
from typing import Any

import mpmath
from mpmath import mpf

from props.hunting.referee import MOST_DIGITS, Ruling, referee
from theory.ledger import Kind

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
        UPPER, lambda: (mpf("0.1") + mpf("0.2"), mpf("0.3") + tiny(30)), ROUNDING),
    "not seen in float64": (UPPER, lambda: (mpmath.log1p(mpf(1e-6)), series(mpf(1e-6))), REAL),
    "18 digits are not enough": (
        UPPER, lambda: (mpmath.exp(mpmath.pi * mpmath.sqrt(163)), NEAR_INTEGER), ROUNDING),
    "the same from below": (
        LOWER, lambda: (mpmath.exp(mpmath.pi * mpmath.sqrt(163)), NEAR_INTEGER), REAL),
    "a tie": (UPPER, lambda: (mpmath.sqrt(2) ** 2, mpf(2)), UNDECIDED),
    "a difference": (UPPER, lambda: (1 + tiny(90), mpf(1)), REAL),
    "a difference beyond the digits allowed": (UPPER, lambda: (1 + tiny(450), mpf(1)), UNDECIDED),
    "0 in 25 digits by cancellation": (
        LOWER, lambda: ((1 - mpmath.cos(tiny(20))) / tiny(40), mpf(1) / 2 - tiny(9)), ROUNDING),
    "an infinite side": (LOWER, lambda: (-mpmath.inf, mpf(0)), REAL),
    "an infinite side that holds": (UPPER, lambda: (-mpmath.inf, mpf(0)), ROUNDING),
    "an identity whose sides differ": (Kind.IDENTITY, lambda: (mpf(1), 1 + tiny(20)), REAL),
    **{f"noise of {k}/7": (UPPER, lambda k=k: noise(k), UNDECIDED) for k in range(1, 7)},  # type: ignore[misc]  # mypy knows no default of a lambda
}  # fmt: skip


def test_the_referee_rules() -> None:
    with mpmath.workdps(50):
        decided = {why: referee(kind, sides) for why, (kind, sides, _) in CASES.items()}
    assert {why: found.ruling for why, found in decided.items()} == {
        why: expected for why, (_, _, expected) in CASES.items()
    }
    assert decided["a tie"].digits == MOST_DIGITS
