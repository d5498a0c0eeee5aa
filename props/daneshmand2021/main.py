"""Attacks on theory/daneshmand2021/main.py."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Rotation,
    SingularValues,
    SpectrumRecipe,
    in_floats,
    in_tensors,
)
from theory.definitions import bn, gram, gram_spectrum
from theory.ledger import Evidence
from theory.numerics.backends import Array, sqrt
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
