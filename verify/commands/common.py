"""What the commands share: exit codes, the refusal of a misuse, how claims are named.

Every start of ``lemmata`` loads this module: it loads no claims until they are asked for.
"""

from __future__ import annotations

import difflib
import fnmatch
import re
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.theory.ledger import Claim
    from lemmata.verify.machine.device import Device
    from lemmata.verify.registry import Effort
    from lemmata.verify.results.schema import ClaimRecord
    from lemmata.verify.runner import Settings
    from lemmata.verify.work.pool import Pool

C = TypeVar("C")
FAILED, MISUSED, INTERRUPTED = 1, 2, 130
_MANY = 20  # claims to draw


Patterns = Annotated[
    list[str] | None,
    typer.Argument(metavar="IDS", help="Claim ids or patterns such as '*:lemma-*'; else all."),
]
ClaimId = Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")]
Seed = Annotated[int, typer.Option(min=0, help="Of the random numbers; same seed, same numbers.")]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Processes that work; else one for each core that has the memory."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Of a Dask cluster that does the work instead."),
]
From = Annotated[
    list[str] | None,
    typer.Option(
        "--from",
        metavar="FILE",
        help="Claims of your own: a file, a package, or an installed paper; it is run as Python.",
    ),
]
Out = Annotated[  # the command finds the results there: see ``results_in``
    Path | None, typer.Option(metavar="DIR", help="Where results and page are kept instead.")
]


def load_claims(sources: Sequence[str] | None = None) -> dict[str, Claim]:
    """The claims that a command is about: those of ``--from``, else our papers'."""
    from lemmata.verify import runner
    from lemmata.verify.papers import loading

    known = runner.load()
    loading.load(map(loading.find, sources or ()))
    return loading.own_claims(runner.load()) if sources else known


@contextmanager
def results_in(sources: Sequence[str] | None, out: Path | None) -> Iterator[None]:
    """Within, results stand in ``out``; those of ``--from``, where the user stands, in a folder of
    their own: never in our papers' results.
    """
    if out is None and sources:
        from lemmata.verify.papers import loading

        names = [loading.find(source).name for source in sources]
        out = Path.cwd() / f"{'-'.join(names)}-report"
    if out is None:
        yield
        return
    if out.exists() and not out.is_dir():
        raise Misuse(f"--out {out} is no folder")
    from lemmata.verify.results import file as results

    before, results.PATH = results.PATH, out / "results.json"
    try:
        yield
    finally:
        results.PATH = before


def select(known: Mapping[str, C], patterns: Iterable[str] | None) -> list[C]:
    """What is known of the claims that the patterns name, in the papers' order; else of all."""
    if not patterns:
        return list(known.values())
    chosen: set[str] = set()
    for pattern in patterns:
        matches = matching(pattern, known)
        if not matches:
            raise Misuse(_unknown(pattern, known))
        chosen.update(matches)
    return [claim for claim_id, claim in known.items() if claim_id in chosen]


def matching(pattern: str, ids: Collection[str]) -> list[str]:
    """The ids that a pattern names, without regard to case: that id, or those that it fits."""
    small = pattern.lower()
    same = [i for i in ids if i.lower() == small]
    return same or [i for i in ids if fnmatch.fnmatchcase(i.lower(), small)]


def _unknown(pattern: str, ids: Collection[str]) -> str:
    """No such claim, and the ids it may have meant, with or without the paper's key."""
    names = {name: i for i in ids for name in (i, i.partition(":")[2])}
    same = [i for i in ids if i.partition(":")[2] == pattern]  # the paper's key was left out
    near = difflib.get_close_matches(pattern, names, n=5, cutoff=0.5)
    nearest = same or list(dict.fromkeys(names[name] for name in near))[:3]
    hint = f"did you mean {' or '.join(nearest)}?" if nearest else "see lemmata list"
    paper = pattern.partition(":")[0]
    if ":" in pattern and not matching(paper, {i.partition(":")[0] for i in ids}):
        hint = _of_another(paper)
    return f"no claim is called {pattern!r}; {hint}"


def _of_another(paper: str) -> str:
    """How the claims of a paper come to be known that nobody has declared."""
    from lemmata.verify.papers import loading

    if paper in loading.installed():
        return f"{paper} is installed: add --from {paper}"
    return f"declare the paper by lemmata.paper({paper!r}, ...) in a file, read by --from FILE"


def find_claim(
    claim_id: str, sources: Sequence[str] | None = None
) -> tuple[dict[str, Claim], Claim]:
    """All claims, and the one that is called so."""
    known = load_claims(sources)
    found = [i for i in known if i.lower() == claim_id.lower()]
    if not found:
        raise Misuse(_unknown(claim_id, known))
    return known, known[found[0]]


