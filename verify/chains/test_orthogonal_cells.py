"""Cells of a layer: their spectra, their intervals, and that a wrong law would be told apart."""

import math

import numpy as np
import pytest

from lemmata.theory.ledger import Decision, Kind
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.orthogonal_cells import (
    ChainInput,
    Layer,
    gap_cells,
    share_cell,
    share_taken,
    share_taken_at_large_width,
    two_clusters,
)
from lemmata.verify.chains.width_two import LARGEST
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.intervals import Intervals
from lemmata.verify.verdicts.judging import judge_cell

RUN = Run(lambda: None, Effort.STANDARD, Address(0) / "layers", "cpu", 1e-6)


@over([1e-12, 0.3, 8.0])
def test_two_clusters_have_their_gap(phi: float) -> None:
    assert float(two_clusters(phi, 6).gap) == pytest.approx(phi, rel=1e-6)


def test_the_interval_holds_the_exact_drift_and_excludes_a_twentieth_more() -> None:
    layer = Layer("one small", 2, 0.1, 2000)
    cell = share_cell(share_taken(RUN, layer, 1), layer, {}, (-layer.phi).__mul__)
    for error, decision in ((1.0, Decision.AGREES), (1.05, Decision.CONTRADICTS)):
        judged = judge_cell(Kind.IDENTITY, cell, layer.exact_drift * error, margin=0.1)
        assert judged.decision is decision


def test_cutting_off_makes_the_lower_end_of_a_wide_layer_useful() -> None:
    """From 96 samples the share itself, in [0, 1] and about 0.015, would be known to nothing."""
    layer = Layer("one small", 128, 1e-6, 16, 6)
    seen = share_taken(RUN, layer, 1)
    exact = -layer.exact_drift / layer.phi
    assert 0.5 * exact < seen.lower[0] < exact < seen.upper[0]


def test_few_replicas_of_a_wide_layer_are_near_the_law() -> None:
    layer = Layer("two clusters", 64, 0.1, 16, 4)
    seen = share_taken_at_large_width(RUN, layer, 1)
    assert seen.lower[0] < -layer.exact_drift / layer.phi < seen.upper[0]
    assert "asymptotic" in seen.method


def test_ends_are_ordered_entry_by_entry() -> None:
    mean, low, high = np.array([[0.2], [0.1], [0.3]])
    seen = Intervals(mean, low, high, 10, "given")
    cell = share_cell(seen, Layer("one small", 2, 1.0, 1), {}, np.array([1.0, -1.0]).__mul__)
    assert cell.interval == ([0.1, -0.3], [0.3, -0.1])
    cell = share_cell(seen, Layer("one small", 2, 1.0, 1), {}, (-2.0).__mul__)
    assert (cell.lhs, cell.interval) == (-0.4, (-0.6, -0.2))


def test_a_layer_is_drawn_as_often_as_it_says() -> None:
    layer = Layer("one small", 3, 0.2, 5, batches=3)
    for of_isometry in (False, True):
        seen = share_taken(RUN, layer, 1, of_isometry=of_isometry)
        assert seen.samples == 15
        assert seen.estimate.shape == seen.lower.shape == seen.upper.shape == (1,)
    start = ChainInput("one small", 2, LARGEST, (1,), 5, batches=3)
    (cell,) = gap_cells(RUN, [start], lambda start, l: {"d": start.d, "l": l})
    assert (cell.samples, cell.parameters) == (15, {"d": 2, "l": 1})
    assert cell.exact == pytest.approx(LARGEST - math.log(2))  # up to the largest gap it is known
