"""``lemmata list`` and ``lemmata show``: the claims, and what is known of one."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from theory.ledger import PAPERS, claims
from verify.commands import show
from verify.commands.common import Patterns, last_records, one, select
from verify.commands.terminal import COLOURS, console, print_pairs


def list_(ids: Patterns = None) -> None:
    """List the claims: id, kind, expected verdict, last verdict, title."""
    last = last_records()
    writer = console()
    paper = ""
    for claim in select(claims(), ids):
        if claim.paper != paper:
            paper = claim.paper
            writer.print(f"\n{PAPERS[paper]}\n", style="bold", markup=False)
        verdict = last[claim.id]["verdict"] if claim.id in last else "not run"
        line = f"{claim.id:<37} {claim.kind:<12} {claim.expected:<10} "
        writer.print(line, end="", markup=False)
        writer.print(verdict, style=COLOURS.get(verdict, "dim"))
        title = textwrap.indent(textwrap.fill(claim.title, writer.width - 4), "    ")
        writer.print(title, style="dim", markup=False)


def show_(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
) -> None:
    """Show one claim, who checks it and its last verdict."""
    known, claim = one(claim_id)
    record = last_records().get(claim_id)
    print_pairs(show.lines(claim, known, record))
