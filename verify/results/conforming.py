"""Whether what a results file holds is of the schema, so that whoever reads it need not ask again.

The file may have been written by older code, cut short, or altered by hand.
"""

import functools
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lemmata.reports.schema import LATER, ClaimRecord, EvidenceRecord, ShownRecord, VerdictWord

_VERDICTS = set(typing.get_args(VerdictWord))
_DEEPEST = 12  # lists in lists: nothing that is observed has as many indices
_LARGEST = 2**1023  # of a whole number: what a float can still hold

Fits = Callable[[object], bool]


def wrong(entry: object) -> str:
    """Where an entry of ``claims`` is not a record; empty if it is one."""
    if not isinstance(entry, dict) or not entry.keys() >= ShownRecord.__required_keys__:
        return "it lacks a field"
    for name, fits in _fields(ClaimRecord).items():
        if name in entry and not fits(entry[name]):
            return f"{name} is of another type"
    if entry["verdict"] == "proved" and not entry.get("proof"):
        return "it is proved without a proof"
    return "" if entry["verdict"] in _VERDICTS else "its verdict is none"


@functools.cache
def _fields(kind: Any) -> dict[str, Fits]:
    return {name: _fitting(of) for name, of in typing.get_type_hints(kind).items()}


def _fitting(kind: Any) -> Fits:
    """Whether a value is of a type of the schema."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        if {typing.get_origin(one) for one in inner} >= {Sequence, Mapping}:  # Json
            return _plain
        each = [_fitting(one) for one in inner]
        return lambda value: any(fits(value) for fits in each)
    if typing.is_typeddict(kind):
        return functools.partial(_fits_record, kind)
    if origin in (list, Sequence):
        of_entry = _fitting(inner[0])
        return lambda value: isinstance(value, list) and all(map(of_entry, value))
    if origin in (dict, Mapping):
        of_value = _fitting(inner[1])
        return lambda value: (
            isinstance(value, dict)
            and all(map(_text, value))
            and all(map(of_value, value.values()))
        )
    if isinstance(kind, str | typing.ForwardRef):  # Json too, which names itself
        return _plain
    simple: dict[Any, Fits] = {str: _text, float: _number, int: _whole}
    return simple.get(kind) or (lambda value: isinstance(value, kind))


def _fits_record(kind: Any, value: object) -> bool:
    if not isinstance(value, dict) or not value.keys() >= kind.__required_keys__ - LATER:
        return False
    if not all(fits(value[name]) for name, fits in _fields(kind).items() if name in value):
        return False
    worst = value.get("worst") if kind is EvidenceRecord else None
    return worst is None or (isinstance(worst, int) and 0 <= worst < len(value["cells"]))


def _plain(value: object, depth: int = 0) -> bool:
    """Whether it is JSON that is not nested beyond reason."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | dict):
        inside = value.values() if isinstance(value, dict) else value
        return depth < _DEEPEST and all(_plain(one, depth + 1) for one in inside)
    return value is None or isinstance(value, bool) or _number(value)


def _number(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and abs(value) < _LARGEST
    return isinstance(value, float)


def _whole(value: object) -> bool:
    """A large one, such as a seed, stands as a string."""
    if isinstance(value, str):
        return value.isdecimal()
    return isinstance(value, int) and _number(value)


def _text(value: object) -> bool:
    """Whether it is text that can be written again: no half of a character."""
    if not isinstance(value, str):
        return False
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)
