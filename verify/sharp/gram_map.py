"""Checks of theory/sharp/gram_map.py in high precision, and of its values by sampling a layer.

Two-level spectra in high precision: see daneshmand2021's lemma 9.
"""

from __future__ import annotations

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence, Method
from verify.cases import mpf_array
from verify.chains.sampled import joint
from verify.registry import Run, check
from verify.statistics.estimate import estimate


@check("sharp:gram-map")
def contraction_near_isometry(run: Run) -> Evidence:
    """Deviations of 1e-15 contract by n/(n+2); the next term is 1e-30."""
    cells = []
    for n in (2, 3, 10):
        e = mpf_array([mpmath.mpf(2 * k - n + 1) / 10**15 for k in range(n)])
        q = mpmath.mpf(1) / n + e
        cells.append(Cell({"q": q}, mpmath.mpf(1) / n + e * n / (n + 2), 1e-27, label=f"n = {n}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "the linearised map"),
        "deviations of 1e-15 from 1/n, n = 2, 3, 10",
        cells,
    )


# (q, d, replicas in a batch): n = d and n << d, one eigenvalue small, one large, all different; no
# p_i below 0.02, so that 65536 rows know each to the margin. At every width E C = diag(p); that C
# concentrates around it is lemma 6.
ROWS = (
    ((0.01, 0.99), 2, 4096),
    ((0.9, 0.1), 512, 16),
    ((0.01, 0.33, 0.66), 3, 2731),
    ((0.7, 0.1, 0.1, 0.1), 64, 128),
    ((0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.275), 8, 1024),
)
MARGIN = 0.15


@check("sharp:gram-map", "daneshmand2021:lemma-9")
def sampled_shares_of_rows(run: Run) -> Evidence:
    from verify.chains.gram_kernels import shares_of_rows

    cells = []
    for q, d, batch in ROWS:
        kernel = shares_of_rows(q, d, batch, run.device)
        zero, one = [0.0] * len(q), [1.0] * len(q)
        label = f"n = {len(q)}, d = {d}, q_1 = {q[0]}"
        sequence = estimate(
            run, (q, d), kernel, zero, one, batch=batch * d, batches=8, parts=len(ROWS)
        )
        cells.append(joint(sequence, {"q": np.array(q)}, label))
    return Evidence(
        Method.STATISTICAL,
        ("trapezoidal quadrature in log t", "rows of W H normalised, W formed"),
        "n = 2, 3, 4, 8, d = n to 512, eigenvalues from 0.01 to 0.99",
        cells,
        margin=MARGIN,
    )
