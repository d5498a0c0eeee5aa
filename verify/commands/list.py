"""``lemmata list``: the claims."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lemmata.verify.commands.common import From, Out, Patterns, last_records, load_claims, select
from lemmata.verify.commands.text.terminal import COLOURS, console

if TYPE_CHECKING:
    from lemmata.theory.ledger import Claim


class Entry(NamedTuple):
    """A claim as it is listed; ``about`` is what its paper is called."""

    id: str
    kind: str
    expected: str
    title: str
    grade: str
    about: str
    decided_by: str = ""  # of a sentence that has a name and no claim of its own


def command(
    ids: Patterns = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="The papers' checkable sentences instead.")
    ] = False,
    from_: From = None,
    out: Out = None,
) -> None:
    """List the claims: id, kind, expected verdict, last verdict, title.

    Beside the title of a statement that is expected to be refuted stands its grade, and beside one
    whose verdict rests on recorded evidence its date. A sentence that another claim decides has the
    last verdict of that claim.

    Example: lemmata list 'sharp:*gap*'
    """
    if sentences:
        load_claims(from_)
        _list_sentences(ids)
        return
    known = entries(load_claims(from_) if from_ else None)
    last = _last_verdicts()
    writer = console()
    about = ""
    for entry in select(known, ids):
        if entry.about != about:
            about = entry.about
            writer.print(f"\n{about}\n", style="bold", markup=False)
        verdict, _, since = last.get(entry.decided_by or entry.id, "not run").partition(", ")
        line = f"{entry.id:<37} {entry.kind:<12} {entry.expected:<10} "
        writer.print(line, end="", markup=False)
        writer.print(verdict, style=COLOURS.get(verdict, "dim"))
        more = "".join(f" ({text})" for text in (entry.grade, since) if text)
        title = textwrap.indent(textwrap.fill(entry.title + more, writer.width - 4), "    ")
        writer.print(title, style="dim", markup=False)


def _list_sentences(ids: Patterns) -> None:
    """Every checkable sentence: its words and section, then the claim that decides it or why none
    does.
    """
    from lemmata.theory.ledger import LEDGER
    from lemmata.theory.ledger import sentences as registered

    last, writer = _last_verdicts(), console()
    named = {f"{one.id or one.paper}:{k}": one for k, one in enumerate(registered())}
    found = select(named, [f"{pattern}*" for pattern in ids or ()])
    for paper in dict.fromkeys(one.paper for one in found):
        here = [one for one in found if one.paper == paper]
        decided = sum(bool(one.decided_by) for one in here)
        writer.print(f"\n{LEDGER.papers[paper]}", style="bold", markup=False)
        writer.print(f"{len(here)} checkable sentences, {decided} decided by a claim\n")
        for one in here:
            verdict = last.get(one.decided_by, "not run")
            answer = (
                f"{one.decided_by}: {verdict}" if one.decided_by else f"no claim: {one.why_not}"
            )
            words = f"\u201c{one.words}\u201d ({one.section})"
            writer.print(textwrap.fill(words, writer.width), markup=False)
            text = textwrap.indent(textwrap.fill(answer, writer.width - 4), "    ")
            writer.print(text, style=COLOURS.get(verdict.partition(",")[0], "dim"), markup=False)


def _last_verdicts() -> dict[str, str]:
    """By claim, as "holds" or "holds, recorded 2026-11-18"."""
    from lemmata.verify.results.schema import recorded

    return {
        claim_id: one["verdict"] + (f", recorded {date}" if (date := recorded(one)) else "")
        for claim_id, one in last_records().items()
    }


def entries(known: Mapping[str, Claim] | None = None) -> dict[str, Entry]:
    """These claims, else all that are registered."""
    from lemmata.theory.ledger import LEDGER, claims

    stated = claims() if known is None else known
    papers = {c.paper for c in stated.values()}
    found = [
        Entry(c.id, c.kind, c.expected, c.title, c.grade or "", LEDGER.papers[c.paper])
        for c in stated.values()
    ]
    found += [
        Entry(
            one.id,
            "sentence",
            "",
            f"\u201c{one.words}\u201d: {one.why_not or f'see {one.decided_by}'}",
            "",
            LEDGER.papers[one.paper],
            one.decided_by,
        )
        for one in LEDGER.sentences
        if one.id and one.paper in papers
    ]
    order = list(LEDGER.papers.values())
    return {entry.id: entry for entry in sorted(found, key=lambda e: order.index(e.about))}
