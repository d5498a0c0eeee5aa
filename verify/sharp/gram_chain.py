"""Checks of theory/sharp/gram_chain.py: the certificate, and both products sampled."""

import mpmath
import numpy as np
from numpy.typing import NDArray

from theory.definitions import gram
from theory.numerics.backends import Array
from verify.cases import mpf_array
from verify.proofs.reductions import Reduction, Shown, always, argument, certificate, variables
from verify.registry import Cell, Cells, Run, domain, routes, sampled
from verify.statistics.estimate import asymptotic
from verify.statistics.intervals import joint


def _integers(d: int, n: int) -> NDArray[np.int64]:
    """A d x n matrix of full rank."""
    return np.array([[(i * 3 + j * 5) % 7 + 1 + (i == j) for j in range(n)] for i in range(d)])


@sampled("sharp:gram-chain", margin=0.1)
@routes("H^T H / d", "second moments of the rows of both products, drawn")
@domain("integer matrices, (d, n) = (2, 2), (24, 3), (512, 2)")
def sampled_covariances(run: Run) -> Cells:
    """Second moments of the rows of W H and of Z K^(1/2), H with positive H^T H; 65536 rows each.

    That the whole laws agree is a two-sample test in verify/chains/test_chain.py.
    """
    from verify.chains.gaussian_kernels import row_products
    from verify.chains.weights import gaussian_product, gaussian_product_by_gram

    products = {"W H": gaussian_product, "Z K^(1/2)": gaussian_product_by_gram}
    shapes = ((2, 2, 4096), (24, 3, 342), (512, 2, 16))
    for d, n, batch in shapes:
        H = _integers(d, n)
        for name, product in products.items():
            kernel = row_products(H.tolist(), product, batch, run.device)
            parts, label = len(shapes) * len(products), f"{name}, d = {d}, n = {n}"
            seen = asymptotic(run, (name, d, n), kernel, batch=batch, parts=parts)
            yield joint(seen, {"H": H.astype(float)}, label)


def covariance_of_a_row() -> Shown:
    """Cov((W H)_j) = H^T E[w w^T] H, E w_a w_b = delta_ab/d: the terms a != b vanish.

    E (w_a h_a + w_b h_b)(w_a k_a + w_b k_b) in the four products, with E w_a w_b = c:
    what is left at c = 0 is v (h_a k_a + h_b k_b), v = 1/d; and K^(1/2) K^(1/2) = K.
    """
    ha, hb, ka, kb, v, c = variables("ha hb ka kb v c")
    total = v * ha * ka + c * ha * kb + c * hb * ka + v * hb * kb
    return always(total.compose(ha, hb, ka, kb, v, 0 * c) == v * (ha * ka + hb * kb))


@certificate("sharp:gram-chain", domain="every H, every d and n")
@argument("a centred Gaussian law is its covariance; H^T (I/d) H on both sides")
def covariances_agree(run: Run) -> Reduction:
    """Cells: rows of Z are N(0, I/d), of Z K^(1/2) N(0, K^(1/2) K^(1/2)/d); mpmath's root of K."""
    cells = []
    for d, n in ((2, 2), (4, 2), (7, 3)):
        H = mpf_array(_integers(d, n))
        root = mpmath.sqrtm(mpmath.matrix(gram(H).tolist()))
        covariance = np.array((root.T * root / d).tolist(), dtype=object)
        cells.append(Cell({"H": H}, covariance, 1e-30, label=f"d = {d}, n = {n}"))

    def by_columns(H: Array) -> Array:
        columns = mpf_array(H).T
        return np.array([[mpmath.fdot(a, b) / len(H) for b in columns] for a in columns])

    return Reduction(by_columns, [covariance_of_a_row()], cells)
