"""Mutation testing: would a fault in the modules that decide a verdict or a number be noticed?

``make mutate`` plants faults with mutmut (which modules, which tests: ``[tool.mutmut]`` in
pyproject.toml) and fails where one passes every test and ``survivors.toml`` beside this file does
not say why it stands. What is killed stays killed until its function changes (``mutants/`` keeps
it), so that a run that was stopped goes on where it was.

The whole takes hours, so a share is planted, chosen by a hash of each fault's name; ``--part``
plants another one, on which no test was written, and ``--all`` every one. A fault that mypy
refuses cannot be committed; the share that is killed is of the others, by tests alone. What was
found in a whole part, of all modules or some, stands in ``killed.json`` beside this file.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.mutation.counting import (
    KILLED_BY,
    NOT_RUN,
    TYPES,
    by_module,
    interval,
    judged,
    keep_record,
    line,
    module_of,
)
from benchmarks.mutation.fitting import mutate_decorated_functions

SURVIVORS = Path(__file__).with_name("survivors.toml")
MUTANTS = Path("mutants")
SHARE = 16  # one of so many is planted
KILLED = 0.9  # of those that types let through, at least

# errors that the copies of a function bring themselves
_OF_COPIES = ("unused-ignore", "no-redef", "no-any-return", "has-type", "misc")


@dataclass(frozen=True)
class Fault:
    """``function`` is where it stands, ``was`` and ``becomes`` are the lines that differ."""

    name: str
    function: str
    was: str
    becomes: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.function, self.was, self.becomes


def chosen(names: Iterable[str], share: int, part: int = 0) -> list[str]:
    """One of ``share``, by hash: nobody picks."""
    digests = {name: hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names}
    return [name for name, d in digests.items() if int.from_bytes(d, "big") % share == part]


def _mutmut() -> Any:
    """Its command line: loaded when it is used, for it is an extra."""
    return importlib.import_module("mutmut.__main__")


def generated(workers: int) -> None:
    """Write every fault into ``mutants/``; those of unchanged functions keep their results."""
    mutmut = _mutmut()
    MUTANTS.mkdir(exist_ok=True)
    for copy in MUTANTS.rglob("*.py"):
        if not copy.relative_to(MUTANTS).exists():
            copy.unlink()  # a test that is gone would still be run
    for path in mutmut.walk_mutatable_files():
        if not Path(f"{MUTANTS / path}.meta").exists():
            (MUTANTS / path).unlink(missing_ok=True)  # a copy, from when it was not to be mutated
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.create_mutants(workers)


def refused_by_types() -> set[str]:
    """The faults that mypy finds something wrong with: nobody could commit them."""
    command = [sys.executable, "-m", "mypy", "--output=json", "verify", "reports"]
    off = [f"--disable-error-code={code}" for code in _OF_COPIES]
    # by PYTHONPATH it would find the modules without faults
    here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run([*command, *off], cwd=MUTANTS, env=here, capture_output=True, text=True)
    refused = set()
    spans: dict[str, dict[str, list[int]]] = {}
    for error in map(json.loads, filter(str.strip, ended.stdout.splitlines())):
        file, line = error["file"], error["line"]
        if file not in spans:
            index = MUTANTS / f"{file}.spans"
            spans[file] = json.loads(index.read_text("utf-8"))["spans"] if index.exists() else {}
        places = [name for name, (first, last) in spans[file].items() if first <= line <= last]
        if not places or places[0].endswith("_orig"):  # as what chooses among copies of __call__
            print(f"mypy refuses what is no fault: {file}:{line} {error['message']}")
            continue
        refused.add(f"{file.removesuffix('.py').replace('/', '.')}.{places[0]}")
    return refused


def _kept() -> list[Any]:
    """mutmut's files of results, one a module."""
    mutmut = _mutmut()
    return list(mutmut.collect_source_file_mutation_data(mutant_names=())[1].values())


def results() -> dict[str, int]:
    """What pytest's process ended with, by fault; NOT_RUN where there was none."""
    kept = [entry for file in _kept() for entry in file.exit_code_by_key.items()]
    return {name: NOT_RUN if code is None else code for name, code in kept}


def keep(codes: Mapping[str, int]) -> None:
    """Give these faults a result."""
    for file in _kept():
        if ours := file.exit_code_by_key.keys() & codes.keys():
            file.exit_code_by_key.update({name: codes[name] for name in ours})
            file.save()


