"""The certificate of the sphere integral sharp:drift.

The closed form is an integral; it is compared with flint's own quadrature, which encloses it.
"""

from __future__ import annotations

from typing import Any

from theory.ledger import Cell, Evidence
from theory.numerics import reference
from theory.numerics.backends import as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_drift
from theory.spectrum import Spectrum, as_spectrum, from_eigenvalues
from verify.cases import distinct_pairs, doubled, mpf_array
from verify.proofs.prover import INTEGRALS, certificate
from verify.proofs.steps import gaussian_transform
from verify.registry import Run, check

_balls = elementwise(as_ball)


def enclosed_drift(spectrum: Any) -> Any:
    s = as_spectrum(spectrum)
    balls = Spectrum(_balls(s.log_eigenvalues), _balls(s.deviations), s.multiplicities)
    return as_mpf(enclose_drift(balls))


@check("sharp:drift")
def frullani_and_gaussians(run: Run) -> Evidence:
    """log x = int (exp(-t) - exp(-t x)) dt/t (both are 0 at 1 and have the derivative 1/x).

    At x = sum lambda_k w_k^2, w ~ N(0, I_d), in expectation (Tonelli on either side of x = 1):
    E log x = int [exp(-t) - prod (1+2 lambda_k t)^(-1/2)] dt/t. But x = |w|^2 sum lambda_k u_k^2,
    u = w/|w| being independent of |w|: subtract the same at lambda = 1. Each row of W ~ O_d is such
    a u, and sharp:bn-identity makes the change of the gap the mean over the rows.
    """
    cells = [
        Cell(
            {"spectrum": doubled(v)}, reference.mean_log_doubled(v), 1e-30, label=f"{label}, d = 4"
        )
        for label, v in distinct_pairs(2)
        if label in ("arithmetic", "geometric over 10 decades")
    ]
    return certificate(
        run.formula,
        enclosed_drift,
        [gaussian_transform()],
        cells,
        argument="Frullani's integral, Gaussian transforms, |w| independent of w/|w|",
        domain="every spectrum of mean 1, every d",
        points=[{"spectrum": from_eigenvalues(mpf_array(["0.25", "0.75", "2"]))}],
        relative=INTEGRALS,
    )
