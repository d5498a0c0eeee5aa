"""Checks of theory/meterez2024/appendix_b.py: proofs, in high precision, a layer sampled.

Notation: e_k = lambda_k - 1, so sum e_k = 0 and d phi = sum f(e_k) with f(e) = e - log(1+e) >= 0;
s = d phi. Each term is at most s: f(e_k) <= s for every k.
"""

from typing import Any

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Formula
from theory.spectrum import Spectrum, from_deviations
from verify.cases import FEW_GAPS, SPHERE, TIGHT, literal_gap, mean_log, mpf_array, spectrum_cells
from verify.chains import drift_ends
from verify.chains.orthogonal_cells import ONE_LAYER, Layer, drift_cells
from verify.proofs import prover
from verify.proofs.isometry import logarithm_beside_a_parabola, square_of_the_deviation
from verify.proofs.prover import Reduction, Shown, always, argument, prove, proved
from verify.registry import Cells, Run, domain, exact, routes, sampled

_BELOW = flint.arb(1) / 16  # the threshold of s


def _f(e: Any) -> Any:
    e = flint.arb(e)
    return prover.log_quotient(e) * e**2


def largest_eigenvalue_below_the_threshold() -> list[Shown]:
    """e = lambda_max - 1 >= 0 has f(e) <= s <= 1/16 < f(0.4), so e <= 0.4 (f increases on e > 0).

    There e <= 1.65 sqrt(s) if e^2 <= 1.65^2 f(e): f(e)/e^2 >= 1.65^(-2) on [0, 0.4].
    """
    return [
        always(_f("0.4") > _BELOW),
        prove(lambda e: prover.log_quotient(e) - 1 / flint.arb(1.65) ** 2, (0, flint.arb("0.4"))),
    ]


def registered_deviations(formula: Formula) -> list[Shown]:
    """The closed form itself on boxes of e = lambda - 1, the contact at e = 0 left to the rest.

    At d phi = f(e), the least gap with this eigenvalue (at d = 2 the factor d is a power of two).
    """
    return [
        prove(lambda e: prover.on_a_box(formula, entry=1, phi=_f(e) / 2, d=2) - e, (0.125, 0.375)),
        prove(lambda e: prover.on_a_box(formula, phi=_f(-e) / 2, d=2) - e, (0.125, 0.875)),
    ]


def _ends(s: Spectrum) -> Any:
    return np.array([-min(s.deviations), max(s.deviations)])


@proved("meterez2024:lemma-B.1", domain="every spectrum of mean 1, every d >= 2")
@argument("one eigenvalue takes at most the whole gap: f(e) <= d phi; then one variable")
def eigenvalues_by_balls(run: Run) -> Reduction:
    def bounds(phi: Any, d: int) -> list[Any]:
        s = d * phi
        above = 1.65 * mpmath.sqrt(s) if 16 * s <= 1 else mpmath.mpf(d - 1)
        return [mpmath.sqrt(2 * s), above]

    proofs = [square_of_the_deviation(), *largest_eigenvalue_below_the_threshold()]
    proofs += registered_deviations(run.formula)
    e = mpmath.mpf("0.396")  # one large eigenvalue, where 1.65 is nearly needed
    s = from_deviations(mpf_array([e, -e / 999]), [1, 999])
    near = Cell({"phi": literal_gap(s), "d": 1000}, _ends(s), TIGHT, label="d phi near 1/16")
    return Reduction(bounds, proofs, [*spectrum_cells(_ends, (2, 64)), near])


def spread_from_gap() -> list[Shown]:
    """S >= 0.7800001 s for s <= 1/16, and S >= 0.0490001 for s > 1/16: room for a rounded constant.

    s <= 1/16: f(e_k) <= s < f(-0.34) and f decreases on (-1, 0], so e_k >= -0.34, where
    f(e) <= e^2/0.7800001: on [-0.34, 0] by balls, beyond 0 since f(e)/e^2 = int t/(1+et) dt <= 1/2.
    S < 0.0490001 < 0.2214^2 gives |e_k| < 0.2214, f(e_k) <= 0.6 e_k^2, s <= 0.6 S < 1/16.
    """
    return [
        always(_f("-0.34") > _BELOW, 1 / flint.arb("0.7800001") > 0.5),
        prove(
            lambda e: 1 / flint.arb("0.7800001") - prover.log_quotient(e), (flint.arb("-0.34"), 0)
        ),
        always(
            flint.arb("0.2214") ** 2 > flint.arb("0.0490001"),
            flint.arb("0.6") * flint.arb("0.0490001") < _BELOW,
        ),
        prove(lambda e: flint.arb("0.6") - prover.log_quotient(e), (flint.arb("-0.2214"), 0)),
    ]


@proved("meterez2024:lemma-B.2", domain="every spectrum of mean 1, every d >= 2")
@argument("the drift is at most -S/(d^2 (d+2)), and S >= 0.78 d phi or S >= 0.049, by balls")
def spread_from_gap_and_drift_from_spread(run: Run) -> Reduction:
    def two_regimes(phi: Any, d: int) -> Any:
        below = -0.78 * phi / (d * (d + 2))
        return below if 16 * d * phi <= 1 else phi * 0 - 0.049 / (d**2 * (d + 2))

    proofs = [logarithm_beside_a_parabola(), *spread_from_gap()]
    return Reduction(two_regimes, proofs, spectrum_cells(mean_log, (2, 50), FEW_GAPS, SPHERE))


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
