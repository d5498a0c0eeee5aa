"""The worst case of a claim: one and the same in words, as a ratio, as a command and as Python."""

import re
from typing import Any, NamedTuple

from lemmata.reports.claims import worst_cell
from lemmata.reports.formatting import exact, is_number, letters, number, shorten
from lemmata.verify.results.schema import CellRecord, ClaimRecord, EvidenceRecord, Number

_CODE = re.compile(r"^\(|\w\(\w+=")  # (1.0, 2.0), Rotation(d=2, ...)
_SAYS = {"upper bound": "at most", "lower bound": "at least"}


class Witness(NamedTuple):
    """Where a refuted claim fails, what its sides are there, and what repeats it."""

    place: str
    sides: str
    ratio: Number | None
    command: str


def witness(claim: ClaimRecord) -> Witness | None:
    """The fairest of those that contradict a refuted claim; None for any other."""
    evidence = worst_evidence(claim)
    if claim["verdict"] != "refuted" or evidence is None:
        return None
    cell = worst_cell(evidence)
    if cell is None:
        return Witness(shorten(number(evidence["witness"])), "", None, evidence["command"])
    figure = claim["kind"] == "figure"  # whose labels name what was measured
    place = "" if figure else _place(cell)
    left = claim["left_side"] or (cell["label"] if figure else "")
    return Witness(place, _sides(claim["kind"], cell, left), cell["ratio"], evidence["command"])


def _sides(kind: str, cell: CellRecord, left: str) -> str:
    """Both sides in words, where they are single numbers; ``left`` is what the left one is."""
    sides = _apart(cell["lhs"], cell["rhs"])
    if not all(sides) or any("array" in side or side.startswith("[") for side in sides):
        return ""
    right = f"{_SAYS[kind]} {sides[1]}" if kind in _SAYS else sides[1]
    return f"{left or 'the left side'} {_found(cell, sides[0])}, and the claim has {right}"


def _found(cell: CellRecord, value: str) -> str:
    """Where the left side lies: of what was sampled, the interval."""
    ends = [number(end) for end in cell["interval"] or ()]
    if len(ends) != 2 or not all(map(is_number, ends)):
        return f"is {value}"
    if (cell["interval"] or ())[0] == cell["lhs"]:
        return f"is at least {value}"
    return f"lies between {ends[0]} and {ends[1]}"


def _apart(*sides: Any) -> list[str]:
    """Both numbers, with as many digits as tell them apart."""
    written = [number(side) for side in sides]
    known = [exact(side) for side in sides]
    if len(set(written)) == 1 and None not in known:
        return [f"{float(side):.12g}" for side in known if side is not None]
    return written


def _place(cell: CellRecord) -> str:
    """The label, unless it is a recipe to paste, and the parameters that it does not name.

    Parameters with a name in words are no letters of the statement.
    """
    label = "" if _CODE.search(cell["label"]) else cell["label"]
    scalars = {
        name: value
        for name, value in letters(cell["parameters"]).items()
        if is_number(value) and f"{name} = " not in label
    }
    return shorten(": ".join(filter(None, (label, number(scalars)))))


def worst_evidence(claim: ClaimRecord) -> EvidenceRecord | None:
    """The evidence whose worst case is shown: the first that contradicts, else that has one.

    Those that contradict stand in the order of their fairness.
    """
    having = [e for e in claim["evidence"] if worst_cell(e) or e["witness"]]
    return min(having, key=lambda e: e["decision"] != "contradicts", default=None)


def as_python(claim: ClaimRecord) -> str | None:
    """A script that evaluates the worst case: of a refuted claim both sides, from the definition.

    Of any other it states the case with all its digits and, where that can be, calls the claim.
    """
    if claim["verdict"] == "refuted" and claim["script"]:
        return claim["script"]
    if claim["kind"] == "figure":
        return None  # its ranges are in the table, and a closed form of them says no more
    evidence = worst_evidence(claim)
    if evidence is None:
        return None
    lines = ["import numpy as np", "from mpmath import inf, mp, mpf, nan", "", "mp.dps = 50"]
    if evidence["witness"]:
        lines.append(f"witness = {literal(evidence['witness'])}")
    cell = worst_cell(evidence)
    if cell is None:
        return "\n".join(lines)
    parameters = cell["parameters"]
    lines += ["parameters = {"]
    lines += [f"    {key!r}: {literal(value)}," for key, value in parameters.items()]
    lines += ["}", f"observed = {literal(cell['lhs'])}", f"claimed = {literal(cell['rhs'])}"]
    if all(map(_can_be_passed, parameters.values())):
        lines += ["", "from lemmata.theory import ledger", ""]
        lines += [f"again = ledger.get({claim['id']!r}).formula(**parameters)"]
        lines += ['print(again, "against the observed", observed)']
    return "\n".join(lines)


def literal(value: Any) -> str:
    """A Python expression for a value of the results file; text that is no number stays text."""
    if isinstance(value, list):
        return f"np.array({_entries(value)})" if _is_array(value) else _entries(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k!r}: {literal(v)}" for k, v in value.items()) + "}"
    if is_number(value) and exact(value) is None:
        return str(float(value))  # inf, -inf or nan
    in_digits = isinstance(value, str) and is_number(value) and not set("/[") & set(value)
    return f"mpf({value!r})" if in_digits else repr(value)


def _is_array(value: Any) -> bool:
    """Whether nested lists hold numbers alone."""
    if isinstance(value, list):
        return bool(value) and all(map(_is_array, value))
    return is_number(value) and not (isinstance(value, str) and "/" in value)


def _entries(value: list[Any]) -> str:
    """A list whose inner lists are not arrays of their own."""
    inner = [_entries(entry) if isinstance(entry, list) else literal(entry) for entry in value]
    return f"[{', '.join(inner)}]"


def _can_be_passed(value: Any) -> bool:
    """Numbers, arrays and plain names can be given to a closed form; records cannot."""
    if isinstance(value, str):
        return is_number(value) or "(" not in value
    return not isinstance(value, dict)
