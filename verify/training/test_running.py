"""A run is a function of its settings: stopped, killed or repeated, it has the same numbers."""

import csv
import math
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from lemmata.theory.test_support.comparing import over
from lemmata.verify.nn.networks import Architecture
from lemmata.verify.training import tensors
from lemmata.verify.training.checkpoints import read_checkpoint
from lemmata.verify.training.conftest import blobs
from lemmata.verify.training.running import (
    TrainingInterrupted,
    begin,
    run_training,
    train,
)
from lemmata.verify.training.series import BY_LAYER, MODES, SCALARS, Series
from lemmata.verify.training.settings import Training

SMALL = Training(
    Architecture(4, 5, "tanh", 0.4), "blobs", epochs=4, batch=10, rate=0.05, replicas=2, layers=3
)


def same(one: Series, other: Series) -> bool:
    """To the last bit, NaN where the other is."""
    return list(one.values) == list(other.values) and all(
        np.array_equal(one[name].numpy(), other[name].numpy(), equal_nan=True)
        for name in one.values
    )


@pytest.fixture(scope="module")
def whole() -> Series:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tensors, "load", blobs)
        return train(SMALL)


def test_every_series_is_recorded_and_the_loss_falls(whole: Series) -> None:
    assert {*whole.values} == {*SCALARS, *BY_LAYER}
    for name in SCALARS:
        assert whole[name].shape == (5, 2)
        assert whole[name][1:].isfinite().all()
    assert whole["gradient norm"].shape == (5, 2, 5)
    assert whole["phi of weights"].shape == (5, 2, 3)
    assert whole.layers["phi of weights"] == [1, 3, 4]
    assert whole.layers["gradient norm"] == [1, 2, 3, 4, 5]
    assert (whole["phi of weights"][0, :, 1:] < 1e-11).all()
    assert (whole["phi of weights"][-1] > whole["phi of weights"][0]).all()
    losses = whole["train loss, batch statistics"]
    assert (losses[-1] < losses[0]).all()
    assert whole.data == "blobs train; blobs test"
    assert whole.complete


def test_the_classes_are_learned_in_both_modes() -> None:
    series = train(replace(SMALL, epochs=30))
    for mode in MODES:
        for split in ("train", "test"):
            assert (series[f"{split} accuracy, {mode}"][-1] > 0.8).all(), (split, mode)


def test_a_run_is_repeated_to_the_last_bit_and_draws_no_global_numbers(whole: Series) -> None:
    before = torch.random.get_rng_state()
    torch.manual_seed(7)
    assert same(train(SMALL), whole)
    torch.random.set_rng_state(before)
    other = train(replace(SMALL, seed=1))
    assert not torch.equal(other["loss while training"][1:], whole["loss while training"][1:])
    assert torch.equal(torch.random.get_rng_state(), before)


def test_a_continued_run_gives_the_same_numbers(whole: Series, tmp_path: Path) -> None:
    for epochs in (0, 2, 4):
        part = train(replace(SMALL, epochs=epochs), checkpoints=tmp_path)
        assert part.epochs == epochs
    assert same(part, whole)
    fewer = train(replace(SMALL, epochs=1), checkpoints=tmp_path)  # of what is kept
    assert torch.equal(
        fewer["train loss, batch statistics"], whole["train loss, batch statistics"][:2]
    )
    assert len(list(tmp_path.iterdir())) == 1


@over([1, 6, 7, 15, 24])
def test_ctrl_c_at_any_step_keeps_the_epochs_that_were_done(at: int) -> None:
    def stop(done: int, total: int, left: float) -> None:
        assert total == 24
        if done == at:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched, TemporaryDirectory() as folder:
        patched.setattr(tensors, "load", blobs)
        with pytest.raises(TrainingInterrupted) as caught:
            train(SMALL, checkpoints=Path(folder), progress=stop)
        assert caught.value.series.epochs == (at - 1) // 6
        assert not caught.value.series.complete
        assert same(train(SMALL, checkpoints=Path(folder)), train(SMALL))


