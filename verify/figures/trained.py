"""Figures in training: the runs that they ask for, and what is said of their sizes and data.

A figure's check names its runs by their settings; ``verify.training.kept`` trains each once, for
all figures that share it. At smoke effort they are tiny, on scikit-learn's digits, and decide
nothing. From standard effort on they are trained if the run allows it (``lemmata run --train``) and
their data is there, else drawn from what is kept, else from what is recorded, else not run. Some
are also trained in every run, at a small size on the digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lemmata.theory.evidence import Evidence, Method, Origin
from lemmata.theory.figures import FigureClaim
from lemmata.theory.ledger import source_path
from lemmata.verify.data.errors import DataError
from lemmata.verify.data.loading import (
    CIFAR100_TEST,
    DIGITS,
    available_or_digits,
    is_available,
    title_of,
)
from lemmata.verify.figures import recorded
from lemmata.verify.figures.recorded import RecordEntry
from lemmata.verify.figures.reproduction import Reproduction, evidence_of
from lemmata.verify.registry import Effort, Routes, Run, annotate, register
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

Runs = Callable[[Run], "dict[str, Training]"]
Observe = Callable[[Run, "Mapping[str, Series]"], Reproduction]

ALWAYS = ("loss while training", "accuracy while training")  # recorded, whoever reads them


def in_training(
    stated: FigureClaim,
    *,
    runs: Runs,
    papers: str,
    routes: Routes,
    domain: str,
    on_digits: Runs | None = None,
) -> Callable[[Observe], Observe]:
    """Register the decorated function, of the series of its ``runs``, as the check of a figure.

    ``papers``: the size in the paper, in words. ``on_digits``: small runs on scikit-learn's digits,
    which are trained in every run and make a check of their own.
    """

    def decorate(observe: Observe) -> Observe:
        name, place = observe.__name__, source_path(observe)
        source = observe.__code__.co_filename

        def evidence(run: Run) -> Evidence:
            wanted = runs(run)
            found = _found(stated, run, wanted, source)
            if isinstance(found, str):
                return Evidence(Method.REPRODUCTION, routes, domain, pending=found)
            shown = _described(run, wanted, found, observe, papers)
            shown = replace(shown, recorded=_origin(stated, found, source))
            return evidence_of(stated, shown, run, routes, domain)

        def live(run: Run) -> Evidence:
            from lemmata.verify.training.shared_runs import series_of

            wanted = (on_digits or runs)(run)
            found = series_of(wanted, run.device, None, True) or {}
            shown = _described(run, wanted, found, observe, papers)
            return evidence_of(stated, shown, run, routes, f"{domain}; {title_of(DIGITS)}")

        annotate(evidence, trainings=lambda run: _trainable(runs(run)))
        annotate(evidence, records=lambda run: _records(run, runs(run), observe))
        register(stated.id, name, evidence, place)
        if on_digits is not None:
            register(stated.id, f"{name}_on_digits", live, place)
        return observe

    return decorate


def _found(
    stated: FigureClaim, run: Run, wanted: Mapping[str, Training], source: str
) -> dict[str, Series] | str:
    """The series of all runs: trained, kept or recorded; else what it would take to have them."""
    from lemmata.verify.training.shared_runs import runs_folder, series_of

    smoke = run.effort is Effort.SMOKE
    path, record = recorded.beside(source)
    try:
        series = series_of(wanted, run.device, None if smoke else runs_folder(), run.train)
    except DataError:
        series = None
    if series is not None:
        for name, one in series.items():
            if record is not None:
                live = {name: _thinned(one, name) for name in _names(record, one)}
                recorded.require_agreement(path, record, one.training.key, name, live)
        return series
    if record is not None:
        entries = record["entries"]
        keys = {n: replace(one, seed=record["seed"]).key for n, one in wanted.items()}
        if all(key in entries for key in keys.values()):
            return {n: _read(wanted[n], entries[key]) for n, key in keys.items()}
    how = f"--effort {run.effort} --seed {run.address.root} --train --data DIR"
    return f"it trains networks: lemmata run {stated.id} {how}"


def _names(record: recorded.RecordFile, one: Series) -> list[str]:
    entry = record["entries"].get(one.training.key)
    return [] if entry is None else list(entry["values"])


def _read(training: Training, entry: RecordEntry) -> Series:
    """A series as it was recorded."""
    import torch

    from lemmata.verify.training.series import Series

    values = {name: torch.from_numpy(one) for name, one in recorded.arrays(entry).items()}
    return Series(training, values, entry["layers"], entry["data"], entry["seconds"], recorded=True)


def _thinned(series: Series, name: str) -> Floats:
    """What is recorded of a series: of the gradients of single layers, the first and last row."""
    from lemmata.verify.training.series import GRADIENTS

    found = series.array(name)
    return found[[0, -1]] if name == GRADIENTS and not series.recorded else found


def _records(run: Run, wanted: Mapping[str, Training], observe: Observe) -> dict[str, RecordEntry]:
    """By the key of its settings, what the figure reads of each run, and loss and accuracy."""
    from lemmata.verify.training.series import GRADIENTS, LARGEST
    from lemmata.verify.training.shared_runs import runs_folder, series_of

    series = series_of(wanted, run.device, runs_folder(), train=True) or {}
    values = {name: _Read(one.values) for name, one in series.items()}
    observe(run, {name: replace(one, values=values[name]) for name, one in series.items()})
    found: dict[str, RecordEntry] = {}
    for name, one in series.items():
        names = [*ALWAYS, *(n for n in values[name].names if n not in ALWAYS)]
        names += [LARGEST] if GRADIENTS in names else []
        layers = {n: one.layers[n] for n in names if n in one.layers}
        kept = {n: _thinned(one, n) for n in names}
        found[one.training.key] = recorded.new_entry(one.data, kept, one.seconds, layers)
    return found


class _Read(dict[str, Any]):
    """Values that remember which of them were read."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.names: dict[str, None] = {}

    def __getitem__(self, name: str) -> Any:
        self.names[name] = None
        return super().__getitem__(name)


