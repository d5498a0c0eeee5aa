"""Checks of theory/sharp/theorem_1.py: one layer at any width, two at d = 2, deeper by sampling."""

import mpmath

from theory.numerics.backends import Array
from verify.cases import FEW_GAPS, SPHERE, literal_gap, mean_log, spectra, two_layer_cells
from verify.chains.orthogonal_cells import STARTS, Start, gap_cells
from verify.chains.width_two import drift, gap_at_width_2
from verify.proofs.isometry import contraction, literal_roots, two_level_drift
from verify.proofs.prover import INTEGRALS, Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@exact("sharp:theorem-1", domain="one layer from two-level spectra, gaps 1e-30 to 40, d = 2, 3, 8")
@routes("the bound", "angle integral in mpmath")
def one_layer(run: Run) -> Cells:
    for d in (2, 3, 8):
        for label, s in spectra(d, FEW_GAPS):
            gap = literal_gap(s)
            parameters = {"phi_0": gap, "l": 1, "d": d}
            yield Cell(parameters, gap + mean_log(s), SPHERE, label=f"{label}, d = {d}")


@exact("sharp:theorem-1", domain="two layers, d = 2")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath")
def two_layers_at_width_2(run: Run) -> Cells:
    return two_layer_cells(("1e-6", "0.1", "0.7", "0.99", "0.999999"), "eigenvalues ", l=2)


@sampled("sharp:theorem-1")
@routes("the bound", "chain (3) with E = X X^T - I carried along")
@domain("chain (3) from extremal spectra, gaps 0.01 to 6.5, d = 2 to 512, depths 2 to 40")
def sampled_decay(run: Run) -> Cells:
    """Where the bound is attained to first order, at small and huge gaps, quadrature decides."""

    def parameters(start: Start, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth, "d": start.d}

    starts = [s for s in STARTS if 0.01 < s.phi_0 < 100 or s.shape == "one large"]
    return gap_cells(run, starts, parameters)


@proved("sharp:theorem-1")
@argument("extremal-drift's certificate, and a power series that shows g concave")
@domain("every X_0 of full rank with unit rows, every d >= 2, every depth")
def concavity_of_the_least_drift(run: Run) -> Reduction:
    cells = []
    for size in ("0.5", "0.999999"):
        gap = gap_at_width_2(mpmath.mpf(size))
        label = f"d = 2, eigenvalues 1 +- {size}"
        cells.append(Cell({"phi_0": gap, "l": 1, "d": 2}, gap + drift(gap), SPHERE, label=label))

    def bound(phi_0: Array, l: int, d: int) -> Array:
        g = -two_level_drift(literal_roots(phi_0, d)[0], d)
        return (phi_0 - g) ** l * phi_0 ** (1 - l)

    points = [{"phi_0": mpmath.mpf(1) / 3, "l": 7, "d": 16}]
    return Reduction(bound, contraction(), cells, points=points, relative=INTEGRALS)
