"""The parts of the page: findings, map, plots, gallery, performance, exports, witnesses."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from reports.build import render
from reports.gallery.listing import gallery
from reports.maps.uses import falling, layers, proof_map, resting
from reports.performance.summary import summarised
from reports.plots.axes import Axis
from reports.plots.curves import Drawing, drawing
from reports.plots.drawing import plot
from reports.plots.labels import plain, spans
from reports.plots.series import series_plot
from reports.reading.fitting import Notes
from reports.reading.proofs import mark
from reports.reading.results import ReadClaim, read
from reports.schema import FigureRecord
from reports.sharing.export import as_csv, as_latex, as_markdown, export
from reports.story.findings import findings
from reports.test_build import CELL, CLAIM, EVIDENCE, LAW, WEAK, part, whole
from reports.witnesses.worst_case import as_python


def claims(*altered: dict[str, Any]) -> list[ReadClaim]:
    return read(whole(*altered)).claims


def cell(lhs: Any, rhs: Any, **parameters: Any) -> dict[str, Any]:
    return {**CELL, "parameters": parameters, "lhs": lhs, "rhs": rhs, "ratio": 0.0}


def with_cells(*cells: dict[str, Any], **fields: Any) -> ReadClaim:
    evidence = {**EVIDENCE, "cells": list(cells), "worst": 0}
    return claims({**CLAIM, **fields, "evidence": [evidence]})[0]


def drawn(*cells: dict[str, Any], sharp: ReadClaim | None = None, **fields: Any) -> Drawing:
    found = drawing(with_cells(*cells, **fields), sharp)
    assert found is not None
    return found


# Findings


FALSE = {**CLAIM, "expected": "refuted", "mutants": []}
CALM = {**CLAIM, "verdict": "holds", "tightness": 0.2, "mutants": [], "vacuous": False}
WHY = {**FALSE, "reason": "a square is lost"}  # told where it explains
TOLD: list[tuple[list[dict[str, Any]], list[str], str]] = [
    ([FALSE, {**LAW, "mutants": []}], [
        "the left side is 1e-400 where the claim has at most 2e-400",
        "the nearest true statement is sharp:law",
        "1 further statement uses a refuted one: sharp:law",
    ], "Why"),
    ([WHY], ["Why: a square is lost"], "was expected"),
    ([{**WHY, "expected": "undecided"}], ["false as stated"], "Why"),
    ([CALM, LAW], ["nothing tried uses more than 20 % of the bound"], "false as stated"),
    ([WEAK], ["it fails the run: the verdict is holds, expected proved"], "false as stated"),
]  # fmt: skip


def test_findings_follow_the_verdict_the_unexpected_first() -> None:
    for altered, told, untold in TOLD:
        text = " ".join(" ".join((f.text, *f.ids)) for f in findings(claims(*altered)))
        assert [words for words in told if words not in text] == []
        assert untold not in text
    found = findings(claims(CLAIM, LAW))
    assert [finding.sort for finding in found[:2]] == ["unexpected", "survivor"]
    assert len(findings(claims(*({**CLAIM, "id": f"a:{k}"} for k in range(9))))) == 4  # at most
    assert findings([]) == []


def test_a_theorem_is_told_before_a_remark_and_what_it_drags_along() -> None:
    uses = {"a:remark-x": [], "a:corollary-2": ["a:theorem-1"], "a:theorem-1": []}
    false = [{**FALSE, "failures": [], "id": i, "uses": used} for i, used in uses.items()]
    found = [finding.claim["id"] for finding in findings(claims(*false)) if finding.claim]
    assert found == ["a:theorem-1", "a:remark-x"]


def test_a_wrong_statement_is_told_before_an_edge_case_whatever_it_is_called() -> None:
    grades = {"a:theorem-1": "edge", "a:remark-x": "wrong"}
    false = [{**FALSE, "failures": [], "id": i, "grade": grade} for i, grade in grades.items()]
    found = [finding for finding in findings(claims(*false)) if finding.claim]
    assert [f.claim["id"] for f in found if f.claim] == ["a:remark-x", "a:theorem-1"]
    assert "false as stated (wrong)" in found[0].text


def test_bounds_that_are_used_up_are_counted_and_nothing_is_said_of_their_constants() -> None:
    used_up = {**CALM, "tightness": 1 - 1e-9}
    (found,) = (f for f in findings(claims(used_up, {**CALM, "id": "a:b"})) if f.sort == "used up")
    assert found.text == "of 1 of the 2 bounds that stand both sides meet somewhere, to a millionth"
    open_ = {**used_up, "verdict": "undecided"}
    assert [f for f in findings(claims(open_)) if f.sort == "used up"] == []


def test_a_place_is_told_in_words_and_not_by_a_recipe() -> None:
    cell = {**CELL, "parameters": {"d": 4}, "ratio": 2.0, "decision": "contradicts"}
    places = {"equal": "equal: d = 4", "Rotation(d=2, seeds=())": "d = 4", "((1.0,), 3)": "d = 4"}
    for label, told in places.items():
        evidence = {**EVIDENCE, "cells": [{**cell, "label": label}], "worst": 0}
        false = {**FALSE, "failures": [], "expected": "refuted", "evidence": [evidence]}
        assert any(f"({told})" in found.text for found in findings(claims(false))), label


# The map


def test_layers_follow_the_uses() -> None:
    a, b, c = ({**LAW, "id": name} for name in "abc")
    linked = claims({**a, "uses": ["b", "c"]}, {**b, "uses": ["c"]}, {**c, "uses": []})
    rests = resting(linked)
    assert layers(rests) == [["c"], ["b"], ["a"]]
    assert falling(rests) == {"a": [], "b": ["a"], "c": ["a", "b"]}
    found = proof_map(linked)
    edges = {(node.id, user) for node in found.nodes for user in node.arrows}
    assert edges == {("b", "a"), ("c", "a"), ("c", "b")}
    assert all(0 <= node.x < found.width and 0 <= node.y < found.height for node in found.nodes)
    alone = claims({**LAW, "uses": ["sharp:law", "nobody"]})  # itself and a stranger
    assert [node.id for node in proof_map(alone).nodes] == ["sharp:law"]


def test_a_proof_puts_its_facts_and_claims_on_the_map_and_every_claim_is_on_it() -> None:
    fact = {"name": "Rayleigh", "says": "A quotient.", "reference": "Horn and Johnson, 4.2"}
    proof = {"steps": [], "facts": [fact], "claims": ["paper:lemma-1"], "file": "", "missing": ""}
    many = [{**LAW, "id": f"sharp:{k}", "uses": []} for k in range(20)]
    found = proof_map(claims(CLAIM, {**LAW, "uses": [], "proof": proof}, *many))
    assert len(found.nodes) == 23
    (rayleigh,) = (node for node in found.nodes if node.claim is None)
    assert rayleigh.falls == ["sharp:law"]
    place = {node.id: node.y for node in found.nodes}
    assert place[rayleigh.id] < place["paper:lemma-1"] < place["sharp:law"]
    assert {name for _, name in found.bands} == {"Facts", "Rest on no other claim", "One step up"}
    assert len({(node.x, node.y) for node in found.nodes}) == 23
    assert "fact Rayleigh" in render(whole(CLAIM, {**LAW, "proof": proof}))


# Plots


def test_depth_is_preferred_and_curves_are_told_apart() -> None:
    found = drawn(*(cell(k, 2 * k, l=k, n=n) for k in (1, 2, 3) for n in (4, 5)))
    assert found.x == "l"
    assert set(found.curves) == {"n = 4", "n = 5"}
    assert found.joined  # and not where cells differ in more than x
    assert not drawn(*(cell(1, k, l=k, n=k % 3 + 10 * k) for k in (1, 2, 3))).joined


def test_a_plot_is_titled_has_text_and_marks_contradictions() -> None:
    bad = {**cell(5, 1, d=100), "decision": "contradicts"}
    found = plot(with_cells(cell(1, 2, d=1), cell(1, 2, d=10), bad))
    assert found is not None
    text = {node.text for node in ElementTree.fromstring(found.svg).iter()}
    assert {"observed", "bound", "10⁰", "10¹", "10²", "d"} <= text
    assert "1 ringed" in found.caption
    assert "var(--text)" in found.svg


# Values, the ratio from which an axis is logarithmic, its ticks, how many values have no place.
AXES: list[tuple[list[Any], float, list[str], int]] = [
    ([1, 2, 3], 50, ["1", "2", "3"], 0),
    ([0.1, 0.35], 50, ["0.10", "0.15", "0.20", "0.25", "0.30", "0.35"], 0),
    ([0, 2e-5], 50, ["0", "5e-6", "1e-5", "1.5e-5", "2e-5"], 0),
    (["1e-400", "1e-401"], 9, ["1e-401", "2e-401", "5e-401", "1e-400"], 0),  # below any float
    ([0.02, 0.03], 1, ["0.02", "0.03"], 0),
    ([1, 10, 100, "1e-300"], 50, ["10⁰", "10¹", "10²"], 1),  # no axis to 1e-300
    ([1, 1000, 0, "inf", None], 50, ["10⁰", "10¹", "10²", "10³"], 2),
    ([-1, 0, 1000], 50, ["0", "200", "400", "600", "800", "1000"], 0),
    ([7, 7], 50, ["7"], 0),
    ([1e308, 5e-324], 1e400, ["-0.04", "-0.02", "0.00", "0.02", "0.04"], 0),
]


def test_ticks_are_round_and_logarithms_exact() -> None:
    for values, ratio, ticks, hidden in AXES:
        axis = Axis(values, ratio)
        axis.fit([axis.place(value) for value in values], 10, 110, 0.03)
        assert [label for _, label in axis.ticks()] == ticks, values
        assert all(10 <= position <= 110 for position, _ in axis.ticks())
        assert axis.hidden == hidden, values


def test_cells_without_a_common_number_are_drawn_in_order_or_not_at_all() -> None:
    cells = [{**cell(1, 2, X=[[k]]), "ratio": k / 10} for k in range(5)]
    assert not drawn(*cells).shared
    assert drawing(with_cells(*cells, kind="limit")) is None
    shares = {"ratio_exact": 0.5, "ratio_interval": [0.25, "1.0"]}
    points = drawn(*({**c, **shares} for c in cells)).points
    assert {(point.exact, point.interval) for point in points} == {(0.5, (0.25, "1.0"))}


def test_one_layer_is_drawn_over_the_gap_and_negative_sides_turned_round() -> None:
    spectra = [{"log_eigenvalues": [-k, f"{k / 2}"], "multiplicities": [1, 1]} for k in (1, 2, 4)]
    found = drawn(
        *(cell(-k, -100 * k**9, spectrum=s) for k, s in zip((1, 2, 4), spectra, strict=True))
    )
    assert [(float(point.x), point.observed) for point in found.points] == [
        (0.25, "1"), (0.5, "2"), (1.0, "4"),
    ]  # fmt: skip
    assert "times -1" in found.note
    matrices = [[[k, 0], [0, 1]] for k in (1, 2, 4)]  # of gap log((k^2 + 1)/2) - log k
    points = drawn(*(cell(1, 2, X=X) for X in matrices)).points
    assert [round(float(point.x), 4) for point in points] == [0, 0.2231, 0.7538]
    broken: list[Any] = [[[1, 2]], [["a", 1], [1, 2]], [[0, 0], [0, 0]], [1, 2], {"spectrum": 3}]
    for X in broken:
        drawing(with_cells(*(cell(1, 2, X=X, spectrum={"log_eigenvalues": X}) for _ in range(4))))


def test_an_identity_is_drawn_by_its_relative_difference_over_all_magnitudes() -> None:
    cells = [cell("1e-9", "1.1e-9", x=1), cell([1, "-200"], [1, "-100"], x=2), cell(3, 3, x=3)]
    found = drawing(with_cells(*cells, kind="identity"))
    assert found is not None
    assert (found.x, found.y) == ("size of the right side", "relative difference")
    points = [(float(point.x), round(float(point.observed), 3)) for point in found.points]
    assert points == [(1.1e-9, 0.091), (100.0, 1.0), (3.0, 0.0)]
    assert "1 of them the sides differ by less than" in found.note  # the last: equal sides


SERIES: dict[str, Any] = {
    "name": "d = 5", "role": "measured", "of": "d = 5", "x": [0, 1, 2],
    "y": [1, "0.1", 0.01], "low": [0.9, 0.09, 0.009], "high": [2, 0.2, 0.02],
}  # fmt: skip
CLAIMED = {**SERIES, "name": "the paper's", "role": "claimed", "low": [], "high": []}
DRAWN: dict[str, Any] = {
    "sentence": "", "x": r"layer $\ell$", "y": r"$\phi(X_\ell)$", "log_x": False, "log_y": True,
    "points": [], "remarks": [], "series": [SERIES, CLAIMED, {**CLAIMED, "role": "law"}],
}  # fmt: skip
LABELS = ("layer ℓ", "φ(Xₗ)", "d = 5", "the paper&#x27;s")


def test_a_theorem_is_drawn_by_the_figure_that_uses_it_and_is_the_main_law() -> None:
    figure = {**CLAIM, "id": "paper:figure-1", "kind": "figure", "uses": ["paper:lemma-1"],
              "evidence": [{**EVIDENCE, "figure": DRAWN}]}  # fmt: skip
    page = render(whole(CLAIM, figure))
    for part_name in ("glance", "paper:lemma-1"):
        svg = part(page, part_name).partition("<svg xmlns")[2]
        assert all(
            f">{label}<" in svg for label in ("layer ℓ", spans(r"$\phi(X_\ell)$"), "d = 5",
                                              "the paper&#x27;s")
        )  # fmt: skip
        assert "fill-opacity" in svg  # the band
        assert "d = 5; at 1: 0.1" in svg
    assert "layer ℓ" not in part(render(whole(CLAIM, {**figure, "uses": []})), "glance")


def test_labels_are_read_as_formulas() -> None:
    assert plain(r"$\lambda_{\min}$, $n^2/4$, $d = \infty$") == "λ_min, n²/4, d = ∞"
    assert plain("(n - 28)^1.8, tanh(2^{-k}) < infty") == "(n - 28)^1.8, tanh(2^-k) < ∞"
    raised = spans("a^2 & b_F")
    assert raised.count("<tspan dy") == 4
    assert "&amp;" in raised
    assert "^" not in raised


def test_a_claim_is_drawn_by_its_own_picture(tmp_path: Path) -> None:
    marks = {"name": "observed", "role": "marks", "of": "n = 3", "x": [1, 2], "y": [0.5, 0.4],
             "low": [0.4, 0.3], "high": [0.6, 0.5]}  # fmt: skip
    bound = {**marks, "name": "the claim", "role": "claimed", "low": [], "high": []}
    others = [{**one, "of": "n = 4"} for one in (marks, bound)]
    figure = {**DRAWN, "series": [marks, bound, *others], "sentence": "Two curves, $d^2$."}
    content = {"claims": {CLAIM["id"]: {"made": "", "figure": figure}}}
    (tmp_path / "pictures.json").write_text(json.dumps(content))
    svg = part(render(whole(CLAIM), tmp_path), "paper:lemma-1").partition("<svg xmlns")[2]
    for label in ("observed", "the claim", "n = 3", "n = 4"):  # lines and colours apart
        assert svg.count(f">{label}</text>") == 1
    assert "<msup>" in svg.partition("<figcaption>")[2]
    (tmp_path / "pictures.json").write_text("[")
    assert "pictures.json" in part(render(whole(CLAIM), tmp_path), "missing")


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
    claims = [{**s, "name": "the claim", "y": [1, 0.123456]} for s in both]
    longer = {**both[1], "name": "a law", "x": [1, 2, 3], "y": [1, 2, 3]}  # ends elsewhere
    figure: Any = {**DRAWN, "series": [*both, *claims, longer]}
    found = series_plot("a", "", figure, "")
    assert found is not None
    assert found.ends == r"d = 4, layer $\ell$ 2: observed 0.5, the claim 0.12"


def test_negative_sides_over_magnitudes_are_drawn_turned_round() -> None:
    cells = [{**cell(-(10.0**k), -(10.0**k) / 2, d=k), "ratio": 0.5} for k in (1, 2, 3, 4)]
    assert "times -1" in drawn(*cells).note
    assert drawn(*({**c, "lhs": -2, "rhs": -1} for c in cells)).y == ""


def test_a_sharp_form_is_drawn_where_it_observes_the_same() -> None:
    evidence = {**EVIDENCE, "cells": [{**cell("0.5", "0.6", d=2), "ratio": 0.8}]}
    sharp = {**LAW, "evidence": [evidence]}
    law, bound = claims(sharp, {**sharp, "kind": "upper bound"})
    near = [cell("0.50000000000000001", 9, d="2.0"), cell("0.7", 9, d=4), cell(1, 9, d=3)]
    found = drawn(*near, sharp=law)
    assert [point.exact for point in found.points] == ["0.6", None, None]
    assert found.law == "sharp form"
    # as a share of the bound: an identity's is what is observed, a bound's is larger
    far = [{**c, "lhs": [1, 2], "ratio": 0.4} for c in near[1:]]
    cells = [{**near[0], "ratio": 0.4}, *far]
    for other, share in ((law, 0.4), (bound, 0.5)):
        assert [point.exact for point in drawn(*cells, sharp=other).points] == [share, None, None]


def test_bound_exact_law_and_observation_are_drawn_together() -> None:
    cells = [{**cell("0.5", 9, d=d), "exact": "0.51"} for d in (2, 3, 4)]
    richer = [cell("0.5", 9, d=d) for d in range(2, 9)]
    evidence = [{**EVIDENCE, "cells": chosen} for chosen in (richer, cells)]
    claim, sharp = claims({**CLAIM, "evidence": evidence}, {**LAW, "evidence": evidence[:1]})
    found, picture = drawing(claim, sharp), plot(claim, sharp)
    assert found is not None
    assert found.law == "exact law"
    assert [point.exact for point in found.points] == ["0.51"] * 3
    assert picture is not None
    assert ">exact law<" in picture.svg


# Witnesses


def test_a_witness_is_python_and_text_in_it_stays_text() -> None:
    attack = "'); import os; ('"
    hostile = cell("0.1", attack, **{"x": "2.5", attack: attack})
    script = as_python(with_cells(hostile, id=attack))
    assert script is not None
    names: dict[str, Any] = {}
    exec(script.partition("from theory")[0], names)
    assert names["parameters"] == {"x": names["mpf"]("2.5"), attack: attack}
    assert names["claimed"] == attack
    assert "os" not in names


# Figures

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300" width="900" height="300">
<script>alert(1)</script><rect width="900" height="300"/></svg>"""


