"""Runs an audit: measures the seeds one by one, compares them with the laws, tries advice.

Everything happens on copies: the user's model, modes, gradients, hooks and random state do not
change.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib import metadata

import torch
from torch import Tensor

from lemmata.theory.audit import LIMIT, AuditRow
from lemmata.verify.audit import records
from lemmata.verify.audit.comparison import advice
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.comparison.explosion import explosion
from lemmata.verify.audit.comparison.laws import Law, compare, laws
from lemmata.verify.audit.comparison.quantities import known
from lemmata.verify.audit.conclusion import by_effect, conclude
from lemmata.verify.audit.errors import AuditInterrupted, CannotAudit, one_line
from lemmata.verify.audit.estimates import METHOD, estimate
from lemmata.verify.audit.measuring.adapting import CallForm, materialise, pack, unwrap, with_output
from lemmata.verify.audit.measuring.copying import copy_model, device_of, seeded
from lemmata.verify.audit.measuring.passing import require_batch, run_pass
from lemmata.verify.audit.measuring.tracing import sizes, trace
from lemmata.verify.audit.notes import first_notes, notes_of, own_precision
from lemmata.verify.audit.schema import AuditRecord
from lemmata.verify.audit.work import Progress, Subject, Work, address_of
from lemmata.verify.machine import memory

ACTIVATED = (
    "batch",
    "activated",
    "full",
    "plain",
    "eps",
    "constant",
    "drawn",
    "orthogonal",
    "square",
    "deep",
)
SEEDS = 5
_KEPT = 5  # copies of all outputs: values, gradients, and what autograd stores


def run_audit(
    subject: Subject,
    *,
    seeds: int = SEEDS,
    progress: Progress | None = None,
    output: str | None = None,
) -> AuditRecord:
    """Run the audit; ``output`` names one of several outputs.

    Ctrl-C raises ``AuditInterrupted`` with the record of the finished seeds.
    """
    if seeds < 1:
        raise CannotAudit(f"{seeds} seeds; expected at least 1")
    with seeded(0):  # the user's code may draw random numbers
        return _run(subject, seeds, progress, output)


def _run(
    subject: Subject, seeds: int, progress: Progress | None, output: str | None
) -> AuditRecord:
    begun = time.perf_counter()
    work = _prepare(subject, seeds, progress or (lambda *_: None), output)
    try:
        for plan in (_steps, _tries):  # advice is tried on what the steps measured
            steps = list(plan(work))
            for k, (name, step) in enumerate(steps):
                work.progress(name, k, len(steps))
                step()
    except KeyboardInterrupt:
        found = _record(work, time.perf_counter() - begun, finished=False) if work.train else None
        raise AuditInterrupted(found) from None
    return _record(work, time.perf_counter() - begun, finished=True)


Step = tuple[str, Callable[[], None]]


def _steps(work: Work) -> Iterator[Step]:
    for seed in range(work.seeds):
        yield f"measuring seed {seed}", lambda seed=seed: work.measure(seed)  # type: ignore[misc]
    if work.dtype is not None:
        yield "measuring in the model's own precision", lambda: own_precision(work)
    yield "explosion rates", lambda: _rates(work)


def _rates(work: Work) -> None:
    found = explosion(work.chains[0])
    if not found.refused:
        try:
            _ = found.rates
        except Exception as error:  # an activation that does not act entry by entry
            found = replace(found, refused=f"rates of {found.name}: {one_line(error, 80)}")
    work.rates = found


def _tries(work: Work) -> Iterator[Step]:
    chains = work.judged
    if not chains[0].spine or work.rates is None or chains[0].passed.overflows_at is not None:
        return
    before = [advice.outcome(chain) for chain in chains]
    spine = [chains[0].seen(k).stage.name for k in chains[0].spine]

    def after(trial: advice.Trial, seed: int) -> advice.Outcome:
        model = work.copy(seed)
        X = trial.change(model, work.X, address_of(seed) / trial.name)
        require_batch(model, X)
        found = run_pass(
            model,
            X,
            address_of(seed),
            train=work.training,
            gains=trial.gains,
            only=spine,
            whole=work.whole,
        )
        return advice.outcome(LayerChain(found))

    for trial in advice.trials(chains[0], work.X, work.more, work.rates, training=work.training):
        yield (
            f"trying {trial.name}",
            lambda trial=trial: work.advice.append(  # type: ignore[misc]
                advice.run_trial(trial, before, after)
            ),
        )


def _adapt(subject: Subject, X: Tensor, form: CallForm, output: str | None) -> Subject:
    """The subject as a function of one tensor with one output."""
    model = materialise(subject.model, X, form, address_of(0).seed)
    Y = require_batch(copy_model(model).to(X.device).train(), X)
    form = with_output(form, Y, len(X), output)
    make = subject.make
    return replace(
        subject,
        model=materialise(subject.model, X, form, address_of(0).seed),
        X=X,
        make=None if make is None else lambda: materialise(make(), X, form),
        more=None if subject.more is None else pack(subject.more)[0].detach().to(X.device),
    )


def _prepare(subject: Subject, seeds: int, progress: Progress, output: str | None) -> Work:
    """The batch on the model's device, in float64 if the model works in it."""
    X, form = pack(subject.X)
    if X.device.type == "meta":
        raise CannotAudit("the batch is on the device meta, which holds no numbers; expected cpu")
    device = device_of(unwrap(subject.model))
    X = X.detach().to(device)
    subject = _adapt(subject, X, form, output)
    model = subject.model
    own = copy_model(model).to(device).train()
    notes = first_notes(subject)
    dtypes = {str(p.dtype) for p in model.parameters() if p.is_floating_point()} or {str(X.dtype)}
    doubled = X.double() if X.is_floating_point() else X
    dtype: torch.dtype | None = torch.float64
    if dtypes == {str(torch.float64)}:
        dtype = None
    else:
        try:
            require_batch(copy_model(model, dtype).to(device).train(), doubled)
        except CannotAudit:
            dtype, doubled = None, X
            notes.append("the model does not work in float64: its passes are in its own precision")
    traced = trace(own)
    needed = 8 * _KEPT * (sizes(traced, X) + 3 * records.parameters(model))
    try:
        memory.require_bytes(device.type, needed, f"a pass of {len(X)} samples")
    except memory.NotEnoughMemory as error:
        raise CannotAudit(f"{error}; a smaller batch needs less") from error
    return Work(subject, seeds, progress, doubled, dtype, notes)


