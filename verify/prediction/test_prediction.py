"""Predictions against networks that are run here, and against the ledger that they quote."""

import inspect
import math
import re
from typing import Any

import numpy as np
import pytest

import lemmata
from lemmata.theory.audit import GAP_IN_DEPTH, GROWTH, RANK_IN_DEPTH, AuditRow
from lemmata.theory.ledger import LEDGER, claims
from lemmata.theory.sharp.phases import PHASES, QUANTITIES
from lemmata.verify.audit.comparison import hypotheses as audited
from lemmata.verify.audit.comparison.quantities import MeasuredModel
from lemmata.verify.audit.thresholds.grading import HARMLESS, SLOW, grade_of_growth
from lemmata.verify.audit.thresholds.reading import NORMALISED, thresholds
from lemmata.verify.phases.grid import PhaseLayer
from lemmata.verify.phases.table import RECORDED, read_table
from lemmata.verify.prediction.prediction import MEASURED, TOTAL, UNKNOWN, Prediction, rows_of
from lemmata.verify.prediction.setting import GIVEN, HYPOTHESES, UNSEEN, Setting
from lemmata.verify.statistics.betting import Floats

# Networks of each kind, and some that no law and no measurement covers.
NETWORKS: list[dict[str, Any]] = [
    {"width": 96, "batch": 24},
    {"width": 64, "batch": 64, "depth": 300, "first_gap": 0.3},
    {"width": 32, "batch": 72, "depth": 130},
    {"width": 64, "batch": 17, "centred": True},
    {"width": 640, "batch": 12, "weights": "gaussian"},
    {"width": 32, "batch": 60, "weights": "gaussian"},
    {"width": 64, "batch": 64, "activation": "tanh", "gain": 0.5},
    {"width": 64, "batch": 64, "activation": "relu"},
    {"width": 32, "batch": 8, "activation": "relu", "norm": "layer", "residual": True},
    {"width": 32, "batch": 8, "depth": 160, "weights": "gaussian", "norm": "none"},
    {"width": 700, "batch": 3, "norm": "group", "activation": "silu"},
]


def haar(rng: np.random.Generator, d: int) -> Floats:
    Q, R = np.linalg.qr(rng.standard_normal((d, d)))
    return np.asarray(Q * np.sign(np.diag(R)))


