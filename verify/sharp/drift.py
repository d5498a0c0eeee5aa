"""Checks of theory/sharp/drift.py in high precision, and of a layer by sampling."""

from __future__ import annotations

from theory.ledger import Cell, Evidence, Method
from theory.numerics import reference
from verify.cases import FEW_GAPS, SPHERE, distinct_pairs, doubled, mean_log, spectra
from verify.chains.layers import Layer, drift_of, share_taken, share_taken_at_large_width
from verify.registry import Run, check


@check("sharp:drift")
def angle_integral(run: Run) -> Evidence:
    cells = [
        Cell({"spectrum": s}, mean_log(s), SPHERE, label=f"{label}, d = {d}")
        for d in (2, 3, 8, 64)
        for label, s in spectra(d, FEW_GAPS)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "tanh-sinh integral over the angle in mpmath"),
        "two-level spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )


@check("sharp:drift")
def divided_differences(run: Run) -> Evidence:
    cells = [
        Cell(
            {"spectrum": doubled(v)},
            reference.mean_log_doubled(v),
            1e-30,
            label=f"{label}, m = {m}",
        )
        for m in (2, 5)
        for label, v in distinct_pairs(m)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences in mpmath"),
        "doubled spectra, d = 4 to 10, eigenvalues down to 1e-200",
        cells,
    )


# The interval must lie within a tenth of the law: 25/(0.1 * 2/(d+2)) samples at least, since W = I
# may take off the whole gap. From d = 128 on so many cannot be bought; there the interval is
# Student's over a few replicas, each a mean over d rows. How many was raised after a look at
# seeds 0 and 2, whose intervals there were longer than the margin.
MARGIN = 0.1
LAYERS = (
    Layer("one small", 2, 1e-12, 4000),
    Layer("one small", 2, 10.0, 4000),
    Layer("one large", 3, 0.3, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("one small", 8, 0.01, 2000),
    Layer("two clusters", 32, 1e-3, 1000),
)
WIDE = (Layer("one small", 128, 1e-6, 32, 10), Layer("two clusters", 512, 0.3, 4, 20))


@check("sharp:drift")
def sampled_layer(run: Run) -> Evidence:
    parts = len(LAYERS) + len(WIDE)
    cells = []
    for layers, observe in ((LAYERS, share_taken), (WIDE, share_taken_at_large_width)):
        for layer in layers:
            seen = observe(run, layer, parts)
            parameters = {"spectrum": layer.spectrum}
            cells.append(seen.cell(layer, parameters, drift_of(layer)))
    return Evidence(
        Method.STATISTICAL,
        ("the integral", "W drawn, BN(W X) formed, its gap from singular values"),
        "one layer from extremal and clustered spectra, gaps 1e-12 to 10, d = 2 to 512",
        cells,
        margin=MARGIN,
    )
