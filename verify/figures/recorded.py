"""Recorded measurements: what was measured once on the papers' data, kept beside the checks.

``recorded.json`` stands in the folder of the checks that read it. Its first line is a digest of all
that follows: the data and the seed, then one line for each network with its numbers, its date, the
commit and the machine. Where the same is measured again, both must agree: to all recorded digits on
the machine that recorded it, and elsewhere, where rounding sends single networks other ways, in
their means over networks.
"""

from __future__ import annotations

import functools
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from lemmata.theory.evidence import Origin
from lemmata.verify.errors import Misuse
from lemmata.verify.results import schema
from lemmata.verify.results.place import ROOT
from lemmata.verify.results.writing import replace_file
from lemmata.verify.statistics.betting import Floats

Layers = dict[str, list[int]]

NAME = "recorded.json"
DIGITS = 5  # significant ones that are kept
ROUNDING = 10.0 ** (1 - DIGITS)  # the relative difference that rounding to them allows
LEVEL = 1e-6  # of the interval that the difference of two means must lie in


class Tampered(Misuse):
    """A file that is not as it was recorded."""


class Disagrees(Misuse):
    """A measurement that contradicts the recorded one."""


class RecordEntry(TypedDict):
    """One network in training, or one data set: ``values`` by name, (rows, runs, ...); None stands
    for what is no finite number. ``layers``: which ones the last index counts.
    """

    date: str
    commit: str
    machine: str
    data: str
    seconds: float
    layers: Layers
    values: dict[str, list[Any]]


class RecordFile(TypedDict):
    """``data``: the MD5 sum of every file that was read; ``entries`` by key."""

    digest: str
    command: str
    seed: int
    data: dict[str, str]
    entries: dict[str, RecordEntry]


def beside(source: str) -> tuple[Path, RecordFile | None]:
    """The record in the folder of a source file, and where it stands; None if there is none."""
    path = Path(source).with_name(NAME)
    return path, read(path) if path.is_file() else None


def read(path: Path) -> RecordFile:
    """A file as it was recorded; one that was changed is ``Tampered``."""
    about = path.stat()
    return _read(path, about.st_size, about.st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _read(path: Path, size: int, time: int) -> RecordFile:
    first, _, rest = path.read_bytes().partition(b"\n")
    if first != _first_line(rest).encode():
        raise Tampered(
            f"{path} is not as it was recorded: its digest does not match; restore it, or record it"
            " again by make record"
        )
    return schema.read(path, RecordFile)


def require_untampered() -> None:
    """Refuse a record that was changed."""
    for path in sorted((ROOT / "verify").glob(f"*/*/{NAME}")):
        read(path)


def write(path: Path, about: Mapping[str, Any], entries: Mapping[str, RecordEntry]) -> None:
    """One line for each entry, below the digest and what is said of all of them."""
    lines = [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in about.items()]
    each = [f" {json.dumps(key)}: {json.dumps(one)}" for key, one in sorted(entries.items())]
    rest = "\n".join([*lines, '"entries": {', ",\n".join(each), "}}", ""]).encode()
    replace_file(path, f"{_first_line(rest)}\n".encode() + rest)


def _first_line(rest: bytes) -> str:
    return f'{{"digest": "{hashlib.blake2b(rest, digest_size=16).hexdigest()}",'


def origin_of(path: Path, found: RecordFile, keys: Iterable[str], claim_id: str) -> Origin:
    """Where evidence from these entries comes from."""
    entries = [found["entries"][key] for key in keys]
    commits, machines = ({one[name]: None for one in entries} for name in ("commit", "machine"))
    date = max(one["date"] for one in entries)
    file = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    command = f"lemmata run {claim_id} --seed {found['seed']} --train --data DIR"
    made = date, ", ".join(commits), "; ".join(machines)
    return Origin(file, found["digest"], *made, found["seed"], command)


def new_entry(
    data: str, values: Mapping[str, Floats], seconds: float = 0.0, layers: Layers | None = None
) -> RecordEntry:
    """An entry made now and here, by a commit that is yet to be named."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": "",
        "machine": machine(),
        "data": data,
        "seconds": round(seconds, 1),
        "layers": layers or {},
        "values": {name: rounded(one) for name, one in values.items()},
    }


def machine() -> str:
    """What decides how numbers are rounded."""
    import torch

    return f"{_processor()}, {platform.system()}, torch {torch.__version__}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return f"{platform.machine()}, {next(names, 'unknown processor')}"


def rounded(values: Floats) -> list[Any]:
    """As they are recorded."""
    if values.ndim == 0:
        raise ValueError("a single number is no series; expected (rows, runs, ...)")
    nested: list[Any] = [
        rounded(one) if one.ndim else float(f"{one:.{DIGITS}g}") if np.isfinite(one) else None
        for one in values
    ]
    return nested


def arrays(entry: RecordEntry) -> dict[str, Floats]:
    """The recorded values."""
    return {name: np.array(values, dtype=float) for name, values in entry["values"].items()}


def require_agreement(
    path: Path, found: RecordFile, key: str, what: str, live: Mapping[str, Floats]
) -> None:
    """Refuse measurements that contradict those recorded under ``key``, if there are any."""
    if key not in found["entries"]:
        return
    here = machine() == found["entries"][key]["machine"]
    for name, old in arrays(found["entries"][key]).items():
        new = live[name]
        if old.shape != new.shape:
            raise Disagrees(f"{path}: {name} of {what} has shape {old.shape}, here {new.shape}")
        difference, allowed = _difference(old, new) if not here else _each(old, new)
        if (difference > allowed).any():
            at = np.unravel_index(np.argmax(difference - allowed), difference.shape)
            raise Disagrees(
                f"{path}: {name} of {what} differs by {difference[at]:.3g} from what is measured"
                f" here, at {tuple(map(int, at))}; {allowed[at]:.2g} is allowed"
            )


def _each(old: Floats, new: Floats) -> tuple[Floats, Floats]:
    """Every number on its own; one that is finite on one side only differs infinitely."""
    both = np.isfinite(old) & np.isfinite(new)
    alike = np.isfinite(old) == np.isfinite(new)
    difference = np.where(both, abs(old - np.where(both, new, 0)), np.where(alike, 0, np.inf))
    return difference, ROUNDING * np.where(both, abs(old), 0)


def _difference(old: Floats, new: Floats) -> tuple[Floats, Floats]:
    """Of the means over runs of the finite values, Welch's interval; NaN if there are not two."""
    from scipy import stats

    means, errors = [], []
    with np.errstate(invalid="ignore", divide="ignore"):
        for one in (old, new):
            finite = np.isfinite(one)
            count = finite.sum(1)
            values = np.where(finite, one, 0)
            mean = values.sum(1) / count
            spread = (np.where(finite, one - mean[:, None], 0) ** 2).sum(1) / (count - 1)
            means.append(mean)
            errors.append(spread / count)
        allowed = stats.t.isf(LEVEL / 2, old.shape[1] - 1) * np.sqrt(sum(errors))
        return abs(means[0] - means[1]), allowed + ROUNDING * abs(means[0])