def test_figures_stand_beside_the_published_values(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "one.svg").write_text(SVG)
    (tmp_path / "figures" / "unnamed.svg").write_text(SVG)
    (tmp_path / "one.csv").write_text("depth,value\n" + "5,1\n" * 30)
    named = {
        "id": "paper:figure-1", "title": "Decay", "svg": "figures/one.svg", "csv": "one.csv",
        "published": {"d = 50": {"100": 3.2e-6}},
    }  # fmt: skip
    text = render(whole(figures=[named]), tmp_path)
    shown = part(text, "figures")
    told = ("Decay", "d = 50", "3.2e-06", "12 of 30 rows", "unnamed", "data:image/svg+xml")
    assert [words for words in told if words not in shown] == []
    assert "alert" not in text


def test_files_elsewhere_and_lost_ones_are_named_not_shown(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.svg").write_text(SVG)
    files = {"../secret.svg": "outside", "/etc/hostname": "outside", "no": "missing"}
    for svg, said in files.items():
        notes = Notes()
        figure: FigureRecord = {"id": "f", "title": "", "svg": svg, "csv": "", "published": None}
        assert gallery([figure], tmp_path / "inner", notes)[0]["image"] == ""
        assert said in notes.sentences()[0]


# Performance

ASV_RUN = {
    "commit_hash": "0123456789abcdef", "date": 1794800863000,
    "params": {"cpu": "a CPU", "num_cpu": "2"},
    "result_columns": ["result", "params", "version"],
    "results": {
        "m.Gap.time_gap": [
            [1e-3, 1e-1, 2e-3, float("nan")], [["'lemmata'", "'peer'"], ["10", "100"]], "v",
        ],
        "m.Growth.track_exponent": [[2.5], [["('a chain', 'width', 3)"]], "v"],
        "m.Gap.peakmem_gap": [[3 * 2**20], [["(1, 'x'"]], "v"],
    },
}  # fmt: skip


DESCRIBED: dict[str, dict[str, Any]] = {
    "m.Gap.time_gap": {"unit": "seconds", "param_names": ["engine", "width"]},
    "m.Growth.track_exponent": {
        "unit": "exponent", "param_names": ["what, in, theory"], "pretty_name": "How it grows",
    },
    "m.Gap.peakmem_gap": {"unit": "bytes", "param_names": ["a, b"]},
}  # fmt: skip
EXPONENTS = (
    "How it grows", ">exponent</th>", "<td>a chain</td><td>width</td><td>3</td>", ">2.5</td>",
)  # fmt: skip
MEASURED = (
    "m.Gap.time_gap", "01234567", "a CPU", "1 ms", "100 ms", "2 ms", "(2×)", "3 MiB",
    "width<sup>2.00</sup> (lemmata)",
)  # fmt: skip


def test_asv_results_become_ratios_and_exponents(tmp_path: Path) -> None:
    (tmp_path / "asv" / "machine").mkdir(parents=True)
    (tmp_path / "asv" / "machine" / "run.json").write_text(json.dumps(ASV_RUN))
    described = {name: {"name": name, **about} for name, about in DESCRIBED.items()}
    (tmp_path / "asv" / "benchmarks.json").write_text(json.dumps(described))
    summary, _ = summarised(tmp_path / "asv")
    (tmp_path / "benchmarks.json").write_text(json.dumps(summary, allow_nan=False))
    shown = part(render(whole(), tmp_path), "performance")
    first = shown.partition("m.Gap")[0]  # exponents come before times
    assert [said for said in EXPONENTS if said not in first] == []
    assert [said for said in MEASURED if said not in shown] == []


def test_a_broken_summary_is_said(tmp_path: Path) -> None:
    for text in ("", "[]", '{"benchmarks": [{"rows": [{"at": 3}]}, 7]}'):
        (tmp_path / "benchmarks.json").write_text(text)
        assert "benchmarks.json" in part(render(whole(), tmp_path), "missing")


PROOF: Any = {
    "steps": [
        {"name": name, "says": "x <= y", "latex": "x", "assumes": [], "rule": "arithmetic",
         "rests_on": [], "checked": ""}
        for name in ("first", "second", "third")
    ],
    "facts": [], "claims": [], "file": "f.py:1", "missing": "",
}  # fmt: skip
# one number of one step
CHANGED: Any = {**PROOF, "steps": [{**PROOF["steps"][0], "says": "x <= 2 y"}, *PROOF["steps"][1:]]}
SECOND = {
    "steps": 3, "scalar": 1, "agreed": 0, "general": 1, "agreed_general": 1,
    "not_agreed": ["second"], "left_out": {"fact": 1}, "digest": "",
    "proof": mark(PROOF),
}  # fmt: skip


def test_the_page_says_on_how_many_steps_two_kernels_agree(tmp_path: Path) -> None:
    results = whole({**CLAIM, "proof": PROOF})
    path = tmp_path / "rocq.json"
    kept = {"schema": 1, "coqc": "8.16.1", "rules": ["geometric series"]}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: SECOND}}))
    text = render(results, tmp_path)
    assert "agrees on <b>0</b> of 1 scalar step and on <b>1</b> of 1 by a general rule" in text
    for said in ("agrees on 0 of 1 scalar step", "not on second", "1 are not asked (1 fact)",
                 "1 general rule proved in it by hand: geometric series"):  # fmt: skip
        assert said in text
    other = {**SECOND, "proof": mark(CHANGED)}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: other}}))
    assert "of an earlier proof" in part(render(results, tmp_path), "missing")
    assert "scalar step" not in render(results, tmp_path)
    for broken, said in (
        ("", "rocq.json is not JSON"),
        ("[]", "second checker is not an object: rocq.json"),
        ('{"claims": {"a": 3}}', "no coqc: rocq.json (second checker)"),
    ):
        path.write_text(broken)
        assert said in part(render(results, tmp_path), "missing")


