"""A figure as evidence: quantities with intervals, points one by one; networks as built."""

from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
import torch
from torch import nn

from lemmata.reports.build import build
from lemmata.theory.evidence import Figure
from lemmata.theory.figures import FigureClaim, Said, about, at_least, at_most, figure
from lemmata.theory.ledger import Verdict, claims
from lemmata.theory.test_support import registry
from lemmata.theory.test_support.comparing import over
from lemmata.verify.depth.nested import at_depths
from lemmata.verify.depth.network import ACTIVATIONS, Network, RowNorm, StandardBN, WeightLaw
from lemmata.verify.figures import networks
from lemmata.verify.figures.depths import undecided
from lemmata.verify.figures.images import fields
from lemmata.verify.figures.networks import Classifier, _ends
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio, reproduced
from lemmata.verify.registry import Effort, Run
from lemmata.verify.results import file as results
from lemmata.verify.results import schema
from lemmata.verify.results.record import record
from lemmata.verify.runner import Result, Settings, run_claim
from lemmata.verify.seeds import Address

STATED = FigureClaim(
    "sharp:drawn",
    "A figure",
    "It rises by two.",
    {"growth": Said(r"\Delta", about(2, 0.5)), "end": Said("e", at_most(5))},
    x="depth $L$",
    y="$y$",
    published={"ours": {1: 1.0, 2: None, 3: 9.0}},
    digits=0.1,
)


def concluded(rise: float) -> Result:
    """A made-up figure whose curve rises by so much from 1 to 3."""
    noise = np.linspace(-0.01, 0.01, 16)
    curve = np.array([1.0, 1 + rise / 2, 1 + rise])[:, None] + noise

    with registry.kept():
        registry.forget()
        figure(
            STATED,
            source="Figure 1",
            decided_by="x",
            wrong={
                "twice as much": {"growth": about(4, 0.4)},
                "lower": {"end": at_most(0.5)},
                "true as well": {"end": at_least(0)},
            },
        )

        @reproduced(STATED, routes=("the sentence", "a line"), domain="made up")
        def line(run: Run) -> Reproduction:
            growth = curve[2] - curve[0] + noise
            quantities = {"growth": growth, "end": curve[2]}
            points = {"ours": ([1, 2, 3], curve)}
            drawn = [measured("ours", [1, 2, 3], curve)]
            return Reproduction(quantities, drawn, points, note="Images of 2 x 2.")

        return run_claim(claims()["sharp:drawn"], Settings())


def test_a_ratio_has_the_scatter_of_both_its_sides() -> None:
    stream = np.random.default_rng(5)
    above, below = 3 + stream.normal(size=(2, 400)), 2 + stream.normal(size=(2, 400))
    found = ratio(above, below)
    assert found.mean(1) == pytest.approx(above.mean(1) / below.mean(1))
    assert found.std(1) == pytest.approx((1 / 4 + 9 / 16) ** 0.5, rel=0.15)  # (1 + r^2)^(1/2)/2


def test_a_sentence_holds_or_not_and_wrong_ones_are_caught() -> None:
    found = concluded(2.0)
    assert found.judgement.verdict is Verdict.HOLDS
    assert found.judgement.power == pytest.approx(0.4)  # 3 narrowed to 1.8 misses 2 from above
    caught = {mutant.name: mutant.caught_by for mutant in found.mutants}
    assert caught == {"twice as much": "line", "lower": "line", "true as well": None}
    assert concluded(3.5).judgement.verdict is Verdict.REFUTED
    assert concluded(3.0).judgement.verdict is Verdict.UNDECIDED  # on the edge of the range


def test_published_points_are_compared_one_by_one() -> None:
    (judged,) = concluded(2.0).judgement.evidence
    drawn = judged.evidence.figure
    assert isinstance(drawn, Figure)
    assert [(p.x, p.published, p.agrees) for p in drawn.points] == [(1, 1.0, True), (3, 9.0, False)]


def test_a_figure_has_its_table_its_plot_and_its_place_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.merge(path, [record(concluded(2.0))], ["sharp:drawn"], Settings(), 1.0)
    build(path)
    (named,) = schema.read(path, schema.Results)["figures"]
    assert named["published"] == {"ours": {"1": 1.0, "3": 9.0}}
    table = (tmp_path / named["csv"]).read_text().splitlines()
    assert table[0] == "curve,role,of,x,y,low,high"
    assert len(table) == 1 + 3 + 2
    assert "<svg" in (tmp_path / named["svg"]).read_text()
    page = (tmp_path / "figures" / "sharp-drawn.html").read_text()
    for said in ("It rises by two.", "1 of 2 published points agree", "Images of 2 × 2.", "<svg"):
        assert said in page


