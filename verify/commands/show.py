"""``lemmata show``: one claim, its last verdict, its proof and its witness."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from lemmata.theory.ledger import LEDGER, Claim, Decision
from lemmata.theory.rocq import statement
from lemmata.verify.commands.common import ClaimId, From, Out, last_records, one
from lemmata.verify.commands.text.latex import prose, to_unicode
from lemmata.verify.commands.text.ledger_text import interval_methods as methods_of
from lemmata.verify.commands.text.ledger_text import places, short, undecided_cells, wanting, where
from lemmata.verify.commands.text.terminal import print_pairs
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import checks_of
from lemmata.verify.results.record import Record
from lemmata.verify.results.schema import recorded as date_recorded
from lemmata.verify.rocq.record import Checked, checked, unchecked
from lemmata.verify.runner import written_reason

Lines = Iterator[tuple[str, str]]  # a name, empty where the text goes on, and a text


def command(
    claim_id: ClaimId,
    proof: Annotated[
        bool, typer.Option("--proof", help="Its statement in Rocq, the proof in words, its axioms.")
    ] = False,
    witness: Annotated[
        bool, typer.Option("--witness", help="Evaluate its refutation again at 50 digits.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="With --witness: where a search starts; else 0.")
    ] = None,
    from_: From = None,
    out: Out = None,
) -> int:
    """Show one claim: its statement and last verdict, its proof, or its witness.

    Example: lemmata show meterez2024:remark-eigenvalues --witness
    """
    if proof and witness:
        raise Misuse("--proof and --witness do not go together: ask for one of them")
    if seed is not None and not witness:
        raise Misuse("--seed needs --witness: a search starts there")
    known, claim = one(claim_id, from_)
    if proof:
        _print_proof(claim)
        return 0
    record = last_records().get(claim_id)
    if witness:
        from lemmata.verify.commands.show_witness import print_witness

        return print_witness(claim, record, seed or 0)
    print_pairs(_statement(claim))
    print_pairs(_relations(claim, known))
    print_pairs([("last verdict", "not run yet")] if record is None else _last(record))
    print_pairs(_proof_and_witness(claim, record))
    return 0


def _statement(claim: Claim) -> Lines:
    yield claim.id, ""
    yield "", claim.title
    if claim.quotation:
        yield "quotation", f"\u201c{claim.quotation}\u201d"
    yield "source", f"{claim.source}. {LEDGER.papers[claim.paper]}"
    yield "states", to_unicode(claim.statement)
    for hypothesis in claim.hypotheses:
        yield "assumes", f"{to_unicode(hypothesis.statement)}  ({hypothesis.name})"
    yield "kind", str(claim.kind)
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
    for mutant in claim.mutants:
        yield "mutant", mutant.name


def _last(record: Record) -> Lines:
    vacuous = ", vacuous" if record["vacuous"] else ""
    recorded = f", recorded on {date}" if (date := date_recorded(record)) else ""
    yield "last verdict", f"{record['verdict']}{vacuous}{recorded}: {record['why']}"
    if record["tightness"] is not None:
        yield "", f"tightness {short(record['tightness'])}"
    if record["power"] is not None:
        yield "", f"power {short(record['power'])}"
    yield from _later_fields(record)
    for evidence in record["evidence"]:
        yield "evidence", f"{evidence['method']}: {' against '.join(evidence['routes'])}"
        yield "", f"{evidence['decision']} on {evidence['domain']}, {len(evidence['cells'])} cells"
        if figure := evidence["figure"]:
            yield "", figure["agreement"]
        if was := evidence["recorded"]:
            yield "", f"recorded on {was['date']} by {was['commit'][:10]}, {was['machine']}"
            yield "", f"in {was['file']}, seed {was['seed']}; to measure it again:"
            yield "", was["command"]
        if methods := methods_of(evidence):
            yield "", f"intervals: {methods}"
        if evidence["cells"]:
            cell = evidence["cells"][evidence["worst"] or 0]
            yield "", f"worst: {short(cell['lhs'])} and {short(cell['rhs'])} at {where(cell)}"
    for cell in undecided_cells(record)[:1]:
        yield "undecided", f"{wanting(cell)} at {where(cell)}"
    for failure in record["failures"]:
        yield "fails", failure
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


def _proof_and_witness(claim: Claim, record: Record | None) -> Lines:
    """One line each: where the proof stands, and the command that evaluates the witness again."""
    if proof := checked(claim):
        yield "proof", f"{proof.file}:{proof.line} ({proof.theorem}), checked {proof.when}"
    else:
        yield "proof", unchecked(claim)
    evidence = [] if record is None else record["evidence"]
    against = [e["command"] for e in evidence if e["decision"] == Decision.CONTRADICTS]
    yield "witness", against[0] if against else "none is known"


def _print_proof(claim: Claim) -> None:
    """The statement, and what Rocq accepted of it and when, or why nothing counts as accepted."""
    if stated := statement(claim):
        print(f"{stated}\n")
    proof = checked(claim)
    if proof is None:
        print(f"{claim.id}: {unchecked(claim)}")
        return
    if proof.sketch:
        print(f"{proof.sketch}\n")
    print_pairs(_axioms(proof))


def _axioms(proof: Checked) -> Lines:
    yield "logic", ", ".join(proof.logical) or "none"
    yield "textbook", ", ".join(proof.textbook) or "none"
    yield "stands in", f"{proof.file}:{proof.line}-{proof.last_line} ({proof.theorem})"
    yield "checked", proof.when
