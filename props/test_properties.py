"""Each property catches every planted mutant of its claim, and reaches its supremum if known."""

import shlex

import flint
import mpmath
import pytest

from lemmata.props.recipes import read
from lemmata.theory.ledger import LEDGER, Decision, Kind, Verdict, get
from lemmata.verify import runner
from lemmata.verify.registry import Effort, Run, checks_of
from lemmata.verify.seeds import Address
from lemmata.verify.verdicts.judging import contradicts, judge_evidence

ATTACKED = {
    claim_id: check
    for claim_id in runner.load()
    for check in checks_of(claim_id)
    if check.file.startswith("props/") and not check.name.startswith("hunted_")
}


def test_a_claim_has_a_property_or_a_reason_why_not() -> None:
    claims = [claim for claim in runner.load().values() if claim.kind != Kind.FIGURE]
    assert [c.id for c in claims if (c.id in ATTACKED) == bool(c.not_attacked)] == []
    # before it has run, so that the command printed with a case finds it
    assert LEDGER.properties.keys() >= ATTACKED.keys()


def test_a_true_bound_with_a_sharp_form_has_a_supremum_or_a_reason_why_not() -> None:
    for claim_id in ATTACKED:
        claim, supremum = get(claim_id), LEDGER.properties[claim_id].supremum
        if claim.sharp and claim.kind.is_bound:
            assert (supremum is None) == (claim.expected is Verdict.REFUTED), claim_id


@pytest.mark.parametrize("claim_id", ATTACKED)
def test_a_property_decides_catches_mutants_and_reaches_the_supremum(
    claim_id: str,
) -> None:
    """With few examples: the pinned cases must be enough."""
    claim, check, attacked = get(claim_id), ATTACKED[claim_id], LEDGER.properties[claim_id]
    run = Run(claim.closed_form, Effort.SMOKE, Address(0) / claim_id / check.name, "cpu")
    with mpmath.workdps(runner.DIGITS), flint.ctx.workdps(runner.DIGITS):
        evidence = check.function(run)
        judged = judge_evidence(claim, evidence, claim.closed_form)
        survivors = [m.name for m in claim.mutants if not contradicts(claim, evidence, m.formula)]
    refuted = claim.expected is Verdict.REFUTED
    assert judged.decision is (Decision.CONTRADICTS if refuted else Decision.AGREES)
    assert survivors == list(attacked.misses)
    for cell in evidence.cells:  # the command given with a case leads to the same case
        assert cell.label.startswith(str(read(shlex.split(cell.again)[-1])))
    if isinstance(attacked.supremum, float):
        assert judged.worst is not None
        assert judged.worst.ratio is not None
        assert 0.99 * attacked.supremum <= judged.worst.ratio <= attacked.supremum * (1 + 1e-9)
