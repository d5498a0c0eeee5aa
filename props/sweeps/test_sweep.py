"""What is drawn is a claim's own two sides, and agrees with its verdict."""

import numpy as np
import pytest

from lemmata.props.sweeps.sweep import Sweep, figure_of
from lemmata.theory.evidence import Figure
from lemmata.theory.ledger import LEDGER, Verdict, get
from lemmata.verify import runner

SWEPT = [i for i in runner.load() if isinstance(s := LEDGER.plots.get(i), Sweep) and s.curves]


def excess(figure: Figure, claim_id: str) -> float:
    """The largest relative violation along all curves."""
    sides, sign = dict[str, dict[str, np.ndarray]](), -1 if LEDGER.plots[claim_id].minus else 1
    for curve in figure.series:
        sides.setdefault(curve.of, {})[curve.name] = sign * np.array(curve.y)
    kind = get(claim_id).kind
    found = [
        kind.excess(one["observed"], one["the claim"]) / np.maximum(abs(one["the claim"]), 1e-300)
        for one in sides.values()
    ]
    return float(np.concatenate(found).max())


def test_every_plot_is_of_a_claim_and_every_sweep_of_an_attack() -> None:
    assert LEDGER.plots.keys() <= runner.load().keys()
    assert LEDGER.properties.keys() >= set(SWEPT)
    assert figure_of("meterez2024:figure-1") is None


@pytest.mark.parametrize("claim_id", SWEPT)
def test_a_true_bound_is_not_crossed_and_a_refuted_one_is(claim_id: str) -> None:
    figure = figure_of(claim_id)
    assert figure is not None
    assert len(figure.series[0].x) > 10
    if get(claim_id).kind.is_bound:
        assert (excess(figure, claim_id) > 1e-6) is (get(claim_id).expected is Verdict.REFUTED)
