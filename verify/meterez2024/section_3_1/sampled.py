"""Checks of theory/meterez2024/section_3_1.py by sampling chain (3), W ~ O_d drawn."""

import math

import mpmath

from lemmata.verify.chains.orthogonal_cells import (
    ONE_LAYER,
    STARTS,
    ChainInput,
    Layer,
    drift_cells,
    gap_cells,
    share_cell,
    share_taken,
)
from lemmata.verify.registry import Cells, Run, domain, routes, sampled


@sampled("meterez2024:theorem-1")
@routes("the bound", "chain (3) with E = X X^T - I carried along")
@domain("chain (3) from extremal spectra, gaps 1e-6 to 299, d = 2 to 512, depths 2 to 40")
def sampled_decay(run: Run) -> Cells:
    """E phi(X_{l+1}) against the bound at l; the constant is set to 1 and then made smallest."""

    def parameters(start: ChainInput, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth - 1, "d": start.d, "C": 1.0}

    return gap_cells(run, STARTS, parameters)


# From d = 2 to 512 with as many replicas as a width allows; near isometry (where corollary 4 is
# tightest, by the other routes), at the extremal spectra, and nearly singular.
LAYERS = (
    Layer("one small", 2, 1e-12, 1000),
    Layer("one small", 2, 0.0309, 1000),
    Layer("one small", 2, 10.0, 1000),
    Layer("one large", 3, 0.3, 1000),
    Layer("one small", 8, 0.3, 250),
    Layer("one small", 8, 5.0, 250),
    Layer("two clusters", 32, 0.05, 50),
    Layer("one small", 128, 1e-6, 16),
    Layer("one small", 512, 1e-3, 8, 6),
)
ROUTES = ("the bound", ONE_LAYER)
DOMAIN = "one layer from extremal and clustered spectra, gaps 1e-12 to 10, d = 2 to 512"


@sampled("meterez2024:theorem-3", routes=ROUTES, domain=DOMAIN)
def sampled_isometry(run: Run) -> Cells:
    """E I(BN(W X)) = I(X) (1 + share (1/I(X) - 1)), without cancellation."""

    def cells(layer: Layer) -> Cells:
        def isometry(share: float) -> float:
            return math.exp(-layer.phi) * (1 + share * math.expm1(layer.phi))

        seen = share_taken(run, layer, len(LAYERS), of_isometry=True)
        given = {"spectrum": layer.spectrum}
        yield share_cell(seen, layer, given, isometry, _at_width_2(layer))

    return run.over(LAYERS, cells)


def _at_width_2(layer: Layer) -> float | None:
    """The expectation is known at d = 2: I (2/pi) K(e^2), a complete elliptic integral."""
    if layer.d != 2:
        return None
    square = -math.expm1(-2 * layer.phi)
    return float(math.exp(-layer.phi) * 2 / math.pi * mpmath.ellipk(square))


@sampled("meterez2024:corollary-4", routes=ROUTES, domain=DOMAIN)
def sampled_drift(run: Run) -> Cells:
    return drift_cells(run, LAYERS, lambda layer: {"spectrum": layer.spectrum})
