"""A false claim that is hunted in no time."""

from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from lemmata.props.attack import Observation, Property
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.theory import ledger
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.test_support import made_up


@pytest.fixture
def too_small() -> Iterator[str]:
    """lambda_min >= 1 - sqrt(d phi), without the factor 2, is false at a small gap."""

    def observe(recipe: SpectrumRecipe, lift: Lift) -> Observation:
        s = recipe.build(lift)
        return {"phi": s.gap, "d": s.width}, 1 + s.deviations.min()

    def bound(phi: Array, d: Array) -> Array:
        return 1 - (d * phi) ** 0.5

    runner.load()  # before, or they would be gone after
    with registry.kept():
        claim = ledger.register(made_up.claim("hunted", Kind.LOWER_BOUND, bound, hypotheses=()))
        Property(claim.id, st.nothing(), observe, ("a", "b"), "spectra", space=spaces.spectra(2, 3))
        yield claim.id
