"""Checks of theory/sharp/gram_chain.py in high precision, and by sampling both products."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.definitions import gram
from theory.ledger import Cell, Evidence, Method
from verify.cases import mpf_array
from verify.chains.sampled import asymptotic
from verify.depth.slopes import STUDENT
from verify.registry import Run, check


def covariance_cells() -> list[Cell]:
    """Z has rows N(0, I/d), so Z K^(1/2) has rows N(0, K^(1/2) K^(1/2)/d)."""
    cells = []
    for d, n in ((2, 2), (4, 2), (7, 3)):
        H = mpf_array([[(i * 3 + j * 5) % 7 + 1 + (i == j) for j in range(n)] for i in range(d)])
        root = mpmath.sqrtm(mpmath.matrix(gram(H).tolist()))
        covariance = np.array((root.T * root / d).tolist(), dtype=object)
        cells.append(Cell({"H": H}, covariance, 1e-30, label=f"d = {d}, n = {n}"))
    return cells


@check("sharp:gram-chain")
def covariance_of_the_short_chain(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("H^T H / d", "mpmath's matrix square root of K"),
        "integer matrices, (d, n) = (2, 2), (4, 2), (7, 3)",
        covariance_cells(),
    )


@check("sharp:gram-chain")
def sampled_covariances(run: Run) -> Evidence:
    """Second moments of the rows of W H and of Z K^(1/2), H with positive H^T H; 65536 rows each.

    That the whole laws agree is a two-sample test in verify/chains/test_chain.py.
    """
    from verify.chains.gram_kernels import row_products
    from verify.chains.weights import gaussian_product, gaussian_product_by_gram

    products = {"W H": gaussian_product, "Z K^(1/2)": gaussian_product_by_gram}
    shapes = ((2, 2, 4096), (24, 3, 342), (512, 2, 16))
    cells = []
    for d, n, batch in shapes:
        H = np.array([[(i * 3 + j * 5) % 7 + 1 + (i == j) for j in range(n)] for i in range(d)])
        for name, product in products.items():
            kernel = row_products(H.tolist(), product, batch, run.device)
            alpha = run.alpha / (len(shapes) * len(products))
            means, low, high, samples = asymptotic(run, (name, d, n), kernel, batch, 8, alpha)
            cells.append(
                Cell(
                    {"H": H.astype(float)},
                    means.tolist(),
                    interval=(low.tolist(), high.tolist()),
                    samples=samples,
                    label=f"{name}, d = {d}, n = {n}",
                    interval_method=STUDENT,
                )
            )
    return Evidence(
        Method.STATISTICAL,
        ("H^T H / d", "second moments of the rows of both products, drawn"),
        "integer matrices, (d, n) = (2, 2), (24, 3), (512, 2)",
        cells,
        margin=0.1,
    )
