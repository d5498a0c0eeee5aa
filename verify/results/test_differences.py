"""Two results files that say otherwise anywhere are told apart, and where."""

import copy
from typing import Any

from lemmata.theory.test_support.comparing import over
from lemmata.verify.results.differences import differences

# spelled out, and not as the module has them: a name that it loses is missed here
SAID = ("verdict", "vacuous", "tightness", "power", "constant_interval", "conflict")
SEEN = ("method", "decision", "margin")
SIDES = ("lhs", "rhs", "interval", "samples", "decision", "tolerance")
CELL = {
    "label": "one",
    "parameters": {"x": 1},
    "lhs": 1.0,
    "rhs": 2.0,
    "interval": [0.5, 1.5],
    "samples": 7,
    "decision": "agrees",
    "tolerance": 0.0,
}
EVIDENCE = {
    "check": "sampled",
    "file": "verify/a.py:3",
    "method": "statistical",
    "decision": None,
    "margin": 0.1,
    "cells": [CELL],
}
ATTACKED = {**EVIDENCE, "file": "props/a.py:9", "cells": [{**CELL}]}  # of the same name
RECORD = {
    "id": "paper:a",
    "verdict": "holds",
    "vacuous": False,
    "tightness": 0.5,
    "power": 0.1,
    "constant_interval": None,
    "conflict": False,
    "evidence": [EVIDENCE, ATTACKED],
    "mutants": [{"name": "lost", "caught_by": "sampled"}],
    "seconds": 1.0,
}


def lines(change: Any) -> list[str]:
    """The differences between a record and the same one after a change."""
    other: Any = copy.deepcopy(RECORD)
    change(other)
    return list(differences({"paper:a": RECORD}, {other["id"]: other}))


@over([*SAID, "seconds"])
def test_verdicts_are_compared_and_times_are_not(name: str) -> None:
    assert len(lines(lambda record: record.update({name: "other"}))) == (name != "seconds")


@over(SEEN)
def test_what_each_check_saw_is_compared(name: str) -> None:
    for k in range(2):
        (line,) = lines(lambda record, k=k: record["evidence"][k].update({name: "other"}))
        assert line.startswith(f"paper:a: evidence: {k}: {name}: ")


@over(SIDES)
def test_both_sides_of_every_cell_are_compared(name: str) -> None:
    (line, *_) = lines(lambda record: record["evidence"][1]["cells"][0].update({name: "other"}))
    assert line.startswith(f"paper:a: evidence: 1: cells: 0: {name}: ")


def test_a_part_of_one_file_alone_is_named() -> None:
    assert lines(lambda record: None) == []
    (gone,) = lines(lambda record: record["evidence"].pop())
    assert gone.startswith("paper:a: evidence: 1: ")
    assert gone.endswith(" is now None")
    cell = "paper:a: evidence: 0: cells: 0: "
    moved = lines(lambda record: record["evidence"][0]["cells"][0].update(parameters={"x": 2}))
    assert moved == [f"{cell}parameters: x: 1 is now 2"]
    assert len(lines(lambda record: record["mutants"][0].update(caught_by=None))) == 1
    assert len(lines(lambda record: record.update(id="paper:b"))) == 2