def _origin(stated: FigureClaim, found: Mapping[str, Series], source: str) -> Origin | None:
    path, record = recorded.beside(source)
    if record is None or not any(one.recorded for one in found.values()):
        return None
    keys = (replace(one.training, seed=record["seed"]).key for one in found.values())
    return recorded.origin_of(path, record, keys, stated.id)


def _described(
    run: Run,
    wanted: Mapping[str, Training],
    series: Mapping[str, Series],
    observe: Observe,
    papers: str,
) -> Reproduction:
    """What the runs show, with their sizes and data, and why it decides nothing, if so."""
    found = observe(run, series)
    first = next(iter(series.values()))
    smaller = run.effort is not Effort.PAPER or first.training.data == DIGITS
    on = ", ".join(dict.fromkeys(title_of(one.data) for one in wanted.values()))
    note = f"{'Made smaller' if smaller else 'As in the paper'}: {describe_sizes(wanted)}; {on}."
    told = [*([f"The paper's: {papers}."] if smaller else []), f"Data: {first.data}."]
    smoke = run.effort is Effort.SMOKE
    pending = "smoke effort decides nothing" if smoke else found.pending
    return replace(found, note=note, remarks=[*told, *found.remarks], pending=pending)


def _trainable(wanted: Mapping[str, Training]) -> dict[str, Training]:
    return {name: one for name, one in wanted.items() if is_available(one.data)}


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
    """The data set of a figure; at smoke effort the digits. Of CIFAR-100 parts of its test split,
    if no more is there; the papers' own size has no such parts.
    """
    if run.effort is Effort.SMOKE:
        return DIGITS
    parted = name == "cifar100" and run.effort is not Effort.PAPER
    return CIFAR100_TEST if parted and available_or_digits(name) != name else name
