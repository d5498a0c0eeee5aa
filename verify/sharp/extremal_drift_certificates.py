"""The certificate of theory/sharp/extremal_drift.py: three eigenvalues are moved at a time.

-drift = int [P(t)^(-1/2) - (1+2t)^(-d/2)] dt/t (sharp:drift) falls as P(t) = prod (1 + 2t lambda_k)
rises. The spectra of mean 1 and gap phi are a compact set, on which P(t) has a largest value; by
the steps below it is not at a spectrum with y < z among any three eigenvalues x <= y <= z, so it is
at the one with d - 1 equal eigenvalues above a small one, for every t at once. The least value
likewise. For d = 2 there is one spectrum only.
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Evidence
from theory.numerics import reference
from theory.numerics.backends import as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_drift
from theory.spectrum import from_deviations
from verify.cases import SPHERE, distinct_pairs, doubled, literal_gap, mean_log, mpf_array, spectra
from verify.proofs.prover import INTEGRALS, Proof, always, certificate
from verify.proofs.steps import variables
from verify.registry import Run, check
from verify.sharp.eigenvalue_from_gap_certificates import literal_roots


def product_is_affine_in_the_pairs() -> Proof:
    """(1+2tx)(1+2ty)(1+2tz) = 1 + 2t e_1 + 4t^2 e_2 + 8t^3 e_3: it rises with e_2 = xy + yz + zx.

    e_1 = x + y + z and e_3 = xyz are kept, and with them the mean and the gap of the spectrum.
    """
    x, y, z, t = variables("x y z t")
    e1, e2, e3 = x + y + z, x * y + y * z + z * x, x * y * z
    product = (1 + 2 * t * x) * (1 + 2 * t * y) * (1 + 2 * t * z)
    return always(product == 1 + 2 * t * e1 + 4 * t**2 * e2 + 8 * t**3 * e3)


def pairs_can_move_unless_two_are_equal() -> Proof:
    """e_2 + eps, eps > 0, has three positive roots if y < z, e_2 - eps if x < y; 0 < x <= y <= z.

    p(v) = (v-x)(v-y)(v-z) = v^3 - e_1 v^2 + e_2 v - e_3; the new cubic is p + eps v, or p - eps v.
    It has the signs -, +, -, + at 0 (-xyz), x (eps x), m = (y+z)/2, z (eps z) for a small eps, as
    8 p(m) = -(z-y)^2 (y+z-2x) < 0; or -, +, -, + at x (-eps x), m = (x+y)/2, z (-eps z), infinity,
    since 8 p(m) = (y-x)^2 (2z-x-y) > 0.
    """
    x, y, z, v = variables("x y z v")
    p = (v - x) * (v - y) * (v - z)
    e1, e2, e3 = x + y + z, x * y + y * z + z * x, x * y * z
    half = flint.fmpq(1, 2)
    high, low = (p.compose(x, y, z, half * m) for m in (y + z, x + y))
    return always(
        p == v**3 - e1 * v**2 + e2 * v - e3,
        p.compose(x, y, z, 0 * v) == -x * y * z,
        p.compose(x, y, z, x) == 0,
        p.compose(x, y, z, z) == 0,
        8 * high == -((z - y) ** 2) * (y + z - 2 * x),
        8 * low == (y - x) ** 2 * (2 * z - x - y),
    )


def two_level_drift(first: Any, d: int) -> Any:
    """The drift of the spectrum with one eigenvalue ``first``, enclosed, to working precision."""
    e = first - 1
    pair = elementwise(as_ball)(mpf_array([e, -e / (d - 1)]))
    return as_mpf(enclose_drift(from_deviations(pair, [1, d - 1])))


def enclosed_bounds(phi: Any, d: int) -> list[Any]:
    """[g, -G] from the roots of the literal equations and flint's quadrature."""
    smallest, largest, _, _ = literal_roots(phi, d)
    return [-two_level_drift(smallest, d), two_level_drift(-largest, d)]


@check("sharp:extremal-drift")
def three_eigenvalues_at_a_time(run: Run) -> Evidence:
    seen = [
        (f"{label}, d = 4", s, mean_log(s)) for label, s in spectra(4, ("1",)) if "one" in label
    ]
    seen += [
        (f"{label}, d = 4", doubled(v), reference.mean_log_doubled(v))
        for label, v in distinct_pairs(2)
        if label == "arithmetic"
    ]
    cells = [
        Cell({"phi": literal_gap(s), "d": 4}, np.array([-value, value]), SPHERE, label=label)
        for label, s, value in seen
    ]
    return certificate(
        run.formula,
        enclosed_bounds,
        [product_is_affine_in_the_pairs(), pairs_can_move_unless_two_are_equal()],
        cells,
        argument="of three eigenvalues the middle one can move, and prod (1 + 2t lambda) with it",
        domain="every spectrum of mean 1, every gap, every d >= 2",
        points=[{"phi": mpmath.mpf(1) / 10, "d": 64}],
        relative=INTEGRALS,
    )
