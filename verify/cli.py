"""The console script ``lemmata``: its commands, and what becomes of an error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import metadata
from typing import Annotated, cast

import typer

from verify.commands.common import INTERRUPTED, MISUSED, Misuse
from verify.commands.compute import depth, moment
from verify.commands.ledger import list_, show_
from verify.commands.report import report
from verify.commands.run import run, seeds
from verify.commands.worst import hunt, witness_
from verify.device import DeviceUnavailable
from verify.memory import NotEnoughMemory

app = typer.Typer(
    help="An executable audit of the theory of deep batch-normalised networks.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# The base of every complaint about options and arguments; where it lives depends on the version.
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 (a run failed), 2 (misuse) or 130 (Ctrl-C)."""
    try:
        code = app(args=arguments, prog_name="lemmata", standalone_mode=False)
    except (UsageError, Misuse, DeviceUnavailable, NotEnoughMemory, OSError) as error:
        text = error.format_message() if isinstance(error, UsageError) else str(error)
        print(f"lemmata: {' '.join(text.split())}", file=sys.stderr)
        return MISUSED
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:  # typer returns it too, for a Ctrl-C that no command caught
        print("lemmata: interrupted", file=sys.stderr)
    return code if isinstance(code, int) else 0


def _version(wanted: bool) -> None:
    if wanted:
        try:
            print(f"lemmata {metadata.version('lemmata')}")
        except metadata.PackageNotFoundError:
            print("lemmata (not installed)")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    del version  # its callback has done the work
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command()(run)
app.command()(seeds)
app.command("list")(list_)
app.command("show")(show_)
app.command()(hunt)
app.command("witness")(witness_)
app.command()(moment)
app.command()(depth)
app.command()(report)


if __name__ == "__main__":
    sys.exit(main())
