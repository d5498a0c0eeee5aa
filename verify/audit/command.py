"""``lemmata audit``: compares any torch.nn.Module with the theory of deep networks."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lemmata.verify.audit.conditions import NAMES, parse
from lemmata.verify.commands.common import FAILED, INTERRUPTED, require_writable
from lemmata.verify.commands.text.terminal import console, progress
from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditRecord
    from lemmata.verify.audit.work import Subject


_What = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE.py:make_model",
        help="A function of a file of yours that returns a torch.nn.Module. The file is your own"
        " code and is run as such.",
    ),
]
_Data = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="A data set (see lemmata data), or a tensor of torch.save or numpy.save; else the"
        " file's own make_batch(n), else the digits, 64 numbers a sample.",
    ),
]
_Batch = Annotated[
    int | None, typer.Option(min=2, help="Samples; else 32, or fewer if there are fewer.")
]
_Checkpoint = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A state_dict, read with weights_only=True; else the weights of initialisation.",
    ),
]
_Seeds = Annotated[
    int | None,
    typer.Option(min=1, max=1000, help="How often the model is made and measured; else 5 times."),
]
_Output = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Which of several outputs, by name or place: logits, 0."),
]
_FailIf = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CONDITION",
        help="Exit with 1 if so, such as 'growth > 0.5'; repeatable. Names: "
        + ", ".join(NAMES)
        + ".",
    ),
]
_Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the conclusion alone.")]
_Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="For JSON and page; else where you stand.")
]


class TextOrJson(StrEnum):
    TEXT = "text"
    JSON = "json"


_Format = Annotated[
    TextOrJson, typer.Option("--format", help="json prints the whole record, and nothing else.")
]


_Plan = Annotated[
    str | None,
    typer.Option(
        metavar="width=D,batch=N,depth=L,...",
        help="Instead, what is known of a network before it is built; the names are the arguments"
        " of lemmata.predict.",
    ),
]


def command(
    what: _What = None,
    data: _Data = None,
    batch: _Batch = None,
    checkpoint: _Checkpoint = None,
    seeds: _Seeds = None,
    output: _Output = None,
    fail_if: _FailIf = None,
    form: _Format = TextOrJson.TEXT,
    quiet: _Quiet = False,
    plan: _Plan = None,
    out: _Out = None,
) -> int:
    """Compare a model of yours with the theory, and get advice that was tried.

    The model is never changed. After Ctrl-C the report covers the finished seeds. The exit code is
    1 if a condition of --fail-if is met, or its quantity is not known.

    Example: lemmata audit model.py:make_model --seeds 3
    """
    from lemmata.verify.audit.errors import AuditInterrupted, UserCodeFailed

    if (what is None) == (plan is None):
        raise Misuse("expected one of FILE.py:make_model and --plan")
    if plan is not None:
        given = {"--data": data, "--batch": batch, "--checkpoint": checkpoint, "--output": output}
        more = {"--seeds": seeds, "--fail-if": fail_if, "--out": out, "--quiet": quiet}
        _refuse_with_plan({**given, **more})
        return _print_plan(plan, form)
    assert what is not None
    conditions = [parse(text) for text in fail_if or ()]
    require_writable(out or Path.cwd())
    try:
        subject = _subject(what, data, batch, checkpoint)
        record, code = _run(subject, seeds, output), 0
    except UserCodeFailed as error:
        print(error.trace, file=sys.stderr)
        raise
    except AuditInterrupted as stop:
        if stop.record is None:
            return INTERRUPTED
        record, code = stop.record, INTERRUPTED
    from lemmata.verify.audit.writing import write_audit

    paths = write_audit(record, out or Path.cwd())
    _print(record, [] if quiet or form is TextOrJson.JSON else paths, form, quiet)
    met = [why for one in conditions if (why := one.failure(record["conclusion"]["rows"]))]
    for why in met:
        print(f"lemmata: {why}", file=sys.stderr)
    return code or (FAILED if met else 0)


def _refuse_with_plan(options: Mapping[str, object]) -> None:
    for option, value in options.items():
        if value:
            raise Misuse(f"{option} does not go with --plan")


def _print_plan(plan: str, form: TextOrJson) -> int:
    from lemmata.verify.audit.planning import predict_from, to_json

    found = predict_from(plan)
    if form is TextOrJson.JSON:
        print(to_json(found))
    else:
        console().print(str(found), markup=False, emoji=False, soft_wrap=True)
    return 0


def _print(record: AuditRecord, paths: Sequence[Path], form: TextOrJson, quiet: bool) -> None:
    from lemmata.verify.audit.table import summary, text
    from lemmata.verify.audit.writing import to_json

    if form is TextOrJson.JSON:
        print(to_json(record))
        return
    writer = console()
    shown = summary(record) if quiet else text(record)
    writer.print(shown, markup=False, emoji=False, soft_wrap=True)
    for path in paths:
        writer.print(f"written   {path}", markup=False, emoji=False, soft_wrap=True)


def _subject(what: str, data: str | None, batch: int | None, checkpoint: Path | None) -> Subject:
    from lemmata.verify.audit import inputs
    from lemmata.verify.audit.work import Subject

    make, module = inputs.maker(what)
    model = Subject.first(make)
    found = inputs.batch(model, module, data, batch, None)
    if checkpoint is not None:
        model = inputs.with_checkpoint(model, found.X, checkpoint)
    path, _, function = what.rpartition(":")
    return Subject(
        model,
        found.X,
        make,
        f"{Path(path).name}:{function}",
        found.source,
        found.more,
        checkpoint.name if checkpoint else "",
    )


def _run(subject: Subject, seeds: int | None, output: str | None) -> AuditRecord:
    from rich.progress import TimeElapsedColumn

    from lemmata.verify.audit.running import SEEDS, run_audit

    with progress(console(stderr=True), TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=None)

        def show(step: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=step)

        return run_audit(subject, seeds=seeds or SEEDS, progress=show, output=output)
