"""The subject of an audit, and its measurements so far."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.comparison.explosion import Explosion
from lemmata.verify.audit.errors import CannotAudit
from lemmata.verify.audit.measuring.adapting import Batch, pack
from lemmata.verify.audit.measuring.copying import copy_model, seeded
from lemmata.verify.audit.measuring.passing import Pass, names, run_pass
from lemmata.verify.audit.schema import AuditedAdvice
from lemmata.verify.seeds import Address

Make = Callable[[], nn.Module]
Progress = Callable[[str, int, int], None]  # the step, steps done, steps in all


@dataclass(frozen=True)
class Subject:
    """The model and the batch of an audit. ``make`` makes the model from the global random numbers;
    without it, or with a ``checkpoint``, seeds differ in the loss alone. ``more``: as many further
    samples.
    """

    model: nn.Module
    X: Batch
    make: Make | None = None
    name: str = "model"
    source: str = "as given"
    more: Batch | None = None
    checkpoint: str = ""

    @staticmethod
    def first(make: Make) -> nn.Module:
        """The model of the first seed."""
        with seeded(address_of(0).seed):
            return make()

    def at(self, seed: int) -> nn.Module:
        """The model of a seed; a checkpoint is the same at all. What its making warns of was said
        when the first was made."""
        if self.make is None or self.checkpoint:
            return self.model
        with seeded(address_of(seed).seed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.make()


def address_of(seed: int) -> Address:
    return Address(seed) / "audit"


@dataclass
class Work:
    """The passes of the finished seeds, and their settings."""

    subject: Subject
    seeds: int
    progress: Progress
    X: Tensor
    dtype: torch.dtype | None
    notes: list[str]
    whole: bool = True
    train: list[Pass] = field(default_factory=list)
    evaluation: list[Pass] = field(default_factory=list)
    advice: list[AuditedAdvice] = field(default_factory=list)
    rates: Explosion | None = None
    overflow: str = ""  # where, and in which precision

    def copy(self, seed: int) -> nn.Module:
        return copy_model(self.subject.at(seed), self.dtype).to(self.X.device)

    def measure(self, seed: int) -> None:
        whole = self.whole if seed else None
        address = address_of(seed)
        modes = [
            run_pass(self.copy(seed), self.X, address, train=mode, whole=whole)
            for mode in (False, True)
        ]
        if self.train and names(modes[1].seen) != names(self.train[0].seen):
            raise CannotAudit(f"make_model makes another network at seed {seed} than at seed 0")
        self.evaluation.append(modes[0])
        self.train.append(modes[1])
        self.whole = modes[0].whole and modes[1].whole

    @property
    def given(self) -> Tensor:
        """The batch as one tensor, in the precision in which it was given."""
        return pack(self.subject.X)[0]

    @property
    def more(self) -> Tensor | None:
        return None if self.subject.more is None else pack(self.subject.more)[0]

    @property
    def chains(self) -> list[LayerChain]:
        """Of the passes in training mode, which the laws are about."""
        return [LayerChain(one) for one in self.train]

    @property
    def training(self) -> bool:
        """The mode in which the model was given: the conclusion and the advice are about it."""
        return self.subject.model.training

    @property
    def judged(self) -> list[LayerChain]:
        return self.chains if self.training else [LayerChain(one) for one in self.evaluation]
