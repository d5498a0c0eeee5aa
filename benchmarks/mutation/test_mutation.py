"""Planted faults: which are planted, what counts as killed, and what fails the command."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutation import counting, fitting, planting
from benchmarks.mutation.counting import NOT_RUN, TYPES, judged, keep_record
from benchmarks.mutation.planting import Fault, chosen, listed, report
from benchmarks.mutation.trying import Forks, Seen, nearest

NAMES = [f"verify.a.x_f__mutmut_{k}" for k in range(3200)]


def test_a_share_is_chosen_by_name_alone() -> None:
    ours = chosen(NAMES, 16)
    assert ours == chosen(NAMES[::-1], 16)[::-1]
    assert 150 < len(ours) < 250  # 200 in the mean, standard deviation 14
    assert chosen(NAMES, 1) == NAMES
    parts = [name for part in range(16) for name in chosen(NAMES, 16, part)]
    assert sorted(parts) == sorted(NAMES)  # each in one of them


def test_a_mutant_meets_the_tests_of_its_folder_first_and_no_more_than_their_time() -> None:
    seconds = {"verify/a/test_f.py::one": 3.0, "verify/a/test_f.py::two": 1.0}
    seconds |= {"verify/test_g.py::all": 0.1, "verify/b/test_h.py::long": 7.0}
    calls = ["verify.a.f.x_f", "verify.b.h.x_f"]
    seen = {test: Seen("", taken, calls) for test, taken in seconds.items()}
    order = nearest("verify.a.f.x_f__mutmut_1", seen)
    assert [test.rpartition("::")[2] for test in order] == ["all", "two", "one"]  # soon done first
    order = nearest("verify.b.h.x_f__mutmut_1", seen)
    assert [test.rpartition("::")[2] for test in order] == ["all", "long"]  # too long with two
    assert nearest("verify.a.f.x_g__mutmut_1", seen) == []  # none calls it


def test_forks_return_what_they_found_and_end_in_time(tmp_path: Path) -> None:
    def endless() -> None:
        while True:
            pass

    work = [("three", 60.0, lambda: 3), ("fails", 60.0, lambda: 1 / 0), ("endless", 1.0, endless)]
    found = {name: (code, value) for name, code, value, _ in Forks(2, tmp_path).each(work)}
    by_time = (-signal.SIGXCPU, None), (-signal.SIGALRM, None)  # the clock, where others compute
    assert found.pop("endless") in by_time
    assert found == {"three": (0, 3), "fails": (3, None)}


def test_forks_leave_the_other_children_of_the_process_alone(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"]) as other:
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # it has ended, nobody asked
        found = [value for _, _, value, _ in Forks(1, tmp_path).each([("one", 60.0, lambda: 1)])]
        assert (found, other.wait()) == ([1], 7)


def test_only_failing_tests_types_and_the_clock_kill() -> None:
    """Tests that pass, that there are none of, or that crash the interpreter, kill nothing."""
    codes = {"a": 1, "b": -24, "c": TYPES, "d": 0, "e": 33, "f": -11, "g": NOT_RUN, "h": 255}
    counts, alive = judged(codes)
    assert counts == {"tests": 1, "time": 1, "types": 1, "nothing": 4}
    assert alive == ["d", "e", "f", "h"]


@pytest.fixture
def survivors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The list, in which a test may write; every mutant turns 1 into 2 in the function f."""
    file = tmp_path / "survivors.toml"
    file.write_text("")
    monkeypatch.setattr(planting, "listed", lambda: listed(file))
    monkeypatch.setattr(planting, "described", lambda name: Fault(name, "f", "1", "2"))
    return file


def test_an_unlisted_survivor_fails_and_so_do_too_many(
    survivors: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    killed = dict.fromkeys(NAMES[:9], 1)
    assert report(killed, 1) == 0
    assert report({}, 1) == 1  # nothing planted shows nothing
    assert report({**killed, NAMES[9]: 0}, 1) == 1
    assert f"[[survivor]]  # {NAMES[9]}" in capsys.readouterr().out
    survivors.write_text("[[survivor]]\nfunction = 'f'\nwas = '1'\nbecomes = '2'\nreason = 'same'")
    assert report({**killed, NAMES[9]: 0}, 1) == 0
    assert report({**killed, NAMES[9]: 0, NAMES[10]: 33}, 1) == 1  # 9 of 11
    assert report({**killed, NAMES[9]: 0, NAMES[10]: 33, **dict.fromkeys("abc", TYPES)}, 1) == 1


def test_the_record_of_some_modules_leaves_that_of_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(counting, "RECORD", tmp_path / "killed.json")

    def kept() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(counting.RECORD.read_text("utf-8"))["all"]
        return found

    first = {"a.x_f__mutmut_1": 1, "b.x_f__mutmut_1": 0, "gone.x_f__mutmut_1": 1}
    keep_record(first, 1, 0)
    assert kept()["killed"] == [2, 3]
    before = ["once", "another code"]
    planted = dict.fromkeys(("a", "b", "gone"), before)
    counting.RECORD.write_text(json.dumps({"all": {**kept(), "planted": planted}}))
    keep_record({"b.x_f__mutmut_1": 1, "b.x_f__mutmut_2": TYPES}, 1, 0, ["b"], {"a", "b"})
    assert kept()["killed"] == [2, 2]
    assert kept()["modules"] == {
        "a": {"tests": 1}, "b": {"tests": 1, "types": 1}, "all": {"tests": 2, "types": 1},
    }  # fmt: skip
    assert kept()["planted"]["a"] == before  # it was not planted again
    assert kept()["planted"]["b"] != before
    assert kept()["command"] == "python -m benchmarks.mutation b --all"
    keep_record({"b.x_f__mutmut_1": 1}, 16, 3, ["b"], {"a", "b"})
    record = json.loads(counting.RECORD.read_text("utf-8"))
    assert record["part 3 of 16 of b"]["modules"] == {"b": {"tests": 1}, "all": {"tests": 1}}
    assert record["all"] == kept()


def test_what_is_killed_or_stands_with_a_reason_is_not_tried_again(survivors: Path) -> None:
    found = {"killed": 1, "typed": TYPES, "survived": 0, "new": NOT_RUN}
    assert planting.left_to_try(found) == ["survived", "new"]
    survivors.write_text("[[survivor]]\nfunction = 'f'\nwas = '1'\nbecomes = '2'\nreason = 'same'")
    assert planting.left_to_try(found) == ["new"]


def test_every_listed_survivor_has_its_reason() -> None:
    assert all(len(reason) > 10 for reason in listed().values())


def test_decorated_functions_are_mutated_and_stay_decorated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = pytest.importorskip(
        "mutmut.mutation.file_mutation", reason="mutmut is not installed (extra: mutation)"
    )
    for name in ("MutationVisitor", "function_trampoline_arrangement"):  # put back after
        monkeypatch.setattr(made, name, getattr(made, name))
    kept = made.MutationVisitor._skip_node_and_children
    monkeypatch.setattr(made.MutationVisitor, "_skip_node_and_children", kept)
    source = "@twice\ndef f(x):\n    return x + 1\n"
    assert not made.mutate_file_contents("f.py", source).mutant_names
    fitting.mutate_decorated_functions()
    mutated = made.mutate_file_contents("f.py", source)
    assert len(mutated.mutant_names) == 2
    assert mutated.code.count("@twice") == 1
    found: dict[str, object] = {"twice": lambda f: lambda x: 2 * f(x)}
    exec(mutated.code, found)
    assert found["f"](3) == 8  # type: ignore[operator]
