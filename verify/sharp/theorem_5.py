"""Checks of theory/sharp/theorem_5.py: gradients through 2000 layers of chain (3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from theory.ledger import Cell, Evidence, Method
from verify.registry import Run, check
from verify.slopes import Deep, bought, cell, profile

if TYPE_CHECKING:
    from torch import Tensor

DEPTH = 2000
REPLICAS = {2: 128, 4: 64, 8: 24}  # of each input, by width


def inputs(d: int, run: Run) -> Iterator[tuple[str, Tensor]]:
    """Matrices with unit rows, (1, d, d): nearly rank one, random, nearly isometric."""
    import torch

    from verify.chains import bn
    from verify.sampling import gaussian

    like = torch.empty(0, dtype=torch.float64, device=run.device)
    G = gaussian((1, d, d), like, (run.address / "input" / d).generator(run.device))
    yield "nearly rank one", bn(torch.ones_like(G) + 1e-3 * G)
    yield "random", bn(G)
    yield "nearly isometric", bn(torch.eye(d, dtype=G.dtype, device=G.device) + 1e-3 * G)


def gradient_cells(run: Run, norm: float, constants: dict[str, float]) -> list[Cell]:
    """E log ||dL/dW_l|| at the first, middle and last layer, for a read-out of this norm."""
    import torch

    from verify.chains import gap

    cells = []
    layers = (0, DEPTH // 2, DEPTH - 1)
    alpha = run.alpha / (len(layers) * 3 * len(REPLICAS))
    for d, standard in REPLICAS.items():
        replicas = bought(run, standard)
        given = dict(inputs(d, run))
        X = torch.cat([x.expand(replicas, -1, -1) for x in given.values()])
        case = Deep("orthogonal", d, d, DEPTH, len(X))
        found = profile(run, case, X, norm)
        for k, (name, x) in enumerate(given.items()):
            parameters = {"phi_0": float(gap(x, x)), "d": d, **constants}
            for l in layers:
                values = found.log_dW[l, k * replicas : (k + 1) * replicas].cpu().numpy()
                cells.append(cell(values, alpha, parameters, f"{name}, {case.label}, layer {l}"))
    return cells


@check("sharp:theorem-5")
def deep_gradients(run: Run) -> Evidence:
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "gradients through chain (3), Student's interval (asymptotic)"),
        f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000",
        gradient_cells(run, 1000.0, {"K": 1000.0}),
    )
