"""What a long run says of the time that it will take, and that its layers take no room."""

from types import SimpleNamespace

import pytest
import torch

from verify.depth import gradients
from verify.depth.network import RowNorm, StandardBN


def test_time_left_is_guessed_forwards_and_measured_backwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten layers, a second each forwards, three backwards, which is guessed at three times it."""
    times = iter([100.0, 105.0, 110.0, 122.0, 140.0])
    clock = SimpleNamespace(perf_counter=lambda: next(times))
    monkeypatch.setattr("verify.depth.gradients.time", clock)
    said: list[tuple[int, int, float]] = []
    run = gradients._Clock(10, lambda *told: said.append(told))
    for done in (5, 10, 14, 20):
        run.passed(done)
    assert said == [(5, 20, 35.0), (10, 20, 30.0), (14, 20, 18.0), (20, 20, 0.0)]


@pytest.mark.parametrize("normalisation", [RowNorm(), RowNorm(scaled=True), StandardBN()])
def test_a_layer_is_written_where_it_is_told_to(normalisation: RowNorm | StandardBN) -> None:
    Z = torch.randn(2, 3, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    room = torch.empty_like(Z)
    Y, _ = normalisation.forward(Z, out=room)
    assert Y is room
    assert torch.equal(Y, normalisation.forward(Z)[0])
