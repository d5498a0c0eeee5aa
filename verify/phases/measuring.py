"""Measures the table of phases cell by cell; what an earlier run has finished is not done again."""

from __future__ import annotations

import subprocess
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from lemmata.verify.figures.recorded import machine
from lemmata.verify.phases.grid import DEEP, LAYERS, LEVEL, REPLICAS, PhaseCell, grid
from lemmata.verify.phases.table import (
    About,
    MeasuredRate,
    PhaseRow,
    PhasesError,
    PhaseTable,
    read_table,
    write_table,
)
from lemmata.verify.results.place import ROOT
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import student
from lemmata.verify.work.pool import Job, Pool

MADE = ("date", "commit", "machine", "command")  # of a table: who measured it, not what


@dataclass(frozen=True)
class PhaseSettings:
    """What the numbers of a table depend on; the grid is that of its width."""

    width: int
    replicas: int = REPLICAS
    layers: int = LAYERS
    deep: int = DEEP
    seed: int = 0
    device: str = "cpu"

    def about(self) -> About:
        """The line of the table that says what it is."""
        return {**vars(self), "level": LEVEL}

    def measure(self, cell: PhaseCell) -> PhaseRow:
        """The row of a cell, whatever else is in the grid."""
        from lemmata.verify.phases.simulation import simulate

        address = Address(self.seed) / "phases" / str(cell) / self.replicas
        found = simulate(cell, address, self.replicas, self.device, self.layers, self.deep)
        return {name: interval(values, LEVEL) for name, values in found._asdict().items()}


def interval(values: Floats, level: float) -> MeasuredRate:
    seen = student(np.asarray(values), level)
    return MeasuredRate(*(float(end) for end in (seen.estimate, seen.lower, seen.upper)))


class Measuring:
    """The cells of a table at ``path`` that are left; each is added to the file when it is done."""

    def __init__(self, settings: PhaseSettings, path: Path, command: str) -> None:
        self.settings, self.path = settings, path
        self.cells = grid(settings.width)
        made = datetime.now(UTC).date().isoformat(), _commit(), machine(), command
        self.about: About = {**settings.about(), **dict(zip(MADE, made, strict=True))}
        self.rows: dict[PhaseCell, PhaseRow] = {}
        if path.exists():
            old = read_table(path)
            if {k: v for k, v in old.about.items() if k not in MADE} != settings.about():
                raise PhasesError(f"{path} has other settings; expected a new --out")
            self.rows = dict(old.rows)
        self.left = [cell for cell in self.cells if cell not in self.rows]

    def run(self, pool: Pool) -> Iterator[tuple[PhaseCell, float]]:
        """Every cell that was left with the seconds since the last, as they are finished."""
        jobs = deque(Job(cell, PhaseSettings.measure, (self.settings, cell)) for cell in self.left)
        last = time.perf_counter()
        for job, row in pool.results(jobs):
            self.rows[job.name] = row
            ordered = {cell: self.rows[cell] for cell in self.cells if cell in self.rows}
            write_table(self.path, PhaseTable(self.about, ordered))
            now = time.perf_counter()
            yield job.name, now - last
            last = now


def _commit() -> str:
    """That of the repository; empty where there is none, as of an installed package."""
    try:
        told = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()
