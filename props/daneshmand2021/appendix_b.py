"""Attacks on theory/daneshmand2021/appendix_b.py, through the exact Gram map at d = inf."""

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
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
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import Array, exp, log, sqrt, stack
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.spectrum import Spectrum

WIDTHS = (math.inf, 1e12, 1000.0, 8.0)
QUADRATURE: dict[str, Any] = {"tolerance": 1e-18, "digits": 30}


@attack("daneshmand2021:lemma-4", **gram.SMALLEST)
@supremum(0.5)  # sharp:lemma-4, n -> inf
def gap_against_smallest_eigenvalue(s: Spectrum) -> Observation:
    return gram.gap_and_smallest(s)


def smallest_after(s: Spectrum) -> tuple[Array, Array]:
    """(Vhat, 1/n - p_n) by the Gram map, which keeps the order: p_n is the smallest image."""
    return gram.v_hat_of(s.deviations, s.width), gram.v_hat_of(gram_map_deviations(s), s.width)


@attack(
    "daneshmand2021:theorem-5",
    st.tuples(hard.spectra(choices=(2, 3, 4, 8), largest=2.0), st.sampled_from(WIDTHS)),
    **QUADRATURE,
)
@supremum(1.0)
@routes("the bound", "the Gram map as an integral over t, a lower bound where d < inf")
@domain("d = 8 to inf, Gram spectra of every family, n = 2 to 8")
@pinned("attained where an eigenvalue vanishes", (hard.one_small(8, 80.0), math.inf))
@pinned("n times the contraction would be too much", (hard.one_small(8, 0.01), math.inf))
@pinned("near isometry the local rate", (hard.one_small(2, 1e-6), math.inf))
@pinned("hardly looser at a great width", (hard.one_small(8, 80.0), 1e12))
@hunt_in(spaces.at_widths(spaces.spectra(2, 3, 4, 8, name="n"), WIDTHS))
def drift_of_hard_spectra(case: tuple[SpectrumRecipe, float], lift: Lift) -> Observation:
    """E Vhat >= 1/n - p_n at every width, by Jensen: the smallest eigenvalue is concave in C."""
    recipe, d = case
    v_hat, after = smallest_after(recipe.build(lift))
    return {"n": recipe.width, "d": gram.in_arithmetic(d, lift), "v_hat": v_hat}, after


@attack(
    "daneshmand2021:lemma-6",
    st.tuples(hard.spectra(choices=(2, 3, 8, 200), largest=1.5), st.sampled_from((2, 8, 1000))),
)
@supremum(1.0)
@searched(weight=0.5, **QUADRATURE)
@routes("the bound", "the variance of a mean of independent rank-one matrices, exactly")
@domain("Gram spectra, n = 2 to 200, d = n to 1000")
@pinned("1 - 1/n of the bound", (hard.one_small(200, 1e-6), 200))
@hunt_in(spaces.at_widths(spaces.spectra(2, 3, 8, 32, name="n"), (2, 8, 1000)))
def variance_of_the_gram_matrix(case: tuple[SpectrumRecipe, int], lift: Lift) -> Observation:
    """E||C - E C||^2 = (1 - sum p_i^2)/d: C is a mean of d independent u u^T, ||u|| = 1."""
    recipe, d = case
    s = recipe.build(lift)
    p = (1 + gram_map_deviations(s)) / s.width
    squares = (p * p * s.multiplicities).sum()
    width = lift([float(max(d, s.width))])[0]
    return {"d": width}, (1 - squares) / width


@attack(
    "daneshmand2021:lemma-7",
    st.tuples(hard.spectra(choices=(2,), largest=2.0), st.sampled_from((2, 3, 8, 64, 1000))),
)
@supremum("sharp:lemma-7 is attained at n = 2 alone: 1/4 there, larger beyond")
@searched(weight=0.5, **QUADRATURE)
@routes("the bound", "a lower bound from the second moment of a mean of unit vectors")
@domain("n = 2, Gram spectra of every family, d = 2 to 1000")
@pinned("at isometry the lower bound is exact", (SpectrumRecipe((0.0,), (2,)), 64))
@hunt_in(spaces.at_widths(spaces.spectra(2, name="n"), (2, 3, 8, 64, 1000)))
def deviation_of_the_smallest(case: tuple[SpectrumRecipe, int], lift: Lift) -> Observation:
    """Two samples, at every width: C is the mean of d independent u u^T with u = (cos t, sin t).

    Its smallest eigenvalue is (1 - R)/2 with R = |mean of exp(2it)|, E R^2 = m^2 + (1 - m^2)/d,
    m = p_1 - p_2: at least (sqrt(E R^2) - m)^2/4 <= E (R - m)^2/4, with equality at m = 0.
    """
    recipe, d = case
    moved = gram_map_deviations(recipe.build(lift))
    m, width = (moved.max() - moved.min()) / 2, lift([float(d)])[0]
    return {"d": width}, (sqrt(m * m + (1 - m * m) / width) - m) ** 2 / 4


