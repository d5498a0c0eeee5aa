"""What a long run says of the time that it will take."""

from types import SimpleNamespace

import pytest

from verify.depth import gradients


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
