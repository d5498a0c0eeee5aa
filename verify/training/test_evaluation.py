"""Statistics that do not fit the weights are seen, and estimating them again repairs it."""

from dataclasses import replace

import torch

from lemmata.theory.sharp.normalisations import shrinkage
from lemmata.verify.nn.layers import BatchNormWithoutMean
from lemmata.verify.nn.networks import Architecture
from lemmata.verify.training.evaluation import drift, repairs
from lemmata.verify.training.measuring import reestimate_, remove_correction_
from lemmata.verify.training.running import TrainingRun, run_training
from lemmata.verify.training.test_running import SMALL


def spoiled(normalisation: str) -> TrainingRun:
    """A trained network, each layer's running statistics off by a tenth."""
    network = Architecture(30, 5, "identity", normalisation=normalisation)
    run = run_training(replace(SMALL, network=network, epochs=6))
    for module in run.network.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.add_(1.0)  # type: ignore[union-attr]
        if isinstance(module, BatchNormWithoutMean):
            module.running_square.mul_(0.8)
    return run


def test_wrong_statistics_compound_through_depth_and_are_repaired() -> None:
    run = spoiled("papers")
    before = {name: one.clone() for name, one in run.network.state_dict().items()}
    found = {one.name.partition(",")[0]: one for one in repairs(run)}
    batch, running = found["statistics of each batch"], found["running statistics"]
    assert (batch.train > 0.8).all()
    assert running.drift is not None
    growth = running.drift[:, -1] / running.drift[:, 0]
    assert (growth > 0.5 * 0.8 ** (-29 / 2)).all()  # a factor of sqrt(1/0.8) a layer
    again = next(one for one in repairs(run) if one.name.endswith("one batch of 66"))
    assert again.drift is not None
    assert torch.allclose(again.drift, torch.ones_like(again.drift), rtol=1e-4)
    assert (again.train >= batch.train - 0.1).all()
    for name, one in run.network.state_dict().items():
        assert torch.equal(one, before[name]), name


def test_a_shift_of_the_mean_is_repaired_too() -> None:
    run = spoiled("standard")
    running, batch, *_, again = repairs(run)
    assert (running.train < 0.7).all()
    assert (again.train > batch.train - 0.1).all()


def test_statistics_of_one_batch_fit_evaluation_mode() -> None:
    """Those of separate batches differ: each is normalised by its own in every layer."""
    run = run_training(replace(SMALL, network=Architecture(40, 5, "identity"), epochs=1))
    X = run.train.X
    reestimate_(run.network, X, None)
    assert torch.allclose(drift(run.network, X), torch.ones(2, 40).double(), atol=1e-4)
    reestimate_(run.network, X, 6)
    assert ((drift(run.network, X)[:, -1] - 1).abs() > 0.05).all()
    assert run.network.training


def test_bessels_correction_compounds_through_depth() -> None:
    """Statistics of one batch of all inputs, so that nothing else is wrong with them."""
    run = run_training(replace(SMALL, network=Architecture(40, 5, "identity"), epochs=0))
    X, n = run.train.X, len(run.train.X)
    reestimate_(run.network, X, None)
    remove_correction_(run.network, n)
    for module in run.network.modules():  # twice taken out, now put back twice: once too often
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_var.mul_((n / (n - 1)) ** 2)  # type: ignore[union-attr]
    found = drift(run.network, X)  # (replicas, layers); here the first layer has it too
    expected = torch.tensor([float(shrinkage(n, l)) for l in range(1, 41)]).double()
    assert torch.allclose(found, expected.expand_as(found), rtol=1e-4)
    saturating = run_training(replace(SMALL, network=Architecture(40, 5, "tanh"), epochs=0))
    reestimate_(saturating.network, X, None)
    for module in saturating.network.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_var.mul_(n / (n - 1))  # type: ignore[union-attr]
    assert (drift(saturating.network, X)[:, -1] > 0.97).all()
