"""What an audit concludes, on which thresholds, and how it fails a build."""

import copy
import math
from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from lemmata.theory.test_support.comparing import over
from lemmata.verify.audit import conclusion
from lemmata.verify.audit.comparison import advice
from lemmata.verify.audit.conditions import parse
from lemmata.verify.audit.planning import predict_from
from lemmata.verify.audit.running import run_audit
from lemmata.verify.audit.schema import AuditedAdvice, AuditedEffect, AuditRecord, Estimate
from lemmata.verify.audit.table import WIDTH, text
from lemmata.verify.audit.test_audit import drawn, nothing_tried
from lemmata.verify.audit.thresholds import reading, study
from lemmata.verify.audit.thresholds.grading import factor, grade_of_directions
from lemmata.verify.audit.work import Subject
from lemmata.verify.errors import Misuse
from lemmata.verify.figures import recorded
from lemmata.verify.training.tensors import images

__all__ = ["nothing_tried"]


def gained(gain: float, depth: int = 30) -> nn.Module:
    """Orthogonal maps times a gain: gradients grow by log(gain) a layer, exactly."""
    layers = []
    for _ in range(depth):
        layers.append(nn.Linear(16, 16, bias=False))
        nn.init.orthogonal_(layers[-1].weight, gain=gain)
    return nn.Sequential(*layers, nn.Linear(16, 4))


def concluded(model: nn.Module, X: Tensor) -> AuditRecord:
    return run_audit(Subject(model, X, None, "m.py:make"), seeds=2)


def number(found: AuditRecord, name: str) -> float:
    (row,) = (one for one in found["conclusion"]["rows"] if one["name"] == name)
    return float(row["value"]["mean"] or 0)


@pytest.mark.usefixtures("nothing_tried")
@over(
    [
        (51 / 29, "fails", "grow"),
        (-51 / 29, "fails", "shrink"),
        (0.1, "slow", "grow"),
        (0, "harmless", "keep"),
    ]
)
def test_growth_is_called_what_it_is(growth: float, grade: str, verb: str) -> None:
    found = concluded(gained(math.exp(growth)), drawn(8, 16))
    assert number(found, "total") == pytest.approx(29 * growth, abs=1e-5)
    assert found["conclusion"]["grade"] == grade
    assert f"Gradients {verb}" in (first := found["conclusion"]["sentences"][0])
    assert ("e^51-fold" in first) == (grade == "fails")
    assert len(found["conclusion"]["sentences"]) <= 3
    assert max(map(len, text(found).splitlines())) <= WIDTH


@pytest.mark.usefixtures("nothing_tried")
def test_parallel_samples_are_called_so() -> None:
    base = drawn(1, 16)
    found = concluded(gained(1.0), base + 0.01 * drawn(8, 16, seed=1))
    assert found["conclusion"]["grade"] == "fails"
    assert "nearly parallel" in found["conclusion"]["sentences"][1]
    assert concluded(gained(1.0), drawn(8, 16))["conclusion"]["grade"] == "harmless"


@pytest.mark.usefixtures("nothing_tried")
def test_nan_is_said_and_no_bn_is_mentioned_where_there_is_none() -> None:
    model = gained(1.0, 4)
    model[2].weight.data[0, 0] = math.nan  # type: ignore[index]
    found = concluded(model, drawn(8, 16))
    assert found["conclusion"]["sentences"][0].startswith("The weights 2.weight hold NaN")
    assert found["conclusion"]["grade"] == "overflow"
    assert "first BN" not in text(found)
    assert "overflows" not in text(found)


def test_a_factor_is_written_as_one_reads_it() -> None:
    assert [factor(x) for x in (math.log(44), -math.log(7.6), 51, math.inf)] == [
        "44-fold",
        "7.6-fold",
        "e^51-fold (10^22)",
        "without bound",
    ]


def test_the_thresholds_are_those_of_the_record() -> None:
    """Every network of a changed record moves them, and a changed file is refused."""
    for kind in (reading.PLAIN, reading.NORMALISED):
        found = reading.thresholds(kind)
        assert 0 < found.slow.at < found.failed.at
        assert 0 < found.parallel_failed.at < found.parallel_slow.at
        assert min(found.slow.right / found.slow.of, found.failed.right / found.failed.of) > 0.9
    entries = recorded.read(reading.PATH)["entries"]
    assert {one.key for one in study.chains()} == set(entries)
    assert all(one["commit"] and one["machine"] and one["date"] for one in entries.values())


