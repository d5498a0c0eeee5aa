"""Attacks on theory/daneshmand2021/main.py."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

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
)
from theory.backends import Array, sqrt
from theory.definitions import bn, gram, gram_spectrum
from theory.ledger import Evidence
from theory.spectrum import from_deviations
from theory.sphere import gram_map_deviations
from verify.daneshmand2021.main import limit_chain
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
    examples=(Entries("one ulp", ((1.0, 1.0), (1.0, 1.0 + 2**-52))),),
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
    examples=(SingularValues((0.0, 2.0), Rotation(3, (2, 5)), Rotation(2, (3,))),),
    tolerance=1e-25,
)


@check("daneshmand2021:remark-whitening")
def whitened_gram(run: Run) -> Evidence:
    return WHITENED.attack(run)


def literal_gap(q: Array) -> Any:
    """V = || q - 1/n ||."""
    return sqrt(((q - 1 / (q[0] * 0 + len(q))) ** 2).sum())


def observe_wasserstein(case: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
    q = case.expanded(lift) / case.width
    root = 1 / sqrt(q[0] * 0 + case.width)
    return {"n": case.width, "V": literal_gap(q)}, ((sqrt(q) - root) ** 2).sum()


WASSERSTEIN = Property(
    "daneshmand2021:lemma-2",
    hard.spectra(choices=(2, 3, 4, 8), largest=2.5),
    observe_wasserstein,
    ("the bound", "roots of the Gram eigenvalues"),
    "Gram spectra given H_l, over 200 decades, n = 2 to 8",
    examples=(hard.one_large(2, 120.0), hard.one_large(2, 1e-9)),
    weight=2,
    tolerance=1e-20,
)


@check("daneshmand2021:lemma-2")
def wasserstein_against_gap(run: Run) -> Evidence:
    return WASSERSTEIN.attack(run)


Start = tuple[int, float, int]  # n, q_1 of H_0, depth


def limit_states(case: Start, layers: int, lift: Lift) -> list[tuple[Any, Any]]:
    """(q_1, q_rest) along the chain at d = inf: by quadrature in floats, by 2F1 in mpmath."""
    n, first, _ = case
    if lift is not in_floats:
        return limit_chain(n, first, layers)
    counts = np.array([1, n - 1])
    e = np.array([n * first - 1, n * (1 - first) / (n - 1) - 1])
    states = [(1 + e) / n]
    for _ in range(layers):
        e = gram_map_deviations(from_deviations(e, counts))
        states.append((1 + e) / n)
    return [(q[0], q[1]) for q in states]


def _parameters(case: Start, states: list[tuple[Any, Any]]) -> dict[str, Any]:
    n, _, depth = case
    alpha = sqrt(min(min(q) for q in states[1 : depth + 1]))
    return {"alpha": alpha, "l": depth, "n": n, "d": math.inf}


def observe_gap(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    n, _, depth = case
    states = limit_states(case, depth + 1, lift)
    one, rest = (q - 1 / lift([float(n)])[0] for q in states[-1])
    return _parameters(case, states), sqrt(one**2 + (n - 1) * rest**2)


@st.composite
def starts(draw: st.DrawFn, most: int) -> Start:
    n = draw(st.sampled_from((2, 5, 16, 64, 150)))
    share = draw(st.floats(0.01, 0.6))
    depth = draw(st.integers(1, most))
    return n, share, depth


GAP_IN_DEPTH = Property(
    "daneshmand2021:theorem-1",
    starts(90),
    observe_gap,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 90",
    examples=((16, 0.2, 85), (4, 0.3, 30)),  # a violation at n = 16; none at n = 4
    weight=0.3,
    keep=1,
    tolerance=1e-20,
    digits=30,
)


@check("daneshmand2021:theorem-1")
def gap_in_depth(run: Run) -> Evidence:
    return GAP_IN_DEPTH.attack(run)


def observe_distance(case: Start, lift: Lift) -> tuple[dict[str, Any], Any]:
    n, _, depth = case
    states = limit_states(case, depth, lift)
    one, rest = states[-1]
    root = 1 / sqrt(lift([float(n)])[0])
    return _parameters(case, states), (sqrt(one) - root) ** 2 + (n - 1) * (sqrt(rest) - root) ** 2


DISTANCE = Property(
    "daneshmand2021:corollary-3",
    starts(120),
    observe_distance,
    ("the bound", "the Gram chain at d = inf: quadrature while searching, 2F1 when judging"),
    "d = inf, n = 2 to 150, depth 1 to 520",
    examples=((150, 0.05, 520), (4, 0.3, 60)),  # a violation at n = 150; none at n = 4
    weight=0.05,
    keep=1,
    tolerance=1e-15,
    digits=30,
)


@check("daneshmand2021:corollary-3")
def distance_in_depth(run: Run) -> Evidence:
    return DISTANCE.attack(run)


Signs = tuple[int, int, int]  # d, n, the signs as bits


def observe_signs(case: Signs, lift: Lift) -> tuple[dict[str, Any], Any]:
    d, n, bits = case
    H = lift([[float(1 - 2 * (bits >> (i * n + j) & 1)) for j in range(n)] for i in range(d)])
    smallest = gram_spectrum(H)[0]
    zero = abs(smallest) < (1e-12 if lift is in_floats else 1e-40)  # integers otherwise
    width, batch = lift([float(d), float(n)])
    return {"d": width, "n": batch}, 0 * smallest if zero else sqrt(smallest)


SIGNS = Property(
    "daneshmand2021:remark-sigma-min",
    st.sampled_from(((4, 2), (4, 3), (5, 2), (6, 3))).flatmap(
        lambda shape: st.tuples(
            st.just(shape[0]), st.just(shape[1]), st.integers(0, 2 ** (shape[0] * shape[1]) - 1)
        )
    ),
    observe_signs,
    ("the bound", "eigenvalues of H^T H for sign matrices"),
    "sign matrices, (d, n) = (4, 2), (4, 3), (5, 2), (6, 3)",
    examples=((4, 2, 0),),  # equal columns
)


@check("daneshmand2021:remark-sigma-min")
def sign_matrices(run: Run) -> Evidence:
    return SIGNS.attack(run)
