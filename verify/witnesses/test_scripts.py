"""Every refuted claim has a script, which gives both sides as its fairest check found them."""

import ast
import contextlib
import io
from typing import Any

import mpmath
import pytest

from lemmata.theory.ledger import Claim, Kind, Verdict
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.commands.show import refuting_check
from lemmata.verify.registry import Effort
from lemmata.verify.results.record import plain
from lemmata.verify.witnesses import script_of

MOST_LINES = 20
ALLOWED = {"numpy", "mpmath", "fractions"}
CLAIMS = [
    claim
    for claim in runner.load().values()
    if claim.expected is Verdict.REFUTED and claim.kind is not Kind.FIGURE
]


@over(CLAIMS)
def test_the_script_of_a_refuted_claim_gives_both_sides_of_its_witness(claim: Claim) -> None:
    text = script_of(claim.id)
    lines = [line for line in text.splitlines() if line.strip() and line.strip()[0] != "#"]
    assert 0 < len(lines) <= MOST_LINES
    tree = ast.parse(text)
    imported = {
        a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names
    }
    imported |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert imported <= ALLOWED
    found: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as printed, mpmath.workdps(15):
        exec(compile(text, claim.id, "exec"), found)
    assert printed.getvalue().rstrip().endswith("False")
    refuting = least_that_refutes(claim)
    compare(found, refuting)


def least_that_refutes(claim: Claim) -> Any:
    """What the first effort found that decides; most need no more than smoke."""
    for effort in (Effort.SMOKE, Effort.STANDARD):
        if refuting := refuting_check(claim, None, runner.Settings(effort=effort)):
            return refuting[1]
    raise AssertionError(f"{claim.id} is not refuted")


def compare(found: dict[str, Any], judged: Any) -> None:
    """The sides of the script with those of the check, or with its interval where it has one."""
    left, right = (float(found[side]) for side in ("left", "right"))
    if judged.worst is None:  # exactly 0, as the witness says in words
        assert (left, right) == (0, 0)
        assert "0" in str(plain(judged.evidence.witness))
        return
    cell, claimed = judged.worst.cell, judged.worst.rhs
    assert right == pytest.approx(float(claimed), rel=1e-9)
    if cell.interval is None:
        assert left == pytest.approx(float(cell.lhs), rel=1e-9)
    else:
        low, high = map(float, cell.interval)
        assert low - 1e-9 * abs(low) <= left <= high
