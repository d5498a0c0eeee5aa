"""Attacks on theory/meterez2024/main.py at d = 2, where expectations over a rotation are exact.

The spectrum is 1 +- e with r = sqrt(1 - e^2) = exp(-phi). A layer multiplies r by
1/sqrt(sin^2 + r^2 cos^2) of a uniform angle: E log of that is Jensen's formula, its mean Gauss's.
"""

from __future__ import annotations

from typing import Any

import mpmath
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe, in_mpf
from props.width_two import at_least
from theory.ledger import Evidence
from theory.numerics.backends import Array, exp, log, sqrt
from verify.registry import Run, check

_MEANS = 20  # arithmetic-geometric means double their digits; 300 decades take ten of them


def arithmetic_geometric_mean(a: Array, b: Array) -> Array:
    for _ in range(_MEANS):
        a, b = (a + b) / 2, sqrt(a * b)
    return a


def observe_isometry(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    """E I(BN(W X)) = r (2/pi) K(e^2) = r / agm(1, r)."""
    s = case.build(lift)
    r = exp(-s.gap)
    return {"spectrum": s}, r / arithmetic_geometric_mean(1 + 0 * r, r)


ISOMETRY = Property(
    "meterez2024:theorem-3",
    hard.spectra(choices=(2,)),
    observe_isometry,
    ("the bound", "the mean over the angle by arithmetic-geometric means"),
    "d = 2, any spectrum",
    examples={
        "near isometry both sides are 1": hard.one_small(2, 1e-9),
        "1/2 and 3/2": hard.one_small(2, 1.0986122886681098),
    },
    tolerance=1e-30,
    space=spaces.spectra(2),
)


@check("meterez2024:theorem-3")
def isometry_at_width_2(run: Run) -> Evidence:
    return ISOMETRY.attack(run)


def drift_at_width_2(r: Array) -> Array:
    """E log sqrt(sin^2 + r^2 cos^2) = log((1 + r)/2), Jensen's formula."""
    return log((1 + r) / 2)


def observe_chain(case: tuple[SpectrumRecipe, int], lift: Lift) -> tuple[dict[str, Any], Any]:
    """E phi(X_(l+1)) from phi(X_0): two layers in mpmath as an integral over the angle."""
    s, l = case[0].build(lift), case[1]
    r = exp(-s.gap)
    if lift is in_mpf and l == 1:
        mean = s.gap + drift_at_width_2(r) + _mean_in_mpmath(r)
    else:
        mean = at_least(s.gap, l + 1, lift)
    return {"phi_0": s.gap, "l": l, "d": 2, "C": 1.0}, mean


def _mean_in_mpmath(r: Any) -> Any:
    def second(angle: Any) -> Any:
        square = mpmath.sin(angle) ** 2 + (r * mpmath.cos(angle)) ** 2
        return drift_at_width_2(r / mpmath.sqrt(square))

    half = mpmath.pi / 2  # the integrand bends at angles of the size of r, and of its root
    cuts = [cut for cut in (r, mpmath.sqrt(r), mpmath.mpf(1) / 2) if cut < 1]
    return mpmath.quad(second, [0, *cuts, half]) / half


CHAIN = Property(
    "meterez2024:theorem-1",
    st.tuples(hard.spectra(choices=(2,)), st.just(1)),
    observe_chain,
    ("the bound with C = 1", "the law of a layer at d = 2, integrated"),
    "d = 2, two layers from any spectrum; 2 to 65 layers from gaps up to 50",
    examples={
        "the drift is bounded, so approached as phi_0 grows": (hard.one_small(2, 600.0), 1),
        "a common gap": (hard.one_small(2, 1.0), 1),
        "a common gap, far down": (hard.one_small(2, 1.0), 16),
    },
    weight=0.5,
    keep=1,
    tolerance=1e-12,
    digits=30,
    space=spaces.Space(
        ((1, 4, 16, 64),),
        lambda l: 1,
        lambda point, z: (
            SpectrumRecipe((*spaces.row(100 - 200 / (1 + exp(z))), 0.0), (1, 1)), point[0]
        ),
        lambda l: f"d = 2, depth {l}",
    ),
)  # fmt: skip


@check("meterez2024:theorem-1")
def chains_at_width_2(run: Run) -> Evidence:
    return CHAIN.attack(run)
