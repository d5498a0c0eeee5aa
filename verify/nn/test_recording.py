"""The values recorded during training agree with autograd and the definitions."""

import csv
import math
from pathlib import Path

import pytest
import torch
from torch import nn

from lemmata.theory import definitions
from lemmata.verify.nn.recording import GAP, GRADIENT, WEIGHTS, record
from lemmata.verify.nn.test_networks import normal


def train(model: nn.Module, steps: int) -> list[dict[str, float]]:
    """Train a little; the norms of the gradients at each step."""
    norms = []
    for step in range(steps):
        model.zero_grad()
        model(normal(8, 2, 3, 3, at=step)).square().mean().backward()
        norms.append(
            {
                name: float(torch.linalg.vector_norm(p.grad))
                for name, p in model.named_parameters()
                if p.grad is not None
            }
        )
        with torch.no_grad():
            for p in model.parameters():
                p.sub_(0.1 * (p if p.grad is None else p.grad))
    return norms


def small() -> nn.Sequential:
    model = nn.Sequential(nn.Conv2d(2, 3, 2), nn.Tanh(), nn.Flatten(), nn.Linear(12, 4)).double()
    with torch.no_grad():
        for k, p in enumerate(model.parameters()):
            p.copy_(normal(*p.shape, at=("p", k)))
    return model


def test_gaps_and_gradients_of_every_step_are_recorded() -> None:
    model = small()
    before = model[0].weight.detach().flatten(1).clone()  # type: ignore[operator]
    with record(model) as recorded:
        norms = train(model, 3)
    assert list(recorded.series(GRADIENT)) == ["0", "3"]  # in the order of the model
    for name in ("0", "3"):
        steps, values = recorded.series(GRADIENT)[name]
        assert steps == [0, 1, 2]
        expected = [one[f"{name}.weight"] for one in norms]
        assert all(math.isclose(a, b, rel_tol=1e-12) for a, b in zip(values, expected, strict=True))
    X = normal(8, 2, 3, 3, at=1)
    gap = float(definitions.orthogonality_gap(X.flatten(1).numpy().T))
    assert math.isclose(recorded.series(GAP)["0"][1][1], gap, rel_tol=1e-12)
    phi = float(definitions.isometry_gap(before.numpy().T))
    assert math.isclose(recorded.series(WEIGHTS)["0"][1][0], phi, rel_tol=1e-9)


def test_recording_changes_nothing_and_leaves_no_hooks() -> None:
    plain, watched = small(), small()
    with record(watched):
        train(watched, 2)
    train(plain, 2)
    for one, other in zip(plain.parameters(), watched.parameters(), strict=True):
        assert torch.equal(one, other)
    with pytest.raises(ZeroDivisionError), record(watched) as recorded:
        raise ZeroDivisionError
    train(watched, 1)
    assert recorded.rows == []


def test_recording_skips_evaluation_and_all_but_every_nth_step() -> None:
    model = small()
    with record(model, every=2) as recorded:
        train(model, 2)
        with torch.no_grad():
            model(normal(8, 2, 3, 3))
        model.eval()(normal(8, 2, 3, 3))
        model.train()
        train(model, 2)
    assert recorded.series(GAP)["3"][0] == recorded.series(GRADIENT)["3"][0] == [0, 2]
    with pytest.raises(ValueError, match="expected at least 1"), record(model, every=0):
        pass


def test_series_are_written_and_drawn(tmp_path: Path) -> None:
    with record(small()) as recorded:
        pass
    recorded.plot(tmp_path / "nothing.svg")
    model = small()
    with record(model) as recorded:
        train(model, 2)
    recorded.write_csv(tmp_path / "series.csv")
    recorded.plot(tmp_path / "series.svg")
    with (tmp_path / "series.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(recorded.rows) == 2 * 2 * 3
    assert [float(row["value"]) for row in rows] == [value for *_, value in recorded.rows]
    assert (tmp_path / "series.svg").read_text(encoding="utf-8").count("<svg") == 1 + 3
    with pytest.raises(ValueError, match=r"ends in \.svg"):
        recorded.plot(tmp_path / "series.png")


@pytest.mark.filterwarnings("ignore:The .grad attribute:UserWarning")  # torch.compile's own
def test_a_compiled_model_is_recorded_by_the_names_of_its_own_layers() -> None:
    torch.compiler.reset()
    plain = small()
    with record(plain) as expected:
        train(plain, 2)
    inside = small()
    model = torch.compile(inside, backend="eager")
    with record(model) as recorded:  # type: ignore[arg-type]
        train(model, 2)  # type: ignore[arg-type]
    assert {row[:3] for row in recorded.rows} == {row[:3] for row in expected.rows}
    values = recorded.series(GAP)["3"][1]
    assert values == pytest.approx(expected.series(GAP)["3"][1], rel=1e-9)


def test_frozen_layers_have_no_gradient_and_lazy_ones_their_own() -> None:
    model = small()
    model[0].weight.requires_grad_(False)
    with record(model) as recorded:
        train(model, 1)
    assert list(recorded.series(GRADIENT)) == ["3"]
    assert list(recorded.series(GAP)) == ["0", "3"]
    lazy = nn.Sequential(nn.Flatten(), nn.LazyLinear(3).double())
    with record(lazy) as seen:
        lazy(normal(8, 2, 3, 3)).square().mean().backward()
    assert list(seen.series(GRADIENT)) == ["1"]


def test_a_long_recording_is_shown_in_one_line() -> None:
    model = small()
    with record(model) as recorded:
        train(model, 3)
    assert str(recorded) == "Recorded(3 steps, 2 layers, 18 rows)"
