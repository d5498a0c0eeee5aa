"""The tracked gap is the gap: against mpmath with the same weights, and against singular values."""

from typing import Any

import mpmath
import numpy as np
import torch
from torch import Tensor

from lemmata.theory.definitions import isometry_gap
from lemmata.theory.numerics.special import log_defect as reference_defect
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.chain import bn
from lemmata.verify.chains.gaps import (
    FAST_FLOOR,
    accurate_gaps,
    by_singular_values,
    fast_gaps,
    log_defect,
    near_isometry,
)
from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import (
    HaarReflections,
    gaussian,
    haar_product,
    haar_reflections,
)
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address

D, LAYERS = 4, 6
DEVIATIONS = torch.tensor([-0.9, -0.3, 0.5, 0.7], dtype=torch.float64)


def stream(step: object, device: str = "cpu") -> torch.Generator:
    return (Address(0) / "gaps" / step).generator(device)


def exact_rotation(drawn: HaarReflections) -> Any:
    """W of the first replica from the reflections' own float64 entries, orthogonal in mpmath."""
    W = mpmath.diag([mpmath.mpf(float(s)) for s in drawn.signs[0]])
    for start, V, _ in reversed(drawn.blocks):
        for k in reversed(range(V.shape[-1])):
            v = mpmath.matrix([0] * start + [float(x) for x in V[0, :, k]])
            W = W - 2 * v * (v.T * W) / (v.T * v)[0]
    return W


def gaps_in_mpmath(deviations: Tensor, generator: torch.Generator) -> list[Any]:
    """phi of X_l = BN(W X), from determinants."""
    X = mpmath.diag([mpmath.sqrt(1 + mpmath.mpf(float(e))) for e in deviations])
    gaps = []
    for _ in range(LAYERS + 1):
        trace = mpmath.fsum(x * x for x in X)
        gaps.append(mpmath.log(trace / D) - 2 * mpmath.log(abs(mpmath.det(X))) / D)
        M = exact_rotation(haar_reflections(D, D, 1, deviations, generator)) * X
        norms = [mpmath.sqrt(mpmath.fsum(M[i, j] ** 2 for j in range(D))) for i in range(D)]
        X = mpmath.matrix([[M[i, j] / norms[i] for j in range(D)] for i in range(D)])
    return gaps


@over([1.0, 1e-3, 1e-9, 1e-30, 1e-100])
def test_the_accurate_mode_is_good_to_1e_8_down_to_1e_200(size: float) -> None:
    # a multiple of a power of two of integers: the deviations sum to zero exactly
    e = torch.round(DEVIATIONS * 64) / 64 * 2.0 ** round(np.log2(size))
    e = e - e.sum() / D
    first = log_defect(e).mean().expand(1)
    ours = accurate_gaps(torch.diag(e)[None], first, LAYERS, stream("mp")).gap[:, 0]
    with mpmath.workdps(450):
        exact = gaps_in_mpmath(e, stream("mp"))
    worst = max(abs(float(a) / b - 1) for a, b in zip(ours, exact, strict=True))
    assert worst < 1e-8
    assert size > 1e-90 or exact[0] < 1e-200


def test_the_fast_mode_is_good_to_1e_6_above_its_floor() -> None:
    e = DEVIATIONS * 1e-7 - (DEVIATIONS * 1e-7).sum() / D
    X, E = torch.diag((1 + e).sqrt()), torch.diag(e)
    first = log_defect(e).mean().expand(1)
    fast = fast_gaps(X[None], first, 2, stream("fast")).gap
    accurate = accurate_gaps(E[None], first, 2, stream("fast")).gap
    assert float(accurate.min()) < 10 * FAST_FLOOR
    assert float((fast / accurate - 1).abs().max()) < 1e-6


