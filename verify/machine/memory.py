"""Memory: refuses a run that does not fit, and reports one that took more than expected.

The size of a batch belongs to the address of its seed, so it cannot be reduced. It is the same at
every effort; hunts, from thorough effort on, take more memory than the largest batch. Processes
that share a GPU have a share each, which torch's allocator holds them to.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from lemmata.verify.errors import Misuse
from lemmata.verify.machine.effort import Effort

NEEDED = dict.fromkeys(Effort, 3 * 2**29) | {Effort.THOROUGH: 3 * 2**30, Effort.PAPER: 3 * 2**30}
"""Bytes of a whole run, rounded up: `lemmata run` took at most 776 MiB, 1234 with real images and
2454 at thorough effort (by getrusage). Every run compares its own peak with this number."""

CONTEXT = 2**29
"""Bytes of a GPU that CUDA and its libraries take in every process, beside the tensors."""

_GROUPS, _CONTAINER = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
# For cgroups version 2 and 1: the folder, the file of the limit, and the key of the memory in use.
_LIMITS = {
    "": ("", "memory.max", "anon"),
    "memory": ("memory", "memory.limit_in_bytes", "total_rss"),
}


class NotEnoughMemory(Misuse):
    """A run that would not fit into memory."""


def require(device: str, effort: Effort = Effort.STANDARD) -> None:
    """Refuse a run whose largest batch does not fit."""
    if (available := free(device)) < NEEDED[effort]:
        raise NotEnoughMemory(
            f"the largest batch needs {NEEDED[effort] / 2**20:.0f} MiB on {device} and"
            f" {available / 2**20:.0f} are free; its size belongs to its seed and cannot be cut"
        )


def take_share(device: str, workers: int) -> int:
    """The bytes of its memory that each of so many processes may take, and this one no more."""
    if device == "cpu":
        return free(device)
    import torch

    total = int(torch.cuda.mem_get_info(device)[1])
    share = (total - (workers + 1) * CONTEXT) // workers  # one more process hands out the work
    if share < min(NEEDED.values()):
        raise NotEnoughMemory(
            f"{workers} processes on {device} would have {size(max(share, 0))} of its {size(total)}"
            f" each and need {size(min(NEEDED.values()))}; use fewer"
        )
    try:
        torch.cuda.set_per_process_memory_fraction(share / total, device)
    except (RuntimeError, ValueError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        raise NotEnoughMemory(
            f"the allocator of {device} takes no limit, so that processes cannot share it: {reason}"
        ) from error
    return share


def workers_with_room(device: str, effort: Effort) -> int:
    """How many processes have the memory for a run; on a GPU each takes the host's as well."""
    here = free("cpu") // NEEDED[effort]
    return here if device == "cpu" else min(here, free(device) // (NEEDED[effort] + CONTEXT))


def require_bytes(device: str, needed: int, what: str) -> None:
    """Refuse a computation that needs more than the free memory."""
    if needed > (available := free(device)):
        raise NotEnoughMemory(
            f"{what} needs about {size(needed)} of memory on {device},"
            f" and {size(available)} are free"
        )


def size(count: int) -> str:
    """A number of bytes with a unit, for messages."""
    units = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
    index = min((max(count, 1).bit_length() - 1) // 10, len(units) - 1)
    whole = count >> 10 * index
    if whole >= 10_000:
        return f"more than 10000 {units[index]}"
    value = count / (1 << 10 * index)
    return f"{value:{'.0f' if value >= 100 else '.3g'}} {units[index]}"


def excess(device: str, effort: Effort = Effort.STANDARD) -> str:
    """A message if the run took more than ``NEEDED``, else empty."""
    if (taken := peak(device)) <= NEEDED[effort]:
        return ""
    return (
        f"the run took {taken / 2**20:.0f} MiB, more than the {NEEDED[effort] / 2**20:.0f} it was"
        " checked for: memory.NEEDED is too small"
    )


def free(device: str) -> int:
    """The free bytes of the device: on a GPU as the allocator's limit of this process leaves."""
    if device != "cpu":
        import torch

        left, total = torch.cuda.mem_get_info(device)
        taken, held = torch.cuda.memory_allocated(device), torch.cuda.memory_reserved(device)
        limit = torch.cuda.get_per_process_memory_fraction(device) * total
        return int(min(left + held - taken, limit - taken))
    return min([int(psutil.virtual_memory().available), *_room()])


def _room() -> Iterator[int]:
    """The bytes that each control group of this process leaves: its limit less the memory in use.

    psutil knows only the whole machine.
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
            except (OSError, KeyError, ValueError):  # no such group, or no limit
                continue


def peak(device: str) -> int:
    """The peak of this process in bytes; on a cpu that of its resident size, unknown to psutil."""
    if device != "cpu":
        import torch

        return int(torch.cuda.max_memory_allocated(device))
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size if sys.platform == "darwin" else size * 1024
