"""Checks of theory/meterez2024/appendix_b.py in high precision, and a layer sampled."""

import mpmath
import numpy as np

from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array
from lemmata.theory.spectrum import Spectrum, from_deviations
from lemmata.verify.cases import SPHERE, TIGHT, literal_gap, mean_log, mpf_array, spectrum_cells
from lemmata.verify.chains import drift_ends
from lemmata.verify.chains.orthogonal_cells import ONE_LAYER, Layer, drift_cells
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled


def _ends(s: Spectrum) -> Array:
    return np.array([-min(s.deviations), max(s.deviations)])


@exact("meterez2024:lemma-B.1", domain="extremal spectra, d = 2 and 64; one just below 1/(16 d)")
@routes("the bounds", "the extreme eigenvalues of spectra of this gap")
def extreme_eigenvalues(run: Run) -> Cells:
    yield from spectrum_cells(_ends, (2, 64))
    e = mpmath.mpf("0.396")  # one large eigenvalue, where 1.65 is nearly needed
    s = from_deviations(mpf_array([e, -e / 999]), [1, 999])
    yield Cell({"phi": literal_gap(s), "d": 1000}, _ends(s), TIGHT, label="d phi near 1/16")


@exact("meterez2024:lemma-B.2", domain="extremal spectra, gaps 1e-30 to 40, d = 2 to 64")
@routes("the recurrence", "angle integral in mpmath")
def drift_in_two_regimes(run: Run) -> Cells:
    return spectrum_cells(mean_log, (2, 3, 8, 64), tolerance=SPHERE)


@exact("meterez2024:lemma-B.2", routes=drift_ends.WIDE, domain=drift_ends.WIDE_DOMAIN)
def drift_in_two_regimes_at_large_width(run: Run) -> Cells:
    return drift_ends.wide_drifts(lambda spectrum, phi: {"phi": phi, "d": spectrum.width})


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
@routes("the recurrence", ONE_LAYER)
@domain("one layer from extremal and clustered spectra, gaps 5e-4 to 10, d = 2 to 256")
def sampled_drift_in_two_regimes(run: Run) -> Cells:
    return drift_cells(run, LAYERS, lambda layer: {"phi": layer.phi, "d": layer.d})
