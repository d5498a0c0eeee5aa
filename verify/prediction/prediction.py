"""What laws and measurements say of a network that is not built yet.

A law speaks where the sizes and the kinds of layers meet its hypotheses; the quantities of which no
law speaks are looked up in the table of phases, and are not known where it has no such network.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lemmata.theory.audit import GROWTH, UPPER, AuditRow
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import Claim, Verdict, claims
from lemmata.theory.sharp.phases import PHASES, QUANTITIES
from lemmata.verify.phases.grid import PhaseCell
from lemmata.verify.phases.table import RECORDED, PhaseTable, read_table
from lemmata.verify.prediction.setting import Setting, is_met

TOTAL = "growth of log ||dL/dX|| over the depth"
MEASURED, UNKNOWN = "measured", "not known"
_COLUMNS, _LEFT = 80, 48


@dataclass(frozen=True)
class PredictedRow:
    """One quantity of a network: what is said of it, on which ground.

    ``relation``: "at most", "at least", "above", "limit" (of large networks), or empty. ``verdict``
    is that of the claim; "measured", with an ``interval``; or "not known", without a value.
    """

    quantity: str
    value: float | None
    verdict: str
    claim: str
    sentence: str
    relation: str = ""
    interval: tuple[float, float] | None = None

    def __str__(self) -> str:
        value = UNKNOWN if self.value is None else f"{self.relation} {self.value:.4g}".lstrip()
        if self.interval is not None:
            value += f" [{self.interval[0]:.3g}, {self.interval[1]:.3g}]"
        ground = f"{self.verdict}, {self.claim}: " * (self.value is not None)
        text = textwrap.fill(ground + self.sentence, _COLUMNS - 2)
        return f"{self.quantity:{_LEFT}} {value}\n{textwrap.indent(text, '  ')}"


@dataclass(frozen=True)
class Prediction:
    """What is known of a network before it is built; ``prediction[quantity]`` is its first row."""

    setting: Setting
    rows: tuple[PredictedRow, ...]

    def __getitem__(self, quantity: str) -> PredictedRow:
        for row in self.rows:
            if row.quantity == quantity:
                return row
        known = ", ".join(dict.fromkeys(row.quantity for row in self.rows))
        raise KeyError(f"nothing is said of {quantity!r}; expected one of {known}")

    def __str__(self) -> str:
        return "\n".join([str(self.setting), *map(str, self.rows)])


def predict_setting(setting: Setting) -> Prediction:
    found = list(_by_laws(setting))
    known = {row.quantity for row in found}
    found += [
        _by_measurement(setting, name)
        for name, quantity in QUANTITIES.items()
        if quantity not in known
    ]
    return Prediction(setting, tuple(_with_totals(setting, found)))


def rows_of(claim: Claim) -> Iterator[AuditRow]:
    """What a claim says of networks, for audits and predictions."""
    yield from (claim.audit,) * (claim.audit is not None)  # type: ignore[misc]
    yield from claim.plans


def _by_laws(setting: Setting) -> Iterator[PredictedRow]:
    """The rows of true claims whose hypotheses the setting meets."""
    for claim in claims().values():
        if claim.expected not in (Verdict.PROVED, Verdict.HOLDS):
            continue
        for row in rows_of(claim):
            if all(is_met(name, setting) for name in row.hypotheses):
                try:
                    value = float(row.predicted(claim.evaluate, setting))
                except (AttributeError, HypothesisError):  # not known before it is built
                    continue
                relation, verdict = row.relation_of(claim.kind), str(claim.expected)
                yield PredictedRow(
                    row.quantity, value, verdict, claim.id, f"{claim.title}.", relation
                )


def _by_measurement(setting: Setting, name: str) -> PredictedRow:
    """A row of the table of phases, or that the quantity is not known."""
    table = read_table(RECORDED)
    cell = PhaseCell(setting.layer, setting.width, setting.batch)
    plain = setting.gain == 1 and not setting.centred
    if plain and cell in table.rows:
        seen = table.rows[cell][name]
        sentence = f"{table.about['replicas']} networks of {table.about['layers']} layers."
        return PredictedRow(
            QUANTITIES[name],
            seen.estimate,
            MEASURED,
            PHASES.id,
            sentence,
            interval=(seen.low, seen.high),
        )
    sentence = "No law covers it, and it was not measured."
    if plain and (nearest := _nearest(setting, table)):
        seen = table.rows[nearest][name]
        sentence = (
            f"No law covers it. At width {nearest.d} and batch {nearest.n} it was"
            f" {seen.estimate:.3g} [{seen.low:.3g}, {seen.high:.3g}]."
        )
    return PredictedRow(QUANTITIES[name], None, UNKNOWN, "", sentence)


def _nearest(setting: Setting, table: PhaseTable) -> PhaseCell | None:
    """The cell of the same layers whose n/d is nearest, if there is one within a half."""
    ratio = setting.batch / setting.width
    cells = [cell for cell in table.rows if cell.layer == setting.layer]
    found = min(cells, key=lambda one: abs(math.log(one.n / one.d / ratio)), default=None)
    near = found is not None and abs(math.log2(found.n / found.d / ratio)) <= 0.5
    return found if near else None


def _with_totals(setting: Setting, rows: Iterable[PredictedRow]) -> Iterator[PredictedRow]:
    """After a growth a layer, that over the depth; of a bound it would be none."""
    for row in rows:
        yield row
        if row.quantity == GROWTH and row.value is not None and row.relation != UPPER:
            L, ends = setting.depth, row.interval
            total = (ends[0] * L, ends[1] * L) if ends else None
            yield replace(row, quantity=TOTAL, value=row.value * L, interval=total)
