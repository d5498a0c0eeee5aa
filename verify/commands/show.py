"""``lemmata show``: one claim, its last verdict, its proof and its witness."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.progress import MofNCompleteColumn, TimeElapsedColumn

from lemmata.theory.ledger import LEDGER, Claim, Decision, Kind
from lemmata.theory.rocq import statement
from lemmata.verify.commands.common import FAILED, ClaimId, From, Out, find_claim, last_records
from lemmata.verify.commands.text.latex import prose, to_unicode
from lemmata.verify.commands.text.ledger_text import interval_methods as methods_of
from lemmata.verify.commands.text.ledger_text import places, short, undecided_cells, wanting, where
from lemmata.verify.commands.text.terminal import console, print_pairs, progress
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import Check, checks_of
from lemmata.verify.results.derivation import derivation_of
from lemmata.verify.results.record import plain
from lemmata.verify.results.schema import ClaimRecord
from lemmata.verify.results.schema import recorded as date_recorded
from lemmata.verify.rocq.record import Checked, checked, unchecked
from lemmata.verify.runner import Settings, judge_again, written_reason
from lemmata.verify.verdicts.judging import JudgedEvidence

_RELATION = {Kind.UPPER_BOUND: "<=", Kind.LOWER_BOUND: ">="}
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
    known, claim = find_claim(claim_id, from_)
    if proof:
        _print_proof(claim)
        return 0
    record = last_records().get(claim_id)
    if witness:
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


def _last(record: ClaimRecord) -> Lines:
    vacuous = ", vacuous" if record["vacuous"] else ""
    recorded = f", recorded on {date}" if (date := date_recorded(record)) else ""
    yield "last verdict", f"{record['verdict']}{vacuous}{recorded}: {record['why']}"
    if record["tightness"] is not None:
        yield "", f"tightness {short(record['tightness'])}"
    if record["power"] is not None:
        yield "", f"power {short(record['power'])}"
    yield from _extremes(record)
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


def _extremes(record: ClaimRecord) -> Lines:
    """The worst case, the smallest constant, and the size from which on the claim speaks."""
    if worst := record["worst"]:
        ratio = "" if worst["ratio"] is None else f"lhs/rhs {short(worst['ratio'])} "
        yield "worst known", f"{ratio}at {worst['label'] or places(worst['parameters'])}"
        yield "again", worst["command"]
    if ends := record["constant_interval"]:
        low, high = map(short, ends)
        forced = f"forced by {record['constant_cell'] or 'a cell'}"
        yield "", f"smallest constant in [{low}, {high}], {forced}"
    if size := record["practical"]:
        says = "says something" if size["speaks"] else "says nothing"
        sides = f"{short(size['bound'])}, trivially {short(size['trivial'])}"
        yield "", f"{says} at {places(size['at'])}: {sides}"
        begins = size["speaks_from"]
        yield "", f"speaks from {size['scale']} = {begins} on" if begins else "never speaks"


def _proof_and_witness(claim: Claim, record: ClaimRecord | None) -> Lines:
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
        if derivation := derivation_of(claim):
            print(f"{derivation}\n")
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


def print_witness(claim: Claim, record: ClaimRecord | None, seed: int) -> int:
    """Print where the refutation lies, both sides, and the check that found it; the exit code."""
    found = refuting_check(claim, record, Settings(seed=seed))
    if found is None:
        print(f"no check contradicts {claim.id}")
        return FAILED
    print_pairs(lines(claim, *found))
    return 0


def refuting_check(
    claim: Claim, record: ClaimRecord | None, settings: Settings
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
            found = {}
            bar.update(task, total=len(parts), completed=0)  # a check may have parts twice
            for done, (name, part) in enumerate(parts.items(), 1):
                found[name] = part()
                bar.update(task, completed=done)
            return found

        for k, check in enumerate(checks, 1):
            name = f"{check.name}, check {k} of {len(checks)}"
            bar.update(task, description=name, total=None, completed=0)
            try:
                yield check, judge_again(claim, check, settings, counted)
            except Exception as error:  # whatever a check may raise: another one may contradict
                yield check, f"{type(error).__name__}: {error}"


def _ordered(checks: Sequence[Check], record: ClaimRecord | None) -> list[Check]:
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
