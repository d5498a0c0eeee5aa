"""Checks of theory/sharp/random_step.py: gaps of sampled steps."""

from typing import Any

import numpy as np

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.intervals import joint, student

LENGTH = 1e-3  # the next term of the gap is of order LENGTH, of both signs
# In a pilot at (20261117, "pilot") single gaps scattered by 1.0, .35, .09 and .02 of their mean.
COUNTS = {2: 40_000, 4: 8000, 16: 1000, 50: 100}


@sampled("sharp:random-step", margin=0.05)
@routes("(d-1)(d+2)/d^3", "phi(I + r E) by singular values, E drawn on the sphere")
@domain("d = 2, 4, 16, 50, steps of length 1e-3")
def sampled_steps(run: Run) -> Cells:
    import torch

    from lemmata.verify.chains.gaps import by_singular_values
    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    for d, count in COUNTS.items():
        like = floats_on(run.device)
        E = gaussian((count, d, d), like, (run.address / d).generator(run.device))
        E = E / torch.linalg.matrix_norm(E)[:, None, None]
        W = torch.eye(d, dtype=E.dtype, device=E.device) + LENGTH * E
        gaps = np.asarray(by_singular_values(W).cpu().numpy()) / LENGTH**2
        yield joint(student(gaps, run.alpha / len(COUNTS)), {"d": d}, f"d = {d}")


@second_writing("sharp:random-step", Kind.LIMIT, grid(d=["2", "5", "50"]))
def step_again(d: Any) -> Any:
    """(1/d)(1 + 1/d - 2/d^2)."""
    return (1 + 1 / d - 2 / d**2) / d
