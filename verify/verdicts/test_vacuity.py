"""Which bounds say something at the size of a real network, and from where on."""

import math

from theory.ledger import Formula, Kind, Trivial, claims
from verify.test_support import made_up
from verify.verdicts.vacuity import practical


def test_the_smallest_size_at_which_a_bound_speaks_is_found() -> None:
    one, zero = (Trivial(lambda d, k=k: float(k), "", {"d": 10}, "d") for k in (1, 0))
    upper, lower = Kind.UPPER_BOUND, Kind.LOWER_BOUND
    cases: list[tuple[Kind, Trivial, Formula, int | None]] = [
        (upper, one, lambda d, t=threshold: (t - 0.5) / d, threshold)
        for threshold in (1, 2, 7, 64, 1000)
    ]
    cases += [
        (lower, zero, lambda d: math.sqrt(d) - 2, 5),
        (lower, zero, lambda d: math.sqrt(d) - 4, 17),
        (upper, one, lambda d: 1.0, None),
    ]
    for kind, trivial, formula, speaks_from in cases:
        found = practical(made_up.claim("size", kind, formula, trivial=trivial))
        assert found is not None
        assert found.speaks_from == speaks_from
        assert found.speaks == (speaks_from is not None and speaks_from <= 10)
    assert practical(made_up.claim("size", upper, lambda d: 1 / d)) is None  # it is not asked


def test_the_drift_condition_needs_more_than_the_square_of_the_batch() -> None:
    """1/sqrt(d) < 1/n asks for d > n^2."""
    found = practical(claims()["daneshmand2021:theorem-5"])
    assert found is not None
    assert not found.speaks
    assert found.speaks_from is not None
    assert found.speaks_from > 500**2
