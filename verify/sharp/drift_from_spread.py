"""Checks of theory/sharp/drift_from_spread.py: sampled, in high precision."""

from lemmata.theory.spectrum import from_deviations
from lemmata.verify.cases import FEW_GAPS, SPHERE, mean_log, mean_log_cells, mpf_array
from lemmata.verify.chains.orthogonal_cells import ONE_LAYER, Layer, drift_cells
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled

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


@sampled("sharp:drift-from-spread")
@routes("the bound", ONE_LAYER)
@domain("one layer from extremal and clustered spectra, gaps 0.003 to 10, d = 2 to 128")
def sampled_drift(run: Run) -> Cells:
    return drift_cells(run, LAYERS, lambda layer: {"spectrum": layer.spectrum})


@exact("sharp:drift-from-spread", domain="extremal spectra and a skewed one, d = 2, 4, 8")
@routes("the bound", "angle integral in mpmath")
def drift_of_skewed_spectra(run: Run) -> Cells:
    """One eigenvalue 1.7 and seven of 0.9: skewed, so that lambda_max is needed."""
    skewed = from_deviations(mpf_array(["0.7", "-0.1"]), [1, 7])
    yield from mean_log_cells((2, 4), FEW_GAPS)
    yield Cell({"spectrum": skewed}, mean_log(skewed), SPHERE, label="1.7 and seven times 0.9")
