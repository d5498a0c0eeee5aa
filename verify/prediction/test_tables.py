"""Laws that run on symbols, and the tables of the calculator."""

import json
import math
from typing import Any

import numpy as np
import pytest

from lemmata.theory.ledger import claims
from lemmata.theory.numerics.backends import log, sqrt
from lemmata.theory.sharp.batches import growth_rate
from lemmata.verify.prediction import tables
from lemmata.verify.prediction.symbols import Tape


def test_a_law_with_branches_becomes_a_choice_for_both_answers() -> None:
    tape = Tape()
    n, d = tape.named("n"), tape.named("d")

    def law() -> Any:
        if n > d:
            return None
        return log(d) if n == d else sqrt(min(n, d) + np.float64(2.5))

    node = tape.follow(law)
    nodes = list(tape.nodes)
    assert node is not None
    operation, condition, yes, no = nodes[node]
    assert (operation, nodes[int(condition)][0], yes) == ("?", "<", -1)
    assert nodes[int(no)][0] == "?"
    assert tape.follow(law) == node  # equal operations stand once
    assert tape.follow(lambda: None) is None
    assert ("number", 2.5) in nodes


def test_a_law_that_is_a_root_is_its_values_at_chebyshevs_points() -> None:
    found = tables.tables(claims())
    values = found["roots"]["sharp:haar-growth"]
    assert len(values) == tables.POINTS
    assert values[0] == pytest.approx(0.5)
    points = tables.chebyshev(tables.POINTS)
    for y in (0.01, 0.3, 0.77, 0.999):
        weights = [
            (-1) ** k / (y - x) / (2 if k in (0, tables.POINTS - 1) else 1)
            for k, x in enumerate(points)
        ]
        between = np.dot(weights, values) / np.sum(weights)
        assert between == pytest.approx(growth_rate(y), rel=1e-3)
    assert math.isclose(points[-1], 1)
    json.dumps(found, allow_nan=False)


def test_laws_of_other_claims_are_left_out() -> None:
    known = {name: one for name, one in claims().items() if name == "sharp:critical-width"}
    assert {law["claim"] for law in tables.tables(known)["laws"]} == {"sharp:critical-width"}
