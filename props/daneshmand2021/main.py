"""Attacks on theory/daneshmand2021/main.py."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from props import spaces
from props import strategies as hard
from props.attack import Property
from props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Rotation,
    SingularValues,
    SpectrumRecipe,
    in_floats,
    in_mpf,
    in_tensors,
)
from theory import reference
from theory.backends import Array, log, sqrt, stack
from theory.definitions import bn, gram, gram_spectrum
from theory.ledger import Evidence
from theory.spectrum import Spectrum, from_deviations
from theory.sphere import gram_map_deviations
from verify.cases import eigenvalues
from verify.registry import Run, check


def observe_norm(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    M = case.build(lift)
    H = bn(M) / sqrt(lift([float(len(M))])[0])
    return {"M": M}, sqrt((H * H).sum())


NORM = Property(
    "daneshmand2021:eq-1-frobenius",
    hard.any_matrices().filter(lambda r: np.abs(r.build(in_floats)).max(axis=1).min() > 0),
    observe_norm,
    ("the value 1", "entries of BN(M)/sqrt(d)"),
    "matrices of any shape and rank without zero rows, subnormal ones among them",
    examples={"one ulp from singular": Entries("one ulp", ((1.0, 1.0), (1.0, 1.0 + 2**-52)))},
)


@check("daneshmand2021:eq-1-frobenius")
def norm_of_a_layer(run: Run) -> Evidence:
    return NORM.attack(run)


def inverse_root(K: Array, lift: Lift) -> Array:
    """K^(-1/2) of a positive definite matrix, from its eigenvectors."""
    if lift is in_floats:
        values, Q = np.linalg.eigh(K)
        return (Q / np.sqrt(values)) @ Q.T
    eigenvalues, vectors = mpmath.eigsy(mpmath.matrix(K.tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    return (Q / sqrt(np.array(list(eigenvalues)))) @ Q.T


def observe_whitened(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    """(M M^T)^(-1/2) M = M (M^T M)^(-1/2), formed on the side of the samples."""
    M = case.build(lift)
    K = gram(M @ inverse_root(gram(M), lift))
    if lift is in_floats:
        return {"M": M}, K
    return {"M": M}, np.vectorize(lambda v: mpmath.chop(v, 1e-25), otypes=[object])(K)


WHITENED = Property(
    "daneshmand2021:remark-whitening",
    hard.full_rank_tall(decades=2),
    observe_whitened,
    ("the identity matrix", "eigenvectors of M^T M"),
    "full-rank d x n matrices, n = 1 to 4, condition numbers to 1e4",
    examples={
        "BN is not enough": SingularValues((0.0, 2.0), Rotation(3, (2, 5)), Rotation(2, (3,)))
    },
    tolerance=1e-25,
)


@check("daneshmand2021:remark-whitening")
def whitened_gram(run: Run) -> Evidence:
    return WHITENED.attack(run)


def literal_gap(q: Array, counts: Array) -> Any:
    """V = || q - 1/n ||, with the multiplicities of q."""
    return sqrt((((q - 1 / (q[0] * 0 + int(counts.sum()))) ** 2) * counts).sum())


def literal_distance(q: Array, counts: Array) -> Any:
    """sum (sqrt(q) - 1/sqrt(n))^2, with the multiplicities of q."""
    root = 1 / sqrt(q[0] * 0 + int(counts.sum()))
    return (((sqrt(q) - root) ** 2) * counts).sum()


def observe_wasserstein(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    s = case.build(lift)
    q, counts = s.eigenvalues / s.width, s.multiplicities
    return {"n": s.width, "V": literal_gap(q, counts)}, literal_distance(q, counts)


WASSERSTEIN = Property(
    "daneshmand2021:lemma-2",
    hard.spectra(choices=(2, 3, 4, 8), largest=2.5),
    observe_wasserstein,
    ("the bound", "roots of the Gram eigenvalues"),
    "Gram spectra given H_l, over 200 decades, n = 2 to 8",
    examples={
        "rank one at n = 2, the supremum": hard.one_large(2, 120.0),
        "near isometry the distance is of second order": hard.one_large(2, 1e-9),
    },
    weight=2,
    tolerance=1e-20,
    space=spaces.spectra(2, 3, 4, 8, name="n"),
)


@check("daneshmand2021:lemma-2")
def wasserstein_against_gap(run: Run) -> Evidence:
    return WASSERSTEIN.attack(run)


Start = tuple[SpectrumRecipe, int]  # the Gram spectrum of H_0, depth


def one_share(n: int, first: float) -> SpectrumRecipe:
    """One q of this size, the n - 1 others equal."""
    return SpectrumRecipe((math.log(first * (n - 1) / (1 - first)), 0.0), (1, n - 1))


def limit_states(recipe: SpectrumRecipe, layers: int, lift: Lift) -> tuple[list[Array], Array]:
    """The levels e = n q - 1 along the chain at d = inf, and their multiplicities.

    By quadrature; two levels in mpmath by 2F1, a formula of its own, and in tensors from a table
    of it.
    """
    s = recipe.build(lift)
    counts = s.multiplicities
    if lift is in_tensors and len(recipe.counts) == 2:
        return _states_by_table(s.log_eigenvalues, recipe.counts, layers), counts
    states = [s.deviations]
    for _ in range(layers):
        if lift is in_mpf and len(counts) == 2:
            s = _next_by_2f1(s)
        else:
            s = from_deviations(gram_map_deviations(s), counts)
        states.append(s.deviations)
    return states, counts


def _states_by_table(logs: Array, counts: tuple[int, ...], layers: int) -> list[Array]:
    from props.two_levels import deviations, next_log_ratio  # here, for torch

    m, k = counts
    ratios = [logs[0] - logs[1]]
    for _ in range(layers):
        ratios.append(next_log_ratio(ratios[-1], m, k))
    return list(deviations(stack(ratios), m, k))


def _next_by_2f1(s: Spectrum) -> Spectrum:
    """The image of two levels, with as many digits more as n p - 1 and 1 - a/b cancel."""
    m, k = (int(count) for count in s.multiplicities)
    size, apart = abs(s.deviations).max(), abs(s.log_eigenvalues[0] - s.log_eigenvalues[1])
    lost = max(-mpmath.log10(size) if size else 0, apart / mpmath.log(10))
    with mpmath.workdps(mpmath.mp.dps + int(lost) + 2):
        a, b = eigenvalues(s)
        first = (m + k) * reference.mean_share_two_level(a, m, b, k)
        second = (m + k) * reference.mean_share_two_level(b, k, a, m)
        values = np.array([first, second])
        return Spectrum(log(values), values - 1, s.multiplicities)


def gap_of(e: Array, counts: Array) -> Any:
    """V = ||e||/n: unlike q - 1/n it keeps its digits near isometry."""
    return sqrt((e * e * counts).sum()) / int(counts.sum())


def distance_of(e: Array, counts: Array) -> Any:
    """sum (sqrt(1 + e) - 1)^2/n, with sqrt(1 + e) - 1 = e/(1 + sqrt(1 + e))."""
    return (((e / (1 + sqrt(1 + e))) ** 2) * counts).sum() / int(counts.sum())


def _parameters(states: list[Array], counts: Array, depth: int) -> dict[str, Any]:
    """A1 with the largest alpha, where the bound is least: it falls with alpha."""
    n = int(counts.sum())
    alpha = sqrt((1 + stack([e.min() for e in states[1 : depth + 1]]).min()) / n)
    return {"alpha": alpha, "l": depth, "n": n, "d": math.inf}


def observe_gap(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    states, counts = limit_states(case[0], case[1] + 1, lift)
    return _parameters(states, counts, case[1]), gap_of(states[-1], counts)


@st.composite
def starts(draw: st.DrawFn, most: int) -> Start:
    n = draw(st.sampled_from((2, 5, 16, 64, 150)))
    return one_share(n, draw(st.floats(0.01, 0.6))), draw(st.integers(1, most))


CHAINS = spaces.chains(
    (2, 4, 8, 16, 32, 64, 150), (1, 2, 5, 10, 20, 40, 85, 120), steps=20, splits=(0, 1)
)
GAP_IN_DEPTH = Property(
    "daneshmand2021:theorem-1",
    starts(90),
    observe_gap,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 90",
    examples={
        "a violation": (one_share(16, 0.2), 85),
        "none at n = 4": (one_share(4, 0.3), 30),
    },
    weight=0.3,
    keep=1,
    tolerance=1e-20,
    digits=30,
    space=CHAINS,
)


@check("daneshmand2021:theorem-1")
def gap_in_depth(run: Run) -> Evidence:
    return GAP_IN_DEPTH.attack(run)


def observe_distance(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    states, counts = limit_states(case[0], case[1], lift)
    return _parameters(states, counts, case[1]), distance_of(states[-1], counts)


DISTANCE = Property(
    "daneshmand2021:corollary-3",
    starts(120),
    observe_distance,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 520",
    examples={
        "a violation": (one_share(150, 0.05), 520),
        "none at n = 4": (one_share(4, 0.3), 60),
    },
    weight=0.05,
    keep=1,
    tolerance=1e-15,
    digits=30,
    space=spaces.chains((2, 8, 32, 150, 400), (1, 10, 60, 250, 520), steps=8, splits=(0, 1)),
)


@check("daneshmand2021:corollary-3")
def distance_in_depth(run: Run) -> Evidence:
    return DISTANCE.attack(run)


def observe_smallest(case: MatrixRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    H = case.build(lift)
    smallest = abs(gram_spectrum(H)[0])
    exact = lift is not in_tensors and smallest < (1e-12 if lift is in_floats else 1e-40)
    width, batch = lift([float(side) for side in H.shape])
    return {"d": width, "n": batch}, 0 * smallest if exact else sqrt(smallest)


def signs(d: int, n: int, bits: int) -> Entries:
    entries = [[float(1 - 2 * (bits >> (i * n + j) & 1)) for j in range(n)] for i in range(d)]
    return Entries("signs", tuple(tuple(row) for row in entries))


SIGNS = Property(
    "daneshmand2021:remark-sigma-min",
    st.sampled_from(((4, 2), (4, 3), (5, 2), (6, 3))).flatmap(
        lambda shape: st.integers(0, 2 ** (shape[0] * shape[1]) - 1).map(
            lambda bits: signs(*shape, bits)
        )
    ),
    observe_smallest,
    ("the bound", "eigenvalues of H^T H"),
    "sign matrices, (d, n) = (4, 2), (4, 3), (5, 2), (6, 3); hunted, any matrix as Gaussian"
    " entries may give it",
    examples={"equal columns": signs(4, 2, 0)},
    space=spaces.matrices((4, 2), (6, 3), (9, 4)),
)


@check("daneshmand2021:remark-sigma-min")
def sign_matrices(run: Run) -> Evidence:
    return SIGNS.attack(run)
