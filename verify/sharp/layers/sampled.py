"""Sampled checks of theory/sharp/layers.py."""

import numpy as np

from lemmata.verify.chains.gaussian_cells import SHARES_OF_ROWS, label_of, row_share_cells
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.sharp.layers.exact import integers
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Estimates, joint_cell


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
        H = integers(d, n)
        for name, product in products.items():
            kernel = row_products(H.tolist(), product, batch, run.device)
            parts, label = len(shapes) * len(products), f"{name}, d = {d}, n = {n}"
            seen = asymptotic(run, (name, d, n), kernel, batch=batch, parts=parts)
            yield joint_cell(seen, {"H": H.astype(float)}, label)


@sampled("sharp:gram-map", **SHARES_OF_ROWS)
def sampled_shares_of_rows(run: Run) -> Cells:
    return row_share_cells(run)


# (q, d, replicas in a batch). Both moments are of order 1/d beside a range of 1: from d = 64 on the
# intervals are Student's.
SpectrumAtWidth = tuple[tuple[float, ...], int, int]
NARROW: tuple[SpectrumAtWidth, ...] = (
    ((0.2, 0.8), 2, 2000),
    ((0.01, 0.99), 2, 2000),
    ((0.01, 0.33, 0.66), 3, 2000),
)
WIDE: tuple[SpectrumAtWidth, ...] = (((0.7, 0.1, 0.1, 0.1), 64, 250), ((0.5, 0.5), 512, 250))


@sampled("sharp:gram-variance", domain="n = 2, 3, 4, d = n to 512", margin=0.25)
@routes("the Gram map", "half the squared distance of C and C' after two independent layers")
def sampled_copies(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import second_moments

    parts = len(NARROW) + len(WIDE)
    for q, d, batch in (*NARROW, *WIDE):
        kernel = second_moments(q, d, batch, run.device)
        seen: Estimates
        if (q, d, batch) in WIDE:
            seen = asymptotic(run, (q, d), kernel, batch=batch, parts=parts)
        else:
            seen = estimate(run, (q, d), kernel, [0.0] * 2, [1.0] * 2, batch=batch, parts=parts)
        yield joint_cell(seen, {"q": np.array(q), "d": d}, label_of(q, d))
