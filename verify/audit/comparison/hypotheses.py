"""Checks the hypotheses of the laws on a model: met, not met and by how much, or unknown.

The first line of each docstring is printed as the hypothesis.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor
from torch.nn.modules.batchnorm import _BatchNorm

from lemmata.theory.audit import COLLAPSED, MANY_FEATURES, MANY_SAMPLES, SEVERAL, TIMES_WIDER
from lemmata.theory.sharp.widths import critical_width, independent_samples, layers_to_rest
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.schema import AuditedHypothesis

ORTHOGONAL = 1e-4  # phi of a matrix in float32 whose rows are orthonormal is below 1e-12
NEAR = 1 / 16  # d phi, the threshold of meterez2024's two regimes
_NORMAL = 0.5  # how far the kurtosis of normal entries may seem to be from 3
_EPS = 0.01  # of what BN divides by

Answer = tuple[bool | None, str]


@dataclass(frozen=True)
class ModelUnderTest:
    """A chain, and whether its weights are those of initialisation."""

    chain: LayerChain
    drawn: bool


def batch(model: ModelUnderTest) -> Answer:
    """Normalised over the batch."""
    over, all_ = model.chain.normalising()
    if not all_:
        return False, "no layer normalises"
    if over < all_:
        return False, f"{all_ - over} of {all_} normalise each sample over its features"
    return over > 1, f"{over} layers of BN"


def _unknown(chain: LayerChain) -> Answer | None:
    """The answer if the stages between the layers are unknown."""
    if not chain.batch_norms:
        return False, "no BN"
    return None if chain.known else (None, "what stands between the layers cannot be followed")


def layers(model: ModelUnderTest) -> Answer:
    """X' = BN(W X): one linear map between two BN and nothing else."""
    if unknown := _unknown(model.chain):
        return unknown
    besides = model.chain.besides
    return not besides, list_besides(besides) if besides else "so in every layer"


def list_besides(besides: dict[str, int]) -> str:
    return "besides: " + ", ".join(f"{count} {kind}" for kind, count in besides.items())


def activated(model: ModelUnderTest) -> Answer:
    """X' = act(a BN(W X)): an activation after every BN but perhaps the last."""
    chain = model.chain
    if unknown := _unknown(chain):
        return unknown
    besides = {kind: n for kind, n in chain.besides.items() if kind != "activation"}
    whats = {chain.seen(k).stage.what.lower() for k in chain.activations}
    enough = len(chain.activations) >= len(chain.batch_norms) - 1 > 0 and len(whats) == 1
    found = ", ".join(sorted(whats)) or "no activation after BN"
    return enough and not besides, list_besides(besides) if besides else found


def full(model: ModelUnderTest) -> Answer:
    """Linear maps of all features, none of patches."""
    chain = model.chain
    kernels = [w.convolution for k in chain.inner if (w := chain.seen(k).weights)]
    if not kernels:
        return False, "no linear map before a BN" if chain.batch_norms else "no linear map"
    return not any(kernels), f"{sum(kernels)} of {len(kernels)} are convolutions"


def _gaps_of_weights(chain: LayerChain) -> list[float]:
    """phi of the inner matrices but the first, which may change the width."""
    found = [w for k in chain.inner[1:] or chain.inner if (w := chain.seen(k).weights)]
    return [one.gap for one in found]


def orthogonal(model: ModelUnderTest) -> Answer:
    """Orthogonal weights, W W^T = c I."""
    gaps = _gaps_of_weights(model.chain)
    if not gaps:
        return False, "no linear map"
    return max(gaps) <= ORTHOGONAL, f"phi(W) up to {max(gaps):.2g}, 0 if orthogonal"


def gaussian(model: ModelUnderTest) -> Answer:
    """Weights with independent normal entries."""
    chain = model.chain
    found = [w for k in chain.inner if (w := chain.seen(k).weights)]
    if not found:
        return False, "no linear map"
    if max(_gaps_of_weights(chain), default=math.inf) <= ORTHOGONAL:
        return False, "orthogonal weights"
    kurtosis = sum(one.kurtosis for one in found) / len(found)
    return abs(kurtosis - 3) < _NORMAL, f"entries of kurtosis {kurtosis:.2g}, 3 if normal"


def drawn(model: ModelUnderTest) -> Answer:
    """Weights drawn independently of the data."""
    return model.drawn, "at initialisation" if model.drawn else "from a checkpoint"


def _describe_samples(chain: LayerChain) -> str:
    last = chain.seen(chain.spine[-1]).representation
    centred = f" ({chain.samples + 1} less the mean)" if chain.samples and last.centred else ""  # type: ignore[union-attr]
    return f"n = {chain.samples}{centred}"


def _sized(compare: Callable[[int, int], tuple[bool, str]]) -> Callable[[ModelUnderTest], Answer]:
    """A hypothesis on n and d; ``compare`` returns the answer and the end of its text."""

    @functools.wraps(compare)
    def put(model: ModelUnderTest) -> Answer:
        n, d = model.chain.samples, model.chain.width
        if n is None or d is None:
            return None, "n and d are not known"
        met, more = compare(n, d)
        return met, f"{_describe_samples(model.chain)}, d = {d}{more}"

    return put


@_sized
def square(n: int, d: int) -> tuple[bool, str]:
    """As many samples as features, n = d."""
    return n == d, ""


@_sized
def wide(n: int, d: int) -> tuple[bool, str]:
    """Many more features than samples, d >> n."""
    return d >= TIMES_WIDER * n, f": d/n = {d / n:.2g}"


