"""Checks of theory/sharp/drift_from_spread.py by sampling; the certificate stands beside it."""

from __future__ import annotations

from theory.ledger import Evidence, Method
from verify.chains.layers import Layer, drift_cells
from verify.meterez2024.main_sampled import ROUTE
from verify.registry import Run, check

# Both sides meet as the gap vanishes: at 0.003 they are 7 % apart, the interval 3 % to each side.
LAYERS = (
    Layer("two clusters", 4, 0.003, 2000),
    Layer("one small", 2, 0.5, 2000),
    Layer("one small", 2, 10.0, 2000),
    Layer("one large", 3, 0.3, 2000),
    Layer("two clusters", 4, 2.0, 1000),
    Layer("one large", 8, 2.0, 250),
    Layer("two clusters", 32, 1.0, 50),
    Layer("one large", 128, 0.2, 16),
)


@check("sharp:drift-from-spread")
def sampled_drift(run: Run) -> Evidence:
    cells = drift_cells(run, LAYERS, lambda layer: {"spectrum": layer.spectrum})
    domain = "one layer from extremal and clustered spectra, gaps 0.003 to 10, d = 2 to 128"
    return Evidence(Method.STATISTICAL, ("the bound", ROUTE), domain, cells)
