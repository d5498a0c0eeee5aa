"""NAME.audit.json, schema 2, as types: what ``lemmata audit`` writes and its page reads.

Strict JSON: what is infinite is the text "inf" or "-inf"; null is what a layer does not have or
what overflowed. All numbers are computed in float64.
"""

from collections.abc import Sequence
from typing import Literal, TypedDict

from lemmata.verify.results.schema import Number


class Estimate(TypedDict):
    """A mean over the seeds, and Student's interval at 95 %: null from one seed alone."""

    mean: Number | None
    interval: Sequence[Number] | None


class MeasuredLayer(TypedDict):
    """Of one layer in one mode.

    gap: phi, the isometry gap of what it gives out; orthogonality_gap: V; rank: of it; log_size:
    log of its root mean square;
    log_gradient: log ||dL/dX||_F of what it gives out; log_weight_gradient: of its weights;
    log_jacobian: log of the operator norm of a normalising layer's Jacobian; log_relative_jacobian:
    the same at an input whose rows have mean square norm 1.
    """

    gap: Estimate
    orthogonality_gap: Estimate
    rank: Estimate
    log_size: Estimate
    log_gradient: Estimate
    log_weight_gradient: Estimate
    log_jacobian: Estimate
    log_relative_jacobian: Estimate


class AuditedWeights(TypedDict):
    """gap: phi of the matrix, 0 where rows or columns are orthogonal and equally long; kurtosis: of
    its entries, 3 for normal ones."""

    shape: Sequence[int]
    gap: Estimate
    kurtosis: Estimate


class AuditedLayer(TypedDict):
    """kind: what it is; what: its class or function; inside: the module that could not be followed
    and that it stands in; samples, features: the matrix that is measured, centred where one sample
    less counts because the mean was taken off."""

    name: str
    kind: str
    what: str
    inside: str
    shape: Sequence[int]
    samples: int | None
    features: int | None
    centred: bool
    weights: AuditedWeights | None
    train: MeasuredLayer
    evaluation: MeasuredLayer


class AuditedHypothesis(TypedDict):
    """met: null where it cannot be seen; found: what the model has instead, and how far it is."""

    states: str
    met: bool | None
    found: str


class AuditedLaw(TypedDict):
    """verdict: what the ledger expects of the claim; relation: "at most", "at least" or "limit";
    applies: whether every hypothesis is met; predicted: what the law gives here, null where it
    gives nothing; beyond: what holds without any theorem; informative: whether the bound says more
    than that, null where it is no bound; plot: the quantity of the layers that ``curve`` stands
    beside, along the spine; "" where there is none."""

    id: str
    verdict: str
    quantity: str
    relation: str
    hypotheses: Sequence[AuditedHypothesis]
    applies: bool
    predicted: Number | None
    measured: Estimate
    beyond: Number | None
    informative: bool | None
    plot: str
    curve: Sequence[Number | None]


class AuditedEffect(TypedDict):
    """The size of one quantity before and after, without its sign; difference is after less before,
    so that the three means agree."""

    quantity: str
    before: Estimate
    after: Estimate
    difference: Estimate
    effect: str


class AuditedAdvice(TypedDict):
    """tried: what was done to a copy of the model; refused: why it could not be tried, else ""."""

    name: str
    tried: str
    refused: str
    says: str
    effects: Sequence[AuditedEffect]


class AuditedModel(TypedDict):
    name: str
    parameters: int
    dtype: str
    device: str
    training: bool
    checkpoint: str
    remade: bool
    opaque: dict[str, str]
    kinds: dict[str, int]


class AuditedBatch(TypedDict):
    source: str
    shape: Sequence[int]
    dtype: str
    rank: int | None
    samples: int
    gap: Number | None
    orthogonality_gap: Number | None


class AuditedRow(TypedDict):
    """name: by which ``--fail-if`` knows it; judged: a grade, or "" for what has no threshold."""

    name: str
    quantity: str
    value: Estimate
    judged: str


class AuditedConclusion(TypedDict):
    """grade: "harmless", "slow", "fails", "unknown" where too little could be followed, "overflow"
    where numbers are not finite; sentences: at most three; rows: the numbers that they are about;
    thresholds: where those come from.
    """

    grade: Literal["harmless", "slow", "fails", "unknown", "overflow"]
    sentences: Sequence[str]
    rows: Sequence[AuditedRow]
    thresholds: str


class AuditRecord(TypedDict):
    """spine: the layers along which gradients and gaps are followed."""

    schema: Literal[2]
    conclusion: AuditedConclusion
    model: AuditedModel
    batch: AuditedBatch
    seeds: int
    precision: str
    notes: Sequence[str]
    layers: Sequence[AuditedLayer]
    spine: Sequence[str]
    growth: Estimate
    laws: Sequence[AuditedLaw]
    advice: Sequence[AuditedAdvice]
    finished: bool
    seconds: float
    versions: dict[str, str]
