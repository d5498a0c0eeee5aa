"""What a record holds: every kind of number as strict JSON, and the slack of the worst entry."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from theory.ledger import Kind, Verdict
from theory.spectrum import from_deviations
from verify.results import record as recording


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.5, 1.5),
        (np.float64(1.5), 1.5),
        (np.int64(3), 3),
        (np.True_, True),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        (2**60, str(2**60)),
        (
            from_deviations([-0.5, 0.5], [2, 2]),
            {
                "log_eigenvalues": [float(np.log1p(-0.5)), float(np.log1p(0.5))],
                "deviations": [-0.5, 0.5],
                "multiplicities": [2, 2],
            },
        ),
        (np.eye(2), [[1.0, 0.0], [0.0, 1.0]]),
        (np.array([mpmath.mpf("0.5")], dtype=object), ["0.5"]),
        (mpmath.matrix([[1, 2]]), [["1.0", "2.0"]]),
        (flint.fmpq(1, 3), "1/3"),
        (flint.fmpz(3), "3"),
        (Fraction(1, 3), "1/3"),
        ({"x": (1, None)}, {"x": [1, None]}),
        (Verdict.HOLDS, "holds"),
        (-mpmath.inf, "-inf"),
        (mpmath.inf, "inf"),
    ],
)
def test_every_kind_of_number_becomes_strict_json(value: Any, expected: Any) -> None:
    assert recording.plain(value) == expected
    json.dumps(recording.plain(value), allow_nan=False)


def test_high_precision_numbers_keep_their_digits() -> None:
    with mpmath.workdps(60), flint.ctx.workdps(60):
        third, ball = mpmath.mpf(1) / 3, flint.arb(1) / 3
    assert recording.plain(third) == "0." + 50 * "3"
    assert recording.plain(ball).startswith("[0." + 45 * "3")


def test_slack_is_that_of_the_worst_entry() -> None:
    half, one = mpmath.mpf("0.5"), mpmath.mpf(1)
    assert recording._slack(Kind.UPPER_BOUND, np.array([half, one], dtype=object), one) == 0
    assert recording._slack(Kind.LOWER_BOUND, one, [half, half, 2 * one]) == -1
    assert recording._slack(Kind.IDENTITY, np.eye(2), np.ones((2, 2))) == 1
    assert recording._slack(Kind.EXISTENCE, True, True) == 0