def test_a_split_separates_as_well_as_can_be() -> None:
    assert reading.split([(1, 1), (2, 1), (3, 0), (4, 0)], 0.5) == reading.Threshold(2.5, 4, 4)
    assert reading.split([(1, 1), (2, 0), (3, 1), (4, 0), (5, 0)], 0.5) == reading.Threshold(
        1.5, 4, 5
    )


def test_a_network_of_the_study_is_measured_again_as_it_was() -> None:
    data = images("digits", "train", None, "cpu", None)
    entries = recorded.read(reading.PATH)["entries"]
    for chain in [*study.chains()][:3]:
        values = entries[chain.key]["values"]
        assert study.initial(chain, data) == pytest.approx(
            (values["growth"][0], values["further directions"][0]), rel=1e-3
        )


CONDITIONS = [
    ("growth > 0.5", {"growth": 0.6}, True),
    ("growth>0.5", {"growth": 0.5}, False),
    (" rank <= 3", {"rank": 3.0}, True),
    ("gap >= 1e-1", {"gap": 0.05}, False),
    ("overflow", {"overflow": 1.0}, True),
    ("overflow", {"overflow": 0.0}, False),
    ("total < -2", {"total": None}, True),  # what is not known fails
]


@over(CONDITIONS)
def test_a_condition_fails_a_build(given: str, values: dict[str, float | None], met: bool) -> None:
    rows = [
        {"name": name, "quantity": "", "value": {"mean": mean, "interval": None}, "judged": ""}
        for name, mean in values.items()
    ]
    assert bool(parse(given).failure(rows)) == met  # type: ignore[arg-type]


@over(
    [
        "",
        "growth",
        "growth > ",
        "growth > x",
        "growth > nan",
        "speed > 1",
        "growth = 1",
        "1 > growth",
    ]
)
def test_what_is_no_condition_is_refused(given: str) -> None:
    with pytest.raises(Misuse, match="is no condition; expected one of growth"):
        parse(given)


def test_a_plan_is_a_prediction_from_text() -> None:
    found = predict_from("width=1000, batch=10, depth=20, weights=gaussian")
    assert (found.setting.width, found.setting.batch, found.setting.depth) == (1000, 10, 20)
    refused = {
        "width=10,size=3": "expected NAME=VALUE",
        "width": "expected NAME=VALUE",
        "depth=3": "lacks width, batch",
        "width=ten,batch=3": "width is 'ten'",
        "width=3,width=4,batch=3": "expected NAME=VALUE",
    }
    for plan, why in refused.items():
        with pytest.raises(Misuse, match=why):
            predict_from(plan)


@pytest.mark.usefixtures("nothing_tried")
def test_a_model_in_evaluation_mode_is_judged_in_it() -> None:
    """Fresh BN divides by 1 there, and small weights lose the signal that training mode keeps."""
    torch.manual_seed(0)
    layers = [part for _ in range(8) for part in (nn.Linear(16, 16), nn.BatchNorm1d(16))]
    model, X = nn.Sequential(*layers), drawn(12, 16)
    trained, evaluated = (concluded(model.train(mode), X) for mode in (True, False))
    assert abs(number(trained, "total")) < 1.5
    steps = [
        float(one.weight.detach().norm()) / 4 for one in layers[2::2] if isinstance(one, nn.Linear)
    ]
    assert number(evaluated, "total") == pytest.approx(sum(map(math.log, steps)), abs=0.7)
    assert evaluated["conclusion"]["grade"] == "fails"
    assert "evaluation mode, as the model was given" in evaluated["conclusion"]["sentences"][0]
    assert evaluated["growth"]["mean"] == number(evaluated, "growth")
    assert "evaluation" not in trained["conclusion"]["sentences"][0]


def test_statistics_of_the_batch_mend_evaluation_mode() -> None:
    torch.manual_seed(0)
    layers = [part for _ in range(8) for part in (nn.Linear(16, 16), nn.BatchNorm1d(16))]
    found = concluded(nn.Sequential(*layers).eval(), drawn(12, 16))
    (mended,) = (one for one in found["advice"] if one["name"] == "statistics of the batch")
    growth = next(one for one in mended["effects"] if one["quantity"] == advice.GROWTH)
    before, after = (float(growth[end]["mean"] or 0) for end in ("before", "after"))
    assert before == pytest.approx(abs(number(found, "total")))
    assert after < 0.2 * before


def tried(name: str, before: float, after: float) -> AuditedAdvice:
    def value(mean: float) -> Estimate:
        return {"mean": mean, "interval": None}

    effect: AuditedEffect = {
        "quantity": advice.GROWTH,
        "before": value(before),
        "after": value(after),
        "difference": value(after - before),
        "effect": "less growth",
    }
    return {"name": name, "tried": "so", "refused": "", "effects": [effect], "says": ""}


