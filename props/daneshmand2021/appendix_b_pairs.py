"""Attacks on theory/daneshmand2021/appendix_b.py with two samples, at every width exactly.

C is the mean of d independent u u^T with u = (cos t, sin t); its smallest eigenvalue is (1 - R)/2
with R = |mean of exp(2it)|, E R^2 = m^2 + (1 - m^2)/d, m = p_1 - p_2.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import sqrt
from theory.numerics.sphere import gram_map_deviations
from verify.registry import Run, check


def observe_deviation(case: tuple[SpectrumRecipe, int], lift: Lift) -> tuple[dict[str, Any], Any]:
    """At least (sqrt(E R^2) - m)^2/4 <= E (R - m)^2/4, with equality at m = 0."""
    recipe, d = case
    moved = gram_map_deviations(recipe.build(lift))
    m, width = (moved.max() - moved.min()) / 2, lift([float(d)])[0]
    return {"d": width}, (sqrt(m * m + (1 - m * m) / width) - m) ** 2 / 4


DEVIATION = Property(
    "daneshmand2021:lemma-7",
    st.tuples(hard.spectra(choices=(2,), largest=2.0), st.sampled_from((2, 3, 8, 64, 1000))),
    observe_deviation,
    ("the bound", "a lower bound from the second moment of a mean of unit vectors"),
    "n = 2, Gram spectra of every family, d = 2 to 1000",
    examples={"at isometry the lower bound is exact": (SpectrumRecipe((0.0,), (2,)), 64)},
    weight=0.5,
    tolerance=1e-18,
    digits=30,
    space=spaces.Space(
        ((2, 3, 8, 64, 1000),),
        lambda d: 3,
        lambda point, z: (spaces.levels(spaces.sized(z)), point[0]),
        lambda d: f"d = {d}",
    ),
)


@check("daneshmand2021:lemma-7")
def deviation_of_the_smallest(run: Run) -> Evidence:
    return DEVIATION.attack(run)
