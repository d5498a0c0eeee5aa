"""Imports run one way: theory knows nobody, verify knows theory, props both, reports the schema."""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lemmata.theory.ledger import LEDGER, PAPERS, Kind
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.registry import checks_of
from lemmata.verify.rocq.record import RECORD, proof_file

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {"theory", "verify", "props", "reports", "benchmarks"}
FORBIDDEN = {
    "theory": ROOMS - {"theory"} | {"torch", "random", "time"},
    "verify": ROOMS - {"theory", "verify"},
    "props": ROOMS - {"theory", "verify", "props"},
    "reports": ROOMS - {"reports"},
}
DOORS = ("verify/commands/", "verify/audit/writing.py", "verify/nn/recording.py")
TOLD = "loaded:"
# The types of results.json and of audits, which the page shares with their writers, what plots call
# their axes, and how a file is replaced.
SCHEMAS = ("verify.results.schema", "verify.audit.schema")
SHARED = (*SCHEMAS, "verify.results.axes", "verify.results.writing")


def modules(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """The files of the rooms, without tests, and what they say."""
    for file in sorted(file for room in rooms for file in (ROOT / room).rglob("*.py")):
        if not file.name.startswith("test_"):
            yield file.relative_to(ROOT).as_posix(), parsed(file)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The modules that a piece of code imports, with the full names of what it takes of them.

    Those of lemmata without its name: ``theory.ledger``.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [(alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found = [(node.module, f"{node.module}.{alias.name}") for alias in node.names]
        else:
            continue
        yield from ((within(module), within(name)) for module, name in found)


def within(name: str) -> str:
    return name.removeprefix("lemmata.")


def outside_functions(tree: ast.Module) -> ast.Module:
    """What runs when the module is loaded."""
    lazy = (ast.FunctionDef, ast.ClassDef)
    return ast.Module([node for node in tree.body if not isinstance(node, lazy)], [])


@over(FORBIDDEN)
def test_a_room_imports_only_what_stands_below_it(room: str) -> None:
    found = list(modules(room))
    assert found
    for file, tree in found:
        part = outside_functions(tree) if file.startswith(DOORS) else tree
        names = {
            name.partition(".")[0]
            for module, name in imported(part)
            if not (room == "reports" and module in SHARED)
        }
        assert not FORBIDDEN[room] & names, file


def test_the_shared_schema_needs_no_other_module_of_verify() -> None:
    needed = {
        "collections.abc",
        "os",
        "pathlib",
        "tempfile",
        "typing",
        "msgspec",
        "verify.errors",
        *SCHEMAS,
    }
    for name in SHARED:
        tree = parsed(ROOT / f"{name.replace('.', '/')}.py")
        assert {module for module, _ in imported(tree)} <= needed, name


COMMANDS = ["list"], ["show", "sharp:drift"], ["moment", "w11^2"], ["run", "--help"], ["report"]
RUN_ALL = f"for c in {COMMANDS}: cli.main(c)\nrunner.load()"
HEAVY = {"theory", "numpy", "mpmath", "torch"}
TENSORS = "from lemmata.props.recipes import in_tensors\n"
TENSORS += "from lemmata.theory.numerics.backends import stack\n"
TENSORS += "from torch import Tensor\n"
# Each with what must not be there after it, whatever was done before it in the same interpreter.
ONE_AFTER_THE_OTHER: tuple[tuple[str, set[str]], ...] = (
    ("import lemmata", HEAVY | {"typer"}),
    ("import os, lemmata.verify; assert os.environ['OMP_NUM_THREADS']", HEAVY),  # capped before
    ("from lemmata.verify import cli; cli.main(['--help'])", HEAVY | {"rich"}),
    ("cli.main(['report'])", HEAVY - {"numpy"} | {"flint"}),  # numpy places names of curves
    ("lemmata.moment('w11^2', d=3); lemmata.claim, lemmata.exact", {"torch"}),
    (f"from lemmata.verify import runner\n{RUN_ALL}", {"torch"}),
    # tensors are known wherever they are made first: a plot alone was drawn in no other arithmetic
    (f"{TENSORS}assert isinstance(stack([in_tensors(2.0)]), Tensor)", set()),
)


def test_a_fresh_interpreter_loads_no_more_than_it_needs() -> None:
    assert not {"torch", "scipy", "verify"} & loaded_after(["import lemmata.theory"])[0]
    found = loaded_after([code for code, _ in ONE_AFTER_THE_OTHER])
    for (code, unneeded), loaded in zip(ONE_AFTER_THE_OTHER, found, strict=True):
        assert "sys" in loaded
        assert not unneeded & loaded, code


def loaded_after(codes: list[str]) -> list[set[str]]:
    """The packages that an interpreter holds after each of these pieces of code."""
    tell = f"\nprint({TOLD!r}, *sys.modules)\n"
    output = subprocess.run(
        [sys.executable, "-c", "import sys\n" + "".join(code + tell for code in codes)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    lines = [line for line in output.splitlines() if line.startswith(TOLD)]
    return [{within(name).partition(".")[0] for name in line.split()[1:]} for line in lines]


def test_a_check_stands_where_its_claim_does() -> None:
    """The checks of theory/P/S.py: verify/P/S.py, verify/P/S/*.py and props/P/S.py, no others."""
    elsewhere = []
    for claim_id, claim in runner.load().items():
        section = Path(claim.file).relative_to("theory").with_suffix("")
        writings = [LEDGER.writings[claim_id]] if claim_id in LEDGER.writings else []
        for check in (*checks_of(claim_id), *writings):
            room, *place = Path(check.file).with_suffix("").parts
            folder = room == "verify" and Path(*place[:-1]) == section
            if not (folder or (room in ("verify", "props") and Path(*place) == section)):
                elsewhere.append(f"{claim_id}: a check in {check.file}")
    assert elsewhere == []


def test_a_recorded_proof_stands_where_its_claim_does() -> None:
    for claim_id, entry in json.loads((ROOT / RECORD).read_text("utf-8"))["theorems"].items():
        file = proof_file(runner.load()[claim_id])
        assert file == ROOT / entry["file"]
        assert f"Theorem {entry['theorem']} " in file.read_text("utf-8")


def test_every_figure_of_the_papers_has_a_module_of_its_own() -> None:
    """Named after it: figure-E1 of meterez2024 in verify/meterez2024/figures/figure_e1.py."""
    figures = [
        (one.id.partition(":")[2].replace("-", "_").lower(), checks_of(one.id))
        for one in runner.load().values()
        if one.kind is Kind.FIGURE and not one.id.startswith("sharp:")
    ]
    assert len(figures) >= 26
    for name, checks in figures:
        assert {Path(check.file).stem for check in checks} == {name}


def paper_of(module: str) -> str | None:
    """The paper whose checks a module of verify or props holds; of sharp laws, the subject."""
    room, *place = module.split(".")
    if room not in ("verify", "props") or not place or place[0] not in PAPERS:
        return None
    return ".".join(place[:2]) if place[0] == "sharp" and len(place) > 1 else place[0]


def test_no_paper_imports_the_checks_of_another() -> None:
    """Nor a subject of sharp those of another: what they share stands in a room of its own."""
    assert paper_of("verify.sharp.widths.sampled") == "sharp.widths"
    found = []
    for file, tree in modules("verify", "props"):
        own = paper_of(file.removesuffix(".py").replace("/", "."))
        names = [name for _, name in imported(tree)]
        found += [(file, name) for name in names if own and paper_of(name) not in (None, own)]
    assert found == []


def test_a_class_has_its_name_alone() -> None:
    found = [
        (node.name, file)
        for file, tree in modules(*ROOMS)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    names = Counter(name for name, _ in found)
    assert [where for where in found if names[where[0]] > 1] == []


CLAIM_ID = re.compile(rf"\b(?:{'|'.join(PAPERS)}):[A-Za-z][\w.-]*\w")
OWN_FILES = re.compile(rf"(theory|verify|props)/({'|'.join(PAPERS)})/")


def named_claims(file: str, text: str) -> list[str]:
    """The claims that a file names; in Python within strings, docstrings and comments aside."""
    if not file.endswith(".py"):
        return CLAIM_ID.findall(text)
    tree = ast.parse(text)
    prose = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [
        name
        for node in strings
        if isinstance(node.value, str) and node not in prose
        for name in CLAIM_ID.findall(node.value)
    ]


def test_a_claim_is_named_in_its_own_files_alone() -> None:
    """No list of ids, no table by claim: tests and benchmarks name claims as examples."""
    claims = runner.load()
    planted = '"""Like sharp:drift."""\nROWS = {"sharp:drift": 1}  # sharp:drift\n'
    assert named_claims("verify/x.py", planted) == ["sharp:drift"]
    assert named_claims("verify/x.toml", '"sharp:drift" = 1') == ["sharp:drift"]
    rooms = (ROOT / room for room in ("theory", "verify", "props", "reports", "src/lemmata"))
    elsewhere = []
    for file in (file for room in rooms for file in room.rglob("*.*")):
        path = file.relative_to(ROOT).as_posix()
        data = file.suffix in (".json", ".toml", ".txt", ".csv") and not path.startswith("reports")
        example = file.name.startswith(("test_", "conftest")) or "test_support" in path
        read = (data and path != RECORD) or (file.suffix == ".py" and not example)
        if read and not OWN_FILES.match(path):
            names = named_claims(path, file.read_text("utf-8"))
            elsewhere += [(path, name) for name in names if name in claims]
    assert elsewhere == []
