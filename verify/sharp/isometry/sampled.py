"""Sampled checks of theory/sharp/isometry.py."""

import numpy as np

from lemmata.verify.chains.orthogonal_cells import (
    ONE_LAYER,
    STARTS,
    ChainInput,
    Layer,
    drift_cells,
    gap_cells,
    share_cell,
    share_taken,
    share_taken_at_large_width,
)
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of, joint_cell, student

# The interval must lie within a tenth of the law: 25/(0.1 * 2/(d+2)) samples at least, since W = I
# may take off the whole gap. From d = 128 on so many cannot be bought; there the interval is
# Student's over a few replicas, each a mean over d rows. How many was raised after a look at
# seeds 0 and 2, whose intervals there were longer than the margin.
DRIFT_LAYERS = (
    Layer("one small", 2, 1e-12, 4000),
    Layer("one small", 2, 10.0, 4000),
    Layer("one large", 3, 0.3, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("one small", 8, 0.01, 2000),
    Layer("two clusters", 32, 1e-3, 1000),
)
WIDE_DRIFT_LAYERS = (Layer("one small", 128, 1e-6, 32, 10), Layer("two clusters", 512, 0.3, 4, 20))


@sampled("sharp:drift", margin=0.1)
@routes("the integral", ONE_LAYER)
@domain("one layer from extremal and clustered spectra, gaps 1e-12 to 10, d = 2 to 512")
def sampled_layer(run: Run) -> Cells:
    def cells(layer: Layer) -> Cells:
        observe = share_taken if layer in DRIFT_LAYERS else share_taken_at_large_width
        seen = observe(run, layer, len(DRIFT_LAYERS) + len(WIDE_DRIFT_LAYERS))
        yield share_cell(seen, layer, {"spectrum": layer.spectrum}, (-layer.phi).__mul__)

    return run.over((*DRIFT_LAYERS, *WIDE_DRIFT_LAYERS), cells)


# At a gap of 1e-12 the rate is 1e-6 from its limit. The margin tells d/(d+2) from d/(d+1) and from
# (d-1)/(d+1) up to d = 8; beyond, the intervals are much shorter than the margin.
NEAR_ISOMETRY = (
    Layer("one small", 2, 1e-12, 4000),
    Layer("one large", 3, 1e-12, 2000),
    Layer("two clusters", 8, 1e-12, 1000),
    Layer("one small", 32, 1e-12, 250),
)
WIDE_NEAR_ISOMETRY = (Layer("one large", 128, 1e-12, 8), Layer("two clusters", 512, 1e-12, 2))


@sampled("sharp:local-rate", margin=0.05)
@routes("d/(d+2)", "W drawn, X' = BN(W X), its gap from the eigenvalues of X' X'^T - I")
@domain("one layer from extremal and clustered spectra at gap 1e-12, d = 2 to 512")
def sampled_rate(run: Run) -> Cells:
    for layers, observe in (
        (NEAR_ISOMETRY, share_taken),
        (WIDE_NEAR_ISOMETRY, share_taken_at_large_width),
    ):
        for layer in layers:
            seen = observe(run, layer, len(NEAR_ISOMETRY) + len(WIDE_NEAR_ISOMETRY))
            yield share_cell(seen, layer, {"d": layer.d}, lambda share: 1 - share)


# Both sides meet as the gap vanishes: at 0.003 they are 7 % apart, the interval 3 % to each side.
SPREAD_LAYERS = (
    Layer("two clusters", 4, 0.003, 2000),
    Layer("one small", 2, 0.5, 2000),
    Layer("one small", 2, 10.0, 2000),
    Layer("one large", 3, 0.3, 2000),
    Layer("two clusters", 4, 2.0, 1000),
    Layer("one large", 8, 2.0, 250),
    Layer("two clusters", 32, 1.0, 50),
    Layer("one large", 128, 0.2, 16),
)


@sampled("sharp:drift-from-spread")
@routes("the bound", ONE_LAYER)
@domain("one layer from extremal and clustered spectra, gaps 0.003 to 10, d = 2 to 128")
def sampled_drift(run: Run) -> Cells:
    return drift_cells(run, SPREAD_LAYERS, lambda layer: {"spectrum": layer.spectrum})


# Between the extremes: at the extremal spectra both sides are equal, which no interval can decide.
# They meet as the gap vanishes, too: at 0.02 they are 7 % apart, and the interval 3 % to each side.
BETWEEN = (
    Layer("two clusters", 4, 0.02, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("two clusters", 4, 5.0, 2000),
    Layer("two clusters", 8, 0.5, 2000),
    Layer("two clusters", 16, 2.0, 500),
    Layer("two clusters", 64, 0.7, 100),
)


@sampled("sharp:extremal-drift")
@routes("drift of the extremal spectra", ONE_LAYER)
@domain("one layer from two clusters of eigenvalues, gaps 0.02 to 5, d = 4 to 64")
def sampled_drift_between(run: Run) -> Cells:
    for layer in BETWEEN:
        size = -layer.exact_drift
        signs = np.array([1.0, -1.0]) * layer.phi
        seen = share_taken(run, layer, len(BETWEEN))
        parameters = {"phi": layer.phi, "d": layer.d}
        yield share_cell(seen, layer, parameters, signs.__mul__, [size, -size])


@sampled("sharp:theorem-1")
@routes("the bound", "chain (3) with E = X X^T - I carried along")
@domain("chain (3) from extremal spectra, gaps 0.01 to 6.5, d = 2 to 512, depths 2 to 40")
def sampled_decay(run: Run) -> Cells:
    """Where the bound is attained to first order, at small and huge gaps, quadrature decides."""

    def parameters(start: ChainInput, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth, "d": start.d}

    starts = [s for s in STARTS if 0.01 < s.phi_0 < 100 or s.shape == "one large"]
    return gap_cells(run, starts, parameters)


# (q, d, replicas in a batch): n = d, where the loss is largest, d of order n^2, and a spectrum far
# from isometry, where the drift is
GAUSSIAN_LAYERS = (
    ((0.5, 0.5), 2, 2000),
    ((0.9, 0.1), 3, 2000),
    ((0.25,) * 4, 4, 1000),
    ((0.25,) * 4, 64, 200),
    ((0.97, 0.01, 0.01, 0.01), 16, 400),
    ((0.125,) * 8, 24, 200),
)


@sampled("sharp:gaussian-drift")
@routes("the bound, by quadrature", "phi of the next layer, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = n to 64, isometric and nearly singular samples")
def one_layer(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import next_isometry_gap

    for q, d, batch in GAUSSIAN_LAYERS:
        kernel = next_isometry_gap(q, d, batch, run.device)
        seen = asymptotic(run, (q, d), kernel, batch=batch, parts=len(GAUSSIAN_LAYERS))
        yield from cells_of(seen, [{"q": q, "d": d}], [f"n = {len(q)}, d = {d}, q_1 = {q[0]}"])


LENGTH = 1e-3  # the next term of the gap is of order LENGTH, of both signs
# In a pilot at (20261117, "pilot") single gaps scattered by 1.0, .35, .09 and .02 of their mean.
COUNTS = {2: 40_000, 4: 8000, 16: 1000, 50: 100}


@sampled("sharp:random-step", margin=0.05)
@routes("(d-1)(d+2)/d^3", "phi(I + r E) by singular values, E drawn on the sphere")
@domain("d = 2, 4, 16, 50, steps of length 1e-3")
def sampled_steps(run: Run) -> Cells:
    import torch

    from lemmata.verify.chains.gaps import by_singular_values
    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    for d, count in COUNTS.items():
        like = floats_on(run.device)
        E = gaussian((count, d, d), like, (run.address / d).generator(run.device))
        E = E / torch.linalg.matrix_norm(E)[:, None, None]
        W = torch.eye(d, dtype=E.dtype, device=E.device) + LENGTH * E
        gaps = np.asarray(by_singular_values(W).cpu().numpy()) / LENGTH**2
        yield joint_cell(student(gaps, run.alpha / len(COUNTS)), {"d": d}, f"d = {d}")
