"""The gallery: published values beside ours."""

import json
from pathlib import Path
from typing import Any

from lemmata.reports.build import build, render
from lemmata.reports.claims import Notes, prepare
from lemmata.reports.gallery.listing import gallery, landing_picture, write_figures
from lemmata.reports.plots.choice import figures_for
from lemmata.reports.plots.test_plots import DRAWN
from lemmata.reports.test_support.records import CLAIM, EVIDENCE, part, whole
from lemmata.verify.results.schema import FigureRecord

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 300" width="900" height="300">
<script>alert(1)</script><rect width="900" height="300"/></svg>"""


def test_figures_stand_beside_the_published_values(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "one.svg").write_text(SVG)
    (tmp_path / "figures" / "unnamed.svg").write_text(SVG)
    (tmp_path / "one.csv").write_text("depth,value\n" + "5,1\n" * 30)
    named = {
        "id": "paper:figure-1",
        "title": "Decay",
        "svg": "figures/one.svg",
        "csv": "one.csv",
        "published": {"d = 50": {"100": 3.2e-6}},
    }
    (tmp_path / "results.json").write_text(json.dumps(whole(figures=[named])))
    build(tmp_path / "results.json")
    shown = part((tmp_path / "papers" / "paper.html").read_text(), "figures")
    assert "Decay" in shown
    assert 'href="../figures/one.html"' in shown
    assert (tmp_path / "figures" / "unnamed.html").exists()
    page = (tmp_path / "figures" / "one.html").read_text()
    told = ("Decay", "d = 50", "3.2e-06", "5", "data:image/svg+xml", 'href="one.svg"')
    assert [words for words in told if words not in page] == []
    assert "alert" not in page


def test_missing_files_and_files_elsewhere_are_named(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.svg").write_text(SVG)
    files = {"../secret.svg": "outside", "/etc/hostname": "outside", "no": "missing"}
    for svg, said in files.items():
        notes = Notes()
        figure: FigureRecord = {"id": "f", "title": "", "svg": svg, "csv": "", "published": None}
        assert gallery([figure], [], tmp_path / "inner", notes)[0]["image"] == ""
        assert said in notes.sentences()[0]


def test_a_plot_stays_in_its_folder(tmp_path: Path) -> None:
    """A results file may come from anybody."""
    curve = {"name": "a", "role": "law", "of": "", "x": [1], "y": [1], "low": [], "high": []}
    drawn = {**DRAWN, "series": [curve]}
    ids = ("../../above:x", str(tmp_path / "absolute"))
    claims = [{**CLAIM, "id": name, "evidence": [{**EVIDENCE, "figure": drawn}]} for name in ids]
    inner = tmp_path / "inner"
    (inner / "figures").mkdir(parents=True)
    write_figures(prepare(whole(*claims)).claims, inner)
    assert len(list((inner / "figures").glob("*.svg"))) == len(ids)
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


SERIES: dict[str, Any] = {
    "name": "a",
    "role": "measured",
    "of": "",
    "x": [1, 2],
    "y": [1, 2],
    "low": [],
    "high": [],
}
POINT = {"curve": "a", "x": 2, "published": 1.5, "ours": 2.0, "allowed": 0.6, "agrees": True}


def drawn(claim_id: str, *figures: dict[str, Any]) -> dict[str, Any]:
    """A claim with these figures in its evidence."""
    runs = [{**EVIDENCE, "figure": {**DRAWN, "series": [SERIES], **one}} for one in figures]
    return {**CLAIM, "id": claim_id, "kind": "figure", "evidence": runs}


def test_each_figure_of_a_claim_has_a_page_of_its_own_run(tmp_path: Path) -> None:
    claim = drawn("paper:figure-1", {"note": "On images."}, {"note": "On digits."})
    stems = ("paper-figure-1", "paper-figure-1-2")
    named = [
        {
            "id": claim["id"],
            "title": "A",
            "svg": f"figures/{stem}.svg",
            "csv": "",
            "published": None,
        }
        for stem in stems
    ]
    (tmp_path / "results.json").write_text(json.dumps(whole(claim, figures=named)))
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "gone.html").write_text("of a figure that is no longer there")
    build(tmp_path / "results.json")
    first, second = ((tmp_path / "figures" / f"{stem}.html").read_text() for stem in stems)
    assert "On images." in first
    assert "On digits." not in first
    assert "On digits." in second
    assert not (tmp_path / "figures" / "gone.html").exists()


def test_a_page_has_each_published_point_beside_ours_and_what_they_differ_by() -> None:
    claim = drawn("paper:figure-1", {"points": [POINT, {**POINT, "x": 1, "agrees": False}]})
    record: FigureRecord = {
        "id": "paper:figure-1",
        "title": "A",
        "svg": "",
        "csv": "",
        "published": None,
    }
    (shown,) = gallery([record], prepare(whole(claim)).claims, None, Notes())
    assert (shown["k"], shown["count"]) == (1, 2)
    assert shown["points"][0] == {
        "curve": "a",
        "x": "2",
        "published": "1.5",
        "ours": "2",
        "difference": "+0.5",
        "allowed": "0.6",
        "agrees": True,
    }
    assert "published: 1 of 2 agree" in shown["picture"]
    pages = render(whole(claim, figures=[record]))
    listed = part(pages["papers/paper.html"], "figures")
    assert "1 of 2 agree" in listed
    assert "farthest: published 1.5,<br>ours 2, +0.5 of ±0.6" in listed


def test_the_farthest_point_is_that_beside_what_it_may_differ_by() -> None:
    far = {**POINT, "published": 9.0, "ours": 5.0, "allowed": 1.0}
    near = {**POINT, "published": 90.0, "ours": 80.0, "allowed": 20.0}
    claim = drawn("paper:figure-1", {"points": [near, far]})
    record: FigureRecord = {
        "id": "paper:figure-1",
        "title": "",
        "svg": "",
        "csv": "",
        "published": None,
    }
    (shown,) = gallery([record], prepare(whole(claim)).claims, None, Notes())
    assert shown["farthest"] is not None
    assert shown["farthest"]["difference"] == "−4"


def test_a_picture_that_has_changed_loses_its_png(tmp_path: Path) -> None:
    claims = prepare(whole(drawn("paper:figure-1", {}))).claims
    write_figures(claims, tmp_path)
    svg, png = (tmp_path / "figures" / f"paper-figure-1.{kind}" for kind in ("svg", "png"))
    png.touch()
    write_figures(claims, tmp_path)
    assert png.exists()
    svg.write_text("an older picture")
    write_figures(claims, tmp_path)
    assert not png.exists()


def test_the_landing_shows_the_figure_of_which_most_points_agree_and_all() -> None:
    figures = [
        drawn("paper:figure-1", {"points": [POINT] * 2}),
        drawn("paper:figure-2", {"points": [POINT] * 3}),
        drawn("paper:figure-3", {"points": [POINT, POINT, POINT, {**POINT, "agrees": False}]}),
        drawn("paper:figure-4", {"points": []}),
    ]
    found = landing_picture(prepare(whole(*figures)).claims)
    assert found is not None
    assert found.claim["id"] == "paper:figure-2"
    assert "all 3 values" in found.caption
    assert landing_picture(prepare(whole(*figures[2:])).claims) is None


def test_a_picture_of_another_claim_is_named_and_a_claims_own_is_not() -> None:
    figure = {**drawn("paper:figure-1", {}), "title": "It falls", "uses": ["paper:lemma-1"]}
    own, lemma = prepare(whole(figure, {**CLAIM, "uses": []})).claims
    for claim, opening in ((own, "Lines are"), (lemma, "It falls (paper:figure-1). Lines are")):
        _, _, caption = next(figures_for(claim, [own, lemma], {}))
        assert caption.startswith(opening)