def _laws(work: Work) -> Iterator[Law]:
    yield from laws()
    if work.rates is not None and not work.rates.refused:
        rate = work.rates.expected()
        growth = "growth of log ||dL/dX|| a layer"
        row = AuditRow(growth, ACTIVATED, lambda f, m: known(rate), "growth")
        yield Law(f"explosion rate of {work.rates.name}", row, LIMIT)


def _record(work: Work, seconds: float, *, finished: bool) -> AuditRecord:
    subject, model, chains = work.subject, work.subject.model, work.chains
    compared = [compare(law, chains, drawn=not subject.checkpoint) for law in _laws(work)]
    dtypes = {str(p.dtype).removeprefix("torch.") for p in model.parameters()}
    drawn = not subject.checkpoint
    return {
        "schema": 2,
        "conclusion": conclude(work, compared),
        "model": {
            "name": subject.name,
            "parameters": records.parameters(model),
            "dtype": ", ".join(sorted(dtypes)) or "none",
            "device": str(device_of(model)),
            "training": model.training,
            "checkpoint": subject.checkpoint,
            "remade": subject.make is not None and drawn,
            "opaque": dict(work.train[0].opaque),
            "kinds": records.kinds(work.train[0]),
        },
        "batch": records.batch(work.train[0], subject.source, str(work.given.dtype)[6:]),
        "seeds": len(work.train),
        "precision": f"{_precision(work)}; {METHOD} over {len(work.train)} seeds",
        "notes": notes_of(work),
        "layers": records.layers(work.train, work.evaluation),
        "spine": [chains[0].seen(k).stage.name for k in chains[0].spine],
        "growth": estimate(chain.growth() for chain in work.judged),
        "laws": compared,
        "advice": by_effect(work.advice),
        "finished": finished,
        "seconds": round(seconds, 3),
        "versions": _versions(),
    }


def _precision(work: Work) -> str:
    own = work.X.is_floating_point() and work.X.dtype is not torch.float64
    return f"passes in {str(work.X.dtype)[6:]}, their numbers in float64" if own else "float64"


def _versions() -> dict[str, str]:
    found = {"torch": str(torch.__version__)}
    with suppress(metadata.PackageNotFoundError):
        found["lemmata"] = metadata.version("lemmata")
    return found
