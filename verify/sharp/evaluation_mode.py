"""Checks of theory/sharp/evaluation_mode.py: torch's own BN in both modes, on one batch."""

import mpmath

from verify.registry import Cell, Cells, Run, domain, exact, routes

WIDTH = 6
PLACES = ((2, 3), (3, 2), (8, 1), (8, 3), (50, 100), (100, 500), (100, 1000))  # (n, l)


@exact("sharp:evaluation-mode")
@routes("((n-1)/n)^(l/2)", "torch.nn.BatchNorm1d in training and in evaluation mode")
@domain("n = 2 to 100 samples, to 1000 layers, width 6, Gaussian weights and inputs")
def both_modes(run: Run) -> Cells:
    import torch

    from verify.chains.weights import gaussian

    for n, depth in PLACES:
        like = torch.empty(0, dtype=torch.float64, device=run.device)
        stream = (run.address / n / depth).generator(run.device)
        trained = evaluated = 1 + gaussian((n, WIDTH), like, stream)  # samples are rows in torch
        for _ in range(depth):
            W = gaussian((WIDTH, WIDTH), like, stream)
            bn = torch.nn.BatchNorm1d(WIDTH, eps=1e-30, momentum=1.0, affine=False).to(like)
            trained = bn(trained @ W.mT)
            evaluated = bn.eval()(evaluated @ W.mT)
        ratio = float(torch.linalg.matrix_norm(evaluated) / torch.linalg.matrix_norm(trained))
        # rounding of each layer adds up
        yield Cell({"n": mpmath.mpf(n), "l": mpmath.mpf(depth)}, mpmath.mpf(ratio), 1e-9,
                   label=f"n = {n}, l = {depth}")  # fmt: skip
