"""A model as a chain of the papers: which layers are BN(W X), and what else it has."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from lemmata.verify.audit.estimates import slope
from lemmata.verify.audit.measuring.kinds import NORMALISING, LayerKind
from lemmata.verify.audit.measuring.passing import MeasuredStage, Pass

_FOLLOWED = (
    LayerKind.BATCH,
    LayerKind.SAMPLE,
    LayerKind.LINEAR,
    LayerKind.RESIDUAL,
    LayerKind.BLOCK,
)
_TINY = 1e-13  # a gap below this is rounding


@dataclass(frozen=True)
class LayerChain:
    """One pass in training mode, read as a chain of layers.

    ``spine``: the stages along which gaps and gradients are followed, one after another: the BN if
    there are two or more, else the layers that normalise each sample, else the linear maps but the
    last. Where most of these stand in branches beside a stream that all of the signal passes, its
    residual sums; in a module that cannot be traced, its repeated blocks.
    """

    passed: Pass

    def of(self, *kinds: LayerKind) -> list[int]:
        return [k for k, one in enumerate(self.passed.seen) if one.stage.kind in kinds]

    @cached_property
    def batch_norms(self) -> list[int]:
        return self.of(LayerKind.BATCH)

    @cached_property
    def spine(self) -> list[int]:
        batch, sample, linear, sums, blocks = map(self._in_sequence, _FOLLOWED)
        options = batch, sample, linear[:-1]
        found = next((one for one in options if len(one) > 1), [])
        through = sum(map(self._is_passed, found))
        streams = [k for k in sums if self._is_passed(k)], blocks
        return next((one for one in streams if len(one) > max(1, through)), found)

    @property
    def is_residual(self) -> bool:
        """Whether the spine is a stream that branches add to; blocks that cannot be followed are
        taken to be of one if they hold a normalisation, as those of transformers do."""
        kinds = {self.seen(k).stage.kind for k in self.spine}
        return LayerKind.RESIDUAL in kinds or (
            LayerKind.BLOCK in kinds and bool(self.of(*NORMALISING))
        )

    @cached_property
    def _ways(self) -> tuple[list[int], list[int]]:
        """The number of ways from the batch to each stage, and from each stage to the output."""
        seen = self.passed.seen
        since, until = [0] * len(seen), [0] * len(seen)
        for k, one in enumerate(seen):
            since[k] = sum(since[j] for j in one.stage.takes) if one.stage.takes else k == 0
        used = [k for k, one in enumerate(seen) if one.log_gradient is not None]
        until[used[-1] if used else -1] = 1
        for k in reversed(range(len(seen))):
            for j in seen[k].stage.takes:
                until[j] += until[k]
        return since, until

    def _is_passed(self, k: int) -> bool:
        """Whether all ways from the batch to the output are known to lead through a stage."""
        since, until = self._ways
        return not self.seen(k).stage.inside and since[k] * until[k] == until[0]

    def _in_sequence(self, kind: LayerKind) -> list[int]:
        """The most stages of a kind that follow each other on a way to the output."""
        longest: list[list[int]] = []
        for k, one in enumerate(self.passed.seen):
            before = max((longest[j] for j in one.stage.takes), key=len, default=[])
            longest.append([*before, k] if one.stage.kind is kind else before)
        ends = [way for way, ways in zip(longest, self._ways[1], strict=True) if ways]
        return max(ends, key=len, default=[])

    @cached_property
    def between(self) -> list[list[int] | None]:
        """For each BN, the stages since the BN before it; None if they are unknown."""
        return [self._since(k) for k in self.batch_norms]

    def _since(self, k: int) -> list[int] | None:
        found, front = set[int](), [k]
        while front:
            parents = self.passed.seen[front.pop()].stage.parents
            if parents is None:
                return None
            for parent in parents:
                kind = self.passed.seen[parent].stage.kind
                if kind not in (LayerKind.BATCH, LayerKind.INPUT) and parent not in found:
                    found.add(parent)
                    front.append(parent)
        return sorted(found)

    @cached_property
    def inner(self) -> list[int]:
        """The linear maps before the last BN; without BN all but the last."""
        if not self.batch_norms:
            return self.of(LayerKind.LINEAR)[:-1]
        linear = self.of(LayerKind.LINEAR)
        last = self.batch_norms[-1]
        return [k for k in linear if k < last]

    @cached_property
    def besides(self) -> Counter[str]:
        """The kinds of stages between two BN besides one linear map, and their numbers."""
        found: Counter[str] = Counter()
        for since in self.between:
            kinds = [self.passed.seen[k].stage.kind for k in since or ()]
            extra = kinds.count(LayerKind.LINEAR) - 1
            found["linear maps" if extra > 0 else "no linear map"] += abs(extra)
            harmless = (LayerKind.LINEAR, LayerKind.SCALING)
            found.update(kind.value for kind in kinds if kind not in harmless)
        return +found

    @property
    def known(self) -> bool:
        return all(since is not None for since in self.between)

    @cached_property
    def activations(self) -> list[int]:
        """The activations that follow a BN, gains in between not counted."""
        found = []
        for k in self.of(LayerKind.ACTIVATION):
            at, seen = k, self.passed.seen
            while (parents := seen[at].stage.parents) and len(parents) == 1:
                at = parents[0]
                if seen[at].stage.kind is not LayerKind.SCALING:
                    break
            if seen[at].stage.kind is LayerKind.BATCH:
                found.append(k)
        return found

    def seen(self, k: int) -> MeasuredStage:
        return self.passed.seen[k]

    @property
    def widths(self) -> list[int]:
        """d of every BN."""
        return [self.seen(k).shape[1] for k in self.batch_norms if len(self.seen(k).shape) > 1]

    @property
    def width(self) -> int | None:
        """d, of the last BN; of the last inner linear map where there is none."""
        if self.widths:
            return self.widths[-1]
        shapes = [self.seen(k).shape for k in self.inner]
        return shapes[-1][-1] if shapes else None

    @property
    def samples(self) -> int | None:
        """n, the columns of the last output of the spine: one less if it is centred."""
        last = self.seen(self.spine[-1]).representation if self.spine else None
        return last.samples if last else None

    @property
    def rank(self) -> int | None:
        last = self.seen(self.spine[0]).representation if self.spine else None
        return last.rank if last else None

    def gaps(self) -> list[float]:
        """phi along the spine, NaN where it is not known."""
        found = (self.seen(k).representation for k in self.spine)
        return [one.gap if one else math.nan for one in found]

    def orthogonality_gaps(self) -> list[float]:
        found = (self.seen(k).representation for k in self.spine)
        return [one.orthogonality_gap if one else math.nan for one in found]

    def least(self) -> float:
        """The smallest s_n along the spine, of representations of norm 1; 0 where one has none."""
        found = (self.seen(k).representation for k in self.spine)
        return min((one.least if one else 0.0 for one in found), default=0.0)

    def growth(self) -> float | None:
        """By how much log ||dL/dX|| grows a layer of the spine, from the last to the first."""
        found = slope([self.seen(k).log_gradient for k in self.spine])
        return None if found is None else -found

    def swing(self) -> tuple[float, int] | None:
        """Where along the spine log ||dL/dX|| is farthest from its value at the last layer: how
        far, positive where gradients grow on their way back, and at which stage.

        None where a gradient is not known; where one is 0, -inf.
        """
        logs = [(self.seen(k).log_gradient, k) for k in self.spine]
        known = [(one, k) for one, k in logs if one is not None and not math.isnan(one)]
        if len(known) < len(logs) or len(known) < 2 or known[-1][0] == -math.inf:
            return None
        last = known[-1][0]
        return max(((one - last, k) for one, k in known[:-1]), key=lambda found: abs(found[0]))

    def directions(self) -> list[float]:
        """In how many directions the samples lie along the spine, (tr G)^2 / ||G||_F^2 for their
        Gram matrix G: n where they are orthogonal and equally long, 1 where they are parallel."""
        found = (self.seen(k).representation for k in self.spine)
        return [
            1 / (one.orthogonality_gap**2 + 1 / one.samples) if one else math.nan for one in found
        ]

    def size_change(self) -> float | None:
        """By how much the log size of the signal is larger at the end of the spine."""
        sizes = [self.seen(k).log_size for k in self.spine]
        if len(sizes) < 2 or sizes[0] is None or sizes[-1] is None:
            return None
        return sizes[-1] - sizes[0]

    def weight_growth(self) -> float | None:
        """The same of log ||dL/dW||, along the inner linear maps but the first.

        The first takes the data, of another size than BN's outputs.
        """
        found = slope([self.seen(k).log_weight_gradient for k in self.inner[1:]])
        return None if found is None else -found

    def contraction(self) -> float | None:
        """By what phi is multiplied a layer, where it is above rounding and finite."""
        known = [gap for gap in self.gaps() if _TINY < gap < math.inf]
        found = slope([math.log(gap) for gap in known])
        return None if found is None else math.exp(found)

    def affine(self) -> float:
        """How far the learned scales and shifts of BN are from 1 and 0; 0 where there are none."""
        far = 0.0
        for k in self.batch_norms:
            module = self.seen(k).stage.module
            for name, plain in (("weight", 1.0), ("bias", 0.0)):
                value = getattr(module, name, None)
                if isinstance(value, Tensor):
                    far = max(far, float((value.detach() - plain).abs().max()))
        return far

    def unbatched(self) -> int:
        """The number of BN that have seen no batch before this audit."""
        counts = (
            getattr(self.seen(k).stage.module, "num_batches_tracked", None)
            for k in self.batch_norms
        )
        return sum(isinstance(count, Tensor) and int(count) <= 1 for count in counts)

    def normalising(self) -> tuple[int, int]:
        """The number of layers that normalise over the batch, and of all that normalise."""
        return len(self.batch_norms), len(self.of(*NORMALISING))
