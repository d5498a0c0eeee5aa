"""Checks of theory/sharp/wasserstein.py in high precision, by duality, sampled."""

from collections.abc import Iterator

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.chains.gaussian_cells import label_of
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import sampled_cell


def bures(K: Array) -> mpmath.mpf:
    """tr K + tr B - 2 tr (B^(1/2) K B^(1/2))^(1/2) with B = I/n: a matrix root, no eigenvalues."""
    n = len(K)
    root = mpmath.sqrtm(mpmath.matrix((K / n).tolist()))
    return sum(K[i, i] + mpmath.mpf(1) / n - 2 * root[i, i] for i in range(n))


def gram_eigenvalues() -> Iterator[tuple[str, Array]]:
    """Eigenvalues q of H^T H, sum 1: extreme, near 1/n, spread."""
    for n in (2, 3, 8):
        for first in ("1e-30", "1e-3", "0.3", "0.999", "0.999999999999"):
            one = mpmath.mpf(first)
            yield f"one {first}, n = {n}", mpf_array([one, *[(1 - one) / (n - 1)] * (n - 1)])
        near = [mpmath.mpf(1) / n + mpmath.mpf(2 * k - n + 1) / 10**9 for k in range(n)]
        yield f"near 1/n, n = {n}", mpf_array(near)
        total = mpmath.fsum(mpmath.mpf(3) ** k for k in range(n))
        yield f"geometric, n = {n}", mpf_array([mpmath.mpf(3) ** k / total for k in range(n)])


def _rotated(label: str, q: Array) -> Cell:
    R = rotation(len(q))
    tolerance = 1e-15 if "near" in label else 1e-25  # the traces cancel to second order
    return Cell({"q": q}, bures((R * q) @ R.T), tolerance, label=label)


@exact("sharp:wasserstein", domain="Gram matrices with eigenvalues above 1e-6, n = 2, 3, 8")
@routes("roots of the eigenvalues", "mpmath's matrix square root of a rotated covariance")
def bures_of_rotated_covariances(run: Run) -> Cells:
    """Newton's iteration for the matrix root needs an invertible matrix."""
    return (_rotated(label, q) for label, q in gram_eigenvalues() if min(q) >= 1e-6)


# (q, d, replicas in a batch), 65536 rows each. Near q = 1/n the dual's noise is of first order and
# the distance of second: those spectra are left to the route above.
ROWS = (
    ((0.9, 0.1), 2, 4096),
    ((0.999, 0.001), 512, 16),
    ((0.7, 0.1, 0.1, 0.1), 64, 128),
    ((0.001, 0.333, 0.666), 3, 2731),
)


@sampled("sharp:wasserstein", margin=0.2)
@routes("roots of the eigenvalues", "Kantorovich's dual and a coupling of the rows of W H")
@domain("n = 2, 3, 4, d = n to 512, eigenvalues from 0.001 to 0.999")
def sampled_duality(run: Run) -> Cells:
    """Any coupling costs at least the distance, any pair of potentials gives at most it."""
    from lemmata.verify.chains.gaussian_kernels import transport_costs

    for q, d, batch in ROWS:
        kernel = transport_costs(q, d, batch, run.device)
        seen = asymptotic(run, (q, d), kernel, batch=batch, parts=len(ROWS))
        interval, coupled = (float(seen.lower[0]), float(seen.upper[1])), float(seen.estimate[1])
        yield sampled_cell(seen, {"q": np.array(q)}, coupled, interval, label_of(q, d))
