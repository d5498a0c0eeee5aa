"""Checks of theory/sharp/wasserstein.py in high precision, and by duality, sampled."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence, Method
from theory.numerics.backends import Array
from verify.cases import rotation
from verify.chains.sampled import asymptotic
from verify.daneshmand2021.main import gram_eigenvalues
from verify.depth.slopes import STUDENT
from verify.registry import Run, check


def bures(K: Array) -> mpmath.mpf:
    """tr K + tr B - 2 tr (B^(1/2) K B^(1/2))^(1/2) with B = I/n: a matrix root, no eigenvalues."""
    n = len(K)
    root = mpmath.sqrtm(mpmath.matrix((K / n).tolist()))
    return sum(K[i, i] + mpmath.mpf(1) / n - 2 * root[i, i] for i in range(n))


@check("sharp:wasserstein")
def bures_of_rotated_covariances(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        if min(q) < 1e-6:
            continue  # Newton's iteration for the matrix root needs an invertible matrix
        R = rotation(len(q))
        tolerance = 1e-15 if "near" in label else 1e-25  # the traces cancel to second order
        cells.append(Cell({"q": q}, bures((R * q) @ R.T), tolerance, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("roots of the eigenvalues", "mpmath's matrix square root of a rotated covariance"),
        "Gram matrices with eigenvalues above 1e-6, n = 2, 3, 8",
        cells,
    )


# (q, d, replicas in a batch), 65536 rows each. Near q = 1/n the dual's noise is of first order and
# the distance of second: those spectra are left to the route above.
ROWS = (
    ((0.9, 0.1), 2, 4096),
    ((0.999, 0.001), 512, 16),
    ((0.7, 0.1, 0.1, 0.1), 64, 128),
    ((0.001, 0.333, 0.666), 3, 2731),
)
MARGIN = 0.2


@check("sharp:wasserstein")
def sampled_duality(run: Run) -> Evidence:
    """Any coupling costs at least the distance, any pair of potentials gives at most it."""
    from verify.chains.gram_kernels import transport_costs

    cells = []
    for q, d, batch in ROWS:
        kernel = transport_costs(q, d, batch, run.device)
        means, low, high, samples = asymptotic(run, (q, d), kernel, batch, 8, run.alpha / len(ROWS))
        cells.append(
            Cell(
                {"q": np.array(q)},
                float(means[1]),
                interval=(float(low[0]), float(high[1])),
                samples=samples,
                label=f"n = {len(q)}, d = {d}, q_1 = {q[0]}",
                interval_method=STUDENT,
            )
        )
    return Evidence(
        Method.STATISTICAL,
        ("roots of the eigenvalues", "Kantorovich's dual and a coupling of the rows of W H"),
        "n = 2, 3, 4, d = n to 512, eigenvalues from 0.001 to 0.999",
        cells,
        margin=MARGIN,
    )