def test_a_checkpoint_is_plain_tensors_and_a_broken_or_foreign_one_is_not_used(
    whole: Series, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(replace(SMALL, epochs=2), checkpoints=tmp_path)
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    found = torch.load(file, weights_only=True)
    assert read_checkpoint(file, found["identity"], "cpu") is not None
    assert read_checkpoint(file, "another", "cpu") is None
    for broken in (content[:-100], b"", b"\x80\x02cos\nsystem\n(U\x04truetR."):
        file.write_bytes(broken)
        assert read_checkpoint(file, found["identity"], "cpu") is None
    assert same(train(SMALL, checkpoints=tmp_path), whole)
    file.write_bytes(content)
    monkeypatch.setattr(tensors, "load", lambda name, split, folder: blobs(name, "test", folder))
    other = train(SMALL, checkpoints=tmp_path)  # other data: from the beginning
    assert same(other, train(SMALL))


def test_divergence_is_recorded_and_ends_the_run(tmp_path: Path) -> None:
    linear = Architecture(3, 5, "identity", normalisation="none")
    series = train(replace(SMALL, network=linear, rate=1e20))
    assert series.diverged.all()
    assert series.epochs < 4
    assert series.complete
    series.write_csv(tmp_path / "series.csv")
    text = (tmp_path / "series.csv").read_text(encoding="utf-8")
    assert text.startswith("# blobs train; blobs test; MLP of 3 layers")
    rows = list(csv.DictReader(text.splitlines()[1:]))
    assert any(math.isnan(float(row["value"])) for row in rows)
    assert len(rows) == sum(one.numel() for one in series.values.values())


def by_hand(training: Training, epochs: int) -> tuple[nn.Sequential, list[Tensor]]:
    """The run of one replica with torch's own layers and plain loops."""
    run = begin(training, None, "cpu")
    parts: list[nn.Module] = []
    for l, (_, module) in enumerate(run.network.linear(), 1):
        W = module.weight.detach()[0]
        linear = nn.Linear(W.shape[1], W.shape[0], bias=False)
        linear.weight = nn.Parameter(W.clone())
        parts.append(linear)
        if l <= training.network.depth:
            parts += [nn.BatchNorm1d(len(W)), nn.Tanh()]
    model, seen = nn.Sequential(*parts), list[Tensor]()
    for epoch in range(epochs):
        stream = (training.address / "order" / 0 / epoch).generator("cpu")
        for at in torch.split(torch.randperm(66, generator=stream)[:60], 10):
            loss = nn.functional.cross_entropy(model(run.train.X[at].flatten(1)), run.train.y[at])
            model.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            seen.append(loss.detach())
            with torch.no_grad():
                for p in model.parameters():
                    p.sub_(training.rate * (p if p.grad is None else p.grad))
    return model, seen


def test_the_loop_is_plain_sgd_with_torchs_own_layers() -> None:
    training = replace(SMALL, network=Architecture(3, 5, "tanh"), replicas=1, epochs=2)
    model, seen = by_hand(training, 2)
    run = run_training(training)
    last = run.series["loss while training"][-1, 0]
    assert torch.allclose(last, torch.stack(seen[6:]).double().mean(), rtol=1e-5)
    X, y = run.test.X, run.test.y
    model.eval()
    with torch.no_grad():
        loss = nn.functional.cross_entropy(model(X.flatten(1)), y)
    assert torch.allclose(
        run.series["test loss, running statistics"][-1, 0].float(), loss, rtol=1e-4
    )
    model.train()
    with torch.no_grad():  # the last batch, which is smaller, has other statistics
        logits = torch.cat([model(part.flatten(1)) for part in torch.split(X[:20], 10)])
    loss = nn.functional.cross_entropy(logits, y[:20])
    found = run.series["test loss, batch statistics"][-1, 0]
    assert torch.allclose(found.float(), loss, rtol=1e-4)
    gradients = [p for p in model.parameters() if p.dim() == 2]
    for (_, module), weight in zip(run.network.linear(), gradients, strict=True):
        assert torch.allclose(module.weight[0], weight, rtol=1e-3, atol=1e-5)


def test_replicas_are_runs_of_their_own_and_begin_as_they_would_alone(whole: Series) -> None:
    alone = train(replace(SMALL, replicas=1, epochs=1))
    for name in ("train loss, batch statistics", "gradient norm"):
        assert torch.allclose(alone[name][0, 0], whole[name][0, 0], rtol=1e-4)
        assert not torch.allclose(whole[name][0, 0], whole[name][0, 1], rtol=1e-2)
    assert torch.allclose(
        alone["loss while training"][1], whole["loss while training"][1, :1], rtol=1e-4
    )


@over([{"kind": "convolutional", "width": 3}, {"activation": "relu", "normalisation": "none"}])
def test_other_networks_train_from_equation_six(changed: dict[str, object]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tensors, "load", blobs)
        network = replace(SMALL.network, **changed)  # type: ignore[arg-type]
        series = train(replace(SMALL, network=network, orthogonalised=60, epochs=1))
    assert series["train loss, batch statistics"].isfinite().all()


@over(
    [
        {"epochs": -1},
        {"batch": 1},
        {"rate": 0.0},
        {"rate": math.nan},
        {"replicas": 0},
        {"seed": -1},
        {"samples": 3},
        {"layers": 0},
        {"evaluated": 0},
        {"orthogonalised": -1},
        {"pooled": 0},
    ]
)
def test_a_bad_training_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(SMALL, **wrong)  # type: ignore[arg-type]


def test_images_can_be_averaged_over_squares_of_pixels() -> None:
    whole, small = (tensors.images("blobs", "train", None, "cpu", 5, k) for k in (1, 2))
    assert small.shape == (1, 1, 1)
    torch.testing.assert_close(small.X.flatten(), whole.X[..., :2].mean((1, 2, 3)))
    assert small.source.endswith("the first 5, averaged to 1 x 1")
