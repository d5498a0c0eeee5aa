"""The parts of the page: findings, map, plots, gallery, performance, exports, witnesses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from reports import benchmarks, figures
from reports.build import build, render
from reports.export import as_csv, as_latex, as_markdown, export
from reports.findings import findings
from reports.formatting import mathml
from reports.plots import plot
from reports.proof_map import falling, layers, proof_map
from reports.reading import Notes, Record, read
from reports.series import beside, drawing
from reports.test_build import CLAIM, LAW, part, whole
from reports.witness import as_python


def claims(*altered: dict[str, Any]) -> list[Record]:
    found: list[Record] = read(whole(*altered))[0]["claims"]
    return found


def cell(lhs: Any, rhs: Any, **parameters: Any) -> dict[str, Any]:
    return {**CLAIM["evidence"][0]["cells"][0], "parameters": parameters, "lhs": lhs, "rhs": rhs}


def with_cells(*cells: dict[str, Any], **fields: Any) -> Record:
    evidence = {**CLAIM["evidence"][0], "cells": list(cells), "worst": 0}
    return claims({**CLAIM, **fields, "evidence": [evidence]})[0]


# Findings


def sentences(*altered: dict[str, Any]) -> str:
    return " ".join(" ".join((f.text, *f.ids)) for f in findings(claims(*altered)))


def test_a_refutation_is_told_with_its_numbers() -> None:
    told = sentences({**CLAIM, "expected": "refuted", "mutants": []}, {**LAW, "mutants": []})
    assert "the left side is 1e-400 where the claim has at most 2e-400" in told
    assert "the nearest true statement is sharp:law" in told
    assert "1 further statement uses a refuted one: sharp:law" in told


def test_the_unexpected_comes_first_and_survivors_are_told() -> None:
    found = findings(claims(CLAIM, LAW))
    assert [finding.sort for finding in found[:2]] == ["unexpected", "survivor"]


def test_findings_follow_a_flipped_verdict() -> None:
    calm = {**CLAIM, "verdict": "holds", "tightness": 0.2, "mutants": [], "vacuous": False}
    told = sentences(calm, LAW)
    assert "false as stated" not in told
    assert "nothing tried uses more than 20 % of the bound" in told


def test_a_theorem_is_told_before_a_remark_and_what_it_drags_along() -> None:
    false = {**CLAIM, "expected": "refuted", "mutants": [], "uses": [], "failures": []}
    remark, theorem = {**false, "id": "a:remark-x"}, {**false, "id": "a:theorem-1"}
    follower = {**false, "id": "a:corollary-2", "uses": ["a:theorem-1"]}
    found = [f.claim["id"] for f in findings(claims(remark, follower, theorem)) if f.claim]
    assert found == ["a:theorem-1", "a:remark-x"]


def test_why_a_statement_is_false_is_told_only_where_the_ledger_explains_it() -> None:
    reason = {**CLAIM, "mutants": [], "reason": "a square is lost"}
    assert "Why: a square is lost" in sentences({**reason, "expected": "refuted"})
    assert "Why" not in sentences({**reason, "expected": "undecided"})


def test_a_claim_says_whether_it_speaks_at_a_practical_size() -> None:
    size = {
        "bound": 0.5, "trivial": 0.1, "why": "<known>", "at": {"d": 800}, "scale": "d",
        "speaks": False, "speaks_from": 4321,
    }  # fmt: skip
    silent = part(render(whole({**LAW, "practical": size})), "claims")
    assert "says nothing" in silent
    assert "it speaks from d = 4321 on" in silent
    assert "&lt;known&gt;" in silent
    never = part(render(whole({**LAW, "practical": {**size, "speaks_from": None}})), "claims")
    assert "it says nothing at any d" in never
    assert "says nothing" not in part(render(whole(LAW)), "claims")


def test_an_inline_statement_can_break_where_it_has_a_gap() -> None:
    assert mathml(r"a = b,\quad c").count("<math") == 2
    assert mathml(r"\left(a \quad b\right)").count("<math") == 1
    assert mathml(r"a = b,\quad c", "block").count("<math") == 1


def test_what_fails_the_run_is_told_and_named_at_the_top() -> None:
    weak = {**LAW, "failures": ["the verdict is holds, expected proved"], "expected": "proved"}
    assert "it fails the run: the verdict is holds, expected proved" in sentences(weak)
    assert "1 claim fails the run" in part(render(whole(weak)), "glance")


def test_there_are_at_most_four_and_none_of_nothing() -> None:
    assert len(findings(claims(*({**CLAIM, "id": f"a:{k}"} for k in range(9))))) == 4
    assert findings([]) == []


# The map


def test_layers_follow_the_uses() -> None:
    a, b, c = ({**LAW, "id": name} for name in "abc")
    linked = claims({**a, "uses": ["b", "c"]}, {**b, "uses": ["c"]}, {**c, "uses": []})
    assert layers(linked) == [["c"], ["b"], ["a"]]
    assert falling(linked) == {"a": [], "b": ["a"], "c": ["a", "b"]}
    drawn = proof_map(linked)
    assert {(edge.source, edge.target) for edge in drawn.edges} == {
        ("b", "a"), ("c", "a"), ("c", "b"),
    }  # fmt: skip
    assert all(0 <= node.x < drawn.width and 0 <= node.y < drawn.height for node in drawn.nodes)


def test_a_claim_that_uses_itself_or_a_stranger_stands_apart() -> None:
    alone = claims({**LAW, "uses": ["sharp:law", "nobody"]})
    assert [claim["id"] for claim in proof_map(alone).apart] == ["sharp:law"]


# Plots


def test_depth_is_preferred_and_curves_are_told_apart() -> None:
    cells = [cell(k, 2 * k, l=k, n=n) for k in (1, 2, 3) for n in (4, 5)]
    found = drawing(with_cells(*cells))
    assert found is not None
    assert found.x == "l"
    assert set(found.curves) == {"n = 4", "n = 5"}


def test_cells_that_differ_in_more_than_x_are_not_joined() -> None:
    found = drawing(with_cells(*(cell(1, k, l=k, n=k % 3 + 10 * k) for k in (1, 2, 3))))
    assert found is not None
    assert not found.joined


def test_a_plot_is_titled_has_text_and_marks_contradictions() -> None:
    bad = {**cell(5, 1, d=100), "decision": "contradicts"}
    drawn = plot(with_cells(cell(1, 2, d=1), cell(1, 2, d=10), bad))
    assert drawn is not None
    svg, caption = drawn
    root = ElementTree.fromstring(svg)
    text = " ".join(node.text or "" for node in root.iter() if node.tag.endswith("text"))
    assert "observed" in text
    assert "bound" in text
    assert "10¹" in text
    assert "1 ringed" in caption
    assert root[0].tag.endswith("title")
    assert "var(--text)" in svg


def test_cells_without_a_common_number_are_drawn_in_order_or_not_at_all() -> None:
    cells = [{**cell(1, 2, X=[[k]]), "ratio": k / 10} for k in range(5)]
    found = drawing(with_cells(*cells))
    assert found is not None
    assert not found.shared
    assert drawing(with_cells(*cells, kind="identity")) is None


@pytest.mark.parametrize(
    ("kind", "sign", "law", "bars"),
    [
        ("upper bound", 1, 0.5, (0.25, 1.0)),
        ("upper bound", -1, 2.0, (4.0, 1.0)),
        ("lower bound", 1, 2.0, (4.0, 1.0)),
    ],
)
def test_in_order_law_and_interval_are_drawn_as_shares_of_the_bound(
    kind: str, sign: int, law: float, bars: tuple[float, float]
) -> None:
    seen = {"exact": sign * 2, "interval": [sign, sign * 4]}
    cells = [{**cell(1, sign * 4, X=[[k]]), **seen, "ratio": k / 10} for k in range(5)]
    found = drawing(with_cells(*cells, kind=kind))
    assert found is not None
    assert {point.exact for curve in found.curves.values() for point in curve} == {law}
    assert {point.interval for curve in found.curves.values() for point in curve} == {bars}


def test_negative_sides_over_magnitudes_are_drawn_as_shares_of_the_bound() -> None:
    cells = [{**cell(-(10.0**k), -(10.0**k) / 2, d=k), "ratio": 0.5} for k in (1, 2, 3, 4)]
    found = drawing(with_cells(*cells))
    assert found is not None
    assert found.y == "left side / right side"
    near = drawing(with_cells(*({**c, "lhs": -2, "rhs": -1} for c in cells)))
    assert near is not None
    assert near.y == ""


def test_a_sharp_form_is_drawn_where_it_observes_the_same() -> None:
    law = {**LAW, "evidence": [{**CLAIM["evidence"][0], "cells": [cell("0.5", "0.6", d=2)]}]}
    sharp = claims(law)[0]
    near = with_cells(cell("0.50000000000000001", 9, d="2.0"), cell("0.7", 9, d=4), cell(1, 9, d=3))
    exacts = [c["exact"] for c in beside(near, sharp)["evidence"][0]["cells"]]
    assert exacts == ["0.6", None, None]
    drawn = drawing(beside(near, sharp))
    assert drawn is not None
    assert drawn.law == "sharp form"


def test_bound_exact_law_and_observation_are_drawn_together() -> None:
    cells = [{**cell("0.5", 9, d=d), "exact": "0.51"} for d in (2, 3, 4)]
    richer = [cell("0.5", 9, d=d) for d in range(2, 9)]
    evidence = [{**CLAIM["evidence"][0], "cells": chosen} for chosen in (richer, cells)]
    law = {**LAW, "evidence": [{**CLAIM["evidence"][0], "cells": richer}]}
    claim, sharp = claims({**CLAIM, "evidence": evidence}, law)
    drawn = drawing(beside(claim, sharp))
    assert drawn is not None
    assert drawn.law == "exact law"
    assert [point.exact for curve in drawn.curves.values() for point in curve] == ["0.51"] * 3
    found = plot(claim, sharp)
    assert found is not None
    assert "exact law" in found[0]


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
    for said in ("Decay", "d = 50", "3.2e-06", "12 of 30 rows", "unnamed", "data:image/svg+xml"):
        assert said in shown
    assert "alert" not in text


@pytest.mark.parametrize(
    ("svg", "said"), [("../secret.svg", "outside"), ("/etc/hostname", "outside"), ("no", "missing")]
)
def test_files_elsewhere_and_lost_ones_are_named_not_shown(
    svg: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.svg").write_text(SVG)
    notes = Notes()
    figure = {"id": "f", "title": "", "svg": svg, "csv": "", "published": None}
    assert figures.gallery([figure], tmp_path / "inner", notes)[0]["image"] == ""
    assert said in notes.lines()[0]


def test_no_figures_are_said_to_be_none() -> None:
    assert "The results name no figures" in part(render(whole()), "figures")


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


def test_asv_results_become_ratios_and_exponents(tmp_path: Path) -> None:
    (tmp_path / "asv" / "machine").mkdir(parents=True)
    (tmp_path / "asv" / "machine" / "run.json").write_text(json.dumps(ASV_RUN))
    about = {
        "m.Gap.time_gap": {"unit": "seconds", "param_names": ["engine", "width"]},
        "m.Growth.track_exponent": {
            "unit": "exponent",
            "param_names": ["what, in, theory"],
            "pretty_name": "How it grows",
        },
        "m.Gap.peakmem_gap": {"unit": "bytes", "param_names": ["a, b"]},
    }
    (tmp_path / "asv" / "benchmarks.json").write_text(json.dumps(about))
    summary = benchmarks.summarised(tmp_path / "asv")
    (tmp_path / "benchmarks.json").write_text(json.dumps(summary, allow_nan=False))
    shown = part(render(whole(), tmp_path), "performance")
    for said in ("m.Gap.time_gap", "01234567", "a CPU", "1 ms", "100 ms", "2 ms", "(2×)"):
        assert said in shown
    assert "width<sup>2.00</sup> (lemmata)" in shown
    assert "3 MiB" in shown
    cells = (
        "How it grows",
        ">exponent</th>",
        "<td>a chain</td><td>width</td><td>3</td>",
        ">2.5</td>",
    )
    first = shown.partition("m.Gap")[0]  # exponents come before times
    assert all(cell in first for cell in cells)


@pytest.mark.parametrize("text", ["", "[]", '{"benchmarks": [{"rows": [{"at": 3}]}, 7]}'])
def test_a_broken_summary_is_said(text: str, tmp_path: Path) -> None:
    (tmp_path / "benchmarks.json").write_text(text)
    assert "benchmarks.json" in part(render(whole(), tmp_path), "missing")


def test_no_benchmarks_are_said_to_be_none() -> None:
    assert "no benchmark results" in part(render(whole()), "performance")


# Exports


def test_the_ledger_as_csv_keeps_every_field() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(claims(CLAIM, LAW)))))
    assert [row["claim"] for row in rows] == ["paper:lemma-1", "sharp:law"]
    assert rows[0]["statement"] == CLAIM["statement"]
    assert rows[0]["verdict"] == "refuted, vacuous"


def test_the_ledger_as_markdown_has_no_stray_pipe() -> None:
    lines = as_markdown(claims({**CLAIM, "source": "a | b"})).splitlines()
    assert {line.replace(r"\|", "").count("|") for line in lines} == {9}
    assert r"\Vert X_j\Vert ^2" in lines[2]


def test_the_ledger_as_latex_escapes_text_and_keeps_formulas() -> None:
    text = as_latex(claims({**CLAIM, "id": "a_b:50%", "power": 1e-20}))
    assert r"a\_b:50\%" in text
    assert CLAIM["statement"] in text
    assert "$10^{-20}$" in text


def test_exports_stand_beside_the_results_with_each_plot(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(whole()))
    table, drawn = export(tmp_path / "results.json", "latex")
    assert table == tmp_path / "export" / "ledger.tex"
    assert drawn.name == "paper-lemma-1.svg"
    assert "var(" not in drawn.read_text()


def test_the_page_stays_small_with_many_claims_and_large_figures(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    for k in range(4):
        (tmp_path / "figures" / f"{k}.svg").write_text(f"<svg>{' ' * 900_000}</svg>")
    many = [{**CLAIM, "id": f"paper:{k}", "evidence": CLAIM["evidence"] * 2} for k in range(4)]
    many += [{**LAW, "id": f"sharp:{k}"} for k in range(150)]
    (tmp_path / "results.json").write_text(json.dumps(whole(*many)))
    page = build(tmp_path / "results.json")
    assert page.stat().st_size < 5_000_000
    assert "too large to be embedded" in part(page.read_text(encoding="utf-8"), "missing")
