"""The table of phases: one row a cell, as CSV below a digest and a line that says how it was made.

The recorded one stands beside this module. A file that was changed by hand is refused.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lemmata.verify.errors import Misuse
from lemmata.verify.phases.grid import PhaseCell, PhaseLayer, sign
from lemmata.verify.results.writing import replace_file

RECORDED = Path(__file__).with_name("phases.csv")
NAMES = ("growth", "rank_rate", "V", "rank")  # those of ``simulation.Phase``
_KEYS = ("norm", "weights", "activation", "residual", "d", "n")
_DIGITS = 6


class PhasesError(Misuse):
    """A table of phases that was changed, or is of other settings."""


class MeasuredRate(NamedTuple):
    """A mean over replicas and Student's interval."""

    estimate: float
    low: float
    high: float


PhaseRow = Mapping[str, MeasuredRate]  # by the names of what is measured
PhaseRows = dict[PhaseCell, PhaseRow]
About = dict[str, str | int | float]  # command, seed, sizes, and who measured when


@dataclass(frozen=True)
class PhaseTable:
    about: About
    rows: PhaseRows


def write_table(path: Path, table: PhaseTable) -> None:
    """The whole file in one step."""
    text = io.StringIO()
    text.write(f"# {json.dumps(table.about)}\n")
    writer = csv.writer(text, lineterminator="\n")
    ends = [f"{name}{end}" for name in NAMES for end in ("", " low", " high")]
    writer.writerow([*_KEYS, *ends])
    for cell, row in table.rows.items():
        one = cell.layer
        key = (one.norm, one.weights, one.activation, int(one.residual), cell.d, cell.n)
        writer.writerow([*key, *(f"{v:.{_DIGITS}g}" for name in NAMES for v in row[name])])
    rest = text.getvalue()
    replace_file(path, f"# {_digest(rest)}\n{rest}".encode())


def read_table(path: Path) -> PhaseTable:
    about = path.stat()
    return _read(path, about.st_size, about.st_mtime_ns)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@functools.lru_cache(maxsize=4)
def _read(path: Path, size: int, time: int) -> PhaseTable:
    first, _, rest = path.read_bytes().decode(errors="replace").partition("\n")
    if first != f"# {_digest(rest)}":
        raise PhasesError(
            f"{path} is not as it was measured: its digest does not match; delete it and measure"
            " it again by lemmata phases"
        )
    line, _, rows = rest.partition("\n")
    found: PhaseRows = {}
    for row in csv.DictReader(io.StringIO(rows)):
        residual = bool(int(row["residual"]))
        one = PhaseLayer(row["norm"], row["weights"], row["activation"], residual)
        found[PhaseCell(one, int(row["d"]), int(row["n"]))] = {
            name: MeasuredRate(*(float(row[f"{name}{end}"]) for end in ("", " low", " high")))
            for name in NAMES
        }
    return PhaseTable(json.loads(line.removeprefix("# ")), found)


def picture_rows(rows: PhaseRows) -> list[dict[str, str | float]]:
    """What a picture shows of each cell: its keys, both rates, and what their intervals say."""
    return [
        {
            "norm": cell.layer.norm,
            "weights": cell.layer.weights,
            "activation": cell.layer.activation,
            "residual": "residual" if cell.layer.residual else "",
            "ratio": cell.n / cell.d,
            "growth": row["growth"].estimate,
            "growth_sign": sign(*row["growth"][1:]),
            "rank_sign": sign(*row["rank_rate"][1:]),
            "rank": row["rank"].estimate,
        }
        for cell, row in rows.items()
    ]
