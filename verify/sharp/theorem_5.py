"""Checks of theory/sharp/theorem_5.py: gradients through 2000 layers of chain (3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from theory.ledger import Cell, Evidence, Method
from verify.depth.slopes import STUDENT, Deep, batches, cell, profile
from verify.registry import Run, check
from verify.seeds import Address

if TYPE_CHECKING:
    from torch import Tensor

DEPTH = 2000
# Of each input in a batch, by width. A pilot (see slopes.batches) of 16 replicas of each input
# found the bound 1.6, 5.7 and 19 standard deviations of the log norm above its mean where they are
# closest. At level 1e-10 Student's interval from 96, 24 and 12 replicas reaches at most half as
# far; 32 at least, as it is asymptotic.
REPLICAS = {2: 48, 4: 16, 8: 16}


def inputs(d: int, run: Run, address: Address) -> Iterator[tuple[str, Tensor]]:
    """Matrices with unit rows, (1, d, d): nearly rank one, random, nearly isometric."""
    import torch

    from verify.chains.chain import bn
    from verify.chains.weights import gaussian

    like = torch.empty(0, dtype=torch.float64, device=run.device)
    G = gaussian((1, d, d), like, (address / "input" / d).generator(run.device))
    yield "nearly rank one", bn(torch.ones_like(G) + 1e-3 * G)
    yield "random", bn(G)
    yield "nearly isometric", bn(torch.eye(d, dtype=G.dtype, device=G.device) + 1e-3 * G)


def gradient_cells(run: Run, norm: float, constants: dict[str, float]) -> list[Cell]:
    """E log ||dL/dW_l|| at the first, middle and last layer, for a read-out of this norm."""
    import torch

    from verify.chains.chain import gap

    cells = []
    layers = (0, DEPTH // 2, DEPTH - 1)
    alpha = run.alpha / (len(layers) * 3 * len(REPLICAS))
    for d, replicas in REPLICAS.items():
        case = Deep("orthogonal", d, d, DEPTH, replicas)
        addresses = batches(run, case, replicas)
        given = dict(inputs(d, run, addresses[0]))
        X = torch.cat([x.expand(replicas, -1, -1) for x in given.values()])
        found = [profile(run, address, case, X, norm).log_dW for address in addresses]
        for k, (name, x) in enumerate(given.items()):
            parameters = {"phi_0": float(gap(x, x)), "d": d, **constants}
            for l in layers:
                seen = [log_dW[l, k * replicas : (k + 1) * replicas] for log_dW in found]
                values = torch.cat(seen).cpu().numpy()
                label = f"{name}, {case.label}, layer {l}"
                cells.append(cell(STUDENT, values, alpha, parameters, label))
    return cells


@check("sharp:theorem-5")
def deep_gradients(run: Run) -> Evidence:
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "gradients through chain (3)"),
        f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000",
        gradient_cells(run, 1000.0, {"K": 1000.0}),
    )