ADDRESS = Address(0) / "classifier"


@over(["sin", "identity"])
def test_a_classifier_has_the_gradients_of_torch_modules(name: str) -> None:
    """The same network in torch's own modules, W_0 acting on the images themselves."""
    images, depth = fields(8, ADDRESS, "cpu"), 5
    network = Network(StandardBN(), ACTIVATIONS[name], 0.4)
    built = Classifier(network, dtype=torch.float64)
    layer_0, layer_1 = (built.log_gradients(images, [depth], k, 2, ADDRESS) for k in (0, 1))
    X, weights, _, _ = built.started(images, 2, ADDRESS)
    Q = torch.linalg.qr(images.X).Q  # X = Q R: W_0 = (W_0 Q) Q^T on the span of the images
    stream = (ADDRESS / "first and last").generator("cpu")
    _, V = _ends(WeightLaw.ORTHOGONAL, len(images.X), X, stream)
    for run in range(2):
        W = [w[run].clone().requires_grad_() for w in weights.layers(0, depth)]
        first = (W[0][:, :8].detach() @ Q.mT).requires_grad_()
        state = images.X.mT  # torch has samples as rows
        for l, w in enumerate([first, *W[1:]]):
            bn = nn.BatchNorm1d(len(w), affine=False).double()
            state = ACTIVATIONS[name].value(bn(state @ w.mT) * (l + 1) ** -0.4)
        loss: Any = nn.functional.cross_entropy(state @ V[run].mT, images.labels)
        loss.backward()
        for seen, w in ((layer_0, first), (layer_1, W[1])):
            assert w.grad is not None
            assert abs(float(seen[0, run]) - float(w.grad.norm().log())) < 1e-6


@over([("identity", 0.0, 0), ("tanh", 0.4, 1)])
def test_the_papers_precision_moves_no_gradient(name: str, exponent: float, layer: int) -> None:
    """float32 beside float64 with the same weights, far below what runs differ by."""
    images, depths = fields(100, ADDRESS, "cpu"), (10, 200)
    network = Network(StandardBN(), ACTIVATIONS[name], exponent)
    X, weights, loss, _ = Classifier(network).started(images, 2, ADDRESS)
    weights.keep(depths[-1])
    single = at_depths(network, weights, X, depths, loss, layer)
    exact = mock.Mock(layers=lambda start, stop: (w.double() for w in weights.layers(start, stop)))
    double = at_depths(
        network, exact, X.double(), depths, lambda Y: loss(Y.float()).double(), layer
    )
    assert (single - double).abs().max() < 0.1 * single.std(1).min()


def test_more_runs_than_fit_together_are_others_of_the_same_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    images, built = fields(8, ADDRESS, "cpu"), Classifier(Network(RowNorm()))
    monkeypatch.setattr(networks, "MEMORY", 2 * 5 * networks.WIDTH**2 * 4)
    found = built.log_gradients(images, (3, 5), 1, 5, ADDRESS)
    assert found.shape == (2, 5)
    assert len(np.unique(found)) == 10
    assert np.array_equal(found[:, :2], built.log_gradients(images, (3, 5), 1, 2, ADDRESS))


def test_images_are_independent_and_correlated() -> None:
    images = fields(100, ADDRESS, "cpu")
    eigenvalues = torch.linalg.eigvalsh(images.X.mT @ images.X)
    assert images.X.shape == (3072, 100)
    assert float(eigenvalues[0] / eigenvalues[-1]) > 1e-4
    assert abs(float(images.X.square().mean()) - 1) < 0.2
    other = Classifier(Network(RowNorm()), distinct=50).started(images, 1, ADDRESS)[0][0]
    assert torch.equal(other[:, :50], other[:, 50:])


def test_networks_much_shallower_than_the_papers_decide_nothing() -> None:
    """Their growth lies outside the paper's ranges, however short the intervals are."""
    for effort, pending in ((Effort.SMOKE, True), (Effort.STANDARD, False)):
        run = Run(lambda: None, effort, Address(0), "cpu")
        assert bool(undecided(run)) is pending
        assert not undecided(run, 100)  # there the depths are the paper's
