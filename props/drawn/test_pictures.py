"""What is drawn is a claim's own two sides, and agrees with its verdict."""

import numpy as np

from lemmata.props.drawn.deep import FIGURES
from lemmata.props.drawn.depths import SWEEPS
from lemmata.props.drawn.layers import LAYERS
from lemmata.props.drawn.pictures import picture_of
from lemmata.theory.evidence import Figure
from lemmata.theory.ledger import LEDGER, get
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner

QUICK = (
    "meterez2024:theorem-3",
    "meterez2024:lemma-C.8",
    "meterez2024:lemma-C.4",
    "daneshmand2021:lemma-2",
    "daneshmand2021:lemma-4",
    "sharp:lemma-4",
    "sharp:power-sums",
)


def excess(figure: Figure, claim_id: str) -> float:
    """The largest relative violation along all curves."""
    sides = dict[str, dict[str, np.ndarray]]()
    for curve in figure.series:
        sides.setdefault(curve.of, {})[curve.name] = np.array(curve.y)
    kind = get(claim_id).kind
    found = [
        kind.excess(one["observed"], one["the claim"]) / abs(one["the claim"])
        for one in sides.values()
    ]
    return float(np.concatenate(found).max())


def test_every_picture_is_of_a_claim_that_can_be_observed() -> None:
    known = runner.load()
    assert {*LAYERS, *SWEEPS, *FIGURES} <= known.keys()
    assert {*LAYERS, *SWEEPS} <= LEDGER.properties.keys()
    assert picture_of("meterez2024:figure-1") is None


@over(QUICK)
def test_a_proved_bound_is_not_crossed(claim_id: str) -> None:
    runner.load()
    figure = picture_of(claim_id)
    assert figure is not None
    assert len(figure.series[0].x) > 20
    assert excess(figure, claim_id) < 1e-9


def test_a_refuted_one_is() -> None:
    runner.load()
    figure = picture_of("meterez2024:remark-eigenvalues")
    assert figure is not None
    assert excess(figure, "meterez2024:remark-eigenvalues") > 3
