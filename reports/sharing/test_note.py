"""The note: what its LaTeX says, and that LaTeX accepts it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.sharing.note import NoLatex, argument, compile_note, plot, prose, write_note
from lemmata.reports.test_support.records import LAW, PROVED, whole
from lemmata.verify.results.schema import FigureData

DERIVED: dict[str, Any] = {
    **LAW,
    "id": "sharp:derived",
    "title": "A gap of 50 % & more",
    "file": "theory/sharp/batches.py:47",
    "derivation": "how it follows.\n\nLet n >= 2:\n1. this is\n   so;\n2. and x_i^2 <= 1.",
}
THEOREM: dict[str, Any] = {
    **LAW,
    **PROVED,
    "id": "sharp:theorem",
    "file": "theory/sharp/gradients.py:9",
}


def figure(**fields: Any) -> FigureData:
    curve = {"name": "n = 4", "role": "measured", "x": [1, 2], "y": [3.0, 4.0], "of": ""}
    series: Any = [{**curve, "low": [], "high": []}]
    made = FigureData(
        sentence="",
        x="width $d$",
        y="gap",
        series=series,
        points=[],
        agreement="",
        log_x=False,
        log_y=False,
        remarks=(),
        note="",
    )
    return FigureData(**{**made, **fields})  # type: ignore[typeddict-item]


def note(folder: Path, *claims: dict[str, Any]) -> Path:
    (folder / "results.json").write_text(json.dumps(whole(*claims)))
    return write_note(folder / "results.json")


def test_a_theorem_has_its_proof_and_a_law_its_derivation(tmp_path: Path) -> None:
    text = note(tmp_path, DERIVED, THEOREM).read_text()
    _, law, theorem = (text.partition(r"\section{Batches")[2]).partition(r"\begin{law}")
    assert "A gap of 50" in theorem
    assert r"50 \% \& more" in theorem
    assert r"\step{2}{and $x_{i}^{2} \le  1$.}" in theorem
    proved = theorem.partition(r"\begin{theorem}")[2]
    assert "Order is reflexive." in proved
    assert "Rocq 8.16.1" in proved
    assert law == r"\begin{law}"


def test_a_law_is_never_called_proved(tmp_path: Path) -> None:
    text = note(tmp_path, DERIVED).read_text()
    assert r"\begin{theorem}" not in text
    assert "not proved" in text


def test_words_are_escaped_and_formulas_are_not() -> None:
    assert prose("5 % of the_law, n >= 2") == r"5 \% of the\_law, $n \ge  2$"
    assert prose(r"see $\frac{n}{d}$ & more") == r"see $\frac{n}{d}$ \& more"
    assert prose("K = H'^T H' >= 0") == r"$K = H'{}^{T}\, H' \ge  0$"
    assert prose("one $ alone") == r"one \$ alone"


def test_paragraphs_and_steps_of_an_argument_stay_apart() -> None:
    assert argument("first\nline.\n\nsecond.") == "First line.\n\nsecond."
    assert (
        argument("steps:\n1. one or\n   two\n2. three")
        == "Steps:\n\\step{1}{one or two}\n\\step{2}{three}"
    )


def test_an_argument_does_not_name_its_claim_again() -> None:
    assert argument("sharp:law.\n\nlaw: it follows.") == "It follows."
    assert argument("sharp:law, sharp:other. It follows.") == "It follows."


def test_points_that_an_axis_cannot_show_are_left_out() -> None:
    shown = plot(figure())
    assert "(1,3) (2,4)" in shown
    series: Any = [{**figure()["series"][0], "x": [-1, 2, 3], "y": [1, "inf", 5]}]
    assert "coordinates {(3,5)}" in plot(figure(series=series, log_x=True))
    assert plot(figure(series=[])) == ""


def test_without_latex_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoLatex, match="no pdflatex is here; Debian has it in texlive"):
        compile_note(note(tmp_path, DERIVED))


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex here: the PDF is not made")
def test_latex_accepts_the_note_and_refuses_a_broken_one(tmp_path: Path) -> None:
    tex = note(tmp_path, DERIVED, THEOREM)
    assert compile_note(tex).read_bytes().startswith(b"%PDF")
    tex.write_text(tex.read_text().replace(r"\maketitle", r"\undefinedmacro"))
    with pytest.raises(NoLatex, match=r"refuses note.tex: Undefined control sequence"):
        compile_note(tex)
