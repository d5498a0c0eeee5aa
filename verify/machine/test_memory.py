"""A run that would not fit is refused in one line before it starts."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from lemmata.verify.machine import memory
from lemmata.verify.registry import Effort


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine with 8 GiB free, without a container."""
    has(monkeypatch, 8 * 2**30)
    monkeypatch.setattr(memory, "_GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "_CONTAINER", tmp_path)
    return tmp_path


def has(monkeypatch: pytest.MonkeyPatch, available: int) -> None:
    found = SimpleNamespace(available=available)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: found)


def limited(group: Path, limit: str, used: str, most: object) -> None:
    """A control group in which half a GiB lives."""
    group.mkdir(parents=True, exist_ok=True)
    (group / limit).write_text(f"{most}\n")
    (group / "memory.stat").write_text(f"{used} {2**29}\nfile 12345\n")


def test_free_memory_is_what_the_machine_or_its_container_leaves(
    machine: Path,
) -> None:
    assert memory.free("cpu") == 8 * 2**30
    for path in ("/", "/a.slice", "/a.slice/b.scope"):
        (machine / "cgroup").write_text(f"0::{path}\n")
        limited(machine / path.lstrip("/"), "memory.max", "anon", "max")
        assert memory.free("cpu") == 8 * 2**30, path
        limited(machine, "memory.max", "anon", 2**30)
        assert memory.free("cpu") == 2**29, path
        (machine / "memory.max").unlink()
    (machine / "cgroup").write_text("5:devices:/\n4:memory:/a/b\n0::/\n")  # of the first version
    limited(machine / "memory" / "a", "memory.limit_in_bytes", "total_rss", 2**30)
    assert memory.free("cpu") == 2**29


def test_the_devices_own_memory_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10 * 2**20, 2**34))
    with pytest.raises(memory.NotEnoughMemory, match="on cuda and 10 are free"):
        memory.require("cuda")


@pytest.mark.usefixtures("machine")
def test_a_run_too_large_for_memory_writes_nothing(
    made_up_claims: Path, refused: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    has(monkeypatch, 100 * 2**20)
    command = "run  sharp:holds  --device  cpu"
    refused((command, "the largest batch needs"), (command, "100 are free"))
    assert not (made_up_claims / "results.json").exists()


@pytest.mark.usefixtures("machine")
def test_a_thorough_run_needs_more_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    has(monkeypatch, 2 * 2**30)
    memory.require("cpu")
    with pytest.raises(memory.NotEnoughMemory, match="3072 MiB on cpu and 2048 are free"):
        memory.require("cpu", Effort.THOROUGH)
    monkeypatch.setattr(memory, "peak", lambda device: 2454 * 2**20)
    assert memory.excess("cpu", Effort.THOROUGH) == ""
    assert "the run took 2454 MiB, more than" in memory.excess("cpu", Effort.STANDARD)
