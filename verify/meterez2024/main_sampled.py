"""Checks of theory/meterez2024/main.py that sample one layer of chain (3), W ~ O_d drawn."""

from __future__ import annotations

import math

import mpmath

from theory.ledger import Evidence, Method
from verify.chains.layers import Layer, drift_cells, share_taken
from verify.registry import Run, check

# From d = 2 to 512 with as many replicas as a width allows; near isometry (where corollary 4 and
# lemma B.2 are tightest, by the other routes), at the extremal spectra, and nearly singular.
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
ROUTE = "W drawn, BN(W X) formed, its gap from singular values"
DOMAIN = "one layer from extremal and clustered spectra, gaps 1e-12 to 10, d = 2 to 512"


@check("meterez2024:corollary-4")
def sampled_drift(run: Run) -> Evidence:
    cells = drift_cells(run, LAYERS, lambda layer: {"spectrum": layer.spectrum})
    return Evidence(Method.STATISTICAL, ("the bound", ROUTE), DOMAIN, cells)


@check("meterez2024:theorem-3")
def sampled_isometry(run: Run) -> Evidence:
    """E I(BN(W X)) = I(X) (1 + share (1/I(X) - 1)), without cancellation."""
    cells = []
    for layer in LAYERS:

        def isometry(share: float, phi: float = layer.phi) -> float:
            return math.exp(-phi) * (1 + share * math.expm1(phi))

        seen = share_taken(run, layer, len(LAYERS), of_isometry=True)
        parameters = {"spectrum": layer.spectrum}
        cells.append(seen.cell(layer, parameters, isometry, _at_width_2(layer)))
    return Evidence(Method.STATISTICAL, ("the bound", ROUTE), DOMAIN, cells)


def _at_width_2(layer: Layer) -> float | None:
    """The expectation is known at d = 2: I (2/pi) K(e^2), a complete elliptic integral."""
    if layer.d != 2:
        return None
    square = -math.expm1(-2 * layer.phi)
    return float(math.exp(-layer.phi) * 2 / math.pi * mpmath.ellipk(square))
