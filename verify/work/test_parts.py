"""A check that is cut into its parts sees what it sees in one piece, and is taken up among them."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import mpmath
import pytest

from lemmata.theory.evidence import Cell, Evidence, Method
from lemmata.verify.registry import Run
from lemmata.verify.results.file import last_records
from lemmata.verify.runner import Observed, Settings
from lemmata.verify.test_support import made_up
from lemmata.verify.work.running import (
    Part,
    Task,
    TaskFiles,
    begin_check,
    join_parts,
    run_check,
    run_part,
    tasks_of,
)

DONE: Counter[float] = Counter()
STOPS: dict[float, type[BaseException]] = {}  # what a part raises, by its point


@pytest.fixture
def cut(made_up_claims: Path) -> Path:
    """sharp:holds has a check in three parts, and one that is not cut."""
    made_up.register(made_up.HOLDS, in_parts, made_up._TWICE)
    DONE.clear()
    STOPS.clear()
    return made_up_claims


def in_parts(run: Run) -> Evidence:
    cells = run.over([mpmath.mpf(x) for x in (0.5, 2.0, 8.0)], _twice)
    return Evidence(Method.ADVERSARIAL, ("a sum", "a product"), "three points", cells)


def _twice(x: mpmath.mpf) -> Iterator[Cell]:
    DONE[float(x)] += 1
    if float(x) in STOPS:
        raise STOPS[float(x)](f"at {x}")
    yield Cell({"x": x}, x + x, tolerance=1e-40)


def in_pieces(task: Task) -> list[Part]:
    count = begin_check(task)
    assert isinstance(count, int)
    return [run_part(replace(task, part=k)) for k in range(count)]


def test_a_check_is_the_same_in_one_piece_and_in_parts(cut: Path) -> None:
    task, plain = tasks_of("sharp:holds", Settings())
    whole, parts = run_check(task), in_pieces(task)
    assert DONE == {0.5: 2, 2.0: 2, 8.0: 2}  # a part does nothing of the others
    again = join_parts(task, parts)
    assert whole.evidence is not None
    assert repr(again.evidence) == repr(whole.evidence)
    assert [float(c.parameters["x"]) for c in whole.evidence.cells] == [0.5, 2.0, 8.0]
    assert len(parts) == 3
    assert again.parts == tuple(part.seconds for part in parts)
    assert again.seconds > sum(again.parts)
    assert isinstance(begin_check(plain), Observed)


def test_an_error_in_a_part_is_the_error_of_the_check(cut: Path) -> None:
    STOPS[2.0] = ZeroDivisionError
    task, _ = tasks_of("sharp:holds", Settings())
    parts = in_pieces(task)
    found = join_parts(task, parts)
    assert "ZeroDivisionError: at 2.0" in found.error
    assert found.error == run_check(task).error
    kept, named = TaskFiles(cut / "kept"), [replace(task, part=k) for k in range(3)]
    for name, part in zip(named, parts, strict=True):
        kept.put(name, part)
    assert [kept.get(name) is None for name in named] == [False, True, False]  # it is tried again


def test_resume_repeats_no_finished_part(cut: Path, printed: Callable[..., str]) -> None:
    STOPS[2.0] = KeyboardInterrupt
    printed("run  sharp:holds", code=130)
    before = Counter(DONE)
    STOPS.clear()
    assert "1 of 1 claims: 1 holds, 0 failed" in printed("run  sharp:holds  --resume")
    assert DONE == {x: 2 if x == 2.0 else 1 for x in before | DONE}
    assert set(before) == {8.0, 2.0}  # the first is done last
    (record,) = last_records(cut / "results.json").values()
    found = [(len(evidence["cells"]), len(evidence["parts"])) for evidence in record["evidence"]]
    assert found == [(3, 3), (2, 0)]
