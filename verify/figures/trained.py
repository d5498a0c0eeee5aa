"""Figures in training: the check of each names its runs and observes their series.

``verify.training.shared_runs`` trains each run once, for all figures that share it. At smoke effort
runs are tiny, on substitute data, and decide nothing. From standard effort on ``lemmata run
--train`` trains them; without that option a check uses stored runs, or is not run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from lemmata.theory.evidence import Evidence, Method
from lemmata.theory.figures import FigureClaim
from lemmata.theory.ledger import source_path
from lemmata.verify.data.errors import DataError
from lemmata.verify.data.loading import CIFAR100_TEST, DIGITS, available_or_digits, title_of
from lemmata.verify.figures.reproduction import Reproduction, evidence_of
from lemmata.verify.registry import Effort, Routes, Run, noted, register

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

Runs = Callable[[Run], "dict[str, Training]"]
Observe = Callable[[Run, "Mapping[str, Series]"], Reproduction]

NOT_RUN = "not run: it trains networks, which lemmata run --train does"


def in_training(
    stated: FigureClaim, *, runs: Runs, papers: str, routes: Routes, domain: str
) -> Callable[[Observe], Observe]:
    """Register the decorated function, of the series of its ``runs``, as the check of a figure.

    ``papers``: the size in the paper, in words.
    """

    def decorate(observe: Observe) -> Observe:
        def evidence(run: Run) -> Evidence:
            found, pending = _observe_series(run, runs, observe, papers)
            if found is None:
                return Evidence(Method.REPRODUCTION, routes, domain, pending=pending)
            return evidence_of(stated, replace(found, pending=pending), run, routes, domain)

        noted(evidence, trainings=runs)
        register(stated.id, observe.__name__, evidence, source_path(observe))
        return observe

    return decorate


def _observe_series(
    run: Run, runs: Runs, observe: Observe, papers: str
) -> tuple[Reproduction | None, str]:
    """The reproduction from the series of the runs, and why it decides nothing, if so."""
    from lemmata.verify.training.shared_runs import runs_folder, series_of

    smoke = run.effort is Effort.SMOKE
    try:
        wanted = runs(run)
        series = series_of(wanted, run.device, None if smoke else runs_folder(), run.train)
    except DataError as error:
        return None, f"not run: {error}"
    if series is None:
        return None, NOT_RUN
    found = observe(run, series)
    first = next(iter(series.values()))
    smaller = run.effort is not Effort.PAPER
    on = ", ".join(dict.fromkeys(title_of(one.data) for one in wanted.values()))
    note = f"{'Made smaller' if smaller else 'As in the paper'}: {describe_sizes(wanted)}; {on}."
    remarks = [*([f"The paper's: {papers}."] if smaller else []), f"Data: {first.data}."]
    pending = "smoke effort decides nothing" if smoke else _stand_in(wanted) or found.pending
    return replace(found, note=note, remarks=[*remarks, *found.remarks]), pending


def _stand_in(wanted: Mapping[str, Training]) -> str:
    """A sentence if digits replace the paper's data, else empty."""
    if any(one.data == DIGITS for one in wanted.values()):
        return "scikit-learn's digits stand in for the paper's data, which is not there"
    return ""


def describe_sizes(wanted: Mapping[str, Training]) -> str:
    """The sizes of the runs, in words."""
    one = next(iter(wanted.values()))
    depths = sorted({training.network.depth for training in wanted.values()})
    images = "all images" if one.samples is None else f"{one.samples} images"
    images += f", means of {one.pooled} x {one.pooled} pixels" if one.pooled > 1 else ""
    return (
        f"depths {', '.join(map(str, depths))}, width {one.network.width}, batches of {one.batch},"
        f" {images}, {one.epochs} epochs, rate {one.rate:g}, {one.replicas} runs"
    )


def data_for(run: Run, name: str) -> str:
    """The data set of a figure or its substitute: the digits at smoke effort, and at the paper's
    size never a part of a test split.
    """
    found = DIGITS if run.effort is Effort.SMOKE else available_or_digits(name)
    return DIGITS if found == CIFAR100_TEST and run.effort is Effort.PAPER else found
