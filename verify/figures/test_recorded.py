"""Recorded measurements: kept as they were, and compared with new ones."""

from pathlib import Path

import numpy as np
import pytest

from lemmata.verify.figures import recorded
from lemmata.verify.figures.recorded import (
    Disagrees,
    Tampered,
    arrays,
    new_entry,
    require_agreement,
    rounded,
)
from lemmata.verify.results.schema import Unreadable
from lemmata.verify.statistics.betting import Floats

CHANCE = np.random.default_rng(20261118)
VALUES = CHANCE.normal(2, 0.1, (5, 24, 3))  # epochs, runs, layers
VALUES[3, 2] = np.nan


def record(folder: Path, machine: str = "another") -> Path:
    entry = new_entry("made up", {"loss": VALUES}, 1.0, {"loss": [1, 2, 3]})
    entry = {**entry, "date": "2026-11-18", "commit": "abc", "machine": machine}
    path = folder / recorded.NAME
    about = {"command": "make record", "seed": 0, "data": {"file": "sum"}}
    recorded.write(path, about, {"key": entry})
    return path


def test_what_was_recorded_is_read_to_its_digits(tmp_path: Path) -> None:
    found = recorded.read(record(tmp_path))
    values = arrays(found["entries"]["key"])["loss"]
    np.testing.assert_allclose(values, VALUES, rtol=recorded.ROUNDING)
    assert (found["seed"], found["data"]) == (0, {"file": "sum"})
    origin = recorded.origin_of(tmp_path / recorded.NAME, found, ["key"], "sharp:law")
    assert (origin.date, origin.commit, origin.machine) == ("2026-11-18", "abc", "another")
    assert origin.command == "lemmata run sharp:law --seed 0 --train --data DIR"
    assert origin.digest == found["digest"]


def test_a_file_that_was_changed_is_refused_in_one_line_that_names_it(tmp_path: Path) -> None:
    content = record(tmp_path).read_text()
    number = str(rounded(VALUES)[0][0][0])
    for wrong in (content.replace(number, "9.9999", 1), content.replace("abc", "abd"), "{}", ""):
        assert wrong != content
        (tmp_path / recorded.NAME).write_text(wrong)
        with pytest.raises(Tampered) as refusal:
            recorded.read(tmp_path / recorded.NAME)
        assert str(tmp_path / recorded.NAME) in str(refusal.value)
        assert "\n" not in str(refusal.value)


def test_a_file_of_another_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / recorded.NAME
    recorded.write(path, {"date": 3}, {})
    with pytest.raises(Unreadable):
        recorded.read(path)


def test_a_changed_file_ends_a_run_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "verify" / "paper" / "figures").mkdir(parents=True)
    path = record(folder)
    monkeypatch.setattr(recorded, "ROOT", tmp_path)
    recorded.require_untampered()
    path.write_text(path.read_text() + " ")
    with pytest.raises(Tampered):
        recorded.require_untampered()


def test_a_new_measurement_must_agree_with_the_recorded_one(tmp_path: Path) -> None:
    again = CHANCE.normal(2, 0.1, VALUES.shape)  # as rounding may leave it on another machine
    shifted, one, infinite = again + 0, VALUES + 0, VALUES + 0
    shifted[4] += 0.3
    one[4, 3, 1] *= 1.001
    infinite[4, 3, 1] = np.inf

    def agrees(values: Floats, machine: str) -> bool:
        path = record(tmp_path, machine)
        try:
            require_agreement(path, recorded.read(path), "key", "a network", {"loss": values})
        except Disagrees as error:
            return not str(error).startswith(f"{path}: loss of a network ")
        return True

    here = recorded.machine()
    assert agrees(VALUES, here)
    assert agrees(VALUES, "another")
    assert agrees(again, "another")
    assert not agrees(again, here)  # the same machine gives the same numbers
    assert not agrees(shifted, "another")
    assert not agrees(one, here)
    assert not agrees(infinite, here)
    assert not agrees(VALUES[:3], "another")
