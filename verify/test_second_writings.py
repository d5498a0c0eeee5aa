"""Every statement without a proof is written twice, and both writings agree."""

from dataclasses import replace

from mpmath import mpf

from lemmata.theory.ledger import LEDGER, Claim, Kind, Verdict, get
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.second_writings import DIGITS, SecondWriting, grid


def test_a_claim_without_a_proof_is_written_twice_and_no_other() -> None:
    """A proved claim needs no second writing: Rocq reads its closed form. A figure has none."""
    without = {
        claim.id
        for claim in runner.load().values()
        if claim.formula
        and claim.kind is not Kind.FIGURE
        and claim.expected in (Verdict.REFUTED, Verdict.HOLDS)
    }
    assert set(LEDGER.writings) == without


@over(runner.load() and LEDGER.writings.items())
def test_both_writings_agree_to_thirty_digits(claim_id: str, written: SecondWriting) -> None:
    claim = get(claim_id)
    assert claim.kind is written.kind
    assert written.largest_difference(claim) < mpf(10) ** -DIGITS


@over(
    (claim_id, mutant.name)
    for claim_id in runner.load()
    if claim_id in LEDGER.writings
    for mutant in get(claim_id).mutants
)
def test_the_second_writing_is_of_the_claim_and_not_of_a_mutant(claim_id: str, name: str) -> None:
    claim = get(claim_id)
    (mutant,) = (m.formula for m in claim.mutants if m.name == name)
    written = LEDGER.writings[claim_id]
    assert written.largest_difference(replace(claim, formula=mutant)) > mpf("1e-6")


def test_a_slip_of_the_pen_is_seen() -> None:
    written = SecondWriting(Kind.UPPER_BOUND, lambda n: 6 * n**2, grid(n=["1", "3"]), "")
    for slip, seen in ((lambda n: 6 * n * n, False), (lambda n: 6 * n, True)):
        claim = Claim(
            "sharp:slip", title="", statement="", kind=Kind.UPPER_BOUND, source="", formula=slip
        )
        assert (written.largest_difference(claim) > mpf("1e-6")) is seen
