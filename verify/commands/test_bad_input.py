"""Whatever stands on the command line or in the results file: one line, and never a traceback.

The calls are made from the commands' own options, so that a new option is tried without a word.
"""

import copy
import itertools
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from lemmata.props.attack import Property
from lemmata.props.hunting import command as _loaded_before_a_test  # noqa: F401
from lemmata.props.recipes import SpectrumRecipe
from lemmata.theory.ledger import claims
from lemmata.verify import app
from lemmata.verify.cli import DEFECT, main
from lemmata.verify.commands import depth
from lemmata.verify.machine import device, memory
from lemmata.verify.results.file import merge
from lemmata.verify.results.record import record
from lemmata.verify.results.schema import CellRecord, ClaimRecord, EvidenceRecord
from lemmata.verify.rocq import driver
from lemmata.verify.runner import Settings, run_claim
from lemmata.verify.test_support import made_up
from lemmata.verify.work import pool

# words of the command line, apart by two spaces or a line
WORDS = """\
0  1  -1  007  1e3  2.5  1e308  1e999  nan  -inf  9999999999999999999999999
-9999999999999999999999999  0x10  1_000  ٣  ½  --  -  -h  --no-such  a=b  é  '  "  $(id)  *  [
[z-a]  %s  ../..  /dev/null  None  smoke  sharp:holds  sharp:"""
NONSENSE = (
    *re.split("  |\n", WORDS),
    "9" * 5000,
    "x" * 3000,
    "",
    " ",
    "\udcff",
    "\x00",
    "\x1b[2J",
    "line\nbreak",
)
RECIPES = """\
Rotation(3)  Rotation(0)  Rotation(d=100000)  Rotation(3, 3)  Rotation()  inf  Rotation(inf)
Rotation(3, (True,))  Rotation(*(1, 2))  Rotation(**{})  (1,)  ()  Reflections(())
Reflections(((0, 0),))  Reflections(((1,),))  Reflections((1, 2))  Entries('a', ())
Entries('a', ((),))  Entries('a', ((1, 2), (3,)))  Entries(1, 2)  SpectrumRecipe((1, 2), (0, 0))
SpectrumRecipe((1, 2), (-1, 1))  SpectrumRecipe((), ())  SpectrumRecipe((1e30, 0.0), (1, 1))
SpectrumRecipe((1, 2), (1,))  SpectrumRecipe(1, 1)  SpectrumRecipe((1e999, 0), (1, 1))
SpectrumRecipe(('a', 'b'), (1, 1))  b'a'  1+1j  SpectrumRecipe((1.0, 0.0), (1, 1), deviations=3)
Scaled(Rotation(2), (9999, 0))  ...  Scaled(1, (1,))  SingularValues((1,), Rotation(1), 2)
SingularValues((), 1, 2)  {}  SpectrumRecipe((1.0, 0.0), (1, 10000000000000000000000))
SpectrumRecipe((0.5, -9.0), (1, 1), deviations=True)  __import__('os')  lambda: 0"""
CASES = (*re.split("  |\n", RECIPES), "-" * 3000 + "1", "(" * 400)
POLYNOMIALS = """\
w11^-1  ((((w11  1/0  10^1000^1000  ((10^1000)^1000)^1000  (w11^1000)^1000  w[1,]  w[0,1]  w00
w1  w123  w[1,2  w11^1001  1 1  w11 2  w11**2  +  (w11+w12+w13)^40
9999999999999999999999999999999  (((1)  1)  w11^w12"""
EXPRESSIONS = (*re.split("  |\n", POLYNOMIALS), "w" * 500, "(" * 400, "w11" + " " * 9997)
NEEDED = {  # what a command cannot do without, and what keeps it short
    "run": ["sharp:holds", "--device", "cpu"],
    "show": ["sharp:false"],
    "hunt": ["sharp:false", "--minutes", "0"],
    "moment": ["w11^2"],
    "depth": ["--layers", "2", "--width", "2", "--device", "cpu"],
    "train": ["--depth", "2", "--width", "2", "--device", "cpu"],
    "audit": ["no.py:make_model"],
}
JUDGING = ("run", "hunt", "show")  # the commands that have verdicts


