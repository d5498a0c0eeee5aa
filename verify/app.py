"""The commands of ``lemmata``, each loaded when it is called."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.core import TyperGroup

from lemmata.verify.commands.common import INTERRUPTED, results_in
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import signals

if TYPE_CHECKING:
    from collections.abc import Mapping

# The base of every complaint about options and arguments; where it lives depends on the version.
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])
# What a command that cannot be carried out raises, with one line that says why.
REFUSALS: tuple[type[Exception], ...] = (UsageError, Misuse)
PLAIN: Mapping[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}

# By name, where the module of each command stands in verify/; help imports none of them.
COMMANDS = {
    "run": "commands.run",
    "list": "commands.list",
    "show": "commands.show",
    "prove": "commands.prove",
    "hunt": "commands.hunt",
    "moment": "commands.moment",
    "depth": "commands.depth",
    "phases": "commands.phases",
    "train": "training.command",
    "data": "data.command",
    "new": "papers.command",
    "audit": "audit.command",
    "report": "commands.report",
}


def first_line(name: str) -> str:
    """The first sentence of a command's docstring, read from its source."""
    file = Path(__file__).parent / f"{COMMANDS[name].replace('.', '/')}.py"
    after = file.read_text(encoding="utf-8").partition("\ndef command(")[2]
    return after.split('"""', 2)[1].partition("\n")[0]


class Commands(TyperGroup):
    """The commands above, each imported when it is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names: dict[str, Any] = dict.fromkeys(COMMANDS)  # a typo is compared with them
        self.commands = names

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_line(name)) for name in COMMANDS])


@functools.cache
def load_command(name: str) -> Any:
    """One command, with its options."""
    alone = typer.Typer(**PLAIN)
    alone.command(name)(_guard(import_module(f"lemmata.verify.{COMMANDS[name]}").command))
    return typer.main.get_command(alone)


def _guard(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """The command, which refuses numbers that are not finite and finds the results in ``--out``."""

    @functools.wraps(command)
    def guarded(**options: Any) -> int | None:
        for name, value in options.items():
            if isinstance(value, float) and not math.isfinite(value):
                option = f"--{name.replace('_', '-')}"
                raise Misuse(f"{option} is {value}; expected a finite number")
        signals.work()  # from here on Ctrl-C interrupts with care
        if "from_" not in options:
            return command(**options)
        with results_in(options["from_"], options.get("out")):
            return command(**options)

    return guarded


app = typer.Typer(
    cls=Commands,
    help="An executable audit of the theory of deep batch-normalised networks.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    **PLAIN,
)


def carry_out(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code, or raise one of REFUSALS or an ``OSError``.

    Not by typer's own ``main``, which answers errors of the output with the code of a verdict.
    """
    group = _group()
    try:
        with group.make_context("lemmata", list(arguments)) as context:
            code = group.invoke(context)
    except typer.Exit as end:
        code = end.exit_code
    except typer.Abort:
        code = INTERRUPTED
    return code if isinstance(code, int) else 0


@functools.cache
def _group() -> Any:
    return typer.main.get_command(app)


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
