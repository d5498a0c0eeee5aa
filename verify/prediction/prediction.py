"""What laws and measurements say of a network that is not built yet.

A law speaks where the sizes and the kinds of layers meet its hypotheses; the quantities of which no
law speaks are looked up in the table of phases, and are not known where it has no such network.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lemmata.theory.audit import GROWTH, UPPER, AuditRow
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import Claim, Verdict, claims
from lemmata.theory.sharp.phases import PHASES, QUANTITIES
from lemmata.verify.phases.grid import PhaseCell
from lemmata.verify.phases.table import RECORDED, PhaseTable, read_table
from lemmata.verify.prediction.setting import LARGEST, Setting, is_met
from lemmata.verify.prediction.words import SYMBOLS, conclude

TOTAL = "growth of log ||dL/dX|| over the depth"
MEASURED, UNKNOWN = "measured", "not known"
NEAR = 0.5  # octaves: the most by which n/d may differ where a measured network is quoted
MEASURED_ON = "{replicas} networks of {layers} layers, from layer {deep} on."
NO_LAW = "No law covers it, and it was not measured."
SHALLOW = "Its law speaks of deeper networks."
ELSEWHERE = (
    "No law covers it. At width {d} and batch {n} it was {value:.3g} [{low:.3g}, {high:.3g}]."
)
_COLUMNS, _LEFT = 80, 48


@dataclass(frozen=True)
class Elsewhere:
    """What was measured of the same layers at another size."""

    d: int
    n: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PredictedRow:
    """One quantity of a network: what is said of it, on which ground.

    ``relation``: "at most", "at least", "above", "limit" (of large networks), or empty. ``verdict``
    is that of the claim; "measured", with an ``interval``; or "not known", without a value, but
    with what was measured ``elsewhere``, if near enough; ``deeper``: a law speaks of more layers.
    """

    quantity: str
    value: float | None
    verdict: str
    claim: str
    sentence: str
    relation: str = ""
    interval: tuple[float, float] | None = None
    elsewhere: Elsewhere | None = None
    deeper: bool = False

    def __str__(self) -> str:
        value = UNKNOWN if self.value is None else f"{self.relation} {self.value:.4g}".lstrip()
        if self.interval is not None:
            value += f" [{self.interval[0]:.3g}, {self.interval[1]:.3g}]"
        named = [self.verdict] * (self.value is not None) + [self.claim] * bool(self.claim)
        ground = f"{', '.join(named)}: " if named else ""
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

    @property
    def conclusion(self) -> list[str]:
        """What it comes to, in a few sentences."""
        first = {row.quantity: row for row in reversed(self.rows)}
        return conclude(self.setting, first, _spanning(self.setting))

    def __str__(self) -> str:
        words = textwrap.fill(" ".join(self.conclusion), _COLUMNS - 2)
        head = f"{self.setting}\n\n{textwrap.indent(words, '  ')}\n"
        return "\n".join([head, *map(str, self.rows), "", textwrap.fill(SYMBOLS, _COLUMNS)])


def predict_setting(setting: Setting) -> Prediction:
    found = _by_laws(setting)
    known = {row.quantity for row in found}
    deeper = {row.quantity for row in _by_laws(replace(setting, depth=LARGEST))} - known
    for name, quantity in QUANTITIES.items():
        if quantity not in known:
            found.append(_by_measurement(setting, name, quantity in deeper))
    return Prediction(setting, tuple(_with_totals(setting, found)))


def rows_of(claim: Claim) -> Iterator[AuditRow]:
    """What a claim says of networks, for audits and predictions."""
    yield from (claim.audit,) * (claim.audit is not None)  # type: ignore[misc]
    yield from claim.plans


def laws() -> Iterator[tuple[Claim, AuditRow]]:
    """The rows of true claims."""
    for claim in claims().values():
        if claim.expected in (Verdict.PROVED, Verdict.HOLDS):
            yield from ((claim, row) for row in rows_of(claim))


def value_of(row: AuditRow, law: Callable[..., Any], setting: Setting) -> Any:
    """What a row says; None where a hypothesis is not met, or it needs what is not known yet."""
    if not all(is_met(name, setting) for name in row.hypotheses):
        return None
    try:
        return row.predicted(law, setting)
    except (AttributeError, HypothesisError):
        return None


def _by_laws(setting: Setting) -> list[PredictedRow]:
    """The rows whose hypotheses the setting meets, those of one quantity together, finest first."""
    found: dict[str, list[tuple[float, PredictedRow]]] = {}
    for claim, row in laws():
        if (value := value_of(row, claim.evaluate, setting)) is not None:
            relation, verdict = row.relation_of(claim.kind), str(claim.expected)
            says = f"{claim.title}."
            one = PredictedRow(row.quantity, float(value), verdict, claim.id, says, relation)
            coarse = row.neglects(setting) if row.neglects else 0.0
            found.setdefault(row.quantity, []).append((coarse, one))
    return [one for rows in found.values() for _, one in sorted(rows, key=lambda pair: pair[0])]


def _spanning(setting: Setting) -> int | None:
    """The batch that spans the width, if a law bounds gradients there and this one is smaller."""
    batch = setting.width + setting.centred
    if setting.batch >= batch or batch > LARGEST:
        return None
    rows = _by_laws(replace(setting, batch=batch))
    bounded = any(row.quantity == GROWTH and row.relation == UPPER for row in rows)
    return batch if bounded else None


def _by_measurement(setting: Setting, name: str, deeper: bool) -> PredictedRow:
    """A row of the table of phases, or that the quantity is not known.

    What a law says of more layers is not measured at fewer: the table is one of deep layers.
    """
    table, quantity = read_table(RECORDED), QUANTITIES[name]
    if deeper:
        return PredictedRow(quantity, None, UNKNOWN, "", SHALLOW, deeper=True)
    cell = PhaseCell(setting.layer, setting.width, setting.batch)
    plain = setting.gain == 1 and not setting.centred
    if plain and cell in table.rows:
        seen = table.rows[cell][name]
        words, ends = MEASURED_ON.format(**table.about), (seen.low, seen.high)
        return PredictedRow(quantity, seen.estimate, MEASURED, PHASES.id, words, interval=ends)
    nearest = _nearest(setting, table) if plain else None
    if nearest is None:
        return PredictedRow(quantity, None, UNKNOWN, "", NO_LAW)
    found = Elsewhere(nearest.d, nearest.n, *table.rows[nearest][name])
    words = ELSEWHERE.format(**vars(found))
    return PredictedRow(quantity, None, UNKNOWN, PHASES.id, words, elsewhere=found)


def _nearest(setting: Setting, table: PhaseTable) -> PhaseCell | None:
    """The cell of the same layers whose n/d is nearest, if there is one that is near."""
    ratio = setting.batch / setting.width
    cells = [cell for cell in table.rows if cell.layer == setting.layer]
    found = min(cells, key=lambda one: abs(math.log(one.n / one.d / ratio)), default=None)
    near = found is not None and abs(math.log2(found.n / found.d / ratio)) <= NEAR
    return found if near else None


def _with_totals(setting: Setting, rows: Iterable[PredictedRow]) -> Iterator[PredictedRow]:
    """After a growth a layer, that over the depth; of a bound it would be none."""
    for row in rows:
        yield row
        if row.quantity == GROWTH and row.value is not None and row.relation != UPPER:
            L, ends = setting.depth, row.interval
            total = (ends[0] * L, ends[1] * L) if ends else None
            yield replace(row, quantity=TOTAL, value=row.value * L, interval=total)
