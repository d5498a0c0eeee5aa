"""Imports run one way: theory knows nobody, verify knows theory, props both, reports none."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from theory.ledger import PAPERS
from verify import runner
from verify.registry import checks_of

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {"theory", "verify", "props", "reports", "benchmarks"}
FORBIDDEN = {
    "theory": ROOMS - {"theory"} | {"torch", "random", "time"},
    "verify": ROOMS - {"theory", "verify"},
    "props": ROOMS - {"theory", "verify", "props"},
    "reports": ROOMS - {"reports"},
}
DOORS = ("verify/commands/", "verify/plugin.py")
# The types of results.json, which its writer shares with the page; tests may name them too.
SCHEMA, WRITER = "reports.schema", "verify/results/"


def imported(tree: ast.AST) -> Iterator[str]:
    """The names of the modules that a piece of code imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def outside_functions(tree: ast.Module) -> ast.Module:
    """What runs when the module is loaded."""
    lazy = (ast.FunctionDef, ast.ClassDef)
    return ast.Module([node for node in tree.body if not isinstance(node, lazy)], [])


def modules(room: str) -> list[str]:
    files = (ROOT / room).rglob("*.py")
    return sorted(
        file.relative_to(ROOT).as_posix() for file in files if not file.name.startswith("test_")
    )


@pytest.mark.parametrize("room", FORBIDDEN)
def test_a_room_imports_only_what_stands_below_it(room: str) -> None:
    found = modules(room)
    assert found
    for file in found:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        part = outside_functions(tree) if file.startswith(DOORS) else tree
        allowed = {SCHEMA} if file.startswith(WRITER) else set()
        names = {name.partition(".")[0] for name in set(imported(part)) - allowed}
        assert not FORBIDDEN[room] & names, file


def test_the_schema_is_types_alone() -> None:
    tree = ast.parse((ROOT / "reports" / "schema.py").read_text(encoding="utf-8"))
    assert set(imported(tree)) <= {"__future__", "collections.abc", "typing"}
    assert not any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree))


def loaded_by(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after running ``code``."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return {name.partition(".")[0] for name in output.splitlines()[-1].split()}


def test_importing_theory_loads_neither_torch_nor_scipy() -> None:
    loaded = loaded_by("import theory")
    assert "theory" in loaded
    assert not {"torch", "scipy", "verify"} & loaded


def test_importing_the_plugin_loads_no_numbers() -> None:
    assert not {"numpy", "torch", "theory", "mpmath"} & loaded_by("import verify.plugin")


def test_threads_are_capped_before_numpy_is_loaded() -> None:
    code = "import os, verify.plugin; assert os.environ['OMP_NUM_THREADS']"
    assert "numpy" not in loaded_by(code)


def test_commands_that_need_no_torch_load_none_and_help_loads_no_claim() -> None:
    commands = ["list"], ["show", "sharp:drift"], ["moment", "w11^2"], ["run", "--help"], ["report"]
    code = f"from verify import cli\nfor command in {commands}: cli.main(command)"
    assert "torch" not in loaded_by(f"{code}\nfrom verify import runner\nrunner.load()")
    help_only = loaded_by("from verify import cli\ncli.main(['--help'])")
    assert not {"theory", "numpy", "mpmath", "torch", "rich"} & help_only


def test_a_check_stands_where_its_claim_does() -> None:
    """The checks of theory/P/S.py: verify/P/S.py, verify/P/S/*.py and props/P/S.py, no others."""
    elsewhere = []
    for claim_id, claim in runner.load().items():
        section = Path(claim.file).relative_to("theory").with_suffix("")
        for check in checks_of(claim_id):
            room, *place = Path(check.file).with_suffix("").parts
            folder = room == "verify" and Path(*place[:-1]) == section
            if not (folder or (room in ("verify", "props") and Path(*place) == section)):
                elsewhere.append(f"{claim_id}: {check.name} in {check.file}")
    assert elsewhere == []


def paper_of(module: str) -> str | None:
    """The paper whose checks a module of verify or props holds; of sharp laws, the law."""
    room, *place = module.split(".")
    if room not in ("verify", "props") or not place or place[0] not in PAPERS:
        return None
    return ".".join(place[:2]) if place[0] == "sharp" and len(place) > 1 else place[0]


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Modules, and what is taken out of them, by their full names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_paper_imports_the_checks_of_another() -> None:
    """Nor a sharp law those of another law: what they share stands in a room of its own."""
    assert paper_of("verify.sharp.drift.LAYERS") == "sharp.drift"
    found = []
    for file in (*modules("verify"), *modules("props")):
        own = paper_of(file.removesuffix(".py").replace("/", "."))
        names = imported_names(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        found += [(file, name) for name in names if own and paper_of(name) not in (None, own)]
    assert found == []
