"""Attacks on theory/daneshmand2021/appendix_b.py, through the exact Gram map at d = inf."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.daneshmand2021.main import literal_gap
from props.daneshmand2021.main_chains import (
    WIDTHS,
    AtWidth,
    in_arithmetic,
    near_limit,
    positive,
    small_failure,
)
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe, in_floats
from theory.ledger import Evidence
from theory.numerics import reference
from theory.numerics.backends import Array, exp, log, stack
from theory.numerics.sphere import gram_map_deviations
from verify.registry import Run, check

SIZES = (2, 3, 4, 8)


def v_hat_of(deviations: Array, n: int) -> Any:
    """Vhat = 1/n - q_n = -e_n/n with e_n the smallest deviation."""
    return -deviations.min() / n


def observe_gap(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    gap = literal_gap((1 + s.deviations) / s.width, s.multiplicities)
    return {"n": s.width, "v_hat": v_hat_of(s.deviations, s.width)}, gap


SMALLEST = Property(
    "daneshmand2021:lemma-4",
    hard.spectra(choices=(2, 3, 4, 8, 100), largest=2.0),
    observe_gap,
    ("the bound", "the norm of the deviations"),
    "Gram spectra, n = 2 to 100, near orthogonal to rank one",
    examples={
        "the best constant is attained": hard.one_large(3, 1.0),
        "1/2 is approached as n grows": hard.one_large(100, 50.0),
        "the other extreme, half as close": hard.one_small(3, 2.0),
    },
    tolerance=1e-30,
    space=spaces.spectra(2, 3, 4, 8, 100, name="n"),
)


@check("daneshmand2021:lemma-4")
def gap_against_smallest_eigenvalue(run: Run) -> Evidence:
    return SMALLEST.attack(run)


def smallest_after(case: SpectrumRecipe, lift: Lift) -> tuple[Any, Any]:
    """(Vhat, 1/n - p_n) by the Gram map, which keeps the order: p_n is the smallest image."""
    s = case.build(lift)
    return v_hat_of(s.deviations, s.width), v_hat_of(gram_map_deviations(s), s.width)


def observe_drift(case: tuple[SpectrumRecipe, float], lift: Lift) -> tuple[dict[str, Any], Any]:
    """E Vhat >= 1/n - p_n at every width, by Jensen: the smallest eigenvalue is concave in C."""
    recipe, d = case
    v_hat, after = smallest_after(recipe, lift)
    return {"n": recipe.width, "d": in_arithmetic(d, lift), "v_hat": v_hat}, after


GRAM = hard.spectra(choices=SIZES, largest=2.0)

DRIFT = Property(
    "daneshmand2021:theorem-5",
    st.tuples(GRAM, st.sampled_from((math.inf, 1e12, 1000.0, 8.0))),
    observe_drift,
    ("the bound", "the Gram map as an integral over t, a lower bound where d < inf"),
    "d = 8 to inf, Gram spectra of every family, n = 2 to 8",
    examples={
        "attained where an eigenvalue vanishes": (hard.one_small(8, 80.0), math.inf),
        "n times the contraction would be too much": (hard.one_small(8, 0.01), math.inf),
        "near isometry the local rate": (hard.one_small(2, 1e-6), math.inf),
        "hardly looser at a great width": (hard.one_small(8, 80.0), 1e12),
    },
    tolerance=1e-18,
    digits=30,
    space=spaces.Space(
        ((2, 3, 4, 8), (math.inf, 1e12, 1000.0, 8.0)),
        lambda n, d: n + 1,
        lambda point, z: (spaces.levels(spaces.sized(z)), point[1]),
        lambda n, d: f"n = {n}, d = {d:g}",
    ),
)


@check("daneshmand2021:theorem-5")
def drift_of_hard_spectra(run: Run) -> Evidence:
    return DRIFT.attack(run)


def observe_contraction(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    v_hat, after = smallest_after(case, lift)
    return {"n": case.width, "v_hat": v_hat}, stack([after, after])


CONTRACTION = Property(
    "daneshmand2021:lemma-8",
    GRAM,
    observe_contraction,
    ("the bounds", "the Gram map as an integral over t"),
    "Gram spectra of every family, n = 2 to 8",
    examples={
        "near isometry attained to first order": hard.one_small(4, 1e-6),
        "attained where an eigenvalue vanishes": hard.one_small(3, 80.0),
        "between them": hard.one_small(3, 1.0),
    },
    tolerance=1e-18,
    digits=30,
    space=spaces.spectra(2, 3, 4, 8, name="n"),
)


@check("daneshmand2021:lemma-8")
def contraction_of_hard_spectra(run: Run) -> Evidence:
    return CONTRACTION.attack(run)


def observe_average(case: AtWidth, lift: Lift) -> tuple[dict[str, Any], Any]:
    """v (1/n - v) moves by at most 1/n of what v does, v in [0, 1/n]: at a finite width, less."""
    chain, depth = near_limit(case, lift, small_failure), case[1]
    n = chain.n
    first, *later = (v_hat_of(e, n) for e in chain.states)
    total = sum(
        positive(v_hat * (1 - n * v_hat) / n - radius / n**2)
        for v_hat, radius in zip(later, chain.radii[1:], strict=True)
    )
    parameters = {"l": depth, "d": chain.width, "v_hat_0": first}
    return parameters, (1 - chain.failure) * total / depth


AVERAGE = Property(
    "daneshmand2021:appendix-C",
    st.tuples(
        hard.spectra(choices=(2, 3, 8), largest=1.0), st.integers(1, 4), st.sampled_from(WIDTHS)
    ),
    observe_average,
    ("the bound", "the chain of Gram maps at d = inf, or what is left of it at a finite width"),
    "d = 1e6 to inf, Gram spectra of every family, n = 2 to 8, depth 1 to 4",
    examples={
        "1/l^2 would be too little": (hard.one_small(2, 0.1), 4, math.inf),
        "at a finite width": (hard.one_small(2, 0.1), 4, 1e12),
    },
    weight=0.5,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=spaces.at_widths(spaces.chains((2, 3, 8, 32), (1, 2, 4, 10, 40), steps=40), WIDTHS),
)


@check("daneshmand2021:appendix-C")
def average_in_depth(run: Run) -> Evidence:
    return AVERAGE.attack(run)


def observe_variance(case: tuple[SpectrumRecipe, int], lift: Lift) -> tuple[dict[str, Any], Any]:
    """E||C - E C||^2 = (1 - sum p_i^2)/d: C is a mean of d independent u u^T, ||u|| = 1."""
    recipe, d = case
    s = recipe.build(lift)
    p = (1 + gram_map_deviations(s)) / s.width
    squares = (p * p * s.multiplicities).sum()
    width = lift([float(max(d, s.width))])[0]
    return {"d": width}, (1 - squares) / width


VARIANCE = Property(
    "daneshmand2021:lemma-6",
    st.tuples(hard.spectra(choices=(2, 3, 8, 200), largest=1.5), st.sampled_from((2, 8, 1000))),
    observe_variance,
    ("the bound", "the variance of a mean of independent rank-one matrices, exactly"),
    "Gram spectra, n = 2 to 200, d = n to 1000",
    examples={"1 - 1/n of the bound": (hard.one_small(200, 1e-6), 200)},
    weight=0.5,
    tolerance=1e-18,
    digits=30,
    space=spaces.Space(
        ((2, 3, 8, 32), (2, 8, 1000)),
        lambda n, d: n + 1,
        lambda point, z: (spaces.levels(spaces.sized(z)), point[1]),
        lambda n, d: f"n = {n}, d = {max(n, d)}",
    ),
)


@check("daneshmand2021:lemma-6")
def variance_of_the_gram_matrix(run: Run) -> Evidence:
    return VARIANCE.attack(run)


Levels = tuple[int, int, float]  # m eigenvalues a, k eigenvalues 1, log a


def observe_shares(case: Levels, lift: Lift) -> tuple[dict[str, Any], Any]:
    m, k, log_a = case
    a = exp(lift([log_a]))[0]
    digits = 16 if lift is in_floats else mpmath.mp.dps
    with mpmath.workdps(digits + int(abs(log_a) / 2) + 5):  # those that cancel in 2F1 and the rest
        share = reference.mean_share_two_level(a, m, 1, k)
        rest = (1 - m * share) / k
    q = np.array([a / (m * a + k)] * m + [1 / (m * a + k)] * k)
    p = np.array([share] * m + [rest] * k)
    return {"q": q}, p.astype(float) if lift is in_floats else p


SHARES = Property(
    "daneshmand2021:lemma-9",
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.floats(-30, 30)),
    observe_shares,
    ("trapezoidal quadrature in log t", "2F1"),
    "two-level spectra, n = 2 to 8, ratios 1e-13 to 1e13",
    examples={"9 to 1, which go to 3 to 1": (1, 1, 2.1972245773362196), "both odd": (2, 3, 1.0)},
    weight=0.5,
    keep=1,
    tolerance=1e-20,
    digits=30,
)


@check("daneshmand2021:lemma-9")
def shares_of_two_levels(run: Run) -> Evidence:
    return SHARES.attack(run)


Convex = tuple[float, int, float]  # t, n, n delta


def observe_second_derivative(case: Convex, lift: Lift) -> tuple[dict[str, Any], Any]:
    """g'' = g ((log g)'' + (log g)'^2), with log g a sum of two logarithms of affine functions."""
    time, n, share = case
    t, x = lift([time, share / n])
    down, up = 1 + 2 * t * (1 - n * x) / n, 1 + 2 * t * (n - 1 + n * x) / (n * (n - 1))
    first = 3 * t / down - t / up
    second = 6 * t**2 / down**2 + 2 * t**2 / ((n - 1) * up**2)
    g = exp(-3 * log(down) / 2 - (n - 1) * log(up) / 2)
    return {"t": t, "n": n, "delta": x}, g * (second + first**2)


CONVEX = Property(
    "daneshmand2021:lemma-10",
    st.tuples(hard.magnitudes(-9, 9), st.integers(2, 100), st.floats(0, 1)),
    observe_second_derivative,
    ("zero", "the second derivative written out"),
    "n = 2 to 100, t = 1e-9 to 1e9, delta across [0, 1/n]",
    examples={"hardly convex": (1e-3, 4, 0.4), "the far end": (1e9, 2, 1.0)},
    weight=2,
    space=spaces.Space(
        ((2, 3, 8, 100),),
        lambda n: 2,
        lambda point, z: (*spaces.row(exp(z[:1])), point[0], *spaces.row(1 / (1 + exp(z[1:])))),
        lambda n: f"n = {n}",
    ),
)


@check("daneshmand2021:lemma-10")
def second_derivative(run: Run) -> Evidence:
    return CONVEX.attack(run)
