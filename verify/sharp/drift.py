"""Checks of theory/sharp/drift.py: in high precision, a layer sampled."""

from collections.abc import Sequence

from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from lemmata.theory.numerics.enclosures import enclose_drift
from lemmata.theory.spectrum import Spectrum, as_spectrum
from lemmata.verify.cases import FEW_GAPS, distinct_pairs, doubled, mean_log_cells, mpf_array
from lemmata.verify.chains.orthogonal_cells import (
    ONE_LAYER,
    Layer,
    share_cell,
    share_taken,
    share_taken_at_large_width,
)
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@exact("sharp:drift", domain="two-level spectra, gaps 1e-30 to 40, d = 2 to 64")
@routes("trapezoidal quadrature in log t", "tanh-sinh integral over the angle in mpmath")
def angle_integral(run: Run) -> Cells:
    return mean_log_cells((2, 3, 8, 64), FEW_GAPS)


def _doubled(v: Sequence[Array], label: str) -> Cell:
    return Cell({"spectrum": doubled(v)}, reference.mean_log_doubled(v), 1e-30, label=label)


@exact("sharp:drift", domain="doubled spectra, d = 4 to 10, eigenvalues down to 1e-200")
@routes("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences in mpmath")
def divided_differences(run: Run) -> Cells:
    return [_doubled(v, f"{label}, m = {m}") for m in (2, 5) for label, v in distinct_pairs(m)]


# The interval must lie within a tenth of the law: 25/(0.1 * 2/(d+2)) samples at least, since W = I
# may take off the whole gap. From d = 128 on so many cannot be bought; there the interval is
# Student's over a few replicas, each a mean over d rows. How many was raised after a look at
# seeds 0 and 2, whose intervals there were longer than the margin.
LAYERS = (
    Layer("one small", 2, 1e-12, 4000),
    Layer("one small", 2, 10.0, 4000),
    Layer("one large", 3, 0.3, 2000),
    Layer("two clusters", 4, 1.0, 2000),
    Layer("one small", 8, 0.01, 2000),
    Layer("two clusters", 32, 1e-3, 1000),
)
WIDE = (Layer("one small", 128, 1e-6, 32, 10), Layer("two clusters", 512, 0.3, 4, 20))


@sampled("sharp:drift", margin=0.1)
@routes("the integral", ONE_LAYER)
@domain("one layer from extremal and clustered spectra, gaps 1e-12 to 10, d = 2 to 512")
def sampled_layer(run: Run) -> Cells:
    def cells(layer: Layer) -> Cells:
        observe = share_taken if layer in LAYERS else share_taken_at_large_width
        seen = observe(run, layer, len(LAYERS) + len(WIDE))
        yield share_cell(seen, layer, {"spectrum": layer.spectrum}, (-layer.phi).__mul__)

    return run.over((*LAYERS, *WIDE), cells)


@exact("sharp:drift", domain="three eigenvalues, d = 3")
@routes("trapezoidal quadrature in log t", "flint's own quadrature, which encloses the integral")
def enclosed(run: Run) -> Cells:
    s = as_spectrum(mpf_array(["0.25", "0.75", "2"]))
    balls = elementwise(as_ball)
    of_balls = Spectrum(balls(s.log_eigenvalues), balls(s.deviations), s.multiplicities)
    yield Cell({"spectrum": s}, as_mpf(enclose_drift(of_balls)), 1e-12, label="enclosed")
