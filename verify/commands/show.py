"""``lemmata show``: one claim, who checks it, and what its last run found."""

from collections.abc import Iterator, Mapping

from lemmata.theory.ledger import LEDGER, Claim, Verdict
from lemmata.verify.commands.common import ClaimId, From, Out, last_records, one
from lemmata.verify.commands.text.latex import prose, to_unicode
from lemmata.verify.commands.text.ledger_text import interval_methods as methods_of
from lemmata.verify.commands.text.ledger_text import places, short, undecided_cells, wanting, where
from lemmata.verify.commands.text.terminal import print_pairs
from lemmata.verify.registry import checks_of
from lemmata.verify.results.record import Record
from lemmata.verify.rocq.record import checked, unchecked
from lemmata.verify.runner import written_reason

Lines = Iterator[tuple[str, str]]  # a name, empty where the text goes on, and a text


def command(claim_id: ClaimId, from_: From = None, out: Out = None) -> None:
    """Show one claim, who checks it and its last verdict."""
    known, claim = one(claim_id, from_)
    record = last_records().get(claim_id)
    print_pairs(_statement(claim))
    print_pairs(_relations(claim, known))
    print_pairs([("last verdict", "not run yet")] if record is None else _last(record))


def _statement(claim: Claim) -> Lines:
    yield claim.id, ""
    yield "", claim.title
    yield "states", to_unicode(claim.statement)
    for hypothesis in claim.hypotheses:
        yield "assumes", f"{to_unicode(hypothesis.statement)}  ({hypothesis.name})"
    yield "kind", str(claim.kind)
    yield "source", f"{claim.source}. {LEDGER.papers[claim.paper]}"
    yield "stands in", f"{claim.file}:{claim.line}"
    graded = f" ({claim.grade})" if claim.grade else ""
    yield (
        "expected",
        f"{claim.expected}{graded}" + (f": {prose(claim.reason)}" if claim.reason else ""),
    )


def _relations(claim: Claim, claims: Mapping[str, Claim]) -> Lines:
    if claim.sharp is not None:
        sharp = claims.get(claim.sharp)
        yield "sharp form", claim.sharp + (f": {to_unicode(sharp.statement)}" if sharp else "")
    if claim.uses:
        yield "uses", ", ".join(claim.uses)
    if users := [other.id for other in claims.values() if claim.id in other.uses]:
        yield "used by", ", ".join(users)
    checks = checks_of(claim.id)
    for check in checks:
        yield "checked in", f"{check.file}:{check.line} ({check.name})"
    if not checks:
        yield "not checked", written_reason(claim)
    if proof := checked(claim):
        yield "proof", f"{proof.file}:{proof.line} ({proof.theorem}), checked {proof.when}"
    elif claim.expected is Verdict.PROVED:
        yield "proof", unchecked(claim)
    for mutant in claim.mutants:
        yield "mutant", mutant.name


def _last(record: Record) -> Lines:
    vacuous = ", vacuous" if record["vacuous"] else ""
    yield "last verdict", f"{record['verdict']}{vacuous}: {record['why']}"
    if record["tightness"] is not None:
        yield "", f"tightness {short(record['tightness'])}"
    if record["power"] is not None:
        yield "", f"power {short(record['power'])}"
    yield from _later_fields(record)
    for evidence in record["evidence"]:
        yield "evidence", f"{evidence['method']}: {' against '.join(evidence['routes'])}"
        yield "", f"{evidence['decision']} on {evidence['domain']}, {len(evidence['cells'])} cells"
        if methods := methods_of(evidence):
            yield "", f"intervals: {methods}"
        if evidence["cells"]:
            cell = evidence["cells"][evidence["worst"] or 0]
            yield "", f"worst: {short(cell['lhs'])} and {short(cell['rhs'])} at {where(cell)}"
    for cell in undecided_cells(record)[:1]:
        yield "undecided", f"{wanting(cell)} at {where(cell)}"
    for failure in record["failures"]:
        yield "fails", failure
    for again in dict.fromkeys(e["command"] for e in record["evidence"]):
        if again.startswith("lemmata witness"):
            yield "witness", again
    yield "repeat", record["command"]


def _later_fields(record: Record) -> Lines:
    """What came to the schema later, and older records may not have: worst case, constant, size."""
    if worst := record.get("worst"):
        ratio = "" if worst["ratio"] is None else f"lhs/rhs {short(worst['ratio'])} "
        yield "worst known", f"{ratio}at {worst['label'] or places(worst['parameters'])}"
        yield "again", worst["command"]
    if ends := record.get("constant_interval"):
        low, high = map(short, ends)
        forced = f"forced by {record['constant_cell'] or 'a cell'}"
        yield "", f"smallest constant in [{low}, {high}], {forced}"
    elif record["constant"] is not None:
        yield "", f"constant {short(record['constant'])}"
    if size := record.get("practical"):
        says = "says something" if size["speaks"] else "says nothing"
        sides = f"{short(size['bound'])}, trivially {short(size['trivial'])}"
        yield "", f"{says} at {places(size['at'])}: {sides}"
        begins = size["speaks_from"]
        yield "", f"speaks from {size['scale']} = {begins} on" if begins else "never speaks"
