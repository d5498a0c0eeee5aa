"""What ``lemmata show`` says of one claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from theory.ledger import PAPERS, Claim
from verify.commands.latex import to_unicode
from verify.commands.ledger_text import interval_methods, short, undecided_cells, wanting, where
from verify.registry import checks_of
from verify.results.record import Record
from verify.runner import written_reason


def lines(
    claim: Claim, claims: Mapping[str, Claim], record: Record | None
) -> Iterator[tuple[str, str]]:
    """Pairs of a name and a text; a name is empty where the text goes on."""
    yield claim.id, ""
    yield "", claim.title
    yield from _statement(claim)
    yield from _relations(claim, claims)
    yield from _checks(claim)
    yield from _last(record)


def _statement(claim: Claim) -> Iterator[tuple[str, str]]:
    yield "states", to_unicode(claim.statement)
    for hypothesis in claim.hypotheses:
        yield "assumes", f"{to_unicode(hypothesis.statement)}  ({hypothesis.name})"
    yield "kind", str(claim.kind)
    yield "source", f"{claim.source}. {PAPERS[claim.paper]}"
    yield "stands in", f"{claim.file}:{claim.line}"
    yield "expected", f"{claim.expected}" + (f": {claim.reason}" if claim.reason else "")


def _relations(claim: Claim, claims: Mapping[str, Claim]) -> Iterator[tuple[str, str]]:
    if claim.sharp is not None:
        sharp = claims.get(claim.sharp)
        yield "sharp form", claim.sharp + (f": {to_unicode(sharp.statement)}" if sharp else "")
    if claim.uses:
        yield "uses", ", ".join(claim.uses)
    users = [other.id for other in claims.values() if claim.id in other.uses]
    if users:
        yield "used by", ", ".join(users)


def _checks(claim: Claim) -> Iterator[tuple[str, str]]:
    checks = checks_of(claim.id)
    for check in checks:
        yield "checked in", f"{check.file}:{check.line} ({check.name})"
    if not checks:
        yield "not checked", written_reason(claim)
    for mutant in claim.mutants:
        yield "mutant", mutant.name


def _last(record: Record | None) -> Iterator[tuple[str, str]]:
    if record is None:
        yield "last verdict", "not run yet"
        return
    vacuous = ", vacuous" if record["vacuous"] else ""
    yield "last verdict", f"{record['verdict']}{vacuous}: {record['why']}"
    for name in ("tightness", "power"):
        if record[name] is not None:
            yield "", f"{name} {short(record[name])}"
    if worst := record.get("worst"):  # older records do not tell
        at = worst["label"] or ", ".join(
            f"{k} = {short(v)}" for k, v in worst["parameters"].items()
        )
        ratio = "" if worst["ratio"] is None else f"lhs/rhs {short(worst['ratio'])} "
        yield "worst known", f"{ratio}at {at}"
        yield "again", worst["command"]
    yield from _constant(record)
    yield from _practical(record)
    for evidence in record["evidence"]:
        yield "evidence", f"{evidence['method']}: {' against '.join(evidence['routes'])}"
        yield "", f"{evidence['decision']} on {evidence['domain']}, {len(evidence['cells'])} cells"
        if methods := interval_methods(evidence):
            yield "", f"intervals: {methods}"
        if evidence["cells"]:
            cell = evidence["cells"][evidence["worst"] or 0]
            yield "", f"worst: {short(cell['lhs'])} and {short(cell['rhs'])} at {where(cell)}"
    for cell in undecided_cells(record)[:1]:
        yield "undecided", f"{wanting(cell)} at {where(cell)}"
    for failure in record["failures"]:
        yield "fails", failure
    for command in dict.fromkeys(e["command"] for e in record["evidence"]):
        if command.startswith("lemmata witness"):
            yield "witness", command
    yield "repeat", record["command"]


def _practical(record: Record) -> Iterator[tuple[str, str]]:
    """Whether it says anything at a practical size; older records do not tell."""
    size = record.get("practical")
    if size is None:
        return
    at = ", ".join(f"{name} = {short(value)}" for name, value in size["at"].items())
    says = "says something" if size["speaks"] else "says nothing"
    yield "", f"{says} at {at}: {short(size['bound'])}, trivially {short(size['trivial'])}"
    begins = size["speaks_from"]
    yield "", f"speaks from {size['scale']} = {begins} on" if begins else "never speaks"


def _constant(record: Record) -> Iterator[tuple[str, str]]:
    """The smallest constant: both ends, and the cell that forces it; older records have neither."""
    if record["constant"] is None:
        return
    if (interval := record.get("constant_interval")) is None:
        yield "", f"constant {short(record['constant'])}"
        return
    low, high = (short(end) for end in interval)
    yield (
        "",
        f"smallest constant in [{low}, {high}], forced by {record['constant_cell'] or 'a cell'}",
    )
