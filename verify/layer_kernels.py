"""Kernels of a single layer, with the weights formed and nothing known of its law.

Chain (3) from a spectrum: by rotation invariance X = diag(sqrt(lambda)), W ~ O_d is drawn, W X is
normalised and its gap taken from singular values, or near isometry from the eigenvalues of
X' X'^T - I, formed entry by entry. Neither sharp:bn-identity nor an integral is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from theory.spectrum import Spectrum
from verify import chains, gaps
from verify.estimate import Kernel
from verify.kernels import Generator, input_of, tensor_of
from verify.sampling import haar_product

_NEAR = 1e-3  # below this gap singular values lose digits and deviations keep them
_NEARLY_SINGULAR = -60.0  # the least log lambda that float64 singular values tell from zero


def share_taken(
    spectrum: Spectrum, caps: Sequence[float], batch: int, device: str, *, of_isometry: bool = False
) -> Kernel:
    """(phi(X) - phi(BN(W X)))/phi(X) in [0, 1], cut off at each cap: (k, batch).

    Of the isometry: (I(BN(W X)) - I(X))/(1 - I(X)), in [0, 1] too, after the same cut-offs.
    """
    phi = float(spectrum.gap)
    if (least := float(spectrum.log_eigenvalues.min())) < _NEARLY_SINGULAR:
        raise ValueError(f"log lambda_min = {least}; expected at least {_NEARLY_SINGULAR}")
    E, first = input_of(spectrum, batch, device)
    logs = np.repeat(np.asarray(spectrum.log_eigenvalues, dtype=float), spectrum.multiplicities)
    X = torch.diag(tensor_of(np.exp(logs / 2), device))

    def kernel(generator: Generator) -> Tensor:
        if phi < _NEAR:
            after = gaps.accurate_gaps(E, first, 1, generator).gap[-1]
        else:
            M = haar_product(X.expand(batch, *X.shape), generator)
            after = chains.gap(M, chains.bn(M))
        share = (1 - after / phi).clamp(0, 1)  # rounding alone can leave the range
        cut = torch.stack([share.clamp(max=cap) for cap in caps])
        return (phi * cut).expm1() / math.expm1(phi) if of_isometry else cut

    return kernel
