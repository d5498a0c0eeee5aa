"""What one calls from Python beside the rooms' own names: moments, runs, predictions, audits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import flint
    from torch.nn import Module

    from lemmata.theory.weingarten import Polynomial, RationalFunction
    from lemmata.verify.audit.audit import Audit
    from lemmata.verify.audit.measuring.adapting import Batch
    from lemmata.verify.prediction.prediction import Prediction
    from lemmata.verify.registry import Effort
    from lemmata.verify.runner import Result


def moment(polynomial: str | Polynomial, d: int | None = None) -> flint.fmpq | RationalFunction:
    """The mean of a polynomial in the entries of a Haar matrix of O(d), exactly.

    A rational number for a dimension d; else a rational function of d that says from which d on
    it holds. What has no answer raises ``WeingartenError``.
    """
    from lemmata.theory.weingarten import expect, parse

    return expect(parse(polynomial) if isinstance(polynomial, str) else polynomial, d)


def run(
    ids: str | Iterable[str] | None = None,
    effort: Effort | str = "standard",
    seed: int = 0,
    device: str = "cpu",
) -> list[Result]:
    """Run the checks of the claims that ids or patterns name, else of all; writes nothing.

    Same settings, same results as ``lemmata run``. A name that no claim has is a ``Misuse``.
    """
    from lemmata.verify import runner
    from lemmata.verify.commands.common import select
    from lemmata.verify.registry import Effort

    settings = runner.Settings(Effort(effort), seed, device)
    chosen = select(runner.load(), [ids] if isinstance(ids, str) else ids)
    return [runner.run_claim(claim, settings) for claim in chosen]


def predict(
    *,
    width: int,
    batch: int,
    depth: int = 100,
    activation: str = "linear",
    weights: str = "orthogonal",
    norm: str = "batch",
    residual: bool = False,
    gain: float = 1.0,
    centred: bool = False,
    first_gap: float | None = None,
) -> Prediction:
    """What laws and measurements say of a random network before it is built, row by row.

    A layer is act(a N(W X)), a the ``gain``, or (X + act(N(W X)))/sqrt(2) if ``residual``.
    ``norm``: "batch" (with the mean subtracted, as torch's, if ``centred``), "layer", "rms",
    "group" or "none"; ``weights``: "orthogonal", or "gaussian" of variance 1/width;
    ``activation``: "linear", "tanh", "relu", "sin", "silu"; ``first_gap``: the isometry gap after
    the first BN, if it is known. What is no network is a ``Misuse``.
    """
    from lemmata.verify.phases.grid import PhaseLayer
    from lemmata.verify.prediction.prediction import predict_setting
    from lemmata.verify.prediction.setting import Setting

    layer = PhaseLayer(norm, weights, activation, residual)
    return predict_setting(Setting(width, batch, depth, layer, gain, centred, first_gap))


def audit(
    model: Module,
    batch: Batch | None = None,
    *,
    output: str | None = None,
    make: Callable[[], Module] | None = None,
    seeds: int = 5,
    out: str | Path | None = None,
) -> Audit:
    """Set a model beside the theory, as ``lemmata audit`` does; the model is not changed.

    ``batch``: (n, ...), what the model takes, several inputs in a tuple or a dict; without it
    random numbers of its shape. ``output`` names one of several outputs. ``make``: makes it anew,
    with weights from the global random numbers, which are put back; without it the seeds differ in
    the loss alone. ``out``: a folder for JSON and page. What cannot be audited raises
    ``CannotAudit``.
    """
    from lemmata.verify.audit.audit import Audit
    from lemmata.verify.audit.inputs import BATCH
    from lemmata.verify.audit.measuring.adapting import random_batch
    from lemmata.verify.audit.running import run_audit
    from lemmata.verify.audit.work import Subject
    from lemmata.verify.audit.writing import write_audit

    source = "as given"
    if batch is None:
        batch, source = random_batch(model, BATCH)
    subject = Subject(model, batch, make, type(model).__name__, source)
    found = Audit(run_audit(subject, seeds=seeds, output=output))
    if out is not None:
        write_audit(found.record, Path(out))
    return found
