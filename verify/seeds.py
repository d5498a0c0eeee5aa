"""Seeds are addresses: the same numbers on any number of workers, no global random state."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Address:
    """Where random numbers come from: (root seed, claim, ...), extended step by step.

    A check extends it by its cell, batch index and batch size; ``seed`` is a stable hash of the
    whole path, so that no two places share a stream and no order of execution matters.
    """

    root: int
    path: tuple[str, ...] = ()

    def __truediv__(self, step: object) -> Address:
        return Address(self.root, (*self.path, repr(step)))

    @property
    def seed(self) -> int:
        """A 63-bit seed for a generator on the run's device."""
        digest = hashlib.blake2b(repr((self.root, self.path)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 1

    def generator(self, device: str, index: int = 0) -> torch.Generator:
        """A fresh stream on ``device``, the ``index``-th of the address, all different below 2^32.

        torch is loaded when the first one is made.
        """
        import torch

        return torch.Generator(device).manual_seed((self.seed + index) % 2**63)
