"""Checks of theory/sharp/local_rate.py: in high precision, a layer sampled."""

import mpmath

from lemmata.theory.spectrum import one_large, one_small
from lemmata.verify.cases import literal_gap, mean_log
from lemmata.verify.chains.orthogonal_cells import (
    Layer,
    share_cell,
    share_taken,
    share_taken_at_large_width,
)
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@exact("sharp:local-rate", domain="both extremal spectra at gap 1e-30, d = 2 to 64")
@routes("d/(d+2)", "tanh-sinh integral over the angle in mpmath")
def rate_at_a_tiny_gap(run: Run) -> Cells:
    """At a gap of 1e-30 the rate is 1e-13 from its limit: the next term is of order sqrt(phi)."""
    phi = mpmath.mpf(10) ** -30
    for d in (2, 3, 8, 64):
        for label, s in (("one small", one_small(phi, d)), ("one large", one_large(phi, d))):
            rate = 1 + mean_log(s) / literal_gap(s)
            yield Cell({"d": d}, rate, 1e-12, label=f"{label}, d = {d}")


# At a gap of 1e-12 the rate is 1e-6 from its limit. The margin tells d/(d+2) from d/(d+1) and from
# (d-1)/(d+1) up to d = 8; beyond, the intervals are much shorter than the margin.
LAYERS = (
    Layer("one small", 2, 1e-12, 4000),
    Layer("one large", 3, 1e-12, 2000),
    Layer("two clusters", 8, 1e-12, 1000),
    Layer("one small", 32, 1e-12, 250),
)
WIDE = (Layer("one large", 128, 1e-12, 8), Layer("two clusters", 512, 1e-12, 2))


@sampled("sharp:local-rate", margin=0.05)
@routes("d/(d+2)", "W drawn, X' = BN(W X), its gap from the eigenvalues of X' X'^T - I")
@domain("one layer from extremal and clustered spectra at gap 1e-12, d = 2 to 512")
def sampled_rate(run: Run) -> Cells:
    for layers, observe in ((LAYERS, share_taken), (WIDE, share_taken_at_large_width)):
        for layer in layers:
            seen = observe(run, layer, len(LAYERS) + len(WIDE))
            yield share_cell(seen, layer, {"d": layer.d}, lambda share: 1 - share)