def test_advice_is_told_where_it_matters() -> None:
    """None that changes nothing, none that is a warning, and whether it is enough."""
    limits = reading.thresholds(reading.PLAIN)
    row = {"quantity": "", "value": {"mean": None, "interval": None}}
    rows: Any = {name: {**row, "judged": "harmless"} for name in ("total", "directions")}

    def said(grade: str, *given: AuditedAdvice) -> str:
        return conclusion._of_advice(given, rows, grade, limits)

    assert said("harmless", tried("half", 1.30, 1.29)) == ""
    assert said("fails", tried("half", 12.3, 12.29)) == "Nothing that was tried helps noticeably"
    assert "half" in said("fails", tried(advice.DEGENERATE, 9, 1), tried("half", 9, 6))
    assert said("fails", tried("half", 9, 6)).endswith("still too much")
    assert said("slow", tried("gains", 3, 1)).endswith(
        "gains (so): from 20-fold to 2.7-fold (67 % less in logarithm), harmless"
    )


def test_what_is_not_known_is_not_harmless() -> None:
    def worst(*grades: str) -> str:
        rows: Any = {str(k): {"judged": grade} for k, grade in enumerate(grades)}
        return conclusion._worst(rows)

    assert worst("unknown", "harmless") == "unknown"
    assert worst("unknown", "slow", "") == "slow"
    assert worst("harmless", "harmless") == "harmless"


def test_residual_networks_have_thresholds_of_their_own() -> None:
    """What slows a chain does not slow them, and parallel samples alone do them no harm."""
    chains, sums = (reading.thresholds(kind) for kind in (reading.PLAIN, reading.RESIDUAL))
    assert chains.slow.at < sums.slow.at < sums.failed.at
    assert min(sums.slow.right / sums.slow.of, sums.failed.right / sums.failed.of) > 0.9
    assert grade_of_directions(1.01, chains) == "fails"
    assert grade_of_directions(1.01, sums) == "harmless"
    assert sums.parallel_slow.of > 5


@pytest.mark.usefixtures("nothing_tried")
def test_the_headline_names_the_mode_and_the_weights() -> None:
    torch.manual_seed(0)
    model, X = nn.Sequential(*[nn.Linear(16, 16), nn.BatchNorm1d(16)] * 3), drawn(12, 16)
    subject = Subject(model, X, None, "a_longer_name_of_mine.py:make_model")
    texts = [
        text(run_audit(one, seeds=1))
        for one in (
            subject,
            replace(subject, checkpoint="kept.pt"),
            replace(subject, model=copy.deepcopy(model).eval()),
        )
    ]
    assert max(len(line) for found in texts for line in found.splitlines()) <= WIDTH
    first = [" ".join(found.split("\n\n")[0].split()) for found in texts]
    assert first[0].endswith("as it is initialised")
    assert first[1].endswith("with these weights")
    assert "in evaluation mode" in first[2]


def test_gains_of_chains_are_not_tried_on_residual_networks() -> None:
    class Sum(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inside = nn.Sequential(nn.Linear(16, 16), nn.BatchNorm1d(16), nn.ReLU())

        def forward(self, X: Tensor) -> Tensor:
            found: Tensor = X + self.inside(X)
            return found

    torch.manual_seed(0)
    found = concluded(nn.Sequential(*[Sum() for _ in range(4)]), drawn(12, 16))
    (gains,) = (one for one in found["advice"] if one["name"] == "a gain exponent")
    assert gains["refused"] == "its rates are of no residual network"


@pytest.mark.usefixtures("nothing_tried")
def test_infinite_weights_are_said_as_such_and_refute_no_law() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(
        *[one for _ in range(3) for one in (nn.Linear(16, 16), nn.BatchNorm1d(16))]
    )
    next(model.parameters()).data[0, 0] = math.inf
    found = concluded(model, drawn(12, 16))
    assert found["conclusion"]["sentences"][0].startswith("The weights 0.weight hold infinite")
    assert all(law["predicted"] is None for law in found["laws"] if "rank" in law["quantity"])


@pytest.mark.usefixtures("nothing_tried")
def test_a_gradient_that_does_not_arrive_is_said_in_words() -> None:
    model = gained(1.0, 3)
    [*model.parameters()][1].data.zero_()
    found = concluded(model, drawn(8, 16))
    assert found["conclusion"]["sentences"][0] == "No gradient at all reaches module 0."
