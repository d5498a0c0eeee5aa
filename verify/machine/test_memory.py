"""A run that would not fit is refused in one line before it starts."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
import torch

from lemmata.theory.test_support.comparing import over
from lemmata.verify.machine import memory
from lemmata.verify.machine.fake_device import fake_cuda
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
    with fake_cuda(2**34):
        memory.require("cuda")
        monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10 * 2**20, 2**34))
        with pytest.raises(memory.NotEnoughMemory, match="on cuda and 10 are free"):
            memory.require("cuda")
        monkeypatch.setattr(torch.cuda, "memory_reserved", lambda device: 2**31)
        memory.require("cuda")  # what the allocator holds and nothing lives in


@over([1, 2, 3, 7])
def test_processes_that_share_a_gpu_fit_into_it(workers: int) -> None:
    """All their tensors at most, what CUDA takes in each, and one process more."""
    total = 2**34
    with fake_cuda(total):
        share = memory.take_share("cuda", workers)
        assert workers * share + (workers + 1) * memory.CONTEXT <= total
        assert workers * (share + 1) + (workers + 1) * memory.CONTEXT > total
        limit = torch.cuda.get_per_process_memory_fraction("cuda") * total
        assert limit == pytest.approx(share)
        assert memory.free("cuda") == pytest.approx(share)
        with pytest.raises(memory.NotEnoughMemory):
            memory.require_bytes("cuda", share + 2**20, "a pass")


@pytest.mark.usefixtures("machine")
def test_what_lives_in_a_share_is_taken_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_cuda(2**34):
        share = memory.take_share("cuda", 4)
        for name in ("memory_allocated", "memory_reserved"):
            monkeypatch.setattr(torch.cuda, name, lambda device: 2**31)
        assert memory.free("cuda") == pytest.approx(share - 2**31)
        with pytest.raises(memory.NotEnoughMemory, match="on cuda and"):
            memory.require("cuda")


@pytest.mark.usefixtures("machine")
def test_as_many_workers_as_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_cuda(2**34):
        assert memory.workers_with_room("cpu", Effort.STANDARD) == 5  # 8 GiB
        assert memory.workers_with_room("cuda", Effort.STANDARD) == 5  # the host's memory
        has(monkeypatch, 2**40)
        assert memory.workers_with_room("cuda", Effort.STANDARD) == 8  # 16 GiB, 2 for each


def test_a_gpu_that_cannot_be_shared_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(fraction: float, device: str) -> None:
        raise RuntimeError("no limit in this allocator\nsee its manual")

    with fake_cuda(2**32):
        with pytest.raises(memory.NotEnoughMemory) as refused:
            memory.take_share("cuda", 2)
        assert str(refused.value) == (
            "2 processes on cuda would have 1.25 GiB of its 4 GiB each and need 1.5 GiB; use fewer"
        )
        monkeypatch.setattr(torch.cuda, "set_per_process_memory_fraction", refuse)
        with pytest.raises(memory.NotEnoughMemory) as refused:
            memory.take_share("cuda", 1)
        assert str(refused.value) == (
            "the allocator of cuda takes no limit, so that processes cannot share it:"
            " no limit in this allocator"
        )


def test_a_cpu_has_no_shares() -> None:
    assert memory.take_share("cpu", 3) == pytest.approx(memory.free("cpu"), rel=0.2)


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
