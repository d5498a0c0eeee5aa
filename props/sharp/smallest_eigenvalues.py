"""Attacks on theory/sharp/smallest_eigenvalues.py."""

import math

import numpy as np
from hypothesis import strategies as st

from lemmata.props import gram_chains as gram
from lemmata.props import strategies as hard
from lemmata.props.attack import (
    Lift,
    Observation,
    attack,
    domain,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.gram_chains import SMALLEST, gap_and_smallest
from lemmata.props.recipes import SpectrumRecipe
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import sqrt
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.spectrum import Spectrum


@attack("sharp:lemma-4", **SMALLEST)
@supremum(1.0)
def gap_against_the_best_constant(s: Spectrum) -> Observation:
    return gap_and_smallest(s)


plot(
    "sharp:lemma-4",
    families.Sweep(
        r"$\hat V(H)$",
        r"$V(H)$",
        families.of("v_hat"),
        {
            "n = 8, one large": families.spectra((8,), hard.one_large)["d = 8"],
            "n = 8, one small": families.spectra((8,))["d = 8"],
        },
        "Two families: one large eigenvalue attains it.",
        span=(1e-5, 1.0),
    ),
)


AtWidth = tuple[SpectrumRecipe, float]


@attack(
    "sharp:lemma-7",
    st.tuples(hard.spectra(choices=(2,), largest=2.0), st.sampled_from((1, 2, 8, 64, 1000))),
)
@searched(weight=0.5, tolerance=1e-18, digits=30)
@routes("the bound", "a lower bound from the second moment of a mean of unit vectors")
@domain("n = 2, Gram spectra of every family, d = 1 to 1000")
@pinned("at isometry attained", (SpectrumRecipe((0.0, 0.0), (1, 1)), 64))
@pinned("apart", (hard.one_large(2, 1.0), 8))
def deviation_of_two_samples(case: AtWidth, lift: Lift) -> Observation:
    """lambda_min(C) = (1 - R)/2, R the length of a mean of d unit vectors of mean m = p_1 - p_2:
    E R^2 = m^2 + (1 - m^2)/d, and E (R - m)^2 >= (sqrt(E R^2) - m)^2.
    """
    recipe, d = case
    s = recipe.build(lift)
    moved = gram_map_deviations(s)
    m, width = (moved.max() - moved.min()) / 2, lift([float(d)])[0]
    q = np.repeat((1 + s.deviations) / 2, recipe.counts)
    away = (sqrt(m * m + (1 - m * m) / width) - m) ** 2 / 4
    return {"q": q, "d": width}, np.array([away, away])


@attack(
    "sharp:drift-condition",
    st.tuples(hard.spectra(choices=(2, 3, 4, 8), largest=2.0), st.sampled_from((math.inf, 1e12))),
)
@supremum(1.0)
@searched(tolerance=1e-18, digits=30)
@routes("the bound", "the Gram map as an integral over t, a lower bound where d < inf")
@domain("d = 1e12 and inf, Gram spectra of every family, n = 2 to 8")
@pinned("attained where an eigenvalue vanishes", (hard.one_small(8, 80.0), math.inf))
@pinned("near isometry the local rate", (hard.one_small(8, 1e-6), math.inf))
def drift_of_hard_spectra(case: AtWidth, lift: Lift) -> Observation:
    """E Vhat >= 1/n - p_n at every width, by Jensen: the smallest eigenvalue is concave in C."""
    recipe, d = case
    s = recipe.build(lift)
    v_hat, after = (gram.v_hat_of(e, s.width) for e in (s.deviations, gram_map_deviations(s)))
    return {"n": recipe.width, "d": gram.in_arithmetic(d, lift), "v_hat": v_hat}, after


plot(
    "sharp:drift-condition",
    families.Sweep(
        families.BATCH_GAP,
        families.NEXT,
        families.of("v_hat"),
        families.in_the_limit((2, 8, 64)),
        f"{families.ONE_SMALL}.",
        span=(1e-5, 1.0),
    ),
)


@attack("sharp:next-smallest", hard.spectra(choices=(2, 3, 4, 8), largest=2.0))
@searched(tolerance=1e-18, digits=30, keep=2, misses=("1 - sqrt(n/d) without its square",))
@routes("the bound", "the Gram map as an integral over t")
@domain("Gram spectra of every family, n = 2 to 8, d = inf")
@pinned("orthogonal samples: both sides are 0", hard.one_small(3, 1e-6))
@pinned("one large", hard.one_large(8, 2.0))
@pinned("one nearly lost", SpectrumRecipe((-14.0, 0.0), (1, 7)))
@pinned("three levels", SpectrumRecipe((-2.0, 0.0, 1.0), (2, 1, 2)))
def smallest_share(case: SpectrumRecipe, lift: Lift) -> Observation:
    s = case.build(lift)
    values = np.asarray(1 + s.deviations)
    given = {"n": case.width, "d": math.inf, "ratio": values.min() / values.max()}
    return given, -np.asarray(gram_map_deviations(s)).min() / case.width
