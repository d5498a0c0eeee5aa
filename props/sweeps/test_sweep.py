"""What is drawn is a claim's own two sides, and agrees with its verdict."""

import numpy as np
import pytest

from lemmata.props.sweeps.sweep import Sweep, figure_of
from lemmata.theory.evidence import Figure, Role
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


@pytest.mark.parametrize("claim_id", sorted(LEDGER.plots))
def test_what_is_shaded_is_where_a_claim_fails_and_nothing_else(claim_id: str) -> None:
    figure, kind = figure_of(claim_id), get(claim_id).kind
    assert figure is not None
    sign = -1 if getattr(LEDGER.plots[claim_id], "minus", False) else 1
    sides = {(s.of, s.role): dict(zip(s.x, s.y, strict=True)) for s in figure.series}
    shaded = [s for s in figure.series if s.role is Role.VIOLATED]
    inside = {(s.of, x) for s in shaded for x in s.x}
    two_sided = [s for s in figure.series if s.role is Role.CLAIMED and not len(s.low)]
    for claimed in two_sided if kind.is_bound else []:
        seen = next(s for s in figure.series if (s.of, s.role) == (claimed.of, Role.MEASURED))
        for x, bound in zip(claimed.x, claimed.y, strict=True):
            beyond = kind.excess(sign * sides[claimed.of, Role.MEASURED][x], sign * bound)
            fails = not len(seen.low) and beyond > 1e-9 * abs(bound)
            assert ((claimed.of, x) in inside) is fails, (claimed.of, x)
    if two_sided and kind.is_bound:
        assert bool(shaded) is (get(claim_id).expected is Verdict.REFUTED)
    else:
        assert not shaded
