"""The counts of a program whose kernels, copies and waits are known by hand."""

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.theory.test_support.comparing import over
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.machine.launches import Launches, rates

BY_HAND: list[tuple[str, Callable[[Tensor], object], tuple[int, int, int]]] = [
    ("two kernels", lambda x: (x @ x).exp_(), (2, 0, 0)),
    ("views and rooms alone", lambda x: x.mT[..., None].expand(3, 3, 2).new_empty(2), (0, 0, 0)),
    ("a number for the host", lambda x: float(x.sum()), (1, 0, 1)),
    ("a copy to the host, which waits", lambda x: x.cpu(), (0, 1, 1)),
    ("a copy to the device, which does not", lambda x: torch.ones(3).to(x.device), (0, 1, 0)),
    (
        "numbers of the host",
        lambda x: torch.tensor([1.0], device=x.device),
        (0, 1, 0),
    ),
    ("another precision", lambda x: x.double(), (1, 0, 0)),
    ("what is made there", lambda x: torch.zeros(3, device=x.device), (1, 0, 0)),
    ("entries under a mask", lambda x: x[x > 0], (2, 0, 1)),
    ("the device alone", lambda x: torch.ones(3) @ torch.ones(3), (0, 0, 0)),
    ("eigenvalues that look for failure", lambda x: torch.linalg.eigvalsh(x), (1, 0, 1)),
]


@over(BY_HAND)
def test_counts_are_those_by_hand(
    what: str, program: Callable[[Tensor], object], expected: tuple[int, int, int]
) -> None:
    with fake_cuda() as device:
        x = torch.eye(3, device=device)[:, :2].new_ones(3, 3)
        with Launches() as seen:
            program(x)
    kinds = (seen.kernels, seen.transfers, seen.synchronisations)
    assert tuple(kind.total() for kind in kinds) == expected, what


def test_rates_are_those_of_a_layer() -> None:
    with fake_cuda() as device:
        x = torch.ones(3, device=device)

        def layers(count: int) -> None:
            y = x.exp()
            for _ in range(count):
                y = 2 * y + x
            float(y.sum())

        found = rates(layers, 3, 7)
    assert (found.kernels, found.transfers, found.synchronisations) == (2, 0, 0)


def test_what_the_host_does_alone_is_not_counted() -> None:
    with Launches() as seen:
        float(torch.ones(3, 3).exp().sum())
    assert not seen.kernels
    assert not seen.synchronisations
