"""What is audited, and what was measured of it so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from lemmata.verify.audit.beside.chain import LayerChain
from lemmata.verify.audit.beside.explosion import Explosion
from lemmata.verify.audit.errors import CannotAudit
from lemmata.verify.audit.measuring.copying import copied, seeded
from lemmata.verify.audit.measuring.passing import Passed, names, passed
from lemmata.verify.audit.schema import AuditedAdvice
from lemmata.verify.seeds import Address

Make = Callable[[], nn.Module]
Progress = Callable[[str, int, int], None]  # what is done, steps done, of how many


@dataclass(frozen=True)
class Subject:
    """What is audited. ``make`` makes the model anew from the global random numbers; without it, or
    with ``trained`` weights, the seeds differ in the loss alone. ``more``: as many samples again.
    """

    model: nn.Module
    X: Tensor
    make: Make | None = None
    name: str = "model"
    source: str = "as given"
    more: Tensor | None = None
    checkpoint: str = ""

    @staticmethod
    def first(make: Make) -> nn.Module:
        """The model of the first seed."""
        with seeded(address_of(0).seed):
            return make()

    def at(self, seed: int) -> nn.Module:
        """The model of a seed; a checkpoint is the same at all."""
        if self.make is None or self.checkpoint:
            return self.model
        with seeded(address_of(seed).seed):
            return self.make()


def address_of(seed: int) -> Address:
    return Address(seed) / "audit"


@dataclass
class Work:
    """The passes of the finished seeds, and how they were made."""

    subject: Subject
    seeds: int
    tell: Progress
    X: Tensor
    dtype: torch.dtype | None
    notes: list[str]
    whole: bool = True
    train: list[Passed] = field(default_factory=list)
    evaluation: list[Passed] = field(default_factory=list)
    advice: list[AuditedAdvice] = field(default_factory=list)
    rates: Explosion | None = None

    def copy(self, seed: int) -> nn.Module:
        return copied(self.subject.at(seed), self.dtype).to(self.X.device)

    def measure(self, seed: int) -> None:
        whole = self.whole if seed else None
        address = address_of(seed)
        modes = [
            passed(self.copy(seed), self.X, address, train=mode, whole=whole)
            for mode in (False, True)
        ]
        if self.train and names(modes[1].seen) != names(self.train[0].seen):
            raise CannotAudit(f"make_model makes another network at seed {seed} than at seed 0")
        self.evaluation.append(modes[0])
        self.train.append(modes[1])
        self.whole = modes[0].whole and modes[1].whole

    @property
    def chains(self) -> list[LayerChain]:
        return [LayerChain(one) for one in self.train]
