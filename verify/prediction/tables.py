"""size.json: all that ``lemmata.predict`` knows, for the calculator of the page.

The laws run on symbols and become lists of operations, for each kind of layers; a law that is the
root of an equation becomes its values at Chebyshev's points of [0, 1], which a polynomial connects.
The measured table stands beside them, and the patterns of all sentences.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lemmata.theory.audit import (
    EVALUATION,
    GAIN_EXPONENT,
    GROWTH,
    KEPT_SAMPLES,
    LIMIT,
    NEEDED_WIDTH,
    RANK_IN_DEPTH,
    UPPER,
)
from lemmata.theory.ledger import Claim
from lemmata.theory.sharp.phases import PHASES, QUANTITIES
from lemmata.verify.audit.thresholds import grading
from lemmata.verify.audit.thresholds.reading import NORMALISED, PLAIN, RESIDUAL, thresholds
from lemmata.verify.phases.grid import NORMS, STAYS, WEIGHTS, PhaseLayer
from lemmata.verify.phases.table import NAMES, RECORDED, read_table
from lemmata.verify.prediction import prediction, setting, words
from lemmata.verify.prediction.setting import LINEAR, ORDERS, Setting
from lemmata.verify.prediction.symbols import CONSTANT, TABLE, Node, Symbol, Tape
from lemmata.verify.results.identity import code
from lemmata.verify.results.schema import SIZE, Made, MeasuredLayers, SizeLaw, SizeTables, read
from lemmata.verify.results.writing import replace_file

POINTS = 17  # of Chebyshev, for a function on [0, 1]
SYMBOLS = ("width", "batch", "depth")
ROLES = {
    "growth": GROWTH,
    "total": prediction.TOTAL,
    "rank": RANK_IN_DEPTH,
    "needed": NEEDED_WIDTH,
    "kept": KEPT_SAMPLES,
    "evaluation": EVALUATION,
    "gains": GAIN_EXPONENT,
    "bound": UPPER,
    "limit": LIMIT,
}
"""What the sentences ask for."""


class Unsized(Setting):
    """A setting whose sizes are symbols: none can be refused."""

    def __post_init__(self) -> None:
        pass


def renew(folder: Path, known: Mapping[str, Claim]) -> None:
    """Write the tables of these claims' laws, if the last are of other code."""
    path, made = folder / SIZE, code()
    if PHASES.id in known and not (path.exists() and read(path, Made)["made"] == made):
        text = json.dumps(tables(known, made), separators=(",", ":"), allow_nan=False)
        replace_file(path, text.encode())


def tables(known: Mapping[str, Claim], made: str = "") -> SizeTables:
    tape, roots = Tape(), dict[str, list[float]]()
    laws, kinds = list[SizeLaw](), dict[str, list[int]]()
    for layer, centred in _kinds():
        sizes: Any = {name: tape.named(name) for name in SYMBOLS}
        unsized = Unsized(**sizes, layer=layer, centred=centred)
        for law in _laws(unsized, tape, known, roots):
            laws += [law] * (law not in laws)
            kinds.setdefault(_key(layer, centred), []).append(laws.index(law))
    return {
        "made": made,
        "options": {"norm": NORMS, "weights": WEIGHTS, "activation": (LINEAR, *ORDERS)},
        "most": setting.LARGEST,
        "nodes": [_written(node) for node in tape.nodes],
        "roots": roots,
        "laws": laws,
        "kinds": kinds,
        "quantities": QUANTITIES,
        "roles": ROLES,
        "measured": _measured(),
        "measured_by": PHASES.id,
        "words": _words(),
        "limits": {kind: _limits(kind) for kind in (PLAIN, NORMALISED, RESIDUAL)},
    }


def _kinds() -> Iterator[tuple[PhaseLayer, bool]]:
    """Every kind of layers, and whether BN subtracts the mean."""
    choices = (NORMS, WEIGHTS, (LINEAR, *ORDERS), (False, True), (False, True))
    for norm, weights, activation, residual, centred in itertools.product(*choices):
        if norm == "batch" or not centred:
            yield PhaseLayer(norm, weights, activation, residual), centred


def _key(layer: PhaseLayer, centred: bool = False) -> str:
    return ", ".join((str(layer), *["centred"] * centred))


def _laws(
    unsized: Setting, tape: Tape, known: Mapping[str, Claim], roots: dict[str, list[float]]
) -> Iterator[SizeLaw]:
    for claim, row in prediction.laws():
        if claim.id not in known:
            continue
        law = _on_symbols(claim, tape, roots)
        node = tape.follow(lambda row=row, law=law: prediction.value_of(row, law, unsized))  # type: ignore[misc]
        if node is not None:
            yield {
                "quantity": row.quantity,
                "relation": row.relation_of(claim.kind),
                "claim": claim.id,
                "title": claim.title,
                "verdict": str(claim.expected),
                "value": node,
                "neglects": tape.node(row.neglects(unsized) if row.neglects else 0),
            }


def _on_symbols(claim: Claim, tape: Tape, roots: dict[str, list[float]]) -> Callable[..., Any]:
    """The closed form; where it is the root of an equation, a lookup of its values."""

    def law(*arguments: Any) -> Any:
        try:
            return claim.evaluate(*arguments)
        except TypeError:
            (symbol,) = arguments
            if not isinstance(symbol, Symbol):
                raise
            if claim.id not in roots:
                roots[claim.id] = _values(claim.closed_form)
            return tape.apply(TABLE, symbol, list(roots).index(claim.id))

    return law


@functools.cache
def _values(function: Callable[[float], Any]) -> list[float]:
    return [float(function(y)) for y in chebyshev(POINTS)]


def chebyshev(count: int) -> list[float]:
    """The extrema on [0, 1] of Chebyshev's polynomial, with both ends."""
    return [(1 - math.cos(math.pi * k / (count - 1))) / 2 for k in range(count)]


def _written(node: Node) -> Any:
    """A number, the name of a size, or an operation with the places of its operands."""
    operation, *operands = node
    if operation == CONSTANT:
        return operands[0]
    return [*node] if operands else operation


def _measured() -> dict[str, MeasuredLayers]:
    """By layers: d, n, and of each quantity the estimate and the ends of its interval."""
    found: dict[str, MeasuredLayers] = {}
    for cell, row in read_table(RECORDED).rows.items():
        numbers = [list(row[name]) for name in NAMES]
        found.setdefault(_key(cell.layer), []).append((cell.d, cell.n, numbers))
    return found


def _words() -> dict[str, str]:
    table = read_table(RECORDED)
    return {
        **words.SENTENCES,
        **grading.SAYS,
        **{f"parallel {name}": says for name, says in grading.TOO_FEW.items()},
        "layers": words.LAYERS,
        "symbols": words.SYMBOLS,
        "grown": grading.GROWN,
        "about": grading.ABOUT,
        "keep": grading.STAYED,
        "parallel": grading.PARALLEL,
        "no law": prediction.NO_LAW,
        "deeper": prediction.SHALLOW,
        "near": prediction.ELSEWHERE,
        "measured": prediction.MEASURED_ON.format(**table.about),
        "not whole": setting.NOT_WHOLE,
        "few": setting.FEW,
    }


def _limits(kind: str) -> dict[str, float]:
    found = thresholds(kind)
    return {
        "slow": found.slow.at,
        "failed": found.failed.at,
        "parallel slow": found.parallel_slow.at,
        "parallel failed": found.parallel_failed.at,
        "steady": grading.STEADY,
        "most": grading.MOST,
        "stays": STAYS,
        "shrinks": words.SHRINKS,
        "near": prediction.NEAR,
    }
