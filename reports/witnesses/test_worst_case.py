"""Witnesses as code."""

from typing import Any

from lemmata.reports.test_support.records import cell, with_cells
from lemmata.reports.witnesses.worst_case import as_python


def test_a_witness_is_python_and_text_in_it_stays_text() -> None:
    attack = "'); import os; ('"
    hostile = cell("0.1", attack, **{"x": "2.5", attack: attack})
    script = as_python(with_cells(hostile, id=attack))
    assert script is not None
    names: dict[str, Any] = {}
    exec(script.partition("from lemmata.theory")[0], names)
    assert names["parameters"] == {"x": names["mpf"]("2.5"), attack: attack}
    assert names["claimed"] == attack
    assert "os" not in names
