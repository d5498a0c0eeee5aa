"""``lemmata audit``: compares any torch.nn.Module with the theory of deep networks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lemmata.verify.commands.common import INTERRUPTED
from lemmata.verify.commands.text.terminal import console, progress

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditRecord
    from lemmata.verify.audit.work import Subject


_What = Annotated[
    str,
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
    int, typer.Option(min=1, max=1000, help="How often the model is made and measured.")
]
_Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="For JSON and page; else where you stand.")
]


def command(
    what: _What,
    data: _Data = None,
    batch: _Batch = None,
    checkpoint: _Checkpoint = None,
    seeds: _Seeds = 5,
    out: _Out = None,
) -> int:
    """Compare a model of yours with the theory, and get advice that was tried.

    The model is never changed. After Ctrl-C the report covers the finished seeds.

    Example: lemmata audit model.py:make_model --seeds 3
    """
    from lemmata.verify.audit.errors import AuditInterrupted

    try:
        subject = _subject(what, data, batch, checkpoint)
        record, code = _run(subject, seeds), 0
    except AuditInterrupted as stop:
        if stop.record is None:
            return INTERRUPTED
        record, code = stop.record, INTERRUPTED
    from lemmata.verify.audit.table import text
    from lemmata.verify.audit.writing import write_audit

    console().print(text(record), markup=False, soft_wrap=True)
    for path in write_audit(record, out or Path.cwd()):
        console().print(f"written   {path}", markup=False, soft_wrap=True)
    return code


def _subject(what: str, data: str | None, batch: int | None, checkpoint: Path | None) -> Subject:
    from lemmata.verify.audit import inputs
    from lemmata.verify.audit.work import Subject

    make, module = inputs.maker(what)
    model = Subject.first(make)
    if checkpoint is not None:
        inputs.load_checkpoint(model, checkpoint)
    found = inputs.batch(model, module, data, batch, None)
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


def _run(subject: Subject, seeds: int) -> AuditRecord:
    from rich.progress import TimeElapsedColumn

    from lemmata.verify.audit.running import run_audit

    with progress(console(), TimeElapsedColumn()) as bar:
        task = bar.add_task("", total=None)

        def show(step: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=step)

        return run_audit(subject, seeds=seeds, progress=show)
