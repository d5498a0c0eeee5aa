"""The laws that a model is compared with: every claim whose record has an ``AuditRow``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.theory import ledger
from lemmata.theory.audit import UPPER, AuditRow
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import Claim
from lemmata.verify.audit.comparison import hypotheses as h
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.comparison.quantities import MeasuredModel, NotKnown
from lemmata.verify.audit.estimates import estimate, number
from lemmata.verify.audit.schema import AuditedLaw

GRADIENT = "log_gradient"


@dataclass(frozen=True)
class Law:
    """A row of the audit: that of a claim, or of a measured rate, which has no verdict."""

    id: str
    row: AuditRow
    relation: str
    claim: Claim | None = None

    def closed_form(self, *arguments: Any) -> Any:
        assert self.claim is not None
        return self.claim.evaluate(*arguments)

    def predicted(self, model: MeasuredModel) -> float | None:
        """The prediction; None if a quantity is unknown or the claim says nothing."""
        try:
            return float(self.row.predicted(self.closed_form, model))
        except (NotKnown, HypothesisError):
            return None

    def at_layer(self, chain: LayerChain, k: int) -> float | None:
        """The prediction at the k-th of the spine; a growth is a line that ends at the last."""
        if self.row.plot != GRADIENT:
            return self.predicted(MeasuredModel(chain, k + 1))
        depth = len(chain.spine)
        last = chain.seen(chain.spine[-1]).log_gradient
        rate = self.predicted(MeasuredModel(chain, depth))
        return None if last is None or rate is None else last + rate * (depth - 1 - k)


def laws() -> Iterator[Law]:
    """The laws of the ledger, in its order."""
    for claim in ledger.claims().values():
        if claim.audit is not None:
            yield Law(claim.id, claim.audit, claim.audit.relation_of(claim.kind), claim)


def compare(law: Law, chains: Sequence[LayerChain], *, drawn: bool) -> AuditedLaw:
    """Compare a law with the chains of all seeds; its hypotheses are checked on the first."""
    row = law.row
    checked = h.check_hypotheses(
        h.ModelUnderTest(chains[0], drawn), *(getattr(h, name) for name in row.hypotheses)
    )
    applies = all(one["met"] for one in checked)
    models = [MeasuredModel(chain, len(chain.spine)) for chain in chains]
    predicted = _mean(law.predicted, models)
    trivial = _mean(lambda m: m.get(row.beyond), models) if row.beyond else None
    informative = None
    if law.relation == UPPER and predicted is not None and trivial is not None:
        informative = predicted < 0.99 * trivial
    curve: list[float | None] = []
    if row.plot and applies:
        layers = range(len(chains[0].spine))
        curve = [_mean(lambda m, k=k: law.at_layer(m.chain, k), models) for k in layers]  # type: ignore[misc]
    return {
        "id": law.id,
        "verdict": str(law.claim.expected) if law.claim else "",
        "quantity": row.quantity,
        "relation": law.relation,
        "hypotheses": checked,
        "applies": applies,
        "predicted": number(predicted),
        "measured": estimate(m.get(row.measured) for m in models),
        "beyond": number(trivial),
        "informative": informative,
        "plot": row.plot if curve else "",
        "curve": [number(value) for value in curve],
    }


def _mean(
    of: Callable[[MeasuredModel], float | None], models: Sequence[MeasuredModel]
) -> float | None:
    found = [of(model) for model in models]
    known = [value for value in found if value is not None]
    return sum(known) / len(known) if known and len(known) == len(found) else None
