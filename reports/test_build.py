"""The page: what it says, what it does when fields are missing, and that nothing acts in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from reports.build import build, mathml, number, render

CLAIM: dict[str, Any] = {
    "id": "paper:lemma-1",
    "paper": "paper",
    "kind": "upper bound",
    "title": "A title",
    "statement": r"\|X_j\|^2 \le \lambda_{\max}",
    "hypotheses": [{"name": "positive", "statement": "x > 0", "variable": "x"}],
    "source": "Section 1",
    "verdict": "refuted",
    "expected": "holds",
    "vacuous": True,
    "tightness": 2.0,
    "failures": ["the verdict is refuted, expected holds"],
    "mutants": [{"name": "a lost factor", "caught_by": None}],
    "evidence": [
        {
            "method": "certificate",
            "routes": ["one", "two"],
            "domain": "all x",
            "decision": "contradicts",
            "cells": [
                {"parameters": {"x": k, "X": [[1.0] * 9] * 9}, "lhs": "1e-400", "ratio": k / 100}
                for k in range(20)
            ],
            "witness": {"x": "0.5"},
        }
    ],
    "command": "lemmata run paper:lemma-1",
}


def page(*claims: dict[str, Any], **fields: Any) -> str:
    return render({"schema": 1, "claims": list(claims), **fields})


def test_the_page_says_what_the_results_say() -> None:
    text = page(CLAIM, mutants={"planted": 1, "caught": 0})
    for part in ("paper:lemma-1", "A title", "refuted", "vacuous", "survives", "one against two"):
        assert part in text
    assert 'id="paper:lemma-1"' in text
    assert 'href="#paper:lemma-1"' in text
    assert "<math" in text
    assert "x = 19, X = 9 × 9 array" in text


def test_only_the_worst_cells_are_shown_and_tiny_numbers_are_not_zero() -> None:
    text = page(CLAIM)
    assert "5 of 20 cells" in text
    assert "x = 15," in text
    assert "x = 14," not in text
    assert "1e-400" in text


@pytest.mark.parametrize("field", list(CLAIM))
def test_a_missing_field_is_tolerated(field: str) -> None:
    assert "</html>" in page({name: value for name, value in CLAIM.items() if name != field})


def test_missing_fields_are_said() -> None:
    assert page({"id": "paper:empty"}).count("not given") > 5
    assert "</html>" in render({})


def test_text_cannot_act() -> None:
    attack = "<script>alert(1)</script>"
    hostile = {**CLAIM, "title": attack, "source": attack, "command": attack}
    for statement in (attack, rf"\text{{{attack}}}", r"\href{javascript:alert(1)}{x}"):
        text = page({**hostile, "statement": statement, "paper": attack})
        assert "<script" not in text
        assert "javascript:alert" not in re.sub(r"<code>.*?</code>", "", text)


def test_the_page_is_self_contained() -> None:
    text = page(CLAIM).replace("http://www.w3.org/1998/Math/MathML", "")
    assert "http" not in text
    assert "src=" not in text


@pytest.mark.parametrize("latex", [r"\unheard{x}", r"a & b", "", r"\frac{1", "\\"])
def test_what_cannot_be_converted_is_shown_as_it_stands(latex: str) -> None:
    converted = str(mathml(latex))
    assert "\\" not in converted or converted.startswith("<code>")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (0.123456, "0.1235"),
        ("0.33333333333333333333333", "0.3333"),
        ("1e-400", "1e-400"),
        ("0.0", "0"),
        ("inf", "inf"),
        ("[0.5 +/- 1e-9]", "[0.5 +/- 1e-9]"),
        (10**15, "1000000000000000"),
        ([1.0, 2.0], "[1, 2]"),
        ([], "[]"),
        ({"x": 1.0}, "x = 1"),
    ],
)
def test_numbers(value: Any, text: str) -> None:
    assert number(value) == text


def test_build_writes_the_page_beside_the_results(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps({"schema": 1, "claims": [CLAIM]}))
    assert build(tmp_path / "results.json") == tmp_path / "index.html"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["index.html", "results.json"]
