"""Made-up claims and checks, on which the tests of the runner and of its doors run."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import mpmath

from lemmata.theory.evidence import Cell, Decision, Evidence, Method
from lemmata.theory.hypotheses import positive
from lemmata.theory.ledger import LEDGER, Claim, Formula, Kind, Mutant, Verdict, source_path
from lemmata.theory.test_support.registry import forget
from lemmata.verify import runner
from lemmata.verify.registry import Check, CheckFunction, Run
from lemmata.verify.results import file as results
from lemmata.verify.rocq.record import Checked, checked
from lemmata.verify.work import pool

FILE = "made/up.py"  # where the claims pretend to stand
ACCEPTED = Checked(
    statement="a1",
    proof="b2",
    library="c3",
    file="verify/made/up.v",
    theorem="up",
    line=12,
    logical=("classic",),
    textbook=("Weyl",),
    date="2026-11-18",
    seconds=8.1,
    version="8.16.1",
    statement_text="forall x, 0 < x -> x + x = 2 * x",
    sketch="A sum of two equal terms.",
    last_line=15,
    source="Theorem up : up.\nProof. by []. Qed.",
)


def _checked(claim: Claim) -> Checked | None:
    """Rocq accepted the made-up claim called proved."""
    return ACCEPTED if claim.id == PROVED.id else checked(claim)


vars(runner)["checked"] = _checked


def claim(name: str, kind: Kind, formula: Formula | None, **fields: Any) -> Claim:
    """A claim called ``sharp:NAME`` about one positive number x."""
    record = Claim(
        f"sharp:{name}",
        title=f"A made-up claim called {name}",
        kind=kind,
        formula=formula,
        statement=r"f(x) \le \frac{1}{2}",
        hypotheses=(positive("x"),),
        source="nowhere",
        file=FILE,
        line=7,
        expected=Verdict.HOLDS,
    )
    return replace(record, **fields)


def finding(evidence: Evidence) -> CheckFunction:
    """A check that always finds the same."""
    return lambda run: evidence


def observing(lhs: Callable[[Any], Any], points: Sequence[float] = (0.5, 2.0)) -> CheckFunction:
    """A check that observes ``lhs`` at a few points in high precision."""

    def observed(run: Run) -> Evidence:
        cells = [Cell({"x": mpmath.mpf(x)}, lhs(mpmath.mpf(x)), tolerance=1e-40) for x in points]
        return Evidence(Method.EXACT, ("a sum", "a product"), "a few points", cells)

    return observed


def deciding(run: Run) -> Evidence:
    """Decides by the formula that it is given, at x = 3, so that a mutant must be run again."""
    decision = Decision.AGREES if run.formula(x=3) == 6 else Decision.CONTRADICTS
    return Evidence(Method.EXACT, ("integers", "closed form"), "x = 3", decision=decision)


def breaking(run: Run) -> Evidence:
    raise ZeroDivisionError(f"nothing to divide by at seed {run.address.root}")


def slow(run: Run) -> Evidence:
    print("the slow check has begun", flush=True)
    time.sleep(60)
    return deciding(run)


def double(x: Any) -> Any:
    return 2 * x


LOST_FACTOR = Mutant("the factor 2 lost", lambda x: x, {"x": 1})
STILL_TRUE = Mutant("another name for 2", lambda x: x + x, {"x": 1})

HOLDS = claim("holds", Kind.IDENTITY, double, mutants=(LOST_FACTOR,))
PROVED = claim("proved", Kind.IDENTITY, double, expected=Verdict.PROVED, mutants=(LOST_FACTOR,))
FALSE = claim("false", Kind.UPPER_BOUND, lambda x: x * x)
BROKEN = claim("broken", Kind.IDENTITY, double)
SURVIVED = claim("survived", Kind.IDENTITY, double, mutants=(LOST_FACTOR, STILL_TRUE))
UNCHECKED = claim(
    "unchecked", Kind.LIMIT, None, decided_by="a training run", expected=Verdict.UNDECIDED
)
SLOW = claim("slow", Kind.IDENTITY, double)
ALL = (HOLDS, PROVED, FALSE, BROKEN, SURVIVED, UNCHECKED)

_TWICE = observing(lambda x: x + x)
CHECKS: dict[str, list[CheckFunction]] = {
    HOLDS.id: [_TWICE],
    PROVED.id: [deciding],
    FALSE.id: [observing(lambda x: x)],
    BROKEN.id: [_TWICE, breaking],
    SURVIVED.id: [_TWICE],
    SLOW.id: [slow],
}


def register(record: Claim, *functions: CheckFunction) -> Claim:
    """Make ``functions`` the checks of ``record``."""
    checks = (Check(record.id, f.__name__, f, *source_path(f)) for f in functions)
    LEDGER.checks[record.id] = tuple(checks)
    return record


def install(directory: Path, *records: Claim) -> None:
    """Let this process know ``records`` alone, do all work, and write into ``directory``."""
    forget()
    for record in records:
        LEDGER.add(register(record, *CHECKS.get(record.id, [])))
    results.PATH = directory / "results.json"
    pool.cores = lambda: 1
