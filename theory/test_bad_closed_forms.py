"""Every closed form of the ledger refuses a NaN, an infinity and a complex number by name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import theory  # noqa: F401  (registers the claims)
from theory import ledger
from theory.errors import HypothesisError
from theory.test_support.bad_input import with_last
from theory.test_support.comparing import over

# Valid values by the name of the parameter, where a claim has no mutant to take them from.
DEFAULTS: dict[str, Any] = {
    "X": [[1.0, 0.5], [0.0, 2.0]], "M": [[1.0, 0.5], [0.0, 2.0]], "W": [[0.6, 0.8], [0.8, -0.6]],
    "H": [[0.6, 0.0], [0.0, 0.8]], "x": [1.0, 2.0], "s": [0.6, 0.8], "q": [0.25, 0.75],
    "spectrum": [0.5, 1.5], "phi": 0.5, "phi_0": 0.5, "d": 8, "n": 4, "l": 3, "L": 5, "alpha": 0.3,
    "t": 1.0, "delta": 0.1, "v_hat": 0.1, "v_hat_0": 0.1, "V": 0.1, "C": 1.0, "K": 1.0, "R": 1.0,
}  # fmt: skip
NO_NUMBERS = [math.nan, math.inf, 1j]


def closed_forms() -> list[ledger.Claim]:
    return [record for record in ledger.claims().values() if record.formula is not None]


def valid_point(record: ledger.Claim) -> dict[str, Any]:
    given: Mapping[str, Any] = next((m.false_at for m in record.mutants), {})
    return {p: given.get(p, DEFAULTS.get(p, 1.0)) for p in record.parameters}


def states_infinity(record: ledger.Claim, parameter: str) -> bool:
    """Whether a hypothesis on the parameter speaks of infinity: a limit is part of the claim."""
    return any(h.variable == parameter and r"\infty" in h.statement for h in record.hypotheses)


def bad_points(record: ledger.Claim) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    for parameter, value in valid_point(record).items():
        for bad in NO_NUMBERS:
            if bad == math.inf and states_infinity(record, parameter):
                continue
            yield parameter, bad, {**valid_point(record), parameter: bad}
            if isinstance(value, list):
                yield parameter, bad, {**valid_point(record), parameter: with_last(value, bad)}


@over((record.id, record) for record in closed_forms())
def test_no_closed_form_takes_what_is_no_number(name: str, record: ledger.Claim) -> None:
    assert record.formula is not None
    taken = []
    for parameter, bad, arguments in bad_points(record):
        try:
            record.require(**arguments)
            value = record.formula(**arguments)
        except HypothesisError:
            continue
        except Exception as error:
            value = f"{error!r}, not a HypothesisError"
        taken.append(f"{parameter} = {bad}: {value}")
    assert not taken, f"{record.file}:{record.line} takes {taken}"