@attack("daneshmand2021:lemma-8", **hard.on_spectra(2, 3, 4, 8, largest=2.0, name="n"))
@supremum(1.0)
@searched(**QUADRATURE)
@routes("the bounds", "the Gram map as an integral over t")
@pinned("near isometry attained to first order", hard.one_small(4, 1e-6))
@pinned("attained where an eigenvalue vanishes", hard.one_small(3, 80.0))
@pinned("between them", hard.one_small(3, 1.0))
def contraction_of_hard_spectra(s: Spectrum) -> Observation:
    v_hat, after = smallest_after(s)
    return {"n": s.width, "v_hat": v_hat}, stack([after, after])


@attack("daneshmand2021:lemma-9", **gram.SHARES)
def shares_of_two_levels(case: gram.Levels, lift: Lift) -> Observation:
    return gram.shares_of_levels(case, lift)


@attack(
    "daneshmand2021:lemma-10",
    st.tuples(hard.magnitudes(-9, 9), st.integers(2, 100), st.floats(0, 1)),
    weight=2,
)
@routes("zero", "the second derivative written out")
@domain("n = 2 to 100, t = 1e-9 to 1e9, delta across [0, 1/n]")
@pinned("hardly convex", (1e-3, 4, 0.4))
@pinned("the far end", (1e9, 2, 1.0))
@hunt_in(
    spaces.Space(
        ((2, 3, 8, 100),),
        lambda n: 2,
        lambda point, z: (*spaces.row(exp(z[:1])), point[0], *spaces.row(1 / (1 + exp(z[1:])))),
        lambda n: f"n = {n}",
    )
)
def second_derivative(case: tuple[float, int, float], lift: Lift) -> Observation:
    """g'' = g ((log g)'' + (log g)'^2), with log g a sum of two logarithms of affine functions."""
    time, n, share = case
    t, x = lift([time, share / n])
    down, up = 1 + 2 * t * (1 - n * x) / n, 1 + 2 * t * (n - 1 + n * x) / (n * (n - 1))
    first = 3 * t / down - t / up
    second = 6 * t**2 / down**2 + 2 * t**2 / ((n - 1) * up**2)
    g = exp(-3 * log(down) / 2 - (n - 1) * log(up) / 2)
    return {"t": t, "n": n, "delta": x}, g * (second + first**2)


plot(
    "daneshmand2021:lemma-4",
    families.Sweep(
        r"$\hat V(H)$",
        r"$V(H)$",
        families.of("v_hat"),
        families.spectra((2, 8, 64), hard.one_large, "n"),
        "One eigenvalue of the Gram matrix larger than the others, where the sharp form is"
        " attained.",
        span=(1e-5, 1.0),
        sharper=("sharp:lemma-4",),
    ),
)
plot(
    "daneshmand2021:theorem-5",
    families.Sweep(
        families.BATCH_GAP,
        families.NEXT,
        families.of("v_hat"),
        families.in_the_limit((2, 8, 64)),
        f"{families.ONE_SMALL}.",
        span=(1e-5, 1.0),
        sharper=("sharp:drift-condition",),
    ),
)
plot(
    "daneshmand2021:lemma-6",
    families.Sweep(
        "width $d$",
        r"$E \|C - E C\|_F^2$",
        families.of("d"),
        families.at_widths({f"n = {n}": hard.one_small(n, 1e-6) for n in (2, 8, 64)}),
        "Orthogonal samples, from d = n on.",
    ),
)
plot(
    "daneshmand2021:lemma-7",
    families.Sweep(
        "width $d$",
        r"mean square of the deviation",
        families.of("d"),
        families.at_widths(
            {
                "n = 2, orthogonal": hard.one_small(2, 1e-9),
                "n = 2, 9 to 1": hard.one_small(2, math.log(9)),
            }
        ),
        "Two samples; what is observed is a lower bound of it.",
    ),
)
plot(
    "daneshmand2021:lemma-8",
    families.Sweep(
        families.BATCH_GAP,
        families.NEXT,
        families.of("v_hat"),
        families.spectra((2, 8, 64), name="n"),
        f"{families.ONE_SMALL}.",
        span=(1e-5, 1.0),
    ),
)
plot(
    "daneshmand2021:lemma-10",
    families.Sweep(
        "$t$",
        "second derivative",
        families.of("t"),
        {
            f"n = {n}": [(t, n, 0.4) for t in np.geomspace(1e-3, 1e3, 60).tolist()]
            for n in (2, 8, 100)
        },
        "At 0.4 of the range of the deviation.",
        log_y=False,
    ),
)
