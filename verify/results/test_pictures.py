"""Plots are drawn again where what they show has changed, and never end a run."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from lemmata.theory.evidence import Curve, Figure, Kind, Role
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Claim
from lemmata.verify.results import figures
from lemmata.verify.results.dense import _axis, dense
from lemmata.verify.results.pictures import renew
from lemmata.verify.results.schema import FIGURES, PICTURES, CellRecord, ClaimRecord

BOUND = Claim(
    "paper:bound",
    title="",
    statement="",
    kind=Kind.UPPER_BOUND,
    source="",
    hypotheses=[natural("n"), natural("d", at_least=2)],
    formula=lambda n, d: n / d,
)


def cell(n: int, d: int, lhs: float) -> CellRecord:
    found: dict[str, Any] = {"parameters": {"n": n, "d": d}, "lhs": lhs, "rhs": n / d}
    return cast(CellRecord, {**found, "interval": [lhs / 2, "inf"]})


def record(*cells: CellRecord) -> ClaimRecord:
    evidence = {"cells": list(cells), "domain": "small d"}
    return cast(ClaimRecord, {"id": BOUND.id, "evidence": [evidence]})


CELLS = [cell(n, d, 0.25) for n in (1, 2) for d in (2, 4, 9)]


def test_the_closed_form_is_drawn_between_the_cells() -> None:
    found = dense(BOUND, record(*CELLS))
    assert found is not None
    assert found.x == "width $d$"
    marks, bound, *_ = found.series
    assert (marks.role, marks.of, list(marks.x)) == (Role.MARKS, "n = 1", [2, 4, 9])
    assert (marks.low[0], marks.high[0]) == (0.125, 0.25)  # an infinite end is not drawn
    assert list(bound.x) == [2, 3, 4, 5, 6, 7, 8, 9]  # whole numbers stay whole
    assert list(bound.y) == [1 / d for d in bound.x]
    assert dense(BOUND, record(*CELLS[:2])) is None  # no number runs


def test_no_axis_is_of_a_number_that_most_cells_have_too_small_to_be_seen() -> None:
    gaps = [0.0, 0.0, 0.0, 0.0, 1e-60, 1e-52, 1e-51, 1e-50]
    assert _axis([_with_gap(gap, k) for k, gap in enumerate(gaps, 2)]) == "d"
    assert _axis([_with_gap(1e-9 * gap + 1e-50, 5) for gap in range(9)]) == "phi_0"


def test_a_few_of_many_curves_are_no_picture_of_a_claim() -> None:
    few = [cell(n, d, 0.25) for n in range(1, 5) for d in (2, 4, 9)]
    assert dense(BOUND, record(*few)) is not None
    many = [cell(n, d, 0.25) for n in range(1, 90) for d in (n + 1, n + 2, n + 3)]
    assert dense(BOUND, record(*many)) is None


def _with_gap(gap: float, d: int) -> CellRecord:
    return cast(CellRecord, {"parameters": {"phi_0": gap, "d": d}})


def test_a_plot_is_made_once_and_again_where_its_cells_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def draw(claim_id: str) -> Figure | None:
        asked.append(claim_id)
        return Figure("", "x", "y", [Curve("one", Role.LAW, [1.0, 2.0, 3.0], [1 / 3, 1e999, 2.0])])

    for cells in (CELLS, CELLS, CELLS[1:]):
        renew(tmp_path, [record(*cells)], {BOUND.id: BOUND}, draw)
    assert len(asked) == 2
    figure = json.loads((tmp_path / PICTURES).read_text())["claims"][BOUND.id]["figure"]
    assert figure["series"][0]["y"] == [0.333333, 2.0]

    def fails(claim_id: str) -> Figure | None:
        raise RuntimeError("no such case")

    renew(tmp_path, [record(*CELLS)], {BOUND.id: BOUND}, fails)
    assert capsys.readouterr().err == "lemmata: no plot of paper:bound: no such case\n"
    assert json.loads((tmp_path / PICTURES).read_text()) == {"claims": {}}


def test_a_plot_of_another_run_stays(tmp_path: Path) -> None:
    figure = Figure("", "x", "y", [Curve("one", Role.LAW, [1.0], [2.0])])
    other = replace(BOUND, id="paper:other")

    def draw(claim_id: str) -> Figure | None:
        if claim_id == BOUND.id:  # while this one is drawn
            renew(tmp_path, [cast(ClaimRecord, {**record(), "id": other.id})], known, draw)
        return figure

    known = {BOUND.id: BOUND, other.id: other}
    renew(tmp_path, [record(*CELLS)], known, draw)
    assert set(json.loads((tmp_path / PICTURES).read_text())["claims"]) == set(known)


def test_a_table_stays_in_its_folder() -> None:
    curve = {"name": "a", "role": "law", "of": "", "x": [1], "y": [1], "low": [], "high": []}
    evidence = [{"figure": {"series": [curve], "points": []}}] * 2
    for claim_id in ("../../above:x", "/absolute", "paper:figure-1.a"):
        claim = cast(ClaimRecord, {"id": claim_id, "evidence": evidence})
        names = [Path(name) for name, _ in figures.tables([claim])]
        assert [str(name.parent) for name in names] == [FIGURES] * 2
    assert [name.name for name in names] == ["paper-figure-1.a.csv", "paper-figure-1.a-2.csv"]
