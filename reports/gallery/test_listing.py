"""The gallery: published values beside ours."""

from pathlib import Path

from lemmata.reports.build import render
from lemmata.reports.claims import Notes, prepare
from lemmata.reports.gallery.listing import gallery, write_figures
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
    text = render(whole(figures=[named]), tmp_path)["papers/paper.html"]
    shown = part(text, "figures")
    told = ("Decay", "d = 50", "3.2e-06", "12 of 30 rows", "data:image/svg+xml")
    assert [words for words in told if words not in shown] == []
    assert "alert" not in text


def test_missing_files_and_files_elsewhere_are_named(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.svg").write_text(SVG)
    files = {"../secret.svg": "outside", "/etc/hostname": "outside", "no": "missing"}
    for svg, said in files.items():
        notes = Notes()
        figure: FigureRecord = {"id": "f", "title": "", "svg": svg, "csv": "", "published": None}
        assert gallery([figure], tmp_path / "inner", notes)[0]["image"] == ""
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


def test_each_figure_of_a_claim_is_shown_with_its_own_run() -> None:
    runs = [
        {**EVIDENCE, "figure": {**DRAWN, "note": note}} for note in ("On images.", "On digits.")
    ]
    named = {"id": CLAIM["id"], "title": "", "svg": "", "csv": "", "published": None}
    shown = part(
        render(whole({**CLAIM, "evidence": runs}, figures=[named] * 2))["papers/paper.html"],
        "figures",
    )
    first, second = shown.split('<figure class="card"')[1:]
    assert "On images." in first
    assert "On digits." not in first
    assert "On digits." in second