def described(name: str) -> Fault:
    mutmut = _mutmut()
    lines = mutmut.get_diff_for_mutant(name).splitlines()[2:]
    was, becomes = (" ".join(x[1:].strip() for x in lines if x.startswith(s)) for s in "-+")
    place = name.partition("__mutmut_")[0].replace(".xǁ", ".").replace("ǁ", ".")
    return Fault(name, place.replace(".x_", "."), was, becomes)


def listed(path: Path = SURVIVORS) -> dict[tuple[str, str, str], str]:
    """The reason why it stands, by survivor."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", [])
    return {(e["function"], e["was"], e["becomes"]): e["reason"] for e in entries}


def report(found: dict[str, int], share: int) -> int:
    """Print what was found; 0 where every survivor is listed and enough are killed."""
    print("\n".join(line(*entry) for entry in by_module(found).items()))
    counts, alive = judged(found)
    killed, tried = counts["tests"] + counts["time"], counts.total() - counts["types"]
    if not tried:
        print("nothing was planted")
        return 1
    low, high = interval(killed, tried)
    print(f"{killed / tried:.1%} killed ({low:.1%} to {high:.1%} at 95 %, one of {share} planted)")
    reasons, unlisted = listed(), 0
    for fault in map(described, alive):
        if fault.key not in reasons:
            unlisted += 1
            print(f"\n[[survivor]]  # {fault.name}\nfunction = {fault.function!r}")
            print(f"was = {fault.was!r}\nbecomes = {fault.becomes!r}\nreason = ''")
    print(f"{len(alive)} survive, {len(alive) - unlisted} of them are listed with a reason")
    return int(unlisted > 0 or killed < KILLED * tried)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="such as verify.verdicts; else all")
    parser.add_argument("--all", action="store_true", help="plant every fault, not a share")
    parser.add_argument("--part", type=int, default=0, help=f"which of the {SHARE} shares, from 0")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--report", action="store_true", help="print what was found so far")
    options = parser.parse_args(arguments)
    if not 0 <= options.part < SHARE or options.workers < 1:
        parser.error(
            f"--part {options.part} --workers {options.workers}; expected 0 to {SHARE - 1}"
            " and at least one process"
        )
    if importlib.util.find_spec("mutmut") is None:
        parser.error("mutmut is not installed: pip install -c constraints.txt -e '.[mutation]'")
    os.environ.update(CI="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")  # hypothesis: same examples
    mutate_decorated_functions()
    generated(options.workers)
    names = [n for n in results() if not options.modules or n.startswith(tuple(options.modules))]
    if not names:
        parser.error(f"no fault stands in {', '.join(options.modules)}: see [tool.mutmut]")
    share, part = (1, 0) if options.all else (SHARE, options.part)
    ours = set(chosen(names, share, part))
    if not options.report:
        plant(ours, options.workers)
    found = {name: code for name, code in results().items() if name in ours}
    failed = report(found, share)
    left = list(found.values()).count(NOT_RUN)
    if not left:
        standing = {module_of(name) for name in results()}
        keep_record(found, share, part, options.modules, standing)
    if left:
        print(f"{left} of {len(found)} are not tried yet: run it again to go on")
    return int(failed or left > 0)


def plant(names: Collection[str], workers: int) -> None:
    """Try those that are not known to be killed, nor to stand with a reason."""
    found = results()
    if any(found[name] == NOT_RUN for name in names):
        keep(dict.fromkeys(refused_by_types(), TYPES))
    todo = left_to_try({name: code for name, code in results().items() if name in names})
    if not todo:
        return
    tests = _mutmut().config().pytest_add_cli_args_test_selection
    asked = json.dumps({"mutants": todo, "workers": workers, "tests": tests})
    command = [sys.executable, "-m", "benchmarks.mutation.trying"]
    path = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=MUTANTS, env=environment, stdin=pipe, stdout=pipe, text=True
    ) as trying:
        assert trying.stdin is not None
        assert trying.stdout is not None
        trying.stdin.write(asked)
        trying.stdin.close()
        for done, (name, code, by, seconds) in enumerate(map(json.loads, trying.stdout), 1):
            keep({name: code})
            how = f"killed by {by or 'the clock'}" if _killed(code) else "survives"
            print(f"{done} of {len(todo)}: {name} {how} ({seconds:.1f} s)", flush=True)
    if trying.returncode:
        raise SystemExit("the tests cannot be run, or one fails without a fault")


def left_to_try(found: Mapping[str, int]) -> list[str]:
    """Those that were not tried, and those that survived and are not listed."""
    reasons = listed()
    return [
        name
        for name, code in found.items()
        if code == NOT_RUN or (not _killed(code) and described(name).key not in reasons)
    ]


def _killed(code: int) -> bool:
    return code in KILLED_BY
