"""Equation (6): the singular values it promises, for linear maps and convolutions, in any model."""

import pytest
import torch
from torch import Tensor, nn

from lemmata.theory.test_support.comparing import over
from lemmata.verify.nn.gaps import orthogonality_gap
from lemmata.verify.nn.layers import BlockLinear
from lemmata.verify.nn.orthogonalising import TooFewSamples, orthogonalise_, orthogonalising
from lemmata.verify.nn.test_networks import normal


def shares(H: Tensor) -> Tensor:
    """Squared singular values over their sum."""
    squares: Tensor = torch.linalg.svdvals(H.double()).square()
    return squares / squares.sum()


@over([(4, 9, 4), (4, 9, 7), (6, 9, 3)])
def test_the_singular_values_become_their_roots(d: int, n: int, outputs: int) -> None:
    H = normal(d, n)
    s = torch.linalg.svdvals(H)[: min(d, outputs)]
    for power in (0.5, 1.0):
        found = orthogonalising(H, outputs, power, norm=3.0) @ H
        expected = s.pow(2 - 2 * power) / s.pow(2 - 2 * power).sum()
        assert torch.allclose(shares(found)[: len(s)], expected, rtol=1e-9)
        assert abs(float(torch.linalg.vector_norm(found)) - 3) < 1e-9
    if outputs >= d:
        assert float(orthogonality_gap(orthogonalising(H, outputs) @ H)) < float(
            orthogonality_gap(H)
        )


def test_orthogonalising_is_equation_6() -> None:
    H = normal(4, 4)
    U, s, Vt = torch.linalg.svd(H)
    for signs in ([1, 1, 1, 1], [-1, 1, -1, 1]):  # W does not depend on these
        D = torch.diag(torch.tensor(signs, dtype=H.dtype))
        W = (Vt.mT @ D) @ torch.diag(s**-0.5) @ (U @ D).mT / s.sum() ** 0.5
        assert torch.allclose(orthogonalising(H, 4), W, rtol=1e-8, atol=1e-10)


def test_missing_directions_get_weight_zero() -> None:
    H = torch.cat([normal(3, 9), torch.zeros(2, 9, dtype=torch.float64)])
    W = orthogonalising(H, 5)
    assert torch.equal(W[:, 3:], torch.zeros(5, 2, dtype=torch.float64))
    assert torch.allclose(shares(W @ H)[:3].sum(), torch.tensor(1.0, dtype=torch.float64))
    assert torch.equal(orthogonalising(torch.zeros(3, 4), 2), torch.zeros(2, 3).double())


def convolutions() -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(2, 4, 3, padding="same", padding_mode="reflect"),
        nn.ReLU(),
        nn.Dropout(),
        nn.Conv2d(4, 6, (3, 1), stride=2, padding=(1, 0), groups=2, dilation=(2, 1)),
        nn.BatchNorm2d(6),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(24, 5),
    ).double()


def test_any_model_is_set_in_place() -> None:
    X = normal(40, 2, 5, 4)
    models = [convolutions(), convolutions()]  # other weights, drawn by torch
    models[0].eval()
    outputs = []
    for model in models:
        modes = [module.training for module in model.modules()]
        buffers = {name: one.clone() for name, one in model.named_buffers()}
        assert orthogonalise_(model, X) is model
        assert [module.training for module in model.modules()] == modes
        assert all(torch.equal(one, buffers[name]) for name, one in model.named_buffers())
        assert not any(m._forward_pre_hooks for m in model.modules())
        outputs.append([p.detach().clone() for p in model.parameters()])
    for one, other in zip(*outputs, strict=True):
        assert torch.equal(one, other)  # to the last bit, whatever it was before
    assert float(models[0][0].bias.detach().abs().max()) == 0  # type: ignore[operator]


def test_a_convolution_is_the_linear_map_of_its_patches() -> None:
    """The outputs themselves have the singular values that equation (6) promises."""
    model, X = convolutions().eval(), normal(40, 2, 5, 4)
    orthogonalise_(model, X)
    first = model[0](X).detach()  # (n, channels, positions)
    patches = nn.functional.unfold(nn.functional.pad(X, (1, 1, 1, 1), mode="reflect"), 3)
    before = torch.linalg.svdvals(patches.transpose(0, 1).flatten(1))[:4]
    after = shares(first.transpose(0, 1).flatten(1))
    assert torch.allclose(after, before / before.sum(), rtol=1e-9)
    second = model[3](first.relu()).detach()
    for group in range(2):
        part = second[:, 3 * group : 3 * group + 3].transpose(0, 1).flatten(1)
        assert abs(float(torch.linalg.vector_norm(part)) - 1) < 1e-9


def test_blocks_are_set_one_by_one() -> None:
    map_, X = BlockLinear(3, 3, 2).double(), normal(9, 6)
    orthogonalise_(map_, X)
    for k in range(2):
        H = X[:, 3 * k : 3 * k + 3].mT
        assert torch.equal(map_.weight[k].detach(), orthogonalising(H, 3))


def test_a_batch_that_is_too_small_is_refused_by_the_name_of_the_layer() -> None:
    model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 9))
    with pytest.raises(TooFewSamples, match="1 has 9 outputs and the batch gives 5"):
        orthogonalise_(model, torch.ones(5, 3))
    assert not any(m._forward_pre_hooks for m in model.modules())
