"""How the commands write: the console, the line that shows progress, names beside texts."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn
    from rich.table import Table

COLOURS = {
    "proved": "green",
    "holds": "green",
    "refuted": "red",
    "undecided": "yellow",
    "not run": "dim",
}


_USUAL, _NARROWEST = 80, 20  # columns, where a terminal says that it has none, or fewer


class _Writer(Console):
    """rich's, which would answer a broken pipe with the exit code of a verdict."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    writer = _Writer(highlight=False, soft_wrap=False, stderr=stderr)
    if writer.width < _NARROWEST:
        writer.width = _NARROWEST if writer.width > 0 else _USUAL
    return writer


def progress(writer: Console, *columns: ProgressColumn) -> Progress:
    """A bar, ``columns`` and a description, which alone is cut where the line is too narrow."""
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    bar = BarColumn(None, table_column=Column(ratio=1))
    text = TextColumn(
        "{task.description}", markup=False, table_column=Column(ratio=3, no_wrap=True)
    )
    return Progress(
        bar,
        *columns,
        text,
        console=writer,
        transient=True,
        expand=True,
        disable=not writer.is_terminal,
    )


def counting(*columns: ProgressColumn) -> Progress:
    """Progress that counts what is done, and the time, with ``columns`` beside it."""
    from rich.progress import MofNCompleteColumn, TimeElapsedColumn

    return progress(console(), MofNCompleteColumn(), TimeElapsedColumn(), *columns)


def duration(seconds: float) -> str:
    """About how long, in words."""
    if seconds > 4 * 86400:
        return f"{seconds / 86400:.0f} days"
    if seconds > 5400:
        return f"{seconds / 3600:.1f} h"
    return f"{seconds / 60:.1f} min" if seconds > 90 else f"{seconds:.0f} s"


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 0, gap: int = 2
) -> Table:
    """Rows under their heads, ``gap`` spaces apart: ``texts`` columns of texts, then numbers.

    Where the line is too narrow, texts in the first column are folded.
    """
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    for k, head in enumerate(heads):
        if k < texts:
            grid.add_column(head, overflow="fold", no_wrap=k > 0)
        else:
            grid.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    return grid


def print_pairs(pairs: Iterable[tuple[str, str]]) -> None:
    """Names in a column of their own, texts wrapped beside them; commands whole, to copy."""
    writer = console()
    for name, raw in pairs:
        text = "".join(c if c.isprintable() or c.isspace() else "?" for c in raw)  # no escapes
        first, rest = f"{name:<14}", " " * 14
        command = text.startswith("lemmata ")
        width = len(text) + 1 if command else max(40, min(writer.width, 100)) - 14
        for k, line in enumerate(textwrap.wrap(text, width, break_long_words=False) or [""]):
            writer.print(first if k == 0 else rest, style="bold", end="", markup=False)
            writer.print(line, markup=False, soft_wrap=True)
