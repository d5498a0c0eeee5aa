"""Loads papers from elsewhere: what ``--from`` names is run as the user's own code.

A source is a file of Python, a package (a folder with ``__init__.py``, of which every module is
loaded, tests excepted), or the name under which an installed package announces itself by the entry
point group ``lemmata.papers``. What cannot be loaded leaves the ledger as it was.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from types import ModuleType
from typing import Any

from lemmata.theory.ledger import LEDGER, PAPERS, Claim
from lemmata.verify.errors import Misuse
from lemmata.verify.machine.source import spec_of
from lemmata.verify.registry import Check

GROUP = "lemmata.papers"


class NotLoaded(Misuse):
    """A source that cannot be used; one line says why, and what to write instead."""


@dataclass(frozen=True)
class PaperSource:
    """Where a source stands: as the user named it, its file or folder, and its module's name."""

    named: str
    path: Path
    module: str

    @property
    def name(self) -> str:
        return self.path.stem


@dataclass(frozen=True)
class LoadedPaper(PaperSource):
    """A source that was loaded: a digest of its files, and the claims that it states."""

    digest: str
    claims: tuple[str, ...]


def find(named: str) -> PaperSource:
    """The place of that name, which is not loaded yet."""
    path = Path(named)
    if path.is_dir():
        if not (path / "__init__.py").is_file():
            raise NotLoaded(
                f"{named} is a folder without __init__.py; expected a file or a package"
            )
        path = path.resolve()
        if not path.name.isidentifier():
            raise NotLoaded(f"{named} cannot be a package's name; expected letters, digits and _")
        return PaperSource(named, path, path.name)
    if path.exists():
        if path.suffix != ".py" or not path.is_file():
            raise NotLoaded(f"{named} is no file of Python; expected a name that ends in .py")
        path = path.resolve()
        apart = hashlib.blake2b(str(path).encode(), digest_size=6).hexdigest()
        return PaperSource(named, path, f"lemmata_from_{path.stem}_{apart}")
    found = installed()
    if named in found:
        return _installed(named, found[named])
    if path.suffix == ".py" or len(path.parts) > 1:
        raise NotLoaded(f"{named} does not exist")
    known = f"installed are {', '.join(found)}" if found else "none is installed"
    raise NotLoaded(f"{named} is neither a file nor a package nor an installed paper; {known}")


def installed() -> dict[str, str]:
    """The papers that installed packages announce, with their modules."""
    return {point.name: point.value for point in metadata.entry_points(group=GROUP)}


def _installed(named: str, module: str) -> PaperSource:
    try:
        spec = util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None:
        raise NotLoaded(
            f"the installed paper {named} names the module {module}, which is not there"
        )
    origin = Path(spec.origin).resolve()
    return PaperSource(named, origin.parent if origin.name == "__init__.py" else origin, module)


def load_exactly(sources: Sequence[LoadedPaper]) -> None:
    """Know these as another process has loaded them, and no others: one may work for many runs."""
    if [one.digest for one in sources] == [one.digest for one in LEDGER.sources]:
        return
    from lemmata.verify import runner

    runner.load()
    if LEDGER.sources:
        vars(LEDGER).update({name: copy(table) for name, table in _OURS.items()})
    load(sources)


_OURS: dict[str, Any] = {}  # the ledger before anything from elsewhere was loaded


def load(places: Iterable[PaperSource]) -> None:
    """Load each of them that is not loaded yet; all of them, or none."""
    if not LEDGER.sources:
        _OURS.update({name: copy(table) for name, table in vars(LEDGER).items()})
    with _all_or_nothing():
        for place in places:
            if all(place.path != source.path for source in LEDGER.sources):
                _load(place)


def own_claims(claims: Mapping[str, Claim]) -> dict[str, Claim]:
    """Those of the claims that the loaded sources state; all, if none was loaded."""
    stated = {claim_id for source in LEDGER.sources for claim_id in source.claims}
    return {i: claim for i, claim in claims.items() if i in stated or not LEDGER.sources}


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    before = vars(LEDGER).copy()
    vars(LEDGER).update({name: copy(table) for name, table in before.items()})
    try:
        yield
    except BaseException:
        vars(LEDGER).update(before)
        raise


