"""``lemmata list``: the claims."""

import textwrap

from theory.ledger import PAPERS, claims
from verify.commands.common import Patterns, last_records, select
from verify.commands.terminal import COLOURS, console


def command(ids: Patterns = None) -> None:
    """List the claims: id, kind, expected and last verdict, a refutation's grade, title."""
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
        graded = f" ({claim.grade})" if claim.grade and verdict == claim.expected else ""
        writer.print(verdict + graded, style=COLOURS.get(verdict, "dim"), highlight=False)
        title = textwrap.indent(textwrap.fill(claim.title, writer.width - 4), "    ")
        writer.print(title, style="dim", markup=False)
