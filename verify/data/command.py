"""``lemmata data``: lists the data sets that this machine has and fetches the others."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from lemmata.verify.commands.common import MISUSED
from lemmata.verify.commands.text.terminal import console, progress
from lemmata.verify.errors import Misuse

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="The folder of data sets; else LEMMATA_DATA."),
]


def use_folder(data: Path) -> None:
    """Read data sets from this folder, in this process and in those that work for it."""
    from lemmata.verify.data.loading import VARIABLE

    if not data.is_dir():
        raise Misuse(f"--data is {str(data)!r}; expected a folder of data sets")
    os.environ[VARIABLE] = str(data.resolve())


def command(
    action: Annotated[str, typer.Argument(metavar="[get]", help="get: fetch a data set.")] = "",
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Of the data set.")] = "",
    data: DataFolder = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="URL",
            envvar="LEMMATA_DATA_URL",
            help="Fetch from this address, laid out as the folder, and not from the publishers.",
        ),
    ] = None,
) -> int:
    """List the data sets and whether this machine has them; fetch one with get NAME.

    The exit code is 2 if a file is not the published one.

    Checksums identify the files. If a transfer breaks off, the same command resumes it.

    Example: lemmata data get mnist --data DIR
    """
    if action not in ("", "get"):
        raise Misuse(f"lemmata data {action!r}; expected nothing, or get NAME")
    if bool(action) != bool(name):
        raise Misuse(
            "which data set? lemmata data get NAME, with mnist, fashion, cifar10, cifar100"
        )
    return _get(name, data, source) if action else _list(data)


def _list(data: Path | None) -> int:
    from lemmata.verify.data.loading import VARIABLE, folder_of_data, standings

    writer, folder = console(), folder_of_data(data)
    if folder is None:
        writer.print(f"no folder of data: --data DIR, or {VARIABLE}", markup=False)
    refused = False
    for one in standings(data):
        mark = "there  " if one.present else "refused" if one.refused else "missing"
        refused = refused or one.refused
        writer.print(
            f"{one.title:<13}{one.split:<6}{mark}  {one.remark}", markup=False, soft_wrap=True
        )
    writer.print("digits       both  there    with scikit-learn", markup=False)
    return MISUSED if refused else 0


def _get(name: str, data: Path | None, base: str | None) -> int:
    from rich.progress import DownloadColumn, TimeRemainingColumn

    from lemmata.verify.data.catalogue import SOURCES
    from lemmata.verify.data.download import get
    from lemmata.verify.data.loading import VARIABLE, folder_of_data

    if name not in SOURCES:
        raise Misuse(f"no data set is called {name!r}; expected one of {', '.join(SOURCES)}")
    folder, writer = folder_of_data(data), console()
    if folder is None:
        raise Misuse(f"no folder for the data: give --data DIR, or set {VARIABLE}")
    with progress(writer, DownloadColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task("")

        def show(file: str, done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total, description=file)

        written = get(SOURCES[name], folder, base, show)
    for path in written:
        writer.print(str(path), markup=False, soft_wrap=True)
    if not written:
        writer.print(f"{SOURCES[name].title} is there already", markup=False)
    return 0