@contextmanager
def here(workers: int, device: str) -> Iterator[pool.Pool]:
    yield pool.Pool()


@contextmanager
def nobody(address: str) -> Iterator[pool.Pool]:
    if address:
        raise pool.PoolLost(f"no scheduler answers at {address}")
    yield pool.Pool()


@pytest.fixture
def cheap(made_up_claims: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Made-up claims, one with a property; this process alone, little memory and no plots."""

    def observe(case: Any, lift: Any) -> Any:
        built = case.build(lift)
        return {"x": getattr(built, "gap", built)}, built.gap / 2

    monkeypatch.setattr(device, "_cuda_available", lambda: False)
    monkeypatch.setattr(pool, "pool", here)
    monkeypatch.setattr(pool, "cluster", nobody)
    monkeypatch.setattr(memory, "free", lambda name: 2**30)
    monkeypatch.setattr(depth, "_BASE", 2**30 - 2**18)
    monkeypatch.setattr(depth, "_DRAWN", 1)
    monkeypatch.setattr("lemmata.verify.training.command._carry_out", lambda *_: 0)
    for step in ("_measure", "_conclude"):
        monkeypatch.setattr(f"lemmata.verify.commands.phases.{step}", lambda *_: None)
    monkeypatch.setattr(driver, "version", lambda: "8.16.1")
    for asked in ("prove", "keep", "forget", "clean"):  # of the real theorems, nothing
        monkeypatch.setattr(driver, asked, lambda *_: ())
    monkeypatch.setattr("lemmata.verify.rocq.attacks.prove", lambda *_: ())
    monkeypatch.delenv("LEMMATA_DATA", raising=False)
    monkeypatch.setattr(depth, "draw", lambda *_: Path("plot.svg"))
    monkeypatch.setattr("lemmata.verify.commands.moment.SAMPLES", 16)
    monkeypatch.setattr("lemmata.verify.commands.run.save", lambda *_, **__: None)
    monkeypatch.setattr("lemmata.reports.build.build", lambda path: path)
    Property("sharp:false", st.just(SpectrumRecipe((1.0, 0.0), (1, 1))), observe, ("a", "b"), "x")
    return made_up_claims


def calls() -> Iterator[list[str]]:
    """Every option and argument of every command with every nonsense, then many at once."""
    yield from ([], ["--"], ["-x"], ["--version", "x"], ["--help", "x"], *([n] for n in NONSENSE))
    for name in app.COMMANDS:
        needed, options = NEEDED.get(name, []), list(spelled(name))
        yield from ([name], [name, "--help", "--help"], [name, *needed, "--", "--"])
        for value in NONSENSE:
            yield [name, value]
            yield [name, *needed, value]
        for option, value in itertools.product(options, NONSENSE):
            yield [name, *needed, option, value]
        for option in options:
            yield from ([name, option], [name, *needed, option], [name, *needed, option, option])
            yield from ([name, *needed, f"{option}={v}"] for v in ("", "1", "-1", "nan"))
    yield from (["hunt", "sharp:false", "--at", case] for case in CASES)
    yield from (["moment", text] for text in EXPRESSIONS)
    yield from (["moment", text, "--d", "3", "--check"] for text in EXPRESSIONS)
    chance = random.Random(0)
    for _ in range(300):
        name = chance.choice(list(app.COMMANDS))
        words = [*NONSENSE, *spelled(name)]
        yield [name, *NEEDED.get(name, []), *chance.choices(words, k=chance.randint(2, 6))]


def spelled(name: str) -> Iterator[str]:
    """The options of a command, as one writes them."""
    for parameter in app.load_command(name).params:
        if parameter.param_type_name == "option":
            yield from parameter.opts


def fault(arguments: list[str], said: pytest.CaptureFixture[str]) -> str:
    """What is wrong with how a call ended; empty if nothing is."""
    said.readouterr()
    try:
        code = main(arguments)
    except BaseException as error:  # whatever it is, it should have been one line
        return f"raised {error!r}"
    _, errors = said.readouterr()
    last = errors.splitlines()[-1:] or [""]
    if code not in (0, 1, 2, 130) or DEFECT in errors or "Traceback" in errors:
        return f"exit code {code}: {errors}"
    if code == 1 and arguments[0] not in JUDGING:
        return "exit code 1, which is for verdicts"
    if code == 2 and not last[0].startswith("lemmata: "):
        return f"refused without a reason: {errors}"
    return "" if all(line.isprintable() for line in errors.splitlines()) else "escape codes"


def test_no_nonsense_ends_in_a_traceback(cheap: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tried = {tuple(call): None for call in calls()}
    assert len(tried) > 2000
    wrong = [(call, why) for call in tried if (why := fault(list(call), capsys))]
    assert wrong == []
    assert not list(cheap.rglob("*.tmp"))


DEEP = "[" * 100_000 + "]" * 100_000
NESTED: Any = "[" * 900 + "]" * 900
WRONG: list[Any] = [None, "text", "", 3, -1, 1e999, True, [], [None], [[]], {}, {"a": None}]
WRONG += ["\ud800", "\x1b[2J"]
FIELDS, OF_EVIDENCE, OF_CELLS = (
    tuple(sorted(kind.__required_keys__)) for kind in (ClaimRecord, EvidenceRecord, CellRecord)
)


def broken_files(good: Any) -> Iterator[str]:
    """Texts that are no results file, and files with one thing that should not be there."""
    text = json.dumps(good)
    yield from ("", "{", "[]", "null", "3", '"text"', "NaN", DEEP, NESTED, text[: len(text) // 2])
    yield from ("\x00", "\ufeff{}", '{"schema": 3, "claims": ' + DEEP + "}", "{}", text + text)
    values = itertools.cycle(WRONG)
    for part in ("schema", "claims", "run", "figures", "mutants"):
        yield json.dumps({**good, part: next(values)})
    yield json.dumps({**good, "claims": list(WRONG)})
    yield json.dumps({**good, "claims": [*good["claims"], *good["claims"]]})
    for of in (FIELDS, OF_EVIDENCE, OF_CELLS):
        yield from (json.dumps(changed(good, of, name, next(values))) for name in of)
    nested = changed(good, OF_CELLS, "parameters", {"x": "HERE"})
    yield json.dumps(nested).replace('"HERE"', NESTED)
    yield json.dumps(changed(good, OF_EVIDENCE, "worst", 99))
    yield json.dumps(changed(good, FIELDS, "tightness", 10**400))
    yield json.dumps(changed(good, OF_CELLS, "needed", "many"))


def changed(good: Any, of: tuple[str, ...], name: str, value: Any) -> Any:
    """The file with another value in every claim, every evidence, or every cell."""
    found = copy.deepcopy(good)
    for claim in found["claims"]:
        evidence = claim["evidence"]
        cells = [cell for one in evidence for cell in one["cells"]]
        for one in {FIELDS: [claim], OF_EVIDENCE: evidence}.get(of, cells):
            one[name] = value
    return found


def test_no_broken_file_raises(made_up_claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, settings = made_up_claims / "results.json", Settings()
    found = [record(run_claim(claim, settings)) for claim in (made_up.HOLDS, made_up.FALSE)]
    merge(file, found, claims(), settings, 1.0)
    good = json.loads(file.read_text())
    wrong = []
    for k, content in enumerate(broken_files(good)):
        file.write_text(content, encoding="utf-8", errors="surrogatepass")
        report = ["report", "--format", ("html", "md", "csv", "latex")[k % 4]]
        for call in (
            ["list"],
            ["show", "sharp:false"],
            ["show", "sharp:false", "--witness"],
            report,
        ):
            if why := fault(call, capsys):
                wrong.append((call, content[:200], why))
    assert wrong == []
    assert not list(made_up_claims.rglob("*.tmp"))


@pytest.mark.usefixtures("made_up_claims")
def test_a_broken_check_is_no_witness(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", made_up.BROKEN.id, "--witness"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "check breaking raised ZeroDivisionError" in line
