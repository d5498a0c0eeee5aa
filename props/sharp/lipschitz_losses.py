"""Attacks on theory/sharp/lipschitz_losses.py."""

from hypothesis import strategies as st

from lemmata.props.attack import (
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Lift
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.numerics.backends import exp, sqrt

LOGITS = st.lists(st.floats(-60, 60), min_size=1, max_size=6).map(tuple)


@attack("sharp:lipschitz-losses", st.tuples(st.sampled_from(LOSSES), LOGITS, st.integers(0, 5)))
@supremum(1.0)
@searched(weight=2)
@routes("the constants", "the gradients written out")
@domain("one-hot targets, logits in [-60, 60], 1 to 6 classes")
@pinned("sure of the wrong class", (LOSSES[0], (60.0, -60.0), 1))
@pinned("opposite to the target", (LOSSES[1], (-60.0, 0.0), 0))
@pinned("one class: no gradient", (LOSSES[0], (1.0,), 0))
@hunt_in(
    spaces.Space(
        (LOSSES, (2, 1, 3, 6)),
        lambda loss, k: k,
        lambda point, z: (point[0], spaces.row(z), 0),
        lambda loss, k: f"{loss}, {k} classes",
    )
)
def gradients_of_the_losses(case: tuple[str, tuple[float, ...], int], lift: Lift) -> Observation:
    """softmax(z) - y or 2 (z - y): the gradients written out."""
    loss, logits, label = case
    z = lift(list(logits))
    y = lift([float(i == label % len(logits)) for i in range(len(logits))])
    weights = exp(z - z.max())
    gradient = weights / weights.sum() - y if loss == LOSSES[0] else 2 * (z - y)
    return {"loss": loss, "R": sqrt((z * z).sum())}, sqrt((gradient * gradient).sum())
