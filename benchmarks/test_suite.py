"""The suites can be run: asv finds every benchmark and agrees with its parameters."""

import ast
import importlib
from pathlib import Path
from typing import Any

import pytest
import torch

from benchmarks import chains, sampling
from benchmarks.growth import FLOOR, GROWTH, MEMORY
from benchmarks.targets import CASES

ROOT = Path(__file__).resolve().parents[1]


def test_asv_check_finds_no_problem() -> None:
    """Do what ``asv check`` does, in this process, which has loaded everything already."""
    config = pytest.importorskip("asv.config", reason="asv is not installed (extra: bench)")
    suites = ROOT / config.Config.load(str(ROOT / "asv.conf.json")).benchmark_dir
    check = importlib.import_module("asv_runner.check")
    with pytest.raises(SystemExit) as ended:
        check._check((str(suites),))
    assert ended.value.code == 0
    discovery = importlib.import_module("asv_runner.discovery")
    assert len(list(discovery.disc_benchmarks(str(suites)))) > 20


def test_a_benchmark_on_a_device_that_is_not_here_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In asv ``NotImplementedError`` skips."""
    suites: list[Any] = [chains.GapTrajectory, chains.GramChain]
    suites += [sampling.HaarMatrices, sampling.Products, sampling.Frames]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for suite in suites:
        *first, devices = suite.params
        case = [values[0] for values in first]
        assert devices == ["cpu", "cuda"]
        with pytest.raises(NotImplementedError, match="device cuda is not here"):
            suite().setup(*case, "cuda")


def test_cases_survive_as_text() -> None:
    """The report reads them from asv's results."""
    for case in (*GROWTH, *MEMORY, *FLOOR, *CASES):
        assert ast.literal_eval(repr(case)) == case
