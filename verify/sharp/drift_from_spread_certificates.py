"""The certificate of theory/sharp/drift_from_spread.py: the argument stands in that module."""

from __future__ import annotations

from theory.ledger import Cell, Evidence
from theory.spectrum import Spectrum, from_deviations
from verify.cases import FEW_GAPS, SPHERE, eigenvalues, mean_log, mpf_array, spectra
from verify.meterez2024.main_certificates import drift_is_at_least_twice_the_rate, rate
from verify.proofs.prover import certificate
from verify.registry import Run, check


def one_of_eight() -> Spectrum:
    """One eigenvalue 1.7 and seven of 0.9: skewed, so that lambda_max is needed."""
    return from_deviations(mpf_array(["0.7", "-0.1"]), [1, 7])


@check("sharp:drift-from-spread")
def second_order_with_the_largest_eigenvalue(run: Run) -> Evidence:
    """The identity is that of corollary 4's certificate with lambda_max for d, affine in it."""
    seen = [(f"{label}, d = {d}", s) for d in (2, 4) for label, s in spectra(d, FEW_GAPS)]
    seen.append(("1.7 and seven times 0.9", one_of_eight()))
    cells = [Cell({"spectrum": s}, mean_log(s), SPHERE, label=label) for label, s in seen]
    return certificate(
        run.formula,
        lambda spectrum: -2 * spectrum.width * rate(spectrum) / max(eigenvalues(spectrum)),
        [drift_is_at_least_twice_the_rate()],
        cells,
        argument="log x <= x - 1 - (x-1)^2/(2 lambda_max) on (0, lambda_max], in expectation",
        domain="every spectrum of mean 1, every d >= 1",
    )
