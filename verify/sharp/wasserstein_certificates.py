"""Certificates of theory/sharp/wasserstein.py and gram_chain.py: Gaussian laws."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence
from theory.numerics.backends import Array
from verify.cases import mpf_array, rotation
from verify.daneshmand2021.main import gram_eigenvalues
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import cauchy_schwarz, variables
from verify.registry import Run, check
from verify.sharp.gram_chain import covariance_cells
from verify.sharp.wasserstein import bures


def best_coupling_of_one_coordinate() -> Proof:
    """E(x-y)^2 >= (a-b)^2 for E x^2 = a^2, E y^2 = b^2: E x y <= a b, attained at y = (b/a) x.

    In an eigenbasis of K both laws are products of centred normals, so that the sum over the
    coordinates bounds every coupling, and the coupling y_i = (b_i/a_i) x_i attains it (for
    a_i = 0 any y_i does). A row has a_i^2 = q_i/d, b_i^2 = 1/(n d); there are d rows.
    """
    a, b = variables("a b")
    return always(a**2 + b**2 - 2 * a * b == (a - b) ** 2)


@check("sharp:wasserstein")
def coupling_coordinate_by_coordinate(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        if "geometric" not in label or len(q) > 3:
            continue  # the matrix root of the observation is slow, and needs separated digits
        R = rotation(len(q))
        cells.append(Cell({"q": q}, bures((R * q) @ R.T), 1e-25, label=label))
    return certificate(
        run.formula,
        lambda q: mpmath.fsum(
            (mpmath.sqrt(v) - mpmath.sqrt(mpmath.mpf(1) / len(q))) ** 2 for v in q
        ),
        [cauchy_schwarz(), best_coupling_of_one_coordinate()],
        cells,
        argument="Cauchy and Schwarz in every coordinate, and a linear coupling that attains it",
        domain="every Gram spectrum, every n and d",
        points=[{"q": q} for _, q in gram_eigenvalues()],
    )


def covariance_of_a_row() -> Proof:
    """Cov((W H)_j) = H^T E[w w^T] H, E w_a w_b = delta_ab/d: the terms a != b vanish.

    E (w_a h_a + w_b h_b)(w_a k_a + w_b k_b) in the four products, with E w_a w_b = c:
    what is left at c = 0 is v (h_a k_a + h_b k_b), v = 1/d; and K^(1/2) K^(1/2) = K.
    """
    ha, hb, ka, kb, v, c = variables("ha hb ka kb v c")
    total = v * ha * ka + c * ha * kb + c * hb * ka + v * hb * kb
    return always(total.compose(ha, hb, ka, kb, v, 0 * c) == v * (ha * ka + hb * kb))


@check("sharp:gram-chain")
def covariances_agree(run: Run) -> Evidence:
    """Both rows are centred Gaussian and independent of each other: the covariance is the law."""

    def by_columns(H: Array) -> Array:
        columns = mpf_array(H).T
        return np.array([[mpmath.fdot(a, b) / len(H) for b in columns] for a in columns])

    return certificate(
        run.formula,
        by_columns,
        [covariance_of_a_row()],
        covariance_cells(),
        argument="a centred Gaussian law is its covariance; H^T (I/d) H on both sides",
        domain="every H, every d and n",
    )