def test_the_page_takes_all_attacks_in_the_place_of_a_sample(tmp_path: Path) -> None:
    few: dict[str, Any] = {"planted": 16, "caught": 15, "also_proved": 1, "survivors": []}
    every = {**few, "planted": 3008, "caught": 3007}
    results = whole({**CLAIM, "proof": PROOF, "proof_attacks": few})
    assert "of 16 wrong versions 15 are rejected" in render(results, tmp_path)
    path = tmp_path / "attacks.json"
    kept = {"proof": mark(PROOF), "attacks": every}
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: kept}}))
    text = render(results, tmp_path)
    assert "wrong versions of 1 proof, all that are planted" in text
    assert "of 16 wrong" not in text
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: {**kept, "proof": ""}}}))
    assert "of an earlier proof" in part(render(results, tmp_path), "missing")
    path.write_text("[]")
    assert "attacks is not an object: attacks.json" in part(render(results, tmp_path), "missing")


# Exports


def test_the_ledger_keeps_every_field_in_every_form() -> None:
    _, first, second = csv.reader(io.StringIO(as_csv(claims(CLAIM, LAW))))
    assert first[:2] == ["paper:lemma-1", CLAIM["statement"]]
    assert first[3:] == ["refuted, needs a hypothesis, vacuous", "2.0", "0.0", "3.5", "Section 1"]
    assert second[0] == "sharp:law"
    lines = as_markdown(claims({**CLAIM, "source": "a | b"})).splitlines()
    assert {line.replace(r"\|", "").count("|") for line in lines} == {9}  # no stray pipe
    assert r"\Vert X_j\Vert ^2" in lines[2]
    latex = as_latex(claims({**CLAIM, "id": "a_b:50%", "power": 1e-20}))
    assert r"a\_b:50\%" in latex
    assert CLAIM["statement"] in latex
    assert "$10^{-20}$" in latex


def test_exports_stand_beside_the_results_with_each_plot(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(whole()))
    table, picture = export(tmp_path / "results.json", "latex")
    assert table == tmp_path / "export" / "ledger.tex"
    assert picture.name == "paper-lemma-1.svg"
    assert "var(" not in picture.read_text()
