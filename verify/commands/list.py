"""``lemmata list``: the claims."""

import textwrap

from theory.ledger import PAPERS, claims
from verify.commands.common import Patterns, last_records, select
from verify.commands.text.terminal import COLOURS, console


def command(ids: Patterns = None) -> None:
    """List the claims: id, kind, expected verdict, last verdict, title.

    Beside the title of a statement that is expected to be refuted stands its grade.
    """
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
        graded = f" ({claim.grade})" if claim.grade else ""
        title = textwrap.indent(textwrap.fill(claim.title + graded, writer.width - 4), "    ")
        writer.print(title, style="dim", markup=False)
