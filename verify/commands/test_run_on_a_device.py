"""A run on a GPU says first what it runs on, and does not begin on one that computes wrongly."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from lemmata.verify import cli
from lemmata.verify.chains import agreement
from lemmata.verify.commands.common import MISUSED
from lemmata.verify.machine import device, memory
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.work import pool

COMMAND = ["run", "sharp:holds", "--device", "cuda", "--effort", "smoke"]


def devices_in(folder: Path) -> set[str]:
    content = json.loads((folder / "results.json").read_text())
    return {claim["device"] for claim in content["claims"]}


def test_the_first_line_names_the_device_its_memory_and_a_workers_share(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with fake_cuda(2**33):
        assert cli.main(COMMAND) == 0
    first, *_ = capsys.readouterr().err.splitlines()
    assert first == (
        "device cuda: a GPU that is not there, 8 GiB of memory, 7 GiB for one worker;"
        " float64 agrees with the CPU in 7 comparisons"
    )
    assert devices_in(made_up_claims) == {"cuda"}


def test_auto_is_the_gpu_that_is_there(made_up_claims: Path) -> None:
    with fake_cuda():
        assert cli.main(["run", "sharp:holds", "--effort", "smoke"]) == 0
    assert devices_in(made_up_claims) == {"cuda"}


def test_a_device_that_disagrees_ends_the_run_in_one_line(
    made_up_claims: Path, refused: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def off(device: str) -> float:
        return 1e-3

    monkeypatch.setattr(agreement, "COMPARISONS", {off: 1e-12})
    with fake_cuda():
        refused(
            ("  ".join(COMMAND), "device cuda disagrees with the CPU about off: off by 1.0e-03")
        )
    assert not (made_up_claims / "results.json").exists()


def test_more_workers_than_fit_are_refused_in_one_line(
    made_up_claims: Path, refused: Callable[..., None]
) -> None:
    command = "run  --device  cuda  --effort  smoke  --workers  4"
    with fake_cuda(2**32):
        refused((command, "4 processes on cuda would have 384 MiB of its 4 GiB each and need"))
    assert not (made_up_claims / "results.json").exists()


def test_a_worker_begins_with_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with fake_cuda(2**34):
        pool._begin("cuda", 3)
        share = (2**34 - 4 * memory.CONTEXT) / 3
        fraction = torch.cuda.get_per_process_memory_fraction("cuda")
        assert fraction * 2**34 == pytest.approx(share, rel=1e-6)


@pytest.mark.usefixtures("made_up_claims")
def test_a_machine_without_a_gpu_ends_with_two(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "_cuda_available", lambda: False)
    assert cli.main(COMMAND) == MISUSED
    line = "lemmata: device cuda is not available here; use cpu or auto\n"
    assert capsys.readouterr().err == line
