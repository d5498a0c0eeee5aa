"""Which bounds say something at the size of a real network, and from where on."""

from __future__ import annotations

import math

import pytest

import theory.daneshmand2021.appendix_b  # noqa: F401
from theory.ledger import Claim, Kind, Trivial, claims
from verify.verdicts.vacuity import practical


def made_up(kind: Kind, formula: object, trivial: Trivial | None) -> Claim:
    return Claim("sharp:made-up", "", "", kind, (), "", formula, trivial=trivial)  # type: ignore[arg-type]


def test_a_claim_without_a_trivial_bound_is_not_asked() -> None:
    assert practical(made_up(Kind.UPPER_BOUND, lambda d: 1 / d, None)) is None


@pytest.mark.parametrize("threshold", [1, 2, 7, 64, 1000])
def test_the_smallest_size_is_found(threshold: int) -> None:
    trivial = Trivial(lambda d: 1.0, "", {"d": 10}, "d")
    found = practical(made_up(Kind.UPPER_BOUND, lambda d: (threshold - 0.5) / d, trivial))
    assert found is not None
    assert found.speaks_from == threshold
    assert found.speaks == (threshold <= 10)


def test_a_lower_bound_speaks_above_the_trivial_one() -> None:
    trivial = Trivial(lambda d: 0.0, "", {"d": 3}, "d")
    found = practical(made_up(Kind.LOWER_BOUND, lambda d: math.sqrt(d) - 2, trivial))
    assert found is not None
    assert not found.speaks
    assert found.speaks_from == 5


def test_a_bound_that_never_speaks_is_said_to() -> None:
    trivial = Trivial(lambda d: 1.0, "", {"d": 3}, "d")
    found = practical(made_up(Kind.UPPER_BOUND, lambda d: 1.0, trivial))
    assert found is not None
    assert found.speaks_from is None


def test_the_drift_condition_needs_more_than_the_square_of_the_batch() -> None:
    """1/sqrt(d) < 1/n asks for d > n^2."""
    found = practical(claims()["daneshmand2021:theorem-5"])
    assert found is not None
    assert found.speaks_from is not None
    assert not found.speaks
    assert found.speaks_from > 500**2
