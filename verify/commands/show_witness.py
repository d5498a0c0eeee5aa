"""``lemmata show ID --witness``: a refutation, evaluated again at 50 digits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.progress import MofNCompleteColumn, TimeElapsedColumn

from lemmata.theory.ledger import Claim, Decision, Kind
from lemmata.verify.commands.common import FAILED
from lemmata.verify.commands.text.latex import prose, to_unicode
from lemmata.verify.commands.text.terminal import console, print_pairs, progress
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import Check, checks_of
from lemmata.verify.results.record import Record, plain
from lemmata.verify.runner import Settings, judge_again
from lemmata.verify.verdicts.judging import JudgedEvidence

_RELATION = {Kind.UPPER_BOUND: "<=", Kind.LOWER_BOUND: ">="}


def print_witness(claim: Claim, record: Record | None, seed: int) -> int:
    """Print where the refutation lies, both sides, and the check that found it; the exit code."""
    found = refuting_check(claim, record, Settings(seed=seed))
    if found is None:
        print(f"no check contradicts {claim.id}")
        return FAILED
    print_pairs(lines(claim, *found))
    return 0


def refuting_check(
    claim: Claim, record: Record | None, settings: Settings
) -> tuple[Check, JudgedEvidence] | None:
    """The first check that contradicts the claim: they stand in the order of their fairness."""
    broken = ""
    for check, judged in _judged(claim, _ordered(checks_of(claim.id), record), settings):
        if isinstance(judged, str):
            broken = broken or f"check {check.name} raised {judged}"
        elif judged.decision is Decision.CONTRADICTS:
            return check, judged
        elif judged.evidence.pending:
            broken = broken or f"check {check.name}: {judged.evidence.pending}"
    if broken:
        raise Misuse(f"{claim.id} cannot be evaluated again: {broken}")
    return None


def _judged(
    claim: Claim, checks: Sequence[Check], settings: Settings
) -> Iterator[tuple[Check, JudgedEvidence | str]]:
    """What each check says now, or what it raised; a terminal shows which one is being run, and how
    many of its parts are done.
    """
    with progress(console(stderr=True), MofNCompleteColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=None)

        def counted(parts: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
            return {name: parts[name]() for name in bar.track(parts, task_id=task)}

        for k, check in enumerate(checks, 1):
            name = f"{check.name}, check {k} of {len(checks)}"
            bar.update(task, description=name, total=None, completed=0)
            try:
                yield check, judge_again(claim, check, settings, counted)
            except Exception as error:  # whatever a check may raise: another one may contradict
                yield check, f"{type(error).__name__}: {error}"


def _ordered(checks: Sequence[Check], record: Record | None) -> list[Check]:
    """Those that contradicted when last run; all of them where that is not known."""
    last = [] if record is None else record["evidence"]
    against = [e for e in last if e["decision"] == Decision.CONTRADICTS]
    names = [(e["file"].rpartition(":")[0], e["check"]) for e in against]  # lines move
    known = [check for name in names for check in checks if (check.file, check.name) == name]
    return known or list(checks)


def lines(claim: Claim, check: Check, judged: JudgedEvidence) -> Iterator[tuple[str, str]]:
    """Pairs of a name and a text, for people and for pasting."""
    evidence, worst = judged.evidence, judged.worst
    yield claim.id, ""
    yield "states", to_unicode(claim.statement)
    if claim.grade:
        yield "grade", f"{claim.grade}: {prose(claim.reason)}"
    yield "found by", f"{check.file}:{check.line} ({check.name}), {evidence.method}"
    yield "routes", " against ".join(evidence.routes)
    yield "domain", evidence.domain
    for name, value in (evidence.witness or {}).items():
        yield from _named("witness", name, value)
    if worst is None:
        yield "so", "the claim is false there"
        return
    if worst.cell.label:
        yield "at", worst.cell.label
    for name, value in worst.cell.parameters.items():
        yield from _named("parameter", name, value)
    yield "left side", _written(worst.cell.lhs)
    yield "right side", _written(worst.rhs)
    if worst.cell.interval is not None:
        low, high = map(_written, worst.cell.interval)
        yield "interval", f"[{low}, {high}], {worst.cell.interval_method}"
    yield "so", f"left side {_RELATION.get(claim.kind, '=')} right side is false there"


def _named(what: str, name: str, value: object) -> Iterator[tuple[str, str]]:
    """A value by its name; a matrix row by row, to be read and to be pasted."""
    rows = plain(value)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        yield what, f"{name} = {_written(value)}"
        return
    for k, row in enumerate(rows):
        first = f"{name} = [" if k == 0 else ""
        yield what if k == 0 else "", f"{first}{_written(row)}{']' if k + 1 == len(rows) else ','}"


def _written(value: object) -> str:
    """A value with all its digits."""
    written = plain(value)
    return written if isinstance(written, str) else repr(written).replace("'", "")
