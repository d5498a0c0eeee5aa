"""The orthogonality gap along the chain of n = 4 samples, for figures 2a and 2b.

H_0 is diagonal with one entry 1 and the others 1e-6, as in the authors' code.
"""

import numpy as np

from lemmata.verify.figures.reproduction import runs_of
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

N, SMALL = 4, 1e-6


def gaps(run: Run, d: int, layers: int, times: int) -> Floats:
    """V(H_l), l = 1..layers: (layers, runs)."""
    import torch

    from lemmata.verify.chains.chain import gaussian_layer, orthogonality_gap, trajectory
    from lemmata.verify.chains.kernels import tensor_of

    entries = tensor_of([1.0] + [SMALL] * (N - 1), run.device)
    H = torch.eye(d, N, dtype=entries.dtype, device=entries.device) * entries
    H = H.expand(times * runs_of(run), -1, -1)
    stream = (run.address / d / layers).generator(run.device)
    (V,) = trajectory(gaussian_layer, H, layers, (orthogonality_gap,), stream)
    return np.asarray(V[1:].cpu().numpy())


def radius(d: int) -> float:
    """sqrt(E V^2) of the stationary law, to leading order: (n-1)(n+2)^2/(4 n (n+1) d)."""
    return float(((N - 1) * (N + 2) ** 2 / (4 * N * (N + 1) * d)) ** 0.5)
