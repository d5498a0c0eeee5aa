"""Checks of theory/meterez2024/appendix_b.py by sampling one layer of chain (3)."""

from theory.ledger import Cell
from verify.chains.orthogonal_cells import Layer, drift_cells
from verify.registry import Run, domain, routes, sampled

# Both sides of the threshold phi = 1/(16 d) at every width, and the worst case of the other routes:
# d = 2 just below the threshold.
LAYERS = (
    Layer("one small", 2, 0.0309, 1000),
    Layer("one small", 2, 0.0313, 1000),
    Layer("one small", 2, 10.0, 1000),
    Layer("one large", 3, 0.02, 1000),
    Layer("one small", 8, 0.0078, 250),
    Layer("one small", 8, 5.0, 250),
    Layer("two clusters", 32, 0.0019, 50),
    Layer("one small", 128, 0.00048, 16),
    Layer("one small", 256, 0.1, 8),
)


@sampled("meterez2024:lemma-B.2")
@routes("the recurrence", "W drawn, BN(W X) formed, its gap from singular values")
@domain("one layer from extremal and clustered spectra, gaps 5e-4 to 10, d = 2 to 256")
def sampled_drift_in_two_regimes(run: Run) -> list[Cell]:
    return drift_cells(run, LAYERS, lambda layer: {"phi": layer.phi, "d": layer.d})
