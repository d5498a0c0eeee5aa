"""Models of all sorts beside the theory: what applies to them, and that they stay as they were."""

import copy
import json
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import lemmata
from lemmata.theory.sharp.gaussian_gradients import growth_rate
from lemmata.theory.sharp.widths import independent_samples
from lemmata.theory.test_support.comparing import over
from lemmata.verify.audit.comparison import advice, explosion
from lemmata.verify.audit.errors import CannotAudit
from lemmata.verify.audit.running import run_audit
from lemmata.verify.audit.schema import AuditedLaw, AuditRecord
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject


def drawn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


@pytest.fixture
def nothing_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice has a test of its own."""
    monkeypatch.setattr(advice, "trials", lambda *_, **__: iter(()))
    monkeypatch.setattr(explosion, "START", 4)
    monkeypatch.setattr(explosion, "STOP", 8)


def audit(make: Callable[[], nn.Module], X: Tensor, seeds: int = 2, **more: Any) -> AuditRecord:
    found = run_audit(Subject(make(), X, make, **more), seeds=seeds)
    json.dumps(found, allow_nan=False)
    return found


def laws(record: AuditRecord) -> dict[str, AuditedLaw]:
    return {law["id"]: law for law in record["laws"]}


def applying(record: AuditRecord) -> set[str]:
    return {law["id"] for law in record["laws"] if law["applies"]}


def unmet(law: AuditedLaw) -> dict[str, str]:
    return {one["states"]: one["found"] for one in law["hypotheses"] if not one["met"]}


@pytest.mark.usefixtures("nothing_tried")
def test_the_network_of_meterez2024_meets_its_theorems() -> None:
    found = audit(models.meterez, drawn(12, 12))
    assert applying(found) == {
        "sharp:theorem-1",
        "meterez2024:theorem-1",
        "sharp:theorem-5",
        "meterez2024:theorem-5",
        "meterez2024:lemma-C.4",
        "meterez2024:remark-rank",
    }
    for name in applying(found):
        law = laws(found)[name]
        assert law["relation"] == "at most"
        assert float(law["measured"]["mean"] or 0) <= float(law["predicted"] or 0), name
    assert laws(found)["sharp:theorem-1"]["informative"]
    assert not laws(found)["meterez2024:theorem-5"]["informative"]
    assert "d phi = " in unmet(laws(found)["sharp:local-rate"])["Near isometry, d phi <= 1/16"]


@pytest.mark.usefixtures("nothing_tried")
def test_more_samples_than_features_meet_theorem_5_for_large_batches() -> None:
    found = audit(lambda: models.meterez(depth=25), drawn(60, 12), seeds=3)
    law = laws(found)["sharp:theorem-5-large-batch"]
    assert law["applies"]
    assert float(law["measured"]["mean"] or 0) <= float(law["predicted"] or 0)
    assert law["informative"]
    square = unmet(laws(found)["sharp:theorem-5"])
    assert square["As many samples as features, n = d"] == "n = 60, d = 12"
    fewer = laws(audit(lambda: models.meterez(depth=25), drawn(6, 12)))
    small = unmet(fewer["sharp:theorem-5-large-batch"])
    assert small["More samples than features, n > d"] == "n = 6, d = 12"
    assert small["Samples that span all features"] == "rank 6 after the first BN, d = 12"
    many = "Eight samples and sixteen features or more"
    assert unmet(fewer["sharp:haar-growth"]) == {many: "n = 6, d = 12"}
    wider = laws(audit(lambda: models.meterez(16, depth=25), drawn(8, 16)))
    assert wider["sharp:haar-growth"]["applies"]


@pytest.mark.usefixtures("nothing_tried")
def test_near_isometry_the_gap_contracts_at_the_local_rate() -> None:
    X = torch.linalg.qr(drawn(12, 12)).Q + 1e-3 * drawn(12, 12, seed=1)
    law = laws(audit(lambda: models.meterez(depth=25), X, seeds=3))["sharp:local-rate"]
    assert law["applies"]
    assert law["predicted"] == pytest.approx(12 / 14)
    assert law["measured"]["mean"] == pytest.approx(12 / 14, abs=0.02)


@pytest.mark.usefixtures("nothing_tried")
def test_the_network_of_daneshmand2021_explodes_and_stays_at_its_laws() -> None:
    found = audit(models.daneshmand, drawn(12, 16), seeds=3)
    assert applying(found) == {
        "sharp:gaussian-explosion",
        "sharp:stationary-gap",
        "sharp:gap-in-depth",
        "daneshmand2021:theorem-1",
        "meterez2024:remark-rank",
        "sharp:critical-width",
    }
    wide = laws(found)["sharp:critical-width"]
    assert (wide["relation"], wide["predicted"]) == ("at least", 12 * 12 / 4 + 11 - 0.5)
    assert wide["measured"]["mean"] == 120
    growth, gap = laws(found)["sharp:gaussian-explosion"], laws(found)["sharp:stationary-gap"]
    assert growth["predicted"] == pytest.approx(math.log(11 / 10) / 2)
    assert growth["measured"]["mean"] == pytest.approx(growth["predicted"], abs=0.03)
    assert gap["measured"]["mean"] == pytest.approx(gap["predicted"], rel=0.2)
    assert gap["plot"] == "orthogonality_gap"
    assert len(gap["curve"]) == len(found["spine"]) == 12
    assert laws(found)["daneshmand2021:theorem-1"]["verdict"] == "refuted"


@pytest.mark.usefixtures("nothing_tried")
def test_deep_gaussian_networks_grow_by_the_law_of_their_batch_and_width() -> None:
    deep = laws(audit(lambda: models.daneshmand(64, 60), drawn(8, 16), seeds=4))
    law = deep["sharp:gaussian-growth"]
    assert law["applies"]
    assert law["predicted"] == pytest.approx(growth_rate(0.25) / 8)
    assert law["measured"]["mean"] == pytest.approx(law["predicted"], rel=0.25)
    overfull = "More samples than the width keeps independent in depth, about 2 sqrt(d)"
    assert unmet(deep["sharp:collapsed-growth"])[overfull] == "n = 8, d = 64: it keeps 14.3"


@pytest.mark.usefixtures("nothing_tried")
def test_a_batch_as_large_as_the_width_grows_by_the_collapsed_law_but_not_at_once() -> None:
    shallow = laws(audit(lambda: models.daneshmand(8, 12), drawn(8, 16)))["sharp:collapsed-growth"]
    rest = "Deep enough for representations and gradients to come to rest"
    many = "Eight samples and sixteen features or more"
    assert unmet(shallow) == {rest: "12 layers to follow, of 172 at least", many: "n = 8, d = 8"}
    assert shallow["predicted"] == pytest.approx(growth_rate(1.0) / independent_samples(8))


@pytest.mark.usefixtures("nothing_tried")
def test_without_bn_a_linear_network_collapses_and_relu_is_named() -> None:
    shallow = laws(audit(models.vanilla, drawn(5, 16)))["daneshmand2021:remark-vanilla-collapse"]
    assert set(unmet(shallow).values()) == {"40 layers to follow, of 80"}
    law = laws(audit(lambda: models.vanilla(depth=85), drawn(5, 16)))[
        "daneshmand2021:remark-vanilla-collapse"
    ]
    assert law["applies"]
    assert law["predicted"] == pytest.approx(math.sqrt(4 / 5))
    assert law["measured"]["mean"] == pytest.approx(math.sqrt(4 / 5), abs=0.1)
    found = audit(lambda: models.vanilla(nn.ReLU, depth=85), drawn(5, 16))
    assert applying(found) == set()
    law = laws(found)["daneshmand2021:remark-vanilla-collapse"]
    assert set(unmet(law).values()) == {"besides: 85 activation"}


@pytest.mark.usefixtures("nothing_tried")
def test_a_convolutional_residual_network_meets_no_law() -> None:
    found = audit(models.Convolutional, drawn(6, 1, 8, 8))
    assert applying(found) == set()
    assert found["model"]["kinds"]["residual"] == 2
    law = unmet(laws(found)["sharp:theorem-1"])
    besides = law["X' = BN(W X): one linear map between two BN and nothing else"]
    assert besides == "besides: 2 linear maps, 3 activation, 1 residual"  # before the last BN
    assert law["Linear maps of all features, none of patches"] == "5 of 5 are convolutions"
    assert found["growth"]["mean"] is not None
    assert found["spine"] == ["add", "add_1"]


@pytest.mark.usefixtures("nothing_tried")
def test_nothing_applies_to_layer_norm_and_it_says_why() -> None:
    found = audit(models.Transformer, drawn(6, 4, 8))
    assert applying(found) == set()
    for name in ("sharp:theorem-1", "sharp:gaussian-explosion", "meterez2024:lemma-C.4"):
        said = unmet(laws(found)[name])["Normalised over the batch"]
        assert said == "2 of 2 normalise each sample over its features"
    norms = [one for one in found["layers"] if one["kind"] == "sample norm"]
    assert all(one["train"]["log_jacobian"]["mean"] is not None for one in norms)
    assert found["model"]["opaque"] == {}


@pytest.mark.usefixtures("nothing_tried")
def test_a_model_in_evaluation_mode_is_measured_in_both_and_stays_in_it() -> None:
    model = models.shaped().eval()
    found = lemmata.audit(model, drawn(9, 16), seeds=1).record
    assert not found["model"]["training"]
    assert not any(module.training for module in model.modules())
    last = found["layers"][-2]
    assert last["train"]["gap"]["mean"] != last["evaluation"]["gap"]["mean"]
    assert any("6 of 6 BN have seen no batch" in note for note in found["notes"])
    assert any("seeds differ in the loss alone" in note for note in found["notes"])


@pytest.mark.usefixtures("nothing_tried")
def test_an_overflow_is_named_and_hidden_values_are_null() -> None:
    def make() -> nn.Module:
        grown = nn.Sequential(*(nn.Linear(8, 8, bias=False) for _ in range(6)))
        for layer in grown:
            nn.init.normal_(layer.weight, std=1e12)  # type: ignore[arg-type]
        return grown

    found = audit(make, drawn(5, 8))
    assert "in float32 the forward pass overflows at 3" in found["notes"]
    assert found["growth"]["mean"] == pytest.approx(math.log(1e12), abs=3)

    def without_end() -> nn.Module:
        return nn.Sequential(*(make() for _ in range(5)))

    found = audit(without_end, drawn(5, 8))
    assert any("in float64 too" in note for note in found["notes"])
    assert found["layers"][-1]["train"]["gap"] == {"mean": None, "interval": None}


@pytest.mark.usefixtures("nothing_tried")
def test_a_model_without_parameters_and_one_of_whole_numbers() -> None:
    found = audit(lambda: nn.Sequential(nn.Tanh(), nn.ReLU()), drawn(5, 8))
    assert found["model"]["parameters"] == 0
    assert found["layers"][0]["train"]["log_gradient"]["mean"] is not None
    found = audit(models.Functions, drawn(5, 16))
    assert applying(found) == set()
    words = torch.randint(0, 20, (6, 5), generator=torch.Generator().manual_seed(0))
    found = audit(models.Words, words)
    assert found["batch"]["rank"] is None
    assert [one["kind"] for one in found["layers"]] == ["input", "embedding", "pooling", "linear"]
    assert found["layers"][1]["train"]["log_gradient"]["mean"] is not None


REFUSED: list[tuple[nn.Module, Tensor, str]] = [
    (nn.Linear(8, 8, device="meta"), drawn(5, 8), "the model is on the device meta"),
    (nn.Linear(8, 8), drawn(5, 8).to("meta"), "the batch is on the device meta"),
    (models.TwoInputs(), drawn(5, 8), r"takes 2 inputs \(X, Y\); expected a batch of as many"),
    (nn.Linear(7, 8), drawn(5, 8), r"does not take a batch of shape \(5, 8\)"),
    (models.Raising(), drawn(5, 8), "RuntimeError: no way"),
    (nn.Linear(8, 8), drawn(5, 8) * math.nan, "40 values that are not finite"),
    (nn.Linear(8, 8), drawn(1, 8), "expected two samples or more"),
    (nn.Flatten(0), drawn(5, 8), r"returns shape \(40,\)"),
    (nn.Linear(8, 8), torch.ones(5, 8, dtype=torch.long), "does not take a batch"),
]


@over(REFUSED)
def test_an_impossible_audit_is_refused_in_one_line(model: nn.Module, X: Tensor, why: str) -> None:
    with pytest.raises(CannotAudit, match=why) as caught:
        run_audit(Subject(model, X))
    assert "\n" not in str(caught.value)


def test_the_users_model_and_random_numbers_are_as_they_were() -> None:
    torch.manual_seed(3)
    model = nn.Sequential(models.shaped(depth=3), nn.Dropout())
    model[0][1].eval()  # type: ignore[index]
    model[0][0].weight.requires_grad_(False)  # type: ignore[index]
    model(drawn(9, 16)).sum().backward()
    called: list[str] = []
    model.register_forward_hook(lambda *_: called.append("forward"))
    model[0].register_full_backward_hook(lambda *_: called.append("backward"))
    X = drawn(9, 16)
    before = copy.deepcopy(model.state_dict())
    grads = [None if p.grad is None else p.grad.clone() for p in model.parameters()]
    wanted = [p.requires_grad for p in model.parameters()]
    modes = [module.training for module in model.modules()]
    numbers = torch.get_rng_state(), random.getstate(), np.random.get_state()[1].copy()  # type: ignore[index] # noqa: NPY002
    given = X.clone()
    lemmata.audit(model, X, seeds=2)
    assert all(map(torch.equal, before.values(), model.state_dict().values()))
    for old, parameter in zip(grads, model.parameters(), strict=True):
        assert (old is None) == (parameter.grad is None)
        assert old is None or torch.equal(old, parameter.grad)  # type: ignore[arg-type]
    assert wanted == [p.requires_grad for p in model.parameters()]
    assert modes == [module.training for module in model.modules()]
    assert torch.equal(numbers[0], torch.get_rng_state())
    assert numbers[1] == random.getstate()
    assert np.array_equal(numbers[2], np.random.get_state()[1])  # type: ignore[index] # noqa: NPY002
    assert called == []
    assert len(model._forward_hooks) == 1
    assert torch.equal(X, given)
    assert not X.requires_grad


@pytest.mark.usefixtures("nothing_tried")
def test_the_same_audit_twice_says_the_same() -> None:
    def make() -> nn.Module:
        random.random()
        return models.shaped(depth=3)

    first, second = (audit(make, drawn(9, 16)) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert first["growth"]["interval"] is not None


@pytest.mark.usefixtures("nothing_tried")
def test_a_maker_of_one_model_or_of_many_is_noticed() -> None:
    fixed = models.meterez()
    found = audit(lambda: fixed, drawn(12, 12))
    assert any("the same weights at every seed" in note for note in found["notes"])
    depths = iter(range(3, 30))
    with pytest.raises(CannotAudit, match="another network at seed 1"):
        audit(lambda: models.meterez(depth=next(depths)), drawn(12, 12))