def device_name(device: Device, effort: Effort | None = None, scheduler: str | None = None) -> str:
    """The name of a device that can run checks, and has room for those of ``effort``.

    What the workers of a scheduler have is not known here: there auto is cpu.
    """
    from lemmata.verify.machine import memory
    from lemmata.verify.machine.device import Device, resolve

    if scheduler is not None:
        return "cpu" if device is Device.AUTO else str(device)
    name = resolve(device)
    if effort is not None:
        memory.require(name, effort)
    return name


def require_workers(workers: int | None, scheduler: str | None) -> None:
    """Refuse an address that can be none, and two answers to who does the work."""
    if scheduler is None:
        return
    if workers is not None:
        raise Misuse("--scheduler brings its own workers: leave --workers out")
    if not re.fullmatch(r"([a-z]+://)?([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}", scheduler):
        raise Misuse(f"--scheduler is {scheduler!r}; expected such as tcp://127.0.0.1:8786")


def require_writable(folder: Path) -> None:
    """Refuse work whose results could not be kept; the folder is made with the first of them."""
    try:
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        raise Misuse(f"cannot write into {folder}: {error.strerror}") from error


def require_own(folder: Path) -> None:
    """Refuse to write pages over those of somebody else: ours say Lemmata in their title."""
    from lemmata.reports.build import SIZE_PAGE, TOOLS

    for name in ("index.html", SIZE_PAGE, *TOOLS):
        page = folder / name
        if page.is_file():
            with page.open("rb") as file:
                if b"<title>Lemmata" not in file.read(4096):
                    raise Misuse(f"{page} was not written by lemmata; name another folder by --out")


def workers_for(
    tasks: int, settings: Settings, workers: int | None, scheduler: str | None = None
) -> AbstractContextManager[Pool]:
    """Those who do so many tasks: as many as asked for, else as cores and memory allow."""
    from lemmata.verify.machine import memory
    from lemmata.verify.work import pool

    if scheduler is not None:
        return pool.cluster(scheduler)
    if workers is None:
        room = memory.workers_with_room(settings.device, settings.effort)
        workers = min(pool.cores(), room)
    workers = max(1, min(workers, tasks))
    if settings.device != "cpu":
        print(described_device(settings.device, workers), file=sys.stderr)
    return pool.pool(workers, settings.device)


def described_device(device: str, workers: int) -> str:
    """One line about a GPU and the share of each worker, after it was compared with the CPU."""
    import torch

    from lemmata.verify.chains import agreement
    from lemmata.verify.machine import memory

    share, agreed = memory.take_share(device, workers), agreement.require(device)
    about = torch.cuda.get_device_properties(device)
    each = f"each of {workers} workers" if workers > 1 else "one worker"
    return (
        f"device {device}: {about.name}, {memory.size(about.total_memory)} of memory,"
        f" {memory.size(share)} for {each}; float64 agrees with the CPU in {agreed} comparisons"
    )


def exit_code(work: Callable[[], int]) -> int:
    """The exit code of work that Ctrl-C or a lost pool may end; what it has done is kept."""
    from lemmata.verify.work.pool import PoolLost

    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except PoolLost as error:
        print(f"lemmata: {error}", file=sys.stderr)
        return MISUSED


def save(
    records: Sequence[ClaimRecord],
    settings: Settings,
    seconds: float,
    *,
    page: bool = True,
    plots: bool = False,
) -> None:
    """Merge the records of a run into the results file: the one way in which both doors write it.

    With ``page`` the run is over: the intervals are calibrated if that is due, and the page is
    built, with ``plots`` of these claims; after a large run its pictures are PNG files too, where a
    Chromium is here.
    """
    from lemmata.theory.ledger import claims
    from lemmata.verify.machine.effort import Effort
    from lemmata.verify.papers import loading
    from lemmata.verify.results import file as results
    from lemmata.verify.statistics.calibration import renewed

    path, known = results.PATH, loading.own_claims(claims())
    calibration = renewed(path, records, known, settings.seed) if page else None
    for effort in Effort:  # smoke first: the file names the strongest run
        if chosen := [record for record in records if record["effort"] == effort]:
            run = replace(settings, effort=effort)
            results.merge(path, chosen, known, run, seconds, calibration)
    if plots:
        from lemmata.props.sweeps.sweep import figure_of
        from lemmata.verify.results import pictures

        shown = last_records()
        chosen = [shown[record["id"]] for record in records if record["id"] in shown]
        if len(chosen) > _MANY:  # some half a minute
            print(f"drawing the plots of {len(chosen)} claims", file=sys.stderr)
        pictures.renew(path.parent, chosen, known, figure_of)
    if page:
        from lemmata.reports.build import build, draw_pictures
        from lemmata.reports.sharing.pdf import NoBrowser, chromium
        from lemmata.verify.prediction import tables

        tables.renew(path.parent, known)
        try:
            (draw_pictures if plots and len(records) > _MANY and chromium() else build)(path)
        except NoBrowser:  # the page stands without PNG files
            build(path)


def last_records() -> dict[str, ClaimRecord]:
    """The last result of each claim by id."""
    from lemmata.verify.results import file as results

    return results.last_records(results.PATH)
