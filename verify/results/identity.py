"""Which code is at work, on what: the same code on the same packages gives the same numbers."""

from __future__ import annotations

import functools
import hashlib
import sys
from importlib import metadata

from lemmata.verify.results.place import ROOT

PACKAGES = ("lemmata", "torch", "numpy", "scipy", "hypothesis", "mpmath", "python-flint")
_ROOMS = ("theory", "verify", "props")

Identity = tuple[tuple[str, str], ...]


def versions() -> dict[str, str]:
    """The versions a result depends on, read without importing anything."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def code() -> str:
    """A digest of every source file that a number may depend on, here and loaded."""
    from lemmata.theory.ledger import LEDGER  # here: whoever only reads results needs no claims

    return "-".join([_own(), *(source.digest for source in LEDGER.sources)])


@functools.cache
def _own() -> str:
    digest = hashlib.blake2b(digest_size=8)
    kinds = ("*.py", "recorded.json")
    found = (file for room in _ROOMS for kind in kinds for file in (ROOT / room).rglob(kind))
    for file in sorted(found):
        if not file.name.startswith(("test_", "conftest")):
            digest.update(f"{file.relative_to(ROOT).as_posix()}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def identity() -> Identity:
    return ("code", code()), *_versions()


@functools.cache
def _versions() -> Identity:
    return tuple(versions().items())


class OtherVersions(RuntimeError):
    """A worker that need not give the same numbers."""


def require(expected: Identity) -> None:
    """Refuse to work for a run whose code or packages are others than here."""
    theirs = dict(expected)
    other = [f"{k} {v}, not {theirs.get(k)}" for k, v in identity() if v != theirs.get(k)]
    if other:
        import socket

        raise OtherVersions(f"a worker on {socket.gethostname()} has {'; '.join(other)}")
