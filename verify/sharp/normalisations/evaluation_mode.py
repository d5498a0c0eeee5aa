"""Checks of theory/sharp/normalisations.py: torch's own BN in both modes, on one batch.

The figure shows the deepest network layer by layer, and what repairs it: variances kept as torch
divides by them in training, with 1/n. On trained networks figures G1 to G4 of meterez2024 tell what
that and other repairs do to the accuracy.
"""

from __future__ import annotations

from typing import Any

import mpmath

from lemmata.theory.evidence import Curve, Evidence, Figure, Method, Role
from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cell, Run, check
from lemmata.verify.second_writings import grid, second_writing

WIDTH = 6
PLACES = ((2, 3), (3, 2), (8, 1), (8, 3), (50, 100), (100, 500), (100, 1000))  # (n, l)
SHOWN = 25  # layers between two points of the figure


def ratios(run: Run, n: int, depth: int, corrected: bool = True) -> list[float]:
    """||X_l^eval||_F/||X_l^train||_F, l = 1..depth; ``corrected``: variances are kept as by torch,
    with 1/(n-1).
    """
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    like = floats_on(run.device)
    stream = (run.address / n / depth).generator(run.device)
    trained = evaluated = 1 + gaussian((n, WIDTH), like, stream)  # samples are rows in torch
    found = []
    for _ in range(depth):
        W = gaussian((WIDTH, WIDTH), like, stream)
        bn = torch.nn.BatchNorm1d(WIDTH, eps=1e-30, momentum=1.0, affine=False).to(like)
        trained = bn(trained @ W.mT)
        if not corrected and bn.running_var is not None:
            bn.running_var.mul_((n - 1) / n)
        evaluated = bn.eval()(evaluated @ W.mT)
        norms = [torch.linalg.matrix_norm(X) for X in (evaluated, trained)]
        found.append(float(norms[0] / norms[1]))
    return found


@check("sharp:evaluation-mode")
def both_modes(run: Run) -> Evidence:
    by_place = {(n, l): ratios(run, n, l) for n, l in PLACES}
    cells = [
        # rounding of each layer adds up
        Cell(
            {"n": mpmath.mpf(n), "l": mpmath.mpf(l)},
            mpmath.mpf(found[-1]),
            1e-9,
            label=f"n = {n}, l = {l}",
        )
        for (n, l), found in by_place.items()
    ]
    return Evidence(
        Method.EXACT,
        ("((n-1)/n)^(l/2)", "torch.nn.BatchNorm1d in training and in evaluation mode"),
        "n = 2 to 100 samples, to 1000 layers, width 6, Gaussian weights and inputs",
        cells,
        figure=_figure(run, *PLACES[-1], by_place[PLACES[-1]]),
    )


def _figure(run: Run, n: int, depth: int, found: list[float]) -> Figure:
    layers = [1, *range(SHOWN, depth + 1, SHOWN)]
    mended = ratios(run, n, depth, corrected=False)
    law = [(1 - 1 / n) ** (l / 2) for l in layers]
    curves = {"torch's BN": found, "variances kept with 1/n": mended}
    return Figure(
        "Deep networks without activation train and then fail in evaluation mode.",
        r"layer $\ell$",
        r"$\|X_\ell^{\mathrm{eval}}\|_F/\|X_\ell^{\mathrm{train}}\|_F$",
        [
            *(
                Curve(name, Role.MEASURED, layers, [one[l - 1] for l in layers], of=name)
                for name, one in curves.items()
            ),
            Curve(r"$((n-1)/n)^{\ell/2}$", Role.LAW, layers, law, of="torch's BN"),
        ],
        log_y=True,
        remarks=[
            f"n = {n}, one batch, its own statistics kept. In training torch divides by the"
            " variance with 1/n, for evaluation it keeps the one with 1/(n-1): without activation"
            f" {found[-1]:.2g} of the signal is left at layer {depth}, while learned shifts stay.",
            "Kept with 1/n, both modes agree at every depth: that is the repair, or to estimate the"
            " statistics again, from one large batch, with the weights as they are"
            " (lemmata train --repairs).",
        ],
    )


@second_writing("sharp:evaluation-mode", Kind.IDENTITY, grid(n=["2", "100"], l=["1", "7"]))
def scale_again(n: Any, l: Any) -> Any:
    """l factors sqrt(1 - 1/n)."""
    return mpmath.fprod([mpmath.sqrt(1 - 1 / n)] * int(l))
