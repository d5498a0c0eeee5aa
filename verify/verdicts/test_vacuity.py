"""Which bounds say something at the size of a real network, and from where on."""

import math

from lemmata.theory.ledger import (
    Decision,
    Evidence,
    Formula,
    Kind,
    Method,
    Trivial,
    Verdict,
    claims,
)
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import combine
from lemmata.verify.verdicts.vacuity import LARGEST, practical


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
        (upper, one, lambda d: float(d < LARGEST - 9), LARGEST - 9),  # every size is tried
        (upper, one, lambda d: float(d <= LARGEST), None),
    ]
    for kind, trivial, formula, speaks_from in cases:
        found = practical(made_up.claim("size", kind, formula, trivial=trivial))
        assert found is not None
        assert found.speaks_from == speaks_from
        assert found.speaks == (speaks_from is not None and speaks_from <= 10)
    assert practical(made_up.claim("size", upper, lambda d: 1 / d)) is None  # it is not asked


ASKED = {c.id: (c, practical(c)) for c in claims().values() if c.trivial and c.formula}


def test_a_bound_of_the_ledger_beats_the_trivial_one_from_its_size_on_and_not_below() -> None:
    assert ASKED
    for claim, found in ASKED.values():
        assert claim.trivial is not None
        assert claim.formula is not None
        assert found is not None
        assert found.speaks_from is not None, claim.id
        size = claim.trivial.at[claim.trivial.scale]
        assert found.speaks == (size >= found.speaks_from)
        for d in (found.speaks_from - 1, found.speaks_from, 2 * found.speaks_from, size):
            at = {**claim.trivial.at, claim.trivial.scale: d}
            if d > 0:
                small, large = claim.kind.ascending(claim.formula(**at), claim.trivial.bound(**at))
                assert (small < large) == (d >= found.speaks_from), (claim.id, d)


def test_a_true_bound_that_does_not_speak_is_vacuous_and_no_other() -> None:
    """Pretend that Rocq accepted every claim; a refuted bound is not called vacuous."""
    judged = {c.id: combine(c, [], made_up.ACCEPTED) for c in claims().values() if c.formula}
    true = (Verdict.PROVED, Verdict.HOLDS)
    marked = {i for i, j in judged.items() if j.vacuous and claims()[i].expected in true}
    silent = {
        i for i, (c, found) in ASKED.items() if c.expected in true and found and not found.speaks
    }
    assert marked == silent != set()
    for decision in (Decision.CONTRADICTS, Decision.SILENT):
        other = Evidence(Method.EXACT, ("a", "b"), "all", decision=decision)
        assert not any(combine(claim, [other]).vacuous for claim, _ in ASKED.values())
