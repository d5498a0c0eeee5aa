"""Checks of theory/sharp/gram_chain.py: both products sampled, a root in mpmath."""

import mpmath
import numpy as np
from numpy.typing import NDArray

from lemmata.theory.definitions import gram
from lemmata.verify.cases import mpf_array
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import joint


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
    from lemmata.verify.chains.gaussian_kernels import row_products
    from lemmata.verify.chains.weights import gaussian_product, gaussian_product_by_gram

    products = {"W H": gaussian_product, "Z K^(1/2)": gaussian_product_by_gram}
    shapes = ((2, 2, 4096), (24, 3, 342), (512, 2, 16))
    for d, n, batch in shapes:
        H = _integers(d, n)
        for name, product in products.items():
            kernel = row_products(H.tolist(), product, batch, run.device)
            parts, label = len(shapes) * len(products), f"{name}, d = {d}, n = {n}"
            seen = asymptotic(run, (name, d, n), kernel, batch=batch, parts=parts)
            yield joint(seen, {"H": H.astype(float)}, label)


@exact("sharp:gram-chain", domain="integer matrices, (d, n) = (2, 2), (4, 2), (7, 3)")
@routes("H^T H / d", "the root of the Gram matrix in mpmath, squared")
def covariances_by_the_root(run: Run) -> Cells:
    """Rows of Z are N(0, I/d), so rows of Z K^(1/2) are N(0, K^(1/2) K^(1/2)/d)."""
    for d, n in ((2, 2), (4, 2), (7, 3)):
        H = mpf_array(_integers(d, n))
        root = mpmath.sqrtm(mpmath.matrix(gram(H).tolist()))
        covariance = np.array((root.T * root / d).tolist(), dtype=object)
        yield Cell({"H": H}, covariance, 1e-30, label=f"d = {d}, n = {n}")
