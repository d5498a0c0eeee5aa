"""Plots: what is drawn, over which axis, and in which words."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from lemmata.reports.build import render
from lemmata.reports.plots.axes import Axis
from lemmata.reports.plots.cells import figure_of_cells
from lemmata.reports.plots.drawing import (
    draw,
    headed,
    make_curve,
    make_figure,
    standalone_svg,
    thumbnail,
)
from lemmata.reports.plots.ink import HOLLOW, SIZE
from lemmata.reports.plots.labels import BOLD, balanced, lines, plain, spans, width
from lemmata.reports.test_support.records import (
    CLAIM,
    EVIDENCE,
    cell,
    cells_figure,
    claims,
    whole,
    with_cells,
)
from lemmata.verify.results.axes import BOTH, NAMES
from lemmata.verify.results.schema import FigureData, SeriesRecord, Unreadable


def curves_of(found: FigureData, name: str) -> list[SeriesRecord]:
    return [s for s in found["series"] if s["name"] == name]


def test_depth_is_the_preferred_axis() -> None:
    found = cells_figure(*(cell(k, 2 * k, l=k, n=n) for k in (1, 2, 3) for n in (4, 5)))
    assert found["x"] == NAMES["l"]
    assert [s["of"] for s in curves_of(found, "observed")] == ["n = 4", "n = 5"]
    assert [s["role"] for s in curves_of(found, "bound")] == ["claimed"] * 2
    alone = cells_figure(*(cell(1, k, l=k, n=k % 3 + 10 * k) for k in (1, 2, 3)))
    assert curves_of(alone, "bound")[0]["role"] == "levels"  # cells differ in more than x


def test_a_plot_is_titled_has_text_and_marks_contradictions() -> None:
    bad = {**cell(5, 1, d=100), "decision": "contradicts"}
    found = draw("a", "title", cells_figure(cell(1, 2, d=1), cell(1, 2, d=10), bad))
    assert found is not None
    text = {node.text for node in ElementTree.fromstring(found.svg).iter()}
    assert {"title", "observed", "bound", "contradicted", "10⁰", "10¹", "10²", "width d"} <= text
    assert "1 ringed" in found.caption
    assert "var(--text)" in found.svg


def test_a_file_has_its_own_colours_and_several_plots_stand_beside_each_other() -> None:
    many = [make_curve(f"layer {k}", "measured", [(1, 1), (2, k + 1)]) for k in range(30)]
    plots = [draw(name, name, make_figure("x", "y", many)) for name in ("a", "b")]
    text = standalone_svg(*plots, note="Two plots.")
    whole = ElementTree.fromstring(text)
    assert [node.get("x") for node in whole if node.tag.endswith("svg")] == ["0", "400"]
    assert "var(" not in text
    assert "data-points" not in text
    assert "Two plots." in text
    assert text.count(">layer 29<") == 2
    assert ">layer 1<" not in text  # of many curves the legend names the first and the last


# Values, the ratio from which an axis is logarithmic, its ticks, how many values have no place.
AXES: list[tuple[list[Any], float, list[str], int]] = [
    ([1, 2, 3], 50, ["1", "2", "3"], 0),
    ([0.1, 0.35], 50, ["0.10", "0.15", "0.20", "0.25", "0.30", "0.35"], 0),
    ([0, 2e-5], 50, ["0", "5·10⁻⁶", "10⁻⁵", "1.5·10⁻⁵", "2·10⁻⁵"], 0),
    (["1e-400", "1e-401"], 9, ["10⁻⁴⁰¹", "2·10⁻⁴⁰¹", "5·10⁻⁴⁰¹", "10⁻⁴⁰⁰"], 0),  # below any float
    ([0.02, 0.03], 1, ["0.02", "0.03"], 0),
    ([1, 10, 100, "1e-300"], 50, ["10⁰", "10¹", "10²"], 1),  # no axis to 1e-300
    ([1, 1000, 0, "inf", None], 50, ["10⁰", "10¹", "10²", "10³"], 2),
    ([-1, 0, 1000], 50, ["0", "200", "400", "600", "800", "1000"], 0),
    ([7, 7], 50, ["7"], 0),
    ([1e308, 5e-324], 1e400, ["−0.04", "−0.02", "0.00", "0.02", "0.04"], 1),
]


def test_ticks_are_round_and_logarithms_exact() -> None:
    for values, ratio, ticks, hidden in AXES:
        axis = Axis(values, 10, 110, ratio, 0.03)
        assert [label for _, label in axis.ticks()] == ticks, values
        assert all(10 <= position <= 110 for position, _ in axis.ticks())
        given = [value for value in values if value is not None]
        assert sum(axis.at(value) is None for value in given) == hidden, values


def test_cells_without_a_common_number_are_drawn_in_order_or_not_at_all() -> None:
    cells = [{**cell(1, 2, X=[[k]]), "ratio": k / 10} for k in range(5)]
    assert cells_figure(*cells)["x"] == "the 5 cases, in order"
    assert figure_of_cells(with_cells(*cells, kind="limit")) is None
    shares = {"ratio_exact": 0.5, "ratio_interval": [0.25, "1.0"]}
    observed, _, _, law, equality = cells_figure(*({**c, **shares} for c in cells))["series"]
    assert (set(observed["low"]), set(observed["high"])) == ({0.25}, {"1.0"})
    assert set(law["y"]) == {0.5}
    assert (equality["x"], equality["y"]) == (("1", "5"), (1, 1))


def test_of_many_families_all_cells_are_drawn_in_order() -> None:
    def drawn(count: int) -> FigureData:
        return cells_figure(
            *({**cell(k, 9, d=k, n=n), "ratio": k / 9} for k in (1, 2, 3) for n in range(count))
        )

    assert drawn(20)["x"] == NAMES["d"]
    assert drawn(60)["x"] == "the 180 cases, in order"


def test_broken_cells_are_no_error() -> None:
    broken: list[Any] = [[[1, 2]], [["a", 1], [1, 2]], [[0, 0], [0, 0]], [1, 2], {"spectrum": 3}]
    for X in broken:
        figure_of_cells(with_cells(*(cell(1, 2, X=X, spectrum={"log": X}) for _ in range(4))))


def test_an_identity_is_drawn_by_its_relative_difference_over_all_magnitudes() -> None:
    cells = [cell("1e-9", "1.1e-9", x=1), cell([1, "-200"], [1, "-100"], x=2), cell(3, 3, x=3)]
    found = cells_figure(*cells, kind="identity")
    assert (found["x"], found["y"]) == ("size of the right side", "relative difference")
    sampled = curves_of(found, "difference")[1]
    points = [
        (float(x), round(float(y), 3)) for x, y in zip(sampled["x"], sampled["y"], strict=True)
    ]
    assert points == [(1.1e-9, 0.091), (100.0, 1.0), (3.0, 0.0)]
    assert "1 of them the sides differ by less than" in found["sentence"]  # the last: equal sides
    equal = cells_figure(*(cell(k, 3, x=k) for k in (1, 2, 3)), kind="identity")
    assert equal["x"] == "the 3 cases, in order"  # all right sides have one size


def test_an_identity_without_any_difference_is_drawn_by_both_sides() -> None:
    found = cells_figure(*(cell([f"1e{-k}"], [f"1e{-k}"], x=k) for k in (1, 2, 3)), kind="identity")
    observed, equal = found["series"]
    assert (found["x"], found["y"]) == ("size of the right side", "size of the left side")
    assert len(observed["x"]) == 3
    assert observed["x"] == observed["y"]
    assert equal["x"] == equal["y"]
    assert Decimal(equal["x"][0]) < Decimal(equal["x"][1]) < Decimal(equal["x"][2])
    far = cells_figure(*(cell(s, s, x=s) for s in ("1e30", "1e20", "1e9")), kind="identity")
    assert len(far["series"][0]["x"]) == 2
    assert "without 1 cell of smaller sides" in far["sentence"]
    same = (cell(3, 3, x=k) for k in (1, 2, 3))
    assert cells_figure(*same, kind="identity")["y"] == BOTH  # over x: they have one size


def test_no_line_joins_cells_of_different_arrays() -> None:
    def role(*matrices: Any) -> str:
        cells = (cell(k, 2 * k, d=k, X=X) for k, X in enumerate(matrices, 1))
        return curves_of(cells_figure(*cells), "bound")[0]["role"]

    assert role([[1]], [[1]], [[1]]) == "claimed"
    assert role([[1]], [[2]], [[1]]) == "levels"


SERIES: dict[str, Any] = {
    "name": "d = 5",
    "role": "measured",
    "of": "d = 5",
    "x": [0, 1, 2],
    "y": [1, "0.1", 0.01],
    "low": [0.9, 0.09, 0.009],
    "high": [2, 0.2, 0.02],
}
CLAIMED = {**SERIES, "name": "the paper's", "role": "claimed", "low": [], "high": []}
DRAWN: dict[str, Any] = {
    "sentence": "",
    "x": r"layer $\ell$",
    "y": r"$\phi(X_\ell)$",
    "log_x": False,
    "log_y": True,
    "points": [],
    "agreement": "",
    "remarks": [],
    "note": "",
    "series": [SERIES, CLAIMED, {**CLAIMED, "role": "law"}],
}
LABELS = ("layer ℓ", "φ(Xₗ)", "d = 5", "the paper&#x27;s")


def test_a_theorem_is_drawn_by_the_figure_that_uses_it() -> None:
    figure = {
        **CLAIM,
        "id": "paper:figure-1",
        "kind": "figure",
        "uses": ["paper:lemma-1"],
        "evidence": [{**EVIDENCE, "figure": DRAWN}],
    }
    shown = render(whole(CLAIM, figure))["claims/paper-lemma-1.html"]
    svg = shown.partition("<svg xmlns")[2]
    assert all(
        f">{label}<" in svg
        for label in ("layer ℓ", spans(r"$\phi(X_\ell)$"), "d = 5", "the paper&#x27;s")
    )
    assert "fill-opacity" in svg  # the band
    assert "d = 5; at 1: 0.1" in svg
    alone = render(whole(CLAIM, {**figure, "uses": []}))["claims/paper-lemma-1.html"]
    assert "layer ℓ" not in alone


def test_labels_are_read_as_formulas() -> None:
    assert plain(r"$\lambda_{\min}$, $n^2/4$, $d = \infty$") == "λ_min, n²/4, d = ∞"
    assert plain("(n - 28)^1.8, tanh(2^{-k}) < infty") == "(n − 28)^1.8, tanh(2^−k) < ∞"
    for label, shown in (
        ("scaled by sqrt(n), sqrt(n d)", "scaled by √n, √(n d)"),
        (r"$\|X_l^{\mathrm{eval}}\|_F$", "‖Xₗ^eval‖_F"),
        (r"$\log \|J_{\mathrm{BN}}\|$, $\mathbb{E} X$", "log ‖J_BN‖, E X"),
        ("((n-1)/n)^(l/2), slope -0.46", "((n−1)/n)^(l/2), slope −0.46"),
        ("sharp:bn-identity, CIFAR-10, theorem-1", "sharp:bn-identity, CIFAR-10, theorem-1"),
    ):
        assert plain(label) == shown
    assert "^" not in spans(r"\|X_l^{\mathrm{eval}}\|") + spans("((n-1)/n)^(l/2)")
    raised = spans("a^2 & b_F")
    assert raised.count("<tspan dy") == 4
    assert "&amp;" in raised
    assert "^" not in raised


def test_a_claim_is_drawn_by_its_own_picture(tmp_path: Path) -> None:
    marks = {
        "name": "observed",
        "role": "marks",
        "of": "n = 3",
        "x": [1, 2],
        "y": [0.5, 0.4],
        "low": [0.4, 0.3],
        "high": [0.6, 0.5],
    }
    bound = {**marks, "name": "the claim", "role": "claimed", "low": [], "high": []}
    others = [{**one, "of": "n = 4"} for one in (marks, bound)]
    figure = {**DRAWN, "series": [marks, bound, *others], "sentence": "Two curves, $d^2$."}
    content = {"claims": {CLAIM["id"]: {"made": "", "figure": figure}}}
    (tmp_path / "pictures.json").write_text(json.dumps(content))
    svg = render(whole(CLAIM), tmp_path)["claims/paper-lemma-1.html"].partition("<svg xmlns")[2]
    for label in ("observed", "the claim", "n = 3", "n = 4"):  # lines and colours apart
        assert svg.count(f">{label}</text>") == 1
    assert "<msup>" in svg.partition("<figcaption>")[2]
    (tmp_path / "pictures.json").write_text("[")
    with pytest.raises(Unreadable, match=r"pictures\.json"):
        render(whole(CLAIM), tmp_path)


def test_a_plot_tells_in_numbers_how_far_apart_its_curves_end() -> None:
    one = {
        "role": "measured",
        "name": "observed",
        "x": [1, 2],
        "y": [1, 0.5],
        "low": [],
        "high": [],
    }
    both = [{**one, "of": of} for of in ("d = 2", "d = 4")]
    claimed = [{**s, "name": "the claim", "y": [1, 0.123456]} for s in both]
    longer = {**both[1], "name": "a law", "x": [1, 2, 3], "y": [1, 2, 3]}  # ends elsewhere
    given: Any = {**DRAWN, "series": [*both, *claimed, longer]}
    found = draw("a", "", given)
    assert found is not None
    assert found.ends == r"d = 4, layer $\ell$ 2: 0.5 (observed), 0.12 (the claim)"


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """The room of each text: left, top, right, bottom."""
    found = []
    for node in ElementTree.fromstring(svg).iter():
        words = "".join(node.itertext())
        if node.tag.endswith("text") and words:
            size = float(node.get("font-size", SIZE))
            wide = width(words, 0.9 * size) * (BOLD if node.get("font-weight") else 1)
            share = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
            x, y = float(node.get("x", 0)) - share * wide, float(node.get("y", 0))
            turned = node.get("transform")
            assert turned is None
            found.append((x, y - 0.7 * size, x + wide, y + 0.1 * size))
    return found


CURVES: dict[str, Callable[[float], float]] = {  # y over x = 0..20
    "straight": lambda x: x,
    "flat": lambda x: 2.0,
    "falling": lambda x: 20 - x,
    "bent": lambda x: x**2 / 20,
    "near the straight": lambda x: x + 1.5,
}


def curve(name: str, role: str = "measured", of: str = "") -> SeriesRecord:
    return make_curve(name, role, [(x, CURVES[name](x)) for x in range(21)], of)


def test_no_words_of_a_plot_touch_each_other_or_leave_it() -> None:
    for count in range(1, len(CURVES) + 1):
        plot = draw(
            "a", "a", make_figure("layer", "gap", [curve(name) for name in list(CURVES)[:count]])
        )
        assert plot is not None
        rooms = boxes(plot.svg)
        assert all(0 <= left < right <= 402 for left, _, right, _ in rooms)
        for one, other in combinations(rooms, 2):
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1], (count, one, other)


def test_a_name_stands_beside_its_curve_and_covers_none() -> None:
    apart = list(CURVES)[:4]
    drawn = [curve(name) for name in apart]
    plot = draw("a", "a", make_figure("layer", "gap", drawn))
    assert plot is not None
    for name in apart:
        (entry,) = re.findall(rf"<text[^>]*>{name}</text>", plot.svg)
        assert 'font-weight="600"' in entry  # beside the curve, not in the legend
    hidden = draw("a", "a", make_figure("layer", "gap", [{**drawn[0], "name": "long " * 20}]))
    assert hidden is not None
    assert 'font-weight="600"' not in hidden.svg  # no room for it: below the plot


def linear(*series: SeriesRecord) -> FigureData:
    return {**make_figure("depth", "growth", list(series)), "log_y": False}


def test_crushed_curves_have_a_panel_of_their_own() -> None:
    steep = make_curve("steep", "measured", [(x, 10 * x) for x in range(5)])
    small = [
        make_curve(f"small {k}", "measured", [(x, k + x / 9) for x in range(5)]) for k in (0, 1)
    ]
    both = draw("a", "a", linear(steep, *small))
    assert both is not None
    assert "growth, enlarged" in both.svg
    assert both.svg.count(">depth<") == 1
    flat = [make_curve(name, "measured", [(x, 2.3) for x in range(5)]) for name in ("a", "b")]
    for series in ([steep, small[0]], [steep, {**steep, "name": "too"}], [steep, *flat]):
        alone = draw("a", "a", linear(*series))
        assert alone is not None
        assert "enlarged" not in alone.svg


def test_published_points_are_hollow_counted_and_of_another_colour_where_they_differ() -> None:
    figure: Any = make_figure("depth", "growth", [curve("straight")], log_x=False)
    point: Any = {"curve": "straight", "ours": 1, "allowed": 1, "published": 5}
    figure["points"] = [{**point, "x": 5, "agrees": True}, {**point, "x": 9, "agrees": False}]
    plot = draw("a", "a", figure)
    assert plot is not None
    assert "published: 1 of 2 agree" in plot.svg
    drawn = re.findall(r'd="M[\d.,]+' + HOLLOW + r'" style="stroke:(.*?);', plot.svg)
    assert sorted(drawn) == sorted(["var(--curve-1)", "var(--bad)", "var(--soft)", "var(--bad)"])


def test_no_place_along_the_plot_is_left_out_however_far_apart() -> None:
    wide = make_curve("a", "measured", [("1e-90", 1), (1, 2), ("1e60", 3)])
    plot = draw("a", "a", make_figure("width", "gap", [wide]))
    assert plot is not None
    assert "beyond the axes" not in plot.caption
    tiny = make_curve("a", "measured", [(1, "1e-90"), (2, 1), (3, 2)])
    hidden = draw("a", "a", make_figure("width", "gap", [tiny]))
    assert hidden is not None
    assert "1 value beyond the axes" in hidden.caption


def test_a_logarithmic_axis_that_is_told_is_drawn() -> None:
    figure = make_figure("gain", "rate", [make_curve("a", "measured", [(0.25, 1), (1, 9)])])
    assert (figure["log_x"], figure["log_y"]) == (False, False)  # chosen by itself it would not be
    plot = draw("a", "a", {**figure, "log_x": True, "log_y": True})
    assert plot is not None
    assert ">0.5<" in plot.svg
    assert ">0.6<" not in plot.svg


def test_a_headed_plot_says_above_its_axes_what_it_shows() -> None:
    plot = draw("a", "a", make_figure("x", "y", [curve("straight")]))
    assert plot is not None
    told = headed(plot, "A takeaway that is longer than a line of the picture", "d = n = 100")
    (rise,) = re.findall(r'viewBox="0 (-[\d.]+) 400', told.svg)
    new = list(ElementTree.fromstring(told.svg))[len(list(ElementTree.fromstring(plot.svg))) :]
    assert [node.text for node in new][2:] == ["d = n = 100"]
    assert " ".join(node.text or "" for node in new[:2]).startswith("A takeaway that is longer")
    heights = [float(node.get("y", 0)) for node in new]
    assert float(rise) < heights[0] < heights[1] < heights[2] < 0


def test_a_headline_has_no_line_of_a_word_where_another_break_has_none() -> None:
    told, room = "Gradients explode for degenerate inputs only", 400 / BOLD
    assert lines(told, room, 16)[-1] == "only"
    found = balanced(told, room, 16)
    assert len(found) == len(lines(told, room, 16))
    assert " ".join(found) == told
    assert min(width(line) for line in found) > 0.6 * max(width(line) for line in found)
    assert balanced("one two", 400) == ["one two"]
    assert balanced("incomprehensibilities", 10) == ["incomprehensibilities"]


def test_each_kind_of_line_is_named_though_families_share_it() -> None:
    points = [(0, 1), (1, 2)]
    series = [
        make_curve("with", "measured", points, "with"),
        make_curve("with, deeper", "measured", points, "with"),
        make_curve("scaled", "another reading", points, "scaled"),
    ]
    plot = draw("a", "a", make_figure("layer", "gap", series))
    assert plot is not None
    assert all(f">{name}<" in plot.svg for name in ("measured", "deeper", "another reading"))


def test_words_are_never_pale() -> None:
    many = [make_curve(f"n = {k}", "measured", [(0, k), (1, 2 * k)]) for k in range(1, 8)]
    plot = draw("a", "a", make_figure("layer", "gap", many))
    assert plot is not None
    words = [one for one in re.findall(r"<text[^>]*>", plot.svg) if "font-weight" in one]
    assert "opacity" in plot.svg
    assert words
    assert not any("opacity" in one for one in words)


def test_a_thumbnail_has_curves_and_no_words() -> None:
    small = thumbnail(make_figure("x", "y", [curve("straight"), curve("flat")]))
    assert "<text" not in small
    assert small.count("var(--curve-1)") == small.count("var(--curve-2)") == 1
    assert thumbnail(make_figure("x", "y", [])) == ""


def test_negative_sides_over_magnitudes_are_drawn_as_ratios() -> None:
    cells = [{**cell(-(10.0**k), -(10.0**k) / 2, d=k), "ratio": 0.5 / k} for k in (1, 2, 3, 4)]
    assert cells_figure(*cells)["y"] == "left side over right side"
    assert cells_figure(*({**c, "lhs": -2, "rhs": -1} for c in cells))["y"] == BOTH


def test_bound_exact_law_and_observation_are_drawn_together() -> None:
    cells = [{**cell("0.5", 9, d=d), "exact": "0.51"} for d in (2, 3, 4)]
    richer = [cell("0.5", 9, d=d) for d in range(2, 9)]
    evidence = [{**EVIDENCE, "cells": chosen, "worst": 0} for chosen in (richer, cells)]
    found = figure_of_cells(claims({**CLAIM, "evidence": evidence})[0])
    assert found is not None
    (law,) = curves_of(found, "exact law")
    assert (law["role"], set(law["y"])) == ("law", {"0.51"})
