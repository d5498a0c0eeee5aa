"""A run that would not fit is refused in one line before it starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from verify import memory
from verify.cli import main
from verify.commands.common import MISUSED
from verify.registry import Effort


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Linux with 8 GiB free, without a container."""
    monkeypatch.setattr(memory, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "_GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(memory, "_CONTAINER", tmp_path)
    (tmp_path / "meminfo").write_text("MemTotal: 16777216 kB\nMemAvailable: 8388608 kB\n")
    return tmp_path


def test_free_memory_is_what_the_machine_has_available(machine: Path) -> None:
    assert memory.free("cpu") == 8 * 2**30


def limited(group: Path, limit: str, used: str, most: object) -> None:
    """A control group in which half a GiB lives."""
    group.mkdir(parents=True, exist_ok=True)
    (group / limit).write_text(f"{most}\n")
    (group / "memory.stat").write_text(f"{used} {2**29}\nfile 12345\n")


@pytest.mark.parametrize("path", ["/", "/a.slice", "/a.slice/b.scope"])
def test_a_container_or_any_group_around_it_may_have_less(machine: Path, path: str) -> None:
    (machine / "cgroup").write_text(f"0::{path}\n")
    limited(machine / path.lstrip("/"), "memory.max", "anon", "max")
    assert memory.free("cpu") == 8 * 2**30
    limited(machine, "memory.max", "anon", 2**30)
    assert memory.free("cpu") == 2**29


def test_so_may_a_group_of_the_first_version(machine: Path) -> None:
    (machine / "cgroup").write_text("5:devices:/\n4:memory:/a/b\n0::/\n")
    limited(machine / "memory" / "a", "memory.limit_in_bytes", "total_rss", 2**30)
    assert memory.free("cpu") == 2**29


def test_where_nobody_tells_nothing_is_refused(machine: Path) -> None:
    (machine / "meminfo").unlink()
    assert memory.free("cpu") is None
    memory.require("cpu")


def test_the_devices_own_memory_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (10 * 2**20, 2**34))
    with pytest.raises(memory.NotEnoughMemory, match="on cuda and 10 are free"):
        memory.require("cuda")


def test_a_run_that_would_not_fit_is_refused_in_one_line_and_writes_nothing(
    machine: Path, made_up_claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "meminfo").write_text("MemAvailable: 102400 kB\n")
    assert main(["run", "sharp:holds", "--device", "cpu"]) == MISUSED
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "the largest batch needs" in printed.err
    assert "100 are free" in printed.err
    assert len(printed.err.splitlines()) == 1
    assert not (made_up_claims / "results.json").exists()


def test_a_run_that_took_more_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "peak", lambda device: 3 * 2**30)
    assert "the run took 3072 MiB, more than" in memory.excess("cpu")
    monkeypatch.setattr(memory, "peak", lambda device: 2**20)
    assert memory.excess("cpu") == ""


def test_a_thorough_run_needs_more(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (machine / "meminfo").write_text("MemAvailable: 2097152 kB\n")
    memory.require("cpu")
    with pytest.raises(memory.NotEnoughMemory, match="3072 MiB on cpu and 2048 are free"):
        memory.require("cpu", Effort.THOROUGH)
    monkeypatch.setattr(memory, "peak", lambda device: 2454 * 2**20)
    assert memory.excess("cpu", Effort.THOROUGH) == ""
    assert memory.excess("cpu", Effort.STANDARD) != ""
