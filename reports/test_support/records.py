"""Records of made-up claims, and parts of the pages made of them."""

import json
import re
from typing import Any

from lemmata.reports.claims import PageClaim, prepare
from lemmata.reports.plots.cells import figure_of_cells
from lemmata.verify.results.schema import SCHEMA, FigureData, Results, decode

CELL: dict[str, Any] = {
    "lhs": "1e-400",
    "rhs": "2e-400",
    "slack": "1e-400",
    "decision": "agrees",
    "samples": 10,
    "interval": ["0.5e-400", "2e-400"],
    "interval_method": "betting",
    "needed": 4000.0,
    "ratio_interval": None,
    "ratio_exact": None,
    "tolerance": 0.0,
    "label": "",
    "exact": None,
}
EVIDENCE: dict[str, Any] = {
    "method": "exact",
    "check": "a_check",
    "file": "verify/paper/main.py:9",
    "routes": ["one", "two"],
    "domain": "all x",
    "decision": "contradicts",
    "cells": [
        {**CELL, "parameters": {"x": k, "X": [[1.0] * 9] * 9}, "ratio": k / 100} for k in range(20)
    ],
    "worst": 19,
    "witness": {"x": "0.5"},
    "command": "lemmata run paper:lemma-1",
    "margin": 0.0,
    "seconds": 0.1,
    "parts": [],
    "figure": None,
    "pending": "",
    "recorded": None,
}
CLAIM: dict[str, Any] = {
    "id": "paper:lemma-1",
    "paper": "paper",
    "kind": "upper bound",
    "title": "A title",
    "subject": "the length of rows",
    "left_side": "the squared length",
    "quotation": "No row is longer than the largest eigenvalue.",
    "statement": r"\|X_j\|^2 \le \lambda_{\max}",
    "source": "Section 1",
    "uses": [],
    "hypotheses": [{"name": "positive", "statement": "x > 0", "variable": "x"}],
    "file": "theory/paper/main.py:7",
    "repair": "sharp:law",
    "verdict": "refuted",
    "grade": "needs a hypothesis",
    "expected": "holds",
    "why": "refuted by exact",
    "conflict": False,
    "vacuous": True,
    "tightness": 2.0,
    "power": 0.0,
    "constant": 3.5,
    "checks": ["verify/paper/main.py:9"],
    "failures": ["the verdict is refuted, expected holds"],
    "evidence": [EVIDENCE],
    "mutants": [{"name": "a lost factor", "caught_by": None}],
    "worst": None,
    "seed": 0,
    "effort": "standard",
    "device": "cpu",
    "versions": {},
    "time": "2026-01-31T12:00:00+00:00",
    "seconds": 0.1,
    "command": "lemmata run paper:lemma-1",
    "reason": "",
    "decided_by": "",
    "derivation": "",
    "symbols": [{"latex": r"\lambda_k", "means": "an eigenvalue"}],
    "headline": "",
    "answer": {"file": "theory/paper/answers/lemma-1.md", "text": ""},
    "practical": None,
    "constant_interval": None,
    "constant_cell": None,
    "code": "",
    "history": [],
    "proof": None,
    "script": "",
}
LAW: dict[str, Any] = {
    **CLAIM,
    "id": "sharp:law",
    "paper": "sharp",
    "title": "The exact law",
    "subject": "",
    "kind": "identity",
    "uses": ["paper:lemma-1"],
    "verdict": "holds",
    "vacuous": False,
    "repair": None,
    "tightness": None,
    "power": 1e-9,
    "constant": None,
    "failures": [],
    "evidence": [],
    "mutants": [{"name": "another power", "caught_by": "a_check"}],
}
PROOF: dict[str, Any] = {
    "file": "verify/paper/proofs.v:14",
    "theorem": "law",
    "statement": "forall x : R, x <= x",
    "sketch": "Order is reflexive.",
    "source": "Theorem law : main.law.\nProof. by []. Qed.",
    "rests_on": {"verify/rocq/order.v": ["order_refl"]},
    "contains": [],
    "axioms": {"logical": ["Classical_Prop.classic"], "textbook": ["Rayleigh"]},
    "checked": {"by": "Rocq 8.16.1", "at": "2026-11-18", "here": False},
}
PROVED: dict[str, Any] = {"verdict": "proved", "proof": PROOF}
RUN: dict[str, Any] = {
    "seed": 7,
    "effort": "standard",
    "device": "cpu",
    "versions": {"python": "3.11"},
    "wall_seconds": 12.0,
    "false_alarm_budget": 1e-6,
    "code": "",
    "time": "2026-01-31T12:00:00+00:00",
    "calibration": {
        "level": 0.05,
        "runs": 1000,
        "seed": 7,
        "coverage": [{"method": "betting", "law": "a loaded coin", "covered": 0.9875}],
    },
}

WEAK = {**LAW, "failures": ["the verdict is holds, expected proved"], "expected": "proved"}


def whole(*claims: dict[str, Any], **fields: Any) -> Results:
    """A results file."""
    file = {
        "schema": SCHEMA,
        "run": RUN,
        "claims": list(claims) or [CLAIM, LAW],
        "mutants": {"planted": 2, "caught": 1, "survivors": []},
        "figures": [],
        "papers": {},
        "sentences": [],
    }
    return decode(json.dumps({**file, **fields}).encode(), Results)


def part(text: str, name: str) -> str:
    """One section or article of the page."""
    found = re.search(rf'<(section|article) id="{re.escape(name)}".*?</\1>', text, re.DOTALL)
    assert found, name
    return found[0]


def claims(*altered: dict[str, Any]) -> list[PageClaim]:
    return prepare(whole(*altered)).claims


def cell(lhs: Any, rhs: Any, **parameters: Any) -> dict[str, Any]:
    return {**CELL, "parameters": parameters, "lhs": lhs, "rhs": rhs, "ratio": 0.0}


def with_cells(*cells: dict[str, Any], **fields: Any) -> PageClaim:
    evidence = {**EVIDENCE, "cells": list(cells), "worst": 0}
    return claims({**CLAIM, **fields, "evidence": [evidence]})[0]


def cells_figure(*cells: dict[str, Any], **fields: Any) -> FigureData:
    found = figure_of_cells(with_cells(*cells, **fields))
    assert found is not None
    return found
