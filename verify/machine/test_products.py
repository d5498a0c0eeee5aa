"""Whoever multiplies, it is the product: in rows and columns, broadcast, in place of another."""

import torch

from verify.machine.products import product
from verify.test_support.fake_device import fake_cuda


def normal(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.randn(shape, dtype=dtype, generator=torch.Generator().manual_seed(sum(shape)))


def test_it_is_torchs_product_up_to_rounding() -> None:
    for dtype, rtol in ((torch.float64, 1e-12), (torch.float32, 1e-4), (torch.bfloat16, 0.1)):
        A, B = normal(2, 5, 3, dtype=dtype), normal(4, 2, 3, 7, dtype=dtype)
        pairs = [(A, B), (A, B.mT.contiguous().mT), (A[0], B), (A[:, 1:4, 1:], B[..., :2, ::2])]
        for left, right in pairs:
            found = product(left, right)
            assert found.dtype == dtype
            assert torch.allclose(found, left @ right, rtol=rtol, atol=rtol)
        out = torch.empty_like(A @ B)
        assert product(A, B, out) is out
        assert torch.equal(out, product(A, B))


def test_a_matrix_does_not_depend_on_what_stands_beside_it() -> None:
    A, B = normal(9, 33, 20), normal(9, 20, 31)
    together = product(A, B)
    assert all(torch.equal(product(a, b), c) for a, b, c in zip(A, B, together, strict=True))


def test_on_another_device_it_is_torchs() -> None:
    with fake_cuda() as device:
        A = torch.empty((2, 3, 3), dtype=torch.float64, device=device)
        assert product(A, A).device.type == product(A, A, A.clone()).device.type == device.type
