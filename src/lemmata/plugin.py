"""The pytest door: one item per claim, collected from the file of theory/ where it stands.

``pytest`` runs every claim, ``pytest theory/meterez2024/appendix_c.py`` those of one file,
``pytest -k lemma-C.8`` one; naming other files runs none. It is an entry point, so that every
pytest beside which lemmata is installed loads it: the rooms are imported only when a claim is
collected. ``pytest -p no:lemmata`` leaves it out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lemmata.theory.ledger import Claim
    from lemmata.verify.results.schema import ClaimRecord
    from lemmata.verify.runner import Settings

THEORY = Path(__file__).resolve().parents[2] / "theory"  # of a clone
PROPERTY = "lemmata"  # under which a worker sends its record to the controller


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--lemmata-seed", type=int, default=0, help="root seed of the claims' checks (default 0)"
    )
    parser.addoption(
        "--lemmata-device",
        choices=("auto", "cpu", "cuda"),
        default="auto",
        help="where the claims' tensors live; auto is cuda if there is one, else cpu",
    )
    parser.addoption(
        "--lemmata-from",
        action="append",
        default=[],
        metavar="FILE",
        help="run the claims of this file, package or installed paper",
    )
    parser.addoption(
        "--lemmata-out", metavar="DIR", help="where results and page of the claims are kept"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--lemmata-device") == "cuda":
        from lemmata.verify.machine.device import Device, DeviceUnavailable, resolve

        try:
            resolve(Device.CUDA)
        except DeviceUnavailable as error:
            raise pytest.UsageError(f"--lemmata-device: {error}") from error
    if config.getoption("--lemmata-from") and config.args_source is not config.ArgsSource.ARGS:
        config.args[:] = []  # no path was named: these claims alone
    if not hasattr(config, "workerinput"):  # the controller, or the only process
        config.pluginmanager.register(Collected(config), "lemmata-results")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the claims of ``--lemmata-from``, which pytest itself would import as tests."""
    sources = config.getoption("--lemmata-from")
    if sources:
        from lemmata.verify.commands.common import load_claims
        from lemmata.verify.errors import Misuse

        try:
            known = load_claims(sources)
        except Misuse as error:
            raise pytest.UsageError(str(error)) from error
        for claim in known.values():
            file = ClaimFile.from_parent(session, path=Path(claim.file), nodeid=claim.file)
            items.append(ClaimItem.from_parent(file, name=claim.id, claim=claim))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ClaimFile | None:
    if file_path.suffix != ".py" or file_path.name.startswith("test_"):
        return None
    if not (file_path.is_relative_to(THEORY) or "lemmata.theory" in sys.modules):
        return None  # somebody else's tests
    from lemmata.theory.ledger import claims

    file = file_path.relative_to(parent.config.rootpath).as_posix()
    stated = any(claim.file == file for claim in claims().values())
    return ClaimFile.from_parent(parent, path=file_path) if stated else None


class ClaimFile(pytest.File):
    """The claims of one file of theory/, in its order."""

    def collect(self) -> Iterator[ClaimItem]:
        from lemmata.verify import runner

        file = self.path.relative_to(self.config.rootpath).as_posix()
        for claim in runner.load().values():
            if claim.file == file:
                yield ClaimItem.from_parent(self, name=claim.id, claim=claim)


class ClaimFailed(Exception):
    """A claim whose result fails the run; its text is the ledger."""


class ClaimItem(pytest.Item):
    """One claim with all its routes."""

    def __init__(self, *, claim: Claim, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.claim = claim

    def runtest(self) -> None:
        from lemmata.verify import runner
        from lemmata.verify.commands.text import ledger_text
        from lemmata.verify.errors import Misuse
        from lemmata.verify.machine import memory
        from lemmata.verify.work.pool import Pool
        from lemmata.verify.work.running import Running

        try:
            settings = _settings(self.config, _device(self.config), self.claim)
            memory.require(settings.device)
        except Misuse as error:
            raise ClaimFailed(str(error)) from error
        (record,) = Running([self.claim], settings).records(Pool())
        self.user_properties.append((PROPERTY, json.dumps(record, allow_nan=False)))
        if record["failures"]:
            raise ClaimFailed(ledger_text.ledger(record))
        if not record["checks"]:
            pytest.skip(f"{self.claim.id}: {runner.written_reason(self.claim)}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ClaimFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.claim.line - 1, self.name


def _settings(config: pytest.Config, device: str, claim: Claim | None = None) -> Settings:
    """Standard effort; figures, which take minutes at their papers' size, at smoke effort."""
    from lemmata.theory.ledger import Kind
    from lemmata.verify.registry import Effort
    from lemmata.verify.runner import Settings

    drawn = claim is not None and claim.kind is Kind.FIGURE
    effort = Effort.SMOKE if drawn else Effort.STANDARD
    return Settings(effort, config.getoption("--lemmata-seed"), device)


DEVICE = pytest.StashKey[str]()


def _device(config: pytest.Config) -> str:
    """Where this process's claims run: on a GPU in its share, once that agrees with the CPU."""
    if DEVICE not in config.stash:
        from lemmata.verify.machine.device import Device, resolve

        device = resolve(Device(config.getoption("--lemmata-device")))
        if device != "cpu":
            from lemmata.verify.chains import agreement
            from lemmata.verify.machine import memory

            memory.take_share(device, getattr(config, "workerinput", {}).get("workercount", 1))
            agreement.require(device)
        config.stash[DEVICE] = device
    return config.stash[DEVICE]


class Collected:
    """The records of all workers, written once when the session ends."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.records: list[ClaimRecord] = []
        self.start = time.perf_counter()
        self.notes: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.records += [
                json.loads(str(t)) for name, t in report.user_properties if name == PROPERTY
            ]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        from lemmata.verify.errors import Misuse

        try:
            if self.records:
                self._write()
        except Misuse as error:  # damaged, or of somebody else
            self.notes.append(f"lemmata: {error}")
            session.exitstatus = 2

    def _write(self) -> None:
        from lemmata.verify.commands.common import require_own, results_in, save
        from lemmata.verify.results import file as results

        sources, out = (self.config.getoption(f"--lemmata-{name}") for name in ("from", "out"))
        if not sources and out is None:
            out = self.config.rootpath / "reports"
        with results_in(sources, None if out is None else Path(out)):
            require_own(results.PATH.parent)
            settings = _settings(self.config, self.records[0]["device"])
            save(self.records, settings, time.perf_counter() - self.start)
            page = results.PATH.with_name("index.html")
            self.notes.append(f"claims run: {len(self.records)}; see {page}")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for note in self.notes:
            terminalreporter.write_line(note)
