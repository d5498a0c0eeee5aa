"""Memory: whether a run fits before it starts, and what it took when it is over.

The sizes of batches belong to the addresses of their seeds and cannot be cut. They are the same at
every effort; hunts, from thorough effort on, take more than the largest of them.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from lemmata.verify.errors import Misuse
from lemmata.verify.machine.effort import Effort

NEEDED = dict.fromkeys(Effort, 3 * 2**29) | {Effort.THOROUGH: 3 * 2**30, Effort.PAPER: 3 * 2**30}
"""Bytes of a whole run, rounded up: `lemmata run` took 776 MiB at most, with real images 1234, at
thorough effort 2454 (by getrusage). Every run compares its own peak with this and says if it took
more."""

_GROUPS, _CONTAINER = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
# By the controllers of a group, version 2 and 1: its folder, its limit, and what lives in it.
_LIMITS = {
    "": ("", "memory.max", "anon"),
    "memory": ("memory", "memory.limit_in_bytes", "total_rss"),
}


class NotEnoughMemory(Misuse):
    """A run whose largest batch would not fit."""


def require(device: str, effort: Effort = Effort.STANDARD) -> None:
    """Refuse a run for whose batches there is no room."""
    if (available := free(device)) < NEEDED[effort]:
        raise NotEnoughMemory(
            f"the largest batch needs {NEEDED[effort] / 2**20:.0f} MiB on {device} and"
            f" {available / 2**20:.0f} are free; its size belongs to its seed and cannot be cut"
        )


def require_bytes(device: str, needed: int, what: str) -> None:
    """Refuse what would take more than is free, before any of it is allocated."""
    if needed > (available := free(device)):
        raise NotEnoughMemory(
            f"{what} needs about {size(needed)} of memory on {device},"
            f" and {size(available)} are free"
        )


def size(count: int) -> str:
    """Bytes in a unit that people read, however many they are."""
    units = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
    index = min((max(count, 1).bit_length() - 1) // 10, len(units) - 1)
    whole = count >> 10 * index
    if whole >= 10_000:
        return f"more than 10000 {units[index]}"
    value = count / (1 << 10 * index)
    return f"{value:{'.0f' if value >= 100 else '.3g'}} {units[index]}"


def excess(device: str, effort: Effort = Effort.STANDARD) -> str:
    """What to say of a run that took more than was required; empty if it did not."""
    if (taken := peak(device)) <= NEEDED[effort]:
        return ""
    return (
        f"the run took {taken / 2**20:.0f} MiB, more than the {NEEDED[effort] / 2**20:.0f} it was"
        " checked for: memory.NEEDED is too small"
    )


def free(device: str) -> int:
    """Bytes that are free on the device."""
    if device != "cpu":
        import torch

        return int(torch.cuda.mem_get_info(device)[0])
    return min([int(psutil.virtual_memory().available), *_room()])


def _room() -> Iterator[int]:
    """What each control group around this process leaves it: its limit less what lives in it.

    psutil knows the machine alone.
    """
    lines = _GROUPS.read_text(encoding="ascii").splitlines() if _GROUPS.exists() else []
    for _, controllers, path in (line.split(":", 2) for line in lines):
        if controllers not in _LIMITS:
            continue
        folder, limit, used = _LIMITS[controllers]
        for group in (Path(path), *Path(path).parents):  # a container's own is mounted at the root
            place = _CONTAINER / folder / str(group).lstrip("/")
            try:
                entries = (place / "memory.stat").read_text(encoding="ascii").splitlines()
                lives = dict(entry.split() for entry in entries)[used]
                yield int((place / limit).read_text(encoding="ascii")) - int(lives)
            except (OSError, KeyError, ValueError):  # none of this name, or without a limit
                continue


def peak(device: str) -> int:
    """Bytes that this process took at most: on cpu its resident size; psutil knows no peak."""
    if device != "cpu":
        import torch

        return int(torch.cuda.max_memory_allocated(device))
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024