def test_both_modes_keep_their_digits_from_far_away_to_their_floors() -> None:
    """Summed from the deep end: what is left of the first gap would have none."""
    e = DEVIATIONS - DEVIATIONS.mean()
    first = log_defect(e).mean().expand(2)
    X, E = (torch.diag(v).expand(2, D, D) for v in ((1 + e).sqrt(), e))
    fast = fast_gaps(X, first, 150, stream("far")).gap
    accurate = accurate_gaps(E, first, 150, stream("far")).gap
    known = accurate > FAST_FLOOR
    assert float(accurate[known].min()) < 1e-12
    assert 0 < float(accurate[-1].min()) <= float(accurate[-1].max()) < 1e-20
    assert float((fast / accurate - 1)[known].abs().max()) < 1e-6


def test_singular_values_give_the_gap_of_a_tall_matrix_and_a_wide_one_is_singular() -> None:
    X = torch.randn(2, 5, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    assert np.allclose(by_singular_values(X).numpy(), isometry_gap(X.numpy()), rtol=1e-12)
    assert by_singular_values(X.mT).tolist() == [np.inf, np.inf]


def test_near_isometry_the_gap_is_that_of_the_deviations_at_every_scale() -> None:
    G = torch.randn(2, 3, D, D, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    X = (torch.eye(D) + 0.1 * G) * torch.tensor([1.0, 3.0, 1e-3])[:, None, None]
    assert torch.allclose(near_isometry(X), by_singular_values(X), rtol=1e-10, atol=0)
    singular = G[..., :1] * G[..., 1:2].mT  # up to rounding, by which eigenvalues may be negative
    assert bool((near_isometry(singular) > 5).all())


@over([0.999999, 0.9, 0.1])
def test_both_modes_follow_the_singular_values_of_the_chain(spread: float) -> None:
    d, batch = 12, 3
    e = spread * torch.linspace(-1, 1, d, dtype=torch.float64)
    first = log_defect(e).mean().expand(batch)
    X = torch.diag((1 + e).sqrt()).repeat(batch, 1, 1)
    fast = fast_gaps(X, first, 40, stream("chain"))
    accurate = accurate_gaps(torch.diag(e).repeat(batch, 1, 1), first, 40, stream("chain"))
    generator, seen, shortest = stream("chain"), [by_singular_values(X)], []
    for _ in range(40):
        M = haar_product(X, generator)
        X = bn(M)
        seen.append(by_singular_values(X))
        shortest.append(torch.linalg.vector_norm(M, dim=-1).amin(-1))  # sharp:bn-jacobian
    for ours in (fast, accurate):
        assert torch.allclose(ours.gap, torch.stack(seen), rtol=1e-9, atol=1e-13)
        log_jacobian = -torch.stack(shortest).log()
        assert torch.allclose(ours.log_jacobian, log_jacobian, rtol=1e-9, atol=1e-13)


def test_the_defect_agrees_with_the_reference_at_all_magnitudes() -> None:
    x = np.concatenate([-np.logspace(-150, -0.001, 200), np.logspace(-150, 5, 200)])
    ours = log_defect(torch.from_numpy(x)).numpy()
    assert np.allclose(ours, reference_defect(x), rtol=1e-14, atol=0)


def test_tracking_stays_on_the_device_of_its_argument() -> None:
    """There, too, both ways tell the same of the same weights."""
    layers = 70  # more than are put together
    with fake_cuda() as device:
        X = bn(gaussian((2, 40, 40), floats_on(str(device)), stream("X", str(device))))
        first = by_singular_values(X)  # (2,)
        E = X @ X.mT - torch.eye(40, dtype=X.dtype, device=device)
        E.diagonal(dim1=-2, dim2=-1).zero_()
        accurate = accurate_gaps(E, first, layers, stream("W", str(device)))
        fast = fast_gaps(X, first, layers, stream("W", str(device)))
        for gaps in (accurate, fast):
            assert (gaps.gap.device.type, gaps.gap.shape) == ("cuda", (layers + 1, 2))
            assert gaps.log_jacobian.device.type == "cuda"
        assert torch.allclose(accurate.gap, fast.gap, rtol=1e-7, atol=1e-14)
        assert torch.allclose(near_isometry(X), first, rtol=1e-7)
