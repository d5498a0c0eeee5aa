"""The console script ``lemmata``: its commands, loaded when they are called, and its errors."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.core import TyperGroup

from verify.commands.common import INTERRUPTED, MISUSED, Misuse

if TYPE_CHECKING:
    from collections.abc import Mapping

# The base of every complaint about options and arguments; where it lives depends on the version.
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
PLAIN: Mapping[str, Any] = {
    "add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None
}  # fmt: skip

# By name, each module of verify/commands; here too its first line, so that help loads none.
COMMANDS = {
    "run": "Run the checks of claims and write the report.",
    "seeds": "Run the claims that sample at several seeds and compare the verdicts.",
    "list": "List the claims: id, kind, expected verdict, last verdict, title.",
    "show": "Show one claim, who checks it and its last verdict.",
    "hunt": "Search for the largest lhs/rhs of a bound by gradient ascent.",
    "witness": "Evaluate a refutation again at 50 digits.",
    "moment": "Print the exact mean of a polynomial in the entries of a Haar matrix.",
    "depth": "Measure the gradients of a random network of any depth.",
    "report": "Rebuild the page from the results, or export its tables and plots.",
}


class Commands(TyperGroup):
    """The commands above, each imported when it is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names: dict[str, Any] = dict.fromkeys(COMMANDS)  # a typo is compared with them
        self.commands = names

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        alone = typer.Typer(**PLAIN)
        alone.command(cmd_name)(import_module(f"verify.commands.{cmd_name}").command)
        return typer.main.get_command(alone)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=Commands,
    help="An executable audit of the theory of deep batch-normalised networks.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    **PLAIN,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 (a run failed), 2 (misuse) or 130 (Ctrl-C)."""
    try:
        code = app(args=arguments, prog_name="lemmata", standalone_mode=False)
    except (UsageError, Misuse, OSError) as error:
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
        from importlib import metadata

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


if __name__ == "__main__":
    sys.exit(main())