def deep_network(weights: str, d: int, n: int, layers: int, seed: int, bn: bool = True) -> Floats:
    """Growth of the gradient a layer, V and 1/sum q^2 over the deeper half: backwards, by numpy."""
    rng = np.random.default_rng(seed)
    X, passed, squares = rng.standard_normal((d, n)), [], []
    for _ in range(layers):
        W = haar(rng, d) if weights == "orthogonal" else rng.standard_normal((d, d)) / d**0.5
        Z = W @ X
        size = np.linalg.norm(Z, axis=1, keepdims=True) if bn else np.ones((d, 1))
        X = Z / size if bn else Z / np.linalg.norm(Z)
        passed.append((W, X, size))
        squares.append(float(np.sum((X.T @ X / np.sum(X * X)) ** 2)))
    G, growths = rng.standard_normal((d, n)), []
    G /= np.linalg.norm(G)
    for W, Y, size in reversed(passed):
        G = W.T @ ((G - Y * np.sum(Y * G, axis=1, keepdims=True)) / size if bn else G)
        growths.append(np.log(np.linalg.norm(G)))
        G /= np.linalg.norm(G)
    square = float(np.mean(squares[layers // 2 :]))
    return np.array([np.mean(growths[: layers // 2]), (square - 1 / n) ** 0.5, 1 / square])


def several(
    weights: str, d: int, n: int, layers: int, runs: int = 6, bn: bool = True
) -> tuple[Floats, Floats]:
    """Means over networks, and their standard errors."""
    found = np.array([deep_network(weights, d, n, layers, seed, bn) for seed in range(runs)])
    return found.mean(0), found.std(0, ddof=1) / runs**0.5


def test_orthogonal_weights_and_small_batches() -> None:
    """At the distance that sharp:haar-growth leaves at this size: 4 % and five standard errors."""
    mean, error = several("orthogonal", 48, 24, 300)
    said = lemmata.predict(width=48, batch=24)
    for k, quantity in enumerate((GROWTH, GAP_IN_DEPTH, RANK_IN_DEPTH)):
        value = said[quantity].value
        assert value is not None
        assert abs(value - mean[k]) < 5 * error[k] + 0.06 * abs(mean[k]), quantity
    assert said[TOTAL].value == pytest.approx(100 * (said[GROWTH].value or 0))


@pytest.mark.parametrize(
    ("d", "n", "law"),
    [(128, 6, "sharp:gaussian-explosion"), (128, 16, "sharp:gaussian-growth")],
)
def test_of_two_limits_the_finer_comes_first(d: int, n: int, law: str) -> None:
    """What it neglects, n^2/(4 d) or 1/n, and the scatter is how far the growth is from it."""
    mean, error = several("gaussian", d, n, 200)
    said = lemmata.predict(width=d, batch=n, depth=200, weights="gaussian")
    rows = [row for row in said.rows if row.quantity == GROWTH]
    assert {row.claim for row in rows} <= {"sharp:gaussian-explosion", "sharp:gaussian-growth"}
    assert said[GROWTH].claim == law
    off = abs((said[GROWTH].value or 0) / mean[0] - 1)
    assert off < 1.5 * min(n * n / (4 * d), 1 / n) + 5 * error[0] / mean[0]


@pytest.mark.parametrize("weights", ["orthogonal", "gaussian"])
@pytest.mark.parametrize(("d", "n"), [(8, 2), (8, 3), (8, 4), (8, 6), (100, 2), (45, 3), (32, 8)])
def test_a_limit_of_large_networks_is_quoted_where_it_is_near(weights: str, d: int, n: int) -> None:
    """Of three samples of eight features gradients grow half as fast as the limit has it."""
    mean, error = several(weights, d, n, 240, runs=12)
    said = lemmata.predict(width=d, batch=n, depth=240, weights=weights)
    for k, quantity in enumerate((GROWTH, GAP_IN_DEPTH, RANK_IN_DEPTH)):
        row, room = said[quantity], (0.25, 0.3, 0.2)[k]
        if row.value is not None:
            assert abs(row.value / mean[k] - 1) < room + 5 * error[k] / abs(mean[k]), row
    assert (n < 8) or said[GROWTH].value is not None


@pytest.mark.parametrize(
    ("network", "enough"),
    [
        ({"width": 100, "batch": 8, "weights": "gaussian", "norm": "none"}, 500),
        ({"width": 100, "batch": 95}, 380),
        ({"width": 100, "batch": 100}, 400),
        ({"width": 100, "batch": 150}, 400),
    ],
)
def test_where_a_limit_of_depth_is_not_reached_it_is_not_quoted(
    network: dict[str, Any], enough: int
) -> None:
    """The eight samples still take 1.6 directions after 100 layers, the hundred 74."""
    for depth, known in ((enough, True), (enough - 1, False), (10, False)):
        said = lemmata.predict(**network, depth=depth)
        assert (said[RANK_IN_DEPTH].value is not None) is known
        assert (said[GAP_IN_DEPTH].value is not None) is known
        assert any("directions" in one for one in said.conclusion) is known
        assert said[RANK_IN_DEPTH].deeper is not known


def test_as_many_samples_as_features_with_orthogonal_weights() -> None:
    mean, _ = several("orthogonal", 12, 12, 400, runs=3)
    said = lemmata.predict(width=12, batch=12, depth=400)
    assert (said[GROWTH].value, said[GROWTH].relation) == (0, "at most")
    assert mean[0] < 2e-3
    assert mean[1] == pytest.approx(said[GAP_IN_DEPTH].value, abs=1e-3)


def test_more_gaussian_samples_than_the_width_keeps() -> None:
    mean, _ = several("gaussian", 64, 48, 240)
    said = lemmata.predict(width=64, batch=48, weights="gaussian")
    assert mean[1] == pytest.approx(said[GAP_IN_DEPTH].value, rel=0.2)
    assert mean[2] == pytest.approx(said[RANK_IN_DEPTH].value, rel=0.35)


def test_gaussian_layers_without_normalisation_have_rank_one() -> None:
    mean, _ = several("gaussian", 16, 6, 400, bn=False, runs=3)
    said = lemmata.predict(width=16, batch=6, depth=400, weights="gaussian", norm="none")
    assert mean[1] == pytest.approx(said[GAP_IN_DEPTH].value, rel=0.01)
    assert mean[2] == pytest.approx(said[RANK_IN_DEPTH].value, rel=0.01)


def test_the_mean_costs_one_sample_and_evaluation_mode_the_signal() -> None:
    centred = lemmata.predict(width=64, batch=17, depth=20, centred=True)
    plain = lemmata.predict(width=64, batch=16, depth=20)
    assert centred[GROWTH].value == plain[GROWTH].value
    (left,) = [row for row in centred.rows if "evaluation" in row.quantity]
    assert left.value == pytest.approx((16 / 17) ** 10)
    assert not [row for row in plain.rows if "evaluation" in row.quantity]


def test_every_row_has_the_verdict_of_its_claim() -> None:
    seen = set()
    for network in NETWORKS:
        for row in lemmata.predict(**network).rows:
            seen.add(row.verdict)
            if row.verdict == UNKNOWN:
                assert (row.value, row.interval) == (None, None)
                assert row.claim == (PHASES.id if row.elsewhere else "")
            elif row.verdict == MEASURED:
                assert row.claim == PHASES.id
                assert row.interval is not None
            else:
                assert row.verdict == str(claims()[row.claim].expected)
    assert seen == {"proved", "holds", MEASURED, UNKNOWN}


def test_every_row_of_a_true_claim_is_predicted_for_some_network() -> None:
    """But those that need a pass: a planned network has not had any."""
    said = {(r.claim, r.quantity) for network in NETWORKS for r in lemmata.predict(**network).rows}
    plans = {(one.id, row.quantity) for one in claims().values() for row in one.plans}
    assert plans
    assert plans <= said


def test_a_law_speaks_only_where_its_conditions_hold() -> None:
    laws: dict[str, Any] = {"width": 96, "batch": 24}
    ground = lemmata.predict(**laws)[GROWTH].claim
    changes: list[dict[str, Any]] = [
        {"activation": "relu"},
        {"norm": "rms"},
        {"residual": True},
        {"weights": "gaussian"},
        {"batch": 200},
        {"gain": 2.0},
        {"depth": 2},
    ]
    for change in changes:
        said = lemmata.predict(**{**laws, **change})
        assert all(row.claim != ground or row.quantity != GROWTH for row in said.rows), change


def test_a_measured_network_is_quoted_and_no_other() -> None:
    table = read_table(RECORDED)
    cell = next(c for c in table.rows if c.layer.norm == "layer" and c.n == 16)
    one = cell.layer
    same: dict[str, Any] = {"norm": one.norm, "weights": one.weights, "activation": one.activation}
    said = lemmata.predict(width=cell.d, batch=cell.n, **same)
    for name, quantity in QUANTITIES.items():
        row, seen = said[quantity], table.rows[cell][name]
        assert (row.value, row.interval) == (seen.estimate, (seen.low, seen.high))
    wider = lemmata.predict(width=4 * cell.d, batch=4 * cell.n, **same)[GROWTH]
    assert wider.value is None
    assert f"width {cell.d} and batch {cell.n}" in wider.sentence
    other = lemmata.predict(width=cell.d, batch=cell.n, gain=2.0, **same)[GROWTH]
    assert (other.value, "width" in other.sentence) == (None, False)


def test_the_measured_table_agrees_with_every_law_that_speaks_of_it() -> None:
    """A limit of large networks within a fifth at width 32, and every bound."""
    compared = []
    for cell, seen in read_table(RECORDED).rows.items():
        for row in lemmata.predict(width=cell.d, batch=cell.n, depth=500, **vars(cell.layer)).rows:
            name = next((key for key, value in QUANTITIES.items() if value == row.quantity), None)
            if name is None or row.value is None or row.verdict == MEASURED:
                continue
            low, high = seen[name].low - 2e-3, seen[name].high + 2e-3
            room = 0.2 * abs(row.value) if row.relation == "limit" else 0.0
            assert low <= row.value + room, (cell, row)
            assert row.relation == "at most" or row.value - room <= high, (cell, row)
            compared.append(row.claim)
    assert len(set(compared)) >= 6
    assert len(compared) >= 25


def test_hypotheses_and_quantities_of_all_rows_are_known() -> None:
    """To predictions all of them; to audits those of the rows that they measure."""
    rows = [row for claim in claims().values() for row in rows_of(claim)]
    known = {*HYPOTHESES, *GIVEN, *UNSEEN}
    assert {name for row in rows for name in row.hypotheses} <= known
    measured = [claim.audit for claim in claims().values() if claim.audit]
    assert all(hasattr(audited, name) for row in measured for name in row.hypotheses)
    for row in rows:
        for name in quantities_of(row):
            assert hasattr(MeasuredModel, name) or name in (*dir(Setting), *Setting.__annotations__)


@pytest.mark.parametrize("name", ["square", "wide", "tall", "smaller", "several", "many", "kept"])
def test_sizes_decide_for_predictions_what_they_decide_for_audits(name: str) -> None:
    answers = set()
    for d in (8, 9, 30, 64, 1000):
        for n in (2, 3, 8, 9, 10, 64):
            setting = Setting(d, n, 10, PhaseLayer("batch", "gaussian", "linear", False))
            audit, _ = vars(audited)[name].__wrapped__(n, d)
            assert HYPOTHESES[name](setting) == audit, (n, d)
            answers.add(audit)
    assert answers == {True, False}


def quantities_of(row: AuditRow) -> set[str]:
    """The attributes of m that the row's function reads: m.width, m.samples, ..."""
    return set(re.findall(r"\bm\.(\w+)", inspect.getsource(row.predicted)))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"width": 0}, "width is 0"),
        ({"batch": 2.5}, "batch is 2.5"),
        ({"depth": True}, "depth is True"),
        ({"norm": "bach"}, "norm is 'bach'; expected one of batch, layer"),
        ({"weights": "haar"}, "weights is 'haar'"),
        ({"activation": "gelu2"}, "activation is 'gelu2'"),
        ({"gain": float("nan")}, "gain is nan"),
        ({"gain": "much"}, "gain is 'much'; expected a positive number"),
        ({"residual": 2}, "residual is 2; expected true or false"),
        ({"centred": "yes"}, "centred is 'yes'; expected true or false"),
        ({"first_gap": "small"}, "first_gap is 'small'"),
        ({"batch": 2, "centred": True}, "BN needs 3 samples"),
        ({"norm": "layer", "centred": True}, "centred is for norm='batch'"),
        ({"first_gap": -1.0}, "first_gap is -1.0"),
    ],
)
def test_nonsense_is_refused_in_one_line(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(lemmata.Misuse, match=words.replace("(", r"\(")) as caught:
        lemmata.predict(**{"width": 32, "batch": 8, **wrong})
    assert len(str(caught.value).splitlines()) == 1


def test_a_prediction_is_a_table_that_fits_a_terminal() -> None:
    for network in NETWORKS:
        said = lemmata.predict(**network)
        assert isinstance(said, Prediction)
        lines = str(said).splitlines()
        assert max(map(len, lines)) <= 80
        assert all(row.quantity in str(said) for row in said.rows)
    with pytest.raises(KeyError, match="nothing is said of 'rank'"):
        said["rank"]


def test_predictions_do_not_depend_on_claims_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that is no longer believed is no longer quoted."""
    said = lemmata.predict(width=96, batch=24)[GROWTH]
    without = {key: one for key, one in LEDGER.claims.items() if key != said.claim}
    monkeypatch.setattr(LEDGER, "claims", without)
    assert lemmata.predict(width=96, batch=24)[GROWTH].value is None


CONCLUSIONS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"width": 64, "batch": 64, "depth": 300},
        [
            "Gradients stay bounded at any depth.",
            "The 64 samples take 64 of 64 directions in depth.",
        ],
    ),
    (
        {"width": 512, "batch": 64, "depth": 400},
        ["Gradients grow about ", "A batch of 512 or more, which spans the width, bounds them"],
    ),
    (
        {"width": 100, "batch": 300, "weights": "gaussian"},
        [
            "How fast gradients grow is not known at this depth: the law of this network speaks of"
            " deeper ones.",
            "To keep 300 samples independent in depth takes a width of 22775: this one keeps 18.",
        ],
    ),
    (
        {"width": 2000, "batch": 64, "weights": "gaussian"},
        ["The width keeps the 64 samples independent in depth; 1083 would be enough."],
    ),
    (
        {"width": 32, "batch": 8, "activation": "relu", "norm": "layer", "residual": True},
        ["Gradients shrink e^", "The 8 samples take 1 of 8 directions in depth"],
    ),
    (
        {"width": 32, "batch": 8, "activation": "relu", "norm": "layer"},
        ["The 8 samples are nearly parallel in depth, 3e-05 directions"],
    ),
    (
        {"width": 64, "batch": 17, "centred": True},
        ["In evaluation mode the signal shrinks 21-fold over the layers."],
    ),
    (
        {"width": 99, "batch": 99, "activation": "silu"},
        ["Gains l^-e of layer l keep gradients bounded for e above 0.5."],
    ),
    (
        {"width": 9, "batch": 9, "norm": "group", "activation": "sin"},
        ["How fast gradients grow is not known: no law covers this network, and it was not"],
    ),
]


@pytest.mark.parametrize(("network", "words"), CONCLUSIONS)
def test_the_conclusion_says_what_the_rows_come_to(
    network: dict[str, Any], words: list[str]
) -> None:
    said = lemmata.predict(**network)
    for one in words:
        assert any(sentence.startswith(one) for sentence in said.conclusion), said.conclusion
    assert all(sentence.endswith(".") for sentence in said.conclusion)
    assert " ".join(said.conclusion) in " ".join(str(said).split())


def test_training_is_said_to_slow_where_the_growth_reaches_the_threshold() -> None:
    said = lemmata.predict(width=96, batch=24)
    slow = thresholds(NORMALISED).slow.at / (said[GROWTH].value or 0)
    (sentence,) = [one for one in said.conclusion if "At this rate" in one]
    assert f"slows from {math.ceil(slow)} layers on" in sentence
    at = [lemmata.predict(width=96, batch=24, depth=math.ceil(slow) + k) for k in (-1, 0)]
    grades = [grade_of_growth(one[TOTAL].value or 0, thresholds(NORMALISED)) for one in at]
    assert grades == [HARMLESS, SLOW]
