"""Checks of theory/sharp/theorem_1.py: one layer at any width, two at d = 2, sampled."""

from lemmata.verify.cases import FEW_GAPS, SPHERE, literal_gap, mean_log, spectra, two_layer_cells
from lemmata.verify.chains.orthogonal_cells import STARTS, ChainInput, gap_cells
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


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

    def parameters(start: ChainInput, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth, "d": start.d}

    starts = [s for s in STARTS if 0.01 < s.phi_0 < 100 or s.shape == "one large"]
    return gap_cells(run, starts, parameters)
