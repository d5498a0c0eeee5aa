"""A cache on disk: values of one process for the next, under a key of all they depend on.

It stands in the user's own cache folder, which no results file from elsewhere reaches. What cannot
be read there is made again; what cannot be written is not saved.
"""

import functools
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from lemmata.verify.results.writing import write

_PAGE = ("jinja2", "markupsafe", "latex2mathml")  # what the text of a page depends on


def folder() -> Path | None:
    """The folder, made if need be; None where there is none that is this user's alone."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        found = Path(base) / "lemmata"
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = found.stat()
    except (OSError, RuntimeError):
        return None
    others = 0o022  # a folder that they could write into is not trusted
    own = not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & others)
    return found if own else None


def digest(*folders: Path, packages: Iterable[str] = ()) -> str:
    """A digest of every source file in the folders, of Python's version and the packages'."""
    found = hashlib.blake2b(sys.version.encode(), digest_size=16)
    for package in packages:
        found.update(f"{package}\0{metadata.version(package)}\0".encode())
    for file in (file for folder in folders for file in sorted(folder.rglob("*.py"))):
        if not file.name.startswith(("test_", "conftest")):
            found.update(f"{file}\0".encode() + file.read_bytes() + b"\0")
    return found.hexdigest()


@functools.cache
def page_code() -> str:
    """A digest of all code that makes a page from its data."""
    return digest(Path(__file__).parent, packages=_PAGE)


def load(name: str, key: str) -> Any:
    """The value that was saved under that name and key; None without one."""
    place = folder()
    if place is None:
        return None
    try:
        found = json.loads((place / name).read_text(encoding="utf-8"))
        return found["value"] if found["key"] == key else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def save(name: str, key: str, value: Any) -> None:
    """Save a value in the place of the last one of that name."""
    if (place := folder()) is not None:
        with suppress(OSError):
            write(place / name, json.dumps({"key": key, "value": value}))
