"""A file that others wrote, made to fit the types of the schema; notes on what did not fit.

``fit`` never fails: what is absent or of the wrong type becomes an empty value and a note.
"""

from __future__ import annotations

import functools
import json
import typing
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any

from lemmata.reports.formatting import is_number
from lemmata.reports.schema import LATER

# Older files do not have these; their absence says nothing.
OPTIONAL = LATER | {
    "decided_by",
    "reason",
    "constant_interval",
    "constant_cell",
    "practical",
    "history",
    "code",
    "proof",
    "ratios",
    "script",
}
_DEEPEST = 12  # lists in lists


class NotJson(ValueError):
    """A results file that cannot be read at all."""


def load(path: Path) -> Any:
    """The content of a results file, whatever it is."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotJson(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise NotJson(f"{path.name} is not JSON: {error}") from error
    except RecursionError as error:
        raise NotJson(f"{path.name} is nested too deeply") from error


class Notes:
    """What was missing or wrong, by field, with where it was."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, None]] = {}

    def add(self, what: str, where: str) -> None:
        self.found.setdefault(what, {})[where] = None

    def sentences(self) -> list[str]:
        """One for each, naming the first few places."""
        said = []
        for what, places in self.found.items():
            shown = ", ".join(list(places)[:3])
            more = f" and {len(places) - 3} more" if len(places) > 3 else ""
            said.append(f"{what}: {shown}{more}" if shown else what)
        return said


def fit(value: Any, kind: Any, where: str, name: str, notes: Notes) -> Any:
    """``value`` if it is of its kind, a type of the schema, else that kind's empty value.

    What is of another kind is noted, and what a record lacks; None, which stands for what is
    missing, is not.
    """
    return _fitter(kind)(value, where, name, notes)


def opened(path: Path, kind: Any, name: str, notes: Notes) -> Any:
    """A file beside the results, made to fit; None where there is none, or none to be read."""
    if not path.is_file():
        return None
    try:
        return fit(load(path), kind, path.name, name, notes)
    except NotJson as error:
        notes.add(str(error), path.name)
        return None


Fitter = Callable[[Any, str, str, Notes], Any]


@functools.cache  # a file has a hundred thousand values of thirty kinds: a kind is looked at once
def _fitter(kind: Any) -> Fitter:
    union = typing.get_origin(kind) in (typing.Union, UnionType)
    kinds = typing.get_args(kind) if union else (kind,)
    types = {typing.get_origin(k) or k for k in kinds}
    if kind is Any or types >= {Sequence, Mapping}:
        return _json
    said, form = next(((said, form) for said, of, form in _KINDS if of & types), ("text", str))
    if typing.is_typeddict(kinds[0]):
        found = _record(kinds[0])
    elif form is list:
        found = _list(_fitter(*typing.get_args(kinds[0])))
    else:
        found = _single(said, form)
    if NoneType not in types:
        return found
    return lambda value, *told: None if value is None else found(value, *told)


def _json(value: Any, where: str, name: str, notes: Notes) -> Any:
    if _deep(value):
        notes.add(f"{name} is nested too deeply", where)
        return None
    return value


def _single(said: str, form: type) -> Fitter:
    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        if is_number(value) if form is float else isinstance(value, form):
            return value
        if value is not None:
            notes.add(f"{name} is not {said}", where)
        return None if form is float else form()

    return fitted


def _list(inner: Fitter) -> Fitter:
    whole = _single("a list", list)

    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        entry = f"{name} (an entry)"
        return [inner(each, where, entry, notes) for each in whole(value, where, name, notes)]

    return fitted


def _record(kind: Any) -> Fitter:
    whole, hints = _single("an object", dict), typing.get_type_hints(kind)
    fields = {key: _fitter(of) for key, of in hints.items()}
    needed = [key for key in fields if key not in OPTIONAL]

    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        if isinstance(value, dict):
            for key in needed:
                if key not in value:
                    notes.add(f"no {key}", where if name == "claim" else f"{where} ({name})")
        given = whole(value, where, name, notes)
        return {key: of(given.get(key), where, key, notes) for key, of in fields.items()}

    return fitted


def _deep(value: Any) -> bool:
    """Whether lists and objects are nested beyond what any number of a claim is."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            break
    return bool(level)


# What a note calls a kind, the types of the schema that are of it, what it is in JSON.
_KINDS: list[tuple[str, set[Any], type]] = [
    ("a list", {list, Sequence}, list),
    ("an object", {dict, Mapping}, dict),
    ("true or false", {bool}, bool),
    ("a number", {int, float}, float),
]