def _load(place: PaperSource) -> None:
    known, checks = set(LEDGER.claims), {i: len(found) for i, found in LEDGER.checks.items()}
    files = sorted(place.path.rglob("*.py")) if place.path.is_dir() else [place.path]
    LEDGER.roots = (place.path.parent, *LEDGER.roots)
    digest = _digest(place, files)
    try:
        for name in _modules(_execute(place), place):
            importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise NotLoaded(_where(error, place)) from error
    stated = tuple(claim_id for claim_id in LEDGER.claims if claim_id not in known)
    _examine(place.named, stated, checks)
    source = LoadedPaper(place.named, place.path, place.module, digest, stated)
    LEDGER.sources = (*LEDGER.sources, source)


def _execute(place: PaperSource) -> ModuleType:
    """The module or package, executed anew whatever was imported before."""
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{place.module}.")]:
        if not _stands_in(sys.modules[name], place):
            raise ValueError(f"a module called {name} is loaded already; give yours another name")
        del sys.modules[name]
    package = place.path.is_dir()
    file = place.path / "__init__.py" if package else place.path
    if not package and str(place.path.parent) not in sys.path:
        sys.path.append(str(place.path.parent))  # as for a script: what stands beside it
    inside = [str(place.path)] if package else None
    spec = spec_of(place.module, file, inside)
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[place.module] = module
    spec.loader.exec_module(module)
    return module


def _stands_in(module: ModuleType, place: PaperSource) -> bool:
    return Path(str(module.__file__)).resolve().is_relative_to(place.path)


def _modules(module: ModuleType, place: PaperSource) -> Iterator[str]:
    """The modules of a package that claims, checks and attacks may stand in."""
    if place.path.is_dir():
        for found in pkgutil.walk_packages(module.__path__, f"{place.module}."):
            last = found.name.rpartition(".")[2]
            if not last.startswith(("test_", "conftest", "__main__")):
                yield found.name


def _digest(place: PaperSource, files: Iterable[Path]) -> str:
    """Of every source file, so that a result is known to be this code's."""
    found = hashlib.blake2b(digest_size=8)
    try:
        for file in files:
            found.update(f"{file.relative_to(place.path.parent).as_posix()}\0".encode())
            found.update(file.read_bytes())
    except OSError as error:
        raise NotLoaded(f"{error.filename} cannot be read: {error.strerror}") from error
    return found.hexdigest()


def _where(error: BaseException, place: PaperSource) -> str:
    """The user's own line at which it was raised, and what was raised, on one line."""
    text = " ".join(str(error).split()) or "(no message)"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [f for f in frames if Path(f.filename).resolve().is_relative_to(place.path)]
    if not theirs:
        return f"{place.named}: {type(error).__name__}: {text}"
    ours = theirs[-1] is not frames[-1] and isinstance(error, ValueError)  # a refusal of ours
    kind = "" if ours else f"{type(error).__name__}: "
    return f"{theirs[-1].filename}:{theirs[-1].lineno}: {kind}{text}"


def _examine(named: str, stated: Sequence[str], before: Mapping[str, int]) -> None:
    """Refuse what the source ``named`` has just declared where it cannot be run.

    ``stated`` are the ids of its claims, ``before`` how many checks each claim had.
    """
    new = [
        check
        for claim_id, checks in LEDGER.checks.items()
        for check in checks[before.get(claim_id, 0) :]
    ]
    for check in new:
        if check.claim_id not in stated:
            raise NotLoaded(_stray(check, stated))
    for claim_id in stated:
        claim = LEDGER.claims[claim_id]
        if claim.paper in PAPERS:
            how = 'declare a paper of your own: lemmata.paper("name", "Author. Title. Year")'
            raise NotLoaded(f"{claim.file}:{claim.line}: {claim.paper} is lemmata's own; {how}")
    if not stated:
        how = "@lemmata.claim above a closed form states one; lemmata new FILE writes an example"
        raise NotLoaded(f"{named} declares no claim; {how}")


def _stray(check: Check, stated: Sequence[str]) -> str:
    """A check that nobody would run."""
    here = f"{check.file}:{check.line}: the check {check.name} is of {check.claim_id}"
    if check.claim_id in LEDGER.claims:
        return f"{here}, which stands elsewhere; a source checks its own claims"
    near = difflib.get_close_matches(check.claim_id, stated, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "expected one of the source's own claims"
    return f"{here}, and no claim is called so; {hint}"
