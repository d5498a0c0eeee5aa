"""The commands of ``lemmata``, each loaded when it is called, and what they are given."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib import import_module
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

# By name, each module of verify/commands; here too its first line, so that help loads none.
COMMANDS = {
    "run": "Run the checks of claims and write the report.",
    "list": "List the claims: id, kind, expected verdict, last verdict, title.",
    "show": "Show one claim: its statement and last verdict, its proof, or its witness.",
    "prove": "Put the proofs before Rocq, and keep a record of what it accepted.",
    "hunt": "Search for the largest lhs/rhs of a bound by gradient ascent.",
    "moment": "Print the exact mean of a polynomial in the entries of a Haar matrix.",
    "depth": "Measure the gradients of a random network of any depth.",
    "train": "Train a network of the papers and record gaps, gradients, loss and accuracy.",
    "data": "List the data sets that are there and missing; fetch one with get NAME.",
    "new": "Write a commented, working file of claims of your own.",
    "audit": "Set a model of yours beside the theory, with advice that was tried.",
    "report": "Rebuild the page from the results, or export its tables and plots.",
}
# Those that stand in the room they belong to.
ELSEWHERE = {
    "audit": "lemmata.verify.audit.command",
    "data": "lemmata.verify.data.command",
    "new": "lemmata.verify.papers.command",
    "train": "lemmata.verify.training.command",
}


class Commands(TyperGroup):
    """The commands above, each imported when it is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        names: dict[str, Any] = dict.fromkeys(COMMANDS)  # a typo is compared with them
        self.commands = names

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return loaded(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@functools.cache
def loaded(name: str) -> Any:
    """One command, with its options."""
    alone = typer.Typer(**PLAIN)
    alone.command(name)(
        _begun(import_module(ELSEWHERE.get(name, f"lemmata.verify.commands.{name}")).command)
    )
    return typer.main.get_command(alone)


def _begun(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """The command, refused where a number is none, and from here on to be interrupted with care."""

    @functools.wraps(command)
    def begun(**given: Any) -> int | None:
        for name, value in given.items():
            if isinstance(value, float) and not math.isfinite(value):
                option = f"--{name.replace('_', '-')}"
                raise Misuse(f"{option} is {value}; expected a finite number")
        signals.work()
        with results_in(given["from_"], given.get("out")) if "from_" in given else nullcontext():
            return command(**given)

    return begun


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
