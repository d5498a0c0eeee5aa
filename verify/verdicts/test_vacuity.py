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


SPEAKS_FROM = {
    "daneshmand2021:theorem-1": (False, 1_127_254_510),
    "daneshmand2021:corollary-3": (False, 308_199_831_272_639),
    "daneshmand2021:theorem-5": (False, 998_668),
    "daneshmand2021:lemma-6": (True, 2),
    "daneshmand2021:lemma-7": (False, 250_001),
    "daneshmand2021:appendix-C": (False, 4_591_836_734_694),
    "daneshmand2021:conjecture-G": (True, 5),
    "sharp:orthogonality-decay": (False, 563_630_877_205),
    "sharp:wasserstein-decay": (False, 154_099_915_636_319_057),
    "sharp:average-in-depth": (False, 310_832_153_001),
    "sharp:average-gap": (False, 126_945),  # C = n v^2/(1 + n v) at v = sqrt(1 - 1/n)
    "sharp:gap-in-depth": (True, 2),
    "sharp:stationary-gap-above": (False, 900 * 500**6 * 1000),
    "sharp:wasserstein-radius": (True, 2),
    "sharp:drift-condition": (False, 992_048),
    "sharp:collapsed-gap": (True, 3),
    "sharp:next-smallest": (True, 501),
}
"""Whether a claim says something at d = 800, n = 500, and the width from which on it does."""

VACUOUS = {
    "daneshmand2021:theorem-5",
    "daneshmand2021:lemma-7",
    "daneshmand2021:appendix-C",
    "sharp:orthogonality-decay",
    "sharp:wasserstein-decay",
    "sharp:average-in-depth",
    "sharp:average-gap",
    "sharp:stationary-gap-above",
    "sharp:drift-condition",
}


def test_which_claims_of_the_ledger_speak_and_from_which_size() -> None:
    """1/sqrt(d) < 1/(2n) asks for d > 4 n^2 = 10^6 in the drift condition, and so on."""
    asked = {claim.id: practical(claim) for claim in claims().values()}
    found = {i: (p.speaks, p.speaks_from) for i, p in asked.items() if p is not None}
    assert found == SPEAKS_FROM


def test_which_proved_claims_of_the_ledger_are_vacuous() -> None:
    """Pretend that Rocq accepted every claim; a refuted bound is not called vacuous."""
    judged = {c.id: combine(c, [], made_up.ACCEPTED) for c in claims().values() if c.formula}
    true = (Verdict.PROVED, Verdict.HOLDS)
    marked = {i for i, j in judged.items() if j.vacuous and claims()[i].expected in true}
    assert marked == VACUOUS
    for decision in (Decision.CONTRADICTS, Decision.SILENT):
        other = Evidence(Method.EXACT, ("a", "b"), "all", decision=decision)
        assert not any(combine(claims()[i], [other]).vacuous for i in SPEAKS_FROM)