@_sized
def tall(n: int, d: int) -> tuple[bool, str]:
    """No more samples than features, n <= d."""
    return n <= d, ""


@_sized
def smaller(n: int, d: int) -> tuple[bool, str]:
    """Fewer samples than features, n < d."""
    return n < d, ""


@_sized
def kept(n: int, d: int) -> tuple[bool, str]:
    """No more samples than the width keeps independent in depth."""
    least = float(critical_width(n)) if n > 1 else 0.0
    return d >= least, f": at least {least:.0f} is needed"


@_sized
def several(n: int, d: int) -> tuple[bool, str]:
    """Four samples or more."""
    return n >= SEVERAL, ""


@_sized
def many(n: int, d: int) -> tuple[bool, str]:
    """Eight samples and sixteen features or more."""
    return n >= MANY_SAMPLES and d >= MANY_FEATURES, ""


@_sized
def larger(n: int, d: int) -> tuple[bool, str]:
    """More samples than features, n > d."""
    return n > d, ""


def spanning(model: ModelUnderTest) -> Answer:
    """Samples that span all features."""
    rank, d = model.chain.rank, model.chain.width
    if rank is None or d is None:
        return None, "the rank is not known"
    return rank == d, f"rank {rank} after the first BN, d = {d}"


@_sized
def overfull(n: int, d: int) -> tuple[bool, str]:
    """More samples than the width keeps independent in depth, about 2 sqrt(d)."""
    kept_by_width = float(independent_samples(d))
    return n > kept_by_width, f": it keeps {kept_by_width:.3g}"


def independent(model: ModelUnderTest) -> Answer:
    """Linearly independent samples."""
    chain = model.chain
    if chain.rank is None or chain.samples is None:
        return None, "the rank is not known"
    return chain.rank == chain.samples, f"rank {chain.rank} of {chain.samples}"


def constant(model: ModelUnderTest) -> Answer:
    """The same width in every layer."""
    widths = sorted(set(model.chain.widths))
    if not widths:
        return False, "no BN"
    return len(widths) == 1, f"d = {', '.join(map(str, widths[:6]))}"


def plain(model: ModelUnderTest) -> Answer:
    """BN without learned scale and shift."""
    far = model.chain.affine()
    return far == 0, "none, or 1 and 0" if far == 0 else f"up to {far:.2g} from 1 and 0"


def unbiased(model: ModelUnderTest) -> Answer:
    """No bias but one that BN takes off with the mean."""
    chain, largest = model.chain, 0.0
    centring = [isinstance(chain.seen(k).stage.module, _BatchNorm) for k in chain.batch_norms]
    for k in [] if centring and all(centring) else chain.inner:
        bias = getattr(chain.seen(k).stage.module, "bias", None)
        if isinstance(bias, Tensor):
            largest = max(largest, float(bias.detach().abs().max()))
    return largest == 0, "none" if largest == 0 else f"up to {largest:.2g}"


def reached(model: ModelUnderTest) -> Answer:
    """A1: the smallest singular value stays above an alpha > 0."""
    least = model.chain.least()
    return least > 0, f"at least {least:.2g} in every layer here, of 1/sqrt(n) at most"


def eps(model: ModelUnderTest) -> Answer:
    """BN that divides by the norm alone, eps = 0."""
    chain = model.chain
    shares = [j.eps for k in chain.batch_norms if (j := chain.seen(k).jacobian)]
    if not shares:
        return False, "no BN"
    largest = max(shares)
    return largest <= _EPS, f"eps is at most {largest:.1g} of what BN divides by"


def near(model: ModelUnderTest) -> Answer:
    """Near isometry, d phi <= 1/16."""
    gaps, d = model.chain.gaps(), model.chain.width
    if not gaps or d is None or math.isnan(gaps[0]):
        return None, "phi is not known"
    return d * gaps[0] <= NEAR, f"d phi = {d * gaps[0]:.3g} after the first BN"


def deep(model: ModelUnderTest) -> Answer:
    """Three layers or more, for a slope."""
    count = len(model.chain.spine)
    return count > 2, f"{count} layers to follow"


def rested(model: ModelUnderTest) -> Answer:
    """Deep enough for representations and gradients to come to rest."""
    n, d, count = model.chain.samples, model.chain.width, len(model.chain.spine)
    if n is None or d is None:
        return None, "n and d are not known"
    enough = layers_to_rest(n, d)
    return count >= enough, f"{count} layers to follow, of {enough} at least"


def collapsed(model: ModelUnderTest) -> Answer:
    """Five layers or more for each feature."""
    d, count = model.chain.width, len(model.chain.spine)
    if d is None:
        return None, "d is not known"
    return count >= COLLAPSED * d, f"{count} layers to follow, of {COLLAPSED * d}"


def vanilla(model: ModelUnderTest) -> Answer:
    """Linear maps alone: nothing normalises or acts."""
    chain = model.chain
    kinds = [one.stage.kind.value for one in chain.passed.seen[1:]]
    others = {kind: kinds.count(kind) for kind in kinds if kind not in ("linear", "scaling")}
    return not others, list_besides(others) if others else "so in every layer"


def check_hypotheses(
    model: ModelUnderTest, *hypotheses: Callable[[ModelUnderTest], Answer]
) -> list[AuditedHypothesis]:
    """The answer of each hypothesis, which is named by the first line of its docstring."""
    answers = [(str(one.__doc__).rstrip("."), *one(model)) for one in hypotheses]
    return [AuditedHypothesis(states=name, met=met, found=text) for name, met, text in answers]
