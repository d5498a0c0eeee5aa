"""What is kept of an unfinished run comes back to the last bit, and nothing else is read."""

import os
import pickle
from pathlib import Path

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.ledger import Cell, Evidence, Method
from lemmata.theory.spectrum import from_deviations
from lemmata.verify.registry import checks_of
from lemmata.verify.runner import Observed, Settings, load
from lemmata.verify.work.running import Task, TaskFiles, run_check, tasks_of

TASK = Task("sharp:lemma-4", 0, Settings())


@pytest.fixture(autouse=True)
def _every_check() -> None:
    load()


def seen(value: object) -> Observed:
    cells = [Cell({"x": value}, value)]
    return Observed(Evidence(Method.ADVERSARIAL, ("a", "b"), "x", cells), "", 1.5)


def test_numbers_of_every_arithmetic_come_back_to_the_last_bit(tmp_path: Path) -> None:
    with mpmath.workdps(50), flint.ctx.workdps(50):
        third, ball = mpmath.mpf(1) / 3, flint.arb(1) / 3
    spectrum = from_deviations(np.array([-third, third]), [1, 1])
    kept = TaskFiles(tmp_path)
    for value in (0.1, 7, third, flint.fmpq(1, 3), np.array([third]), np.eye(2), True, "text"):
        kept.put(TASK, seen(value))
        found = kept.get(TASK)
        assert isinstance(found, Observed)
        assert found.evidence is not None
        assert repr(found.evidence.cells[0].lhs) == repr(value)
    for value in (ball, flint.acb(ball, 2), spectrum):
        kept.put(TASK, seen(value))
        assert pickle.dumps(kept.get(TASK)) == pickle.dumps(seen(value))
    found = kept.get(TASK)
    assert found is not None
    assert found.seconds == 1.5


def test_the_evidence_of_real_checks_can_be_kept(tmp_path: Path) -> None:
    kept = TaskFiles(tmp_path)
    for claim_id in ("sharp:lemma-4", "meterez2024:lemma-C.9", "meterez2024:remark-eigenvalues"):
        for task in tasks_of(claim_id, Settings()):
            result = run_check(task)
            kept.put(task, result)
            assert pickle.dumps(kept.get(task)) == pickle.dumps(result), task.address
    assert len({task.address for task in tasks_of("meterez2024:lemma-C.7", Settings())}) == len(
        checks_of("meterez2024:lemma-C.7")
    )


def test_an_error_is_not_kept_and_a_broken_file_is_no_result(tmp_path: Path) -> None:
    kept = TaskFiles(tmp_path)
    kept.put(TASK, Observed(None, "it broke", 1.0))
    assert kept.get(TASK) is None
    kept.put(TASK, seen(1.0))
    (file,) = tmp_path.rglob("*.pickle")
    whole = file.read_bytes()
    for content in (whole[:-5], b"", b"\x80", pickle.dumps({"no": "result"})):
        file.write_bytes(content)
        assert kept.get(TASK) is None


class _Hostile:
    """Whoever reads it makes a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.folder,)


def test_a_hostile_file_runs_nothing(tmp_path: Path) -> None:
    kept, made = TaskFiles(tmp_path / "kept"), tmp_path / "made"
    kept.put(TASK, seen(1.0))
    (file,) = tmp_path.rglob("*.pickle")
    file.write_bytes(pickle.dumps(_Hostile(made)))
    assert kept.get(TASK) is None
    assert not made.exists()
    pickle.loads(file.read_bytes())
    assert made.exists()  # as another reader shows


class _ByName:
    """``of.name``, as Python before 3.11.4 writes a member of an enum."""

    def __init__(self, of: object, name: str) -> None:
        self.of, self.name = of, name

    def __reduce__(self) -> tuple[object, tuple[object, str]]:
        return getattr, (self.of, self.name)


def test_only_members_of_enums_are_read_by_name(tmp_path: Path) -> None:
    kept = TaskFiles(tmp_path)
    kept.put(TASK, seen(_ByName(Method, "EXACT")))
    found = kept.get(TASK)
    assert isinstance(found, Observed)
    assert found.evidence is not None
    assert found.evidence.cells[0].lhs is Method.EXACT
    kept.put(TASK, seen(_ByName(Cell, "__init__")))
    assert kept.get(TASK) is None
