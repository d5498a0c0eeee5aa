"""Whoever multiplies, it is the product: in rows and columns, broadcast, in place of another."""

import torch

from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.machine.products import inner, product


def normal(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(sum(shape)))


def test_the_product_is_torchs_up_to_rounding() -> None:
    for dtype, rtol in ((torch.float64, 1e-12), (torch.float32, 0.0), (torch.bfloat16, 0.0)):
        A, B = normal(2, 70, 66, dtype=dtype), normal(4, 2, 66, 71, dtype=dtype)
        pairs = [(A, B), (A, B.mT.contiguous().mT), (A[0], B), (A[:, 1:68, 1:], B[..., :65, ::2])]
        for left, right in pairs:
            found = product(left, right)
            assert found.dtype == dtype
            assert torch.allclose(found, left @ right, rtol=rtol, atol=rtol)
        out = torch.empty_like(A @ B)
        assert product(A, B, out) is out
        assert torch.equal(out, product(A, B))


def test_the_library_depends_on_the_size() -> None:
    """And a large matrix does not depend on what stands beside it."""
    small, large = (normal(9, d, d) for d in (64, 65))
    assert torch.equal(product(small, small), small @ small)
    thin = small[..., :32]
    assert torch.equal(product(thin, thin.mT), thin @ thin.mT)
    each = [torch.from_numpy(a.numpy() @ a.numpy()) for a in large]
    assert torch.equal(product(large, large), torch.stack(each))


def test_rows_have_their_inner_products() -> None:
    for d in (64, 65):
        A, B = normal(3, d, d), normal(3, d, d).flip(0)
        for left in (A, A.mT):
            found = inner(left, B)
            assert torch.allclose(found, torch.linalg.vecdot(left, B)[..., None], atol=1e-12)
        assert torch.equal(inner(A, B)[1], inner(A[1], B[1]))  # whatever stands beside


def test_the_product_on_another_device_is_torchs() -> None:
    with fake_cuda() as device:
        A = normal(2, 70, 70).to(device)
        out = torch.empty_like(A)
        assert product(A, A, out) is out
        for found, expected in ((product(A, A), A @ A), (out, A @ A), (inner(A, A), None)):
            assert found.device.type == device.type
            assert expected is None or torch.equal(found, expected)
