"""The note: what its LaTeX says, and that LaTeX accepts it."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.sharing.note import (
    SECTIONS,
    NoLatex,
    argument,
    compile_note,
    let,
    plot,
    proof_in_words,
    prose,
    remarks,
    status,
    write_note,
)
from lemmata.reports.test_support.records import CELL, EVIDENCE, LAW, PROOF, PROVED, claims, whole
from lemmata.reports.typesetting import FUNCTIONS, GREEK, NAMED
from lemmata.verify.results.derivation import derivation_of
from lemmata.verify.results.schema import FigureData, HypothesisRecord
from lemmata.verify.runner import load

DERIVED: dict[str, Any] = {
    **LAW,
    "id": "sharp:haar-growth",
    "title": "A gap of 50 % & more",
    "file": "theory/sharp/batches.py:47",
    "derivation": "how it follows.\n\nLet n >= 2:\n1. this is\n   so;\n2. and x_i^2 <= 1.",
}
THEOREM: dict[str, Any] = {
    **LAW,
    **PROVED,
    "id": "sharp:no-vanishing",
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


def derived(text: str) -> str:
    return argument(claims({**LAW, "derivation": text})[0])


def test_a_theorem_has_its_proof_and_a_law_its_derivation(tmp_path: Path) -> None:
    text = note(tmp_path, DERIVED, THEOREM).read_text()
    _, theorem, law = (text.partition(r"\section{Setting}")[2]).partition(r"\begin{law}")
    assert "Order is reflexive." in _
    assert "Rocq 8.16.1" in _
    assert r"50 \% \& more" in law
    assert r"\step{2}{and $x_{i}^{2} \le  1$.}" in law
    assert theorem == r"\begin{law}"


def test_a_law_is_never_called_a_theorem_and_shows_what_was_measured(tmp_path: Path) -> None:
    cell = {**CELL, "lhs": 1.02, "interval": [1.0, 1.04], "rhs": 1.0, "parameters": {}, "ratio": 1}
    evidence = {**EVIDENCE, "method": "statistical", "cells": [{**cell, "label": "n = 8"}]}
    law = {**DERIVED, "evidence": [{**evidence, "worst": 0, "margin": 0.1}]}
    text = note(tmp_path, law).read_text()
    assert r"\begin{theorem}" not in text
    assert "proved in Rocq" not in text
    assert "1.02 [1, 1.04] for 1 at $n = 8$" in text
    assert "10 \\%" in text
    assert "reason beside it" in status(claims({**law, "reason": "reason beside it"})[0])


def test_every_law_of_the_note_is_in_the_ledger() -> None:
    chosen = [f"sharp:{name}" for names in SECTIONS.values() for name in names.split()]
    assert set(chosen) <= set(load())
    assert len(chosen) == len(set(chosen))


def test_words_are_escaped_and_formulas_are_not() -> None:
    assert prose("5 % of the_law, n >= 2") == r"5 \% of the\_law, $n \ge  2$"
    assert prose(r"see $\frac{n}{d}$ & more") == r"see $\frac{n}{d}$ \& more"
    assert prose("K = H'^T H' >= 0") == r"$K = H'{}^{T}\, H' \ge  0$"
    assert prose("one $ alone") == r"one \$ alone"


def test_paragraphs_and_steps_of_an_argument_stay_apart() -> None:
    assert derived("first\nline.\n\nsecond.") == "first line.\n\nsecond."
    assert (
        derived("steps:\n1. one or\n   two\n2. three,\n   four.\nHence all.")
        == "steps:\n\n\\step{1}{one or two 2. three, four.}\n\nHence all."
    )


def test_an_indented_line_is_a_display() -> None:
    assert derived("so that\n  n + 1\n  >= 2,\nas it is.\n1. one\n   more.") == (
        "so that\\display{$n + 1 \\ge  2$,}as it is.\n\n\\step{1}{one more.}"
    )


def test_no_word_of_a_derivation_is_lost() -> None:
    formulas = {*GREEK, *FUNCTIONS, *NAMED, "sqrt", "chi"}

    def words(text: str) -> Counter[str]:
        named = re.sub(r"(sharp|meterez2024|daneshmand2021)(:[\w.-]*\w)?", "", text)
        found = re.findall(r"(?<![\\A-Za-z])[A-Za-z]{3,}(?![A-Za-z])", named)
        return Counter(word for word in found if word not in formulas)

    laws = {one.id: text for one in load().values() if (text := derivation_of(one))}
    assert len(laws) > 50
    for name, text in laws.items():
        assert words(text) - words(derived(text)) == Counter(), name


def test_a_proof_in_words_does_not_name_its_claim_again() -> None:
    sketch = "sharp:law, sharp:other-one.\n\nlaw: it follows from other-one: at once."
    law = claims({**LAW, "verdict": "proved", "proof": {**PROOF, "sketch": sketch}})[0]
    assert proof_in_words(law, ["sharp:other-one"]) == (
        r"It follows from \claim{sharp:other-one}: at once."
    )


def test_a_theorem_keeps_the_remarks_of_its_derivation() -> None:
    law = claims({**LAW, "derivation": "what it is.\n\nA proof.\n\nMore follows."})[0]
    assert remarks(law) == "More follows."


def test_what_is_named_is_referred_to() -> None:
    assert prose("by sharp:law-2, of smith2024") == r"by \claim{sharp:law-2}, of \cite{smith2024}"
    assert prose("`run sharp:law-2`, of n") == r"\texttt{run sharp:law-2}, of $n$"
    assert prose("see smith2024:lemma-C.9.") == r"see lemma C.9 of \cite{smith2024}."
    assert prose("where T is", "T = 2 X") == "where $T$ is"
    assert prose("T = 2 X (sharp:law) and T is") == r"$T = 2\, X$ (\claim{sharp:law}) and $T$ is"


def test_hypotheses_are_a_sentence() -> None:
    statements = [r"n \in \{2, 3, \dots\}", r"l \in \{0, 1, \dots\}", "y > 0", "K > 0"]
    hypotheses = [HypothesisRecord(name="", statement=one, variable="") for one in statements]
    assert let(hypotheses) == r"Let $n \ge 2$, $y > 0$ and $K > 0$."
    assert let(hypotheses[1:2]) == ""


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
