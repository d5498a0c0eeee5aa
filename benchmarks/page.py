"""The report: its page, against the same page made by an earlier commit."""

import copy
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measuring import ROOT, Once, called, over
from lemmata.reports.build import render
from lemmata.verify import runner
from lemmata.verify.registry import Effort
from lemmata.verify.results import record as recording
from lemmata.verify.results.schema import SCHEMA, Results, decode

CLAIMS = ("meterez2024:lemma-C.8", "meterez2024:lemma-C.11")
BASELINE = "4c8e2a5"  # the last commit that read every value by its type's name, and kept nothing
BUILD = """
import time
from pathlib import Path
from lemmata.reports.build import build
start = time.process_time()
build(Path('results.json'))
print(time.process_time() - start)
"""


def smallest(claim_id: str) -> Any:
    """The record of a claim in the results file at the smallest effort."""
    settings = runner.Settings(Effort.SMOKE, 0, "cpu")
    return recording.record(runner.run_claim(runner.load()[claim_id], settings))


def file_of(records: list[Any]) -> dict[str, Any]:
    """The content of a results file."""
    made = recording.provenance(runner.Settings(Effort.SMOKE, 0, "cpu"))
    run = {**made, "wall_seconds": 0.0, "false_alarm_budget": 1e-6}
    mutants = {"planted": 0, "caught": 0, "survivors": []}
    file = {
        "schema": SCHEMA,
        "run": run,
        "claims": records,
        "figures": [],
        "papers": {},
        "sentences": [],
    }
    return {**file, "mutants": mutants}


@over({"claims": (5, 40)})
class Report(Once):
    """From the content of a results file to the text of the page, a few claims taken again."""

    def setup_cache(self) -> list[Any]:
        return list(map(smallest, CLAIMS))

    def setup(self, records: list[Any], claims: int) -> None:
        chosen = (copy.deepcopy(records[k % len(records)]) for k in range(claims))
        named = [{**record, "id": f"{record['id']}-{k}"} for k, record in enumerate(chosen)]
        content = decode(json.dumps(file_of(named)).encode(), Results)
        self.call = lambda: render(content)

    time_render = peakmem_render = called


class Page:
    """The page of all claims, each time in a fresh process: the least CPU seconds, in turns."""

    unit, timeout = f"of the time at {BASELINE}", 1200.0

    def setup_cache(self) -> list[Any]:
        return list(map(smallest, runner.load()))

    setup_cache.timeout = 1200.0  # type: ignore[attr-defined]  # asv reads it

    def track_page(self, records: list[Any]) -> float:
        with tempfile.TemporaryDirectory() as name:
            before, folder = Path(name) / "before", Path(name) / "results"
            unpacked(BASELINE, before)
            folder.mkdir()
            (folder / "results.json").write_text(json.dumps(file_of(records)))
            best = {None: math.inf, before: math.inf}
            for code in (None, before) * 7:
                best[code] = min(best[code], seconds(folder, code))
        return best[None] / best[before]


def seconds(folder: Path, code: Path | None) -> float:
    """The seconds to build the page in ``folder``, with the code at a path or the installed one."""
    environment = {**os.environ, "PYTHONPATH": str(code)} if code else None
    command = [sys.executable, "-c", BUILD]
    return float(subprocess.check_output(command, cwd=folder, env=environment, text=True))


def unpacked(commit: str, folder: Path) -> None:
    """The files of a commit; skipped where this is no clone, or one without its history."""
    if not shutil.which("git"):
        raise NotImplementedError("git is not there")
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True)
    if archive.returncode:
        raise NotImplementedError(f"no commit {commit} here: {os.fsdecode(archive.stderr)}")
    folder.mkdir()
    subprocess.run(["tar", "x", "-C", str(folder)], input=archive.stdout, check=True)
