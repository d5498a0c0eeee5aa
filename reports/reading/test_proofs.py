"""What Rocq and the attacks kept of proofs."""

import copy
import json
from pathlib import Path
from typing import Any

from reports.build import render
from reports.reading import attacks, results, second_checker
from reports.reading.fitting import Notes
from reports.reading.proofs import mark
from reports.test_support.records import CLAIM, LAW, part, whole
from theory.test_support.comparing import over

PROOF: Any = {
    "steps": [
        {"name": name, "says": "x <= y", "latex": "x", "assumes": [], "rule": "arithmetic",
         "rests_on": [], "checked": ""}
        for name in ("first", "second", "third")
    ],
    "facts": [], "claims": [], "file": "f.py:1", "missing": "",
}  # fmt: skip
# one number of one step
CHANGED: Any = {**PROOF, "steps": [{**PROOF["steps"][0], "says": "x <= 2 y"}, *PROOF["steps"][1:]]}
SECOND = {
    "steps": 3, "scalar": 1, "agreed": 0, "general": 1, "agreed_general": 1,
    "not_agreed": ["second"], "left_out": {"fact": 1}, "digest": "",
    "proof": mark(PROOF),
}  # fmt: skip


def test_the_page_says_on_how_many_steps_two_kernels_agree(tmp_path: Path) -> None:
    file = whole({**CLAIM, "proof": PROOF})
    path = tmp_path / "rocq.json"
    kept = {"schema": 1, "coqc": "8.16.1", "rules": ["geometric series"]}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: SECOND}}))
    text = render(file, tmp_path)
    assert "agrees on <b>0</b> of 1 scalar step and on <b>1</b> of 1 by a general rule" in text
    for said in ("agrees on 0 of 1 scalar step", "not on second", "1 are not asked (1 fact)",
                 "1 general rule proved in it by hand: geometric series"):  # fmt: skip
        assert said in text
    other = {**SECOND, "proof": mark(CHANGED)}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: other}}))
    assert "of an earlier proof" in part(render(file, tmp_path), "missing")
    assert "scalar step" not in render(file, tmp_path)
    for broken, said in (
        ("", "rocq.json is not JSON"),
        ("[]", "second checker is not an object: rocq.json"),
        ('{"claims": {"a": 3}}', "no coqc: rocq.json (second checker)"),
    ):
        path.write_text(broken)
        assert said in part(render(file, tmp_path), "missing")


def test_the_page_takes_all_attacks_in_the_place_of_a_sample(tmp_path: Path) -> None:
    few: dict[str, Any] = {"planted": 16, "caught": 15, "also_proved": 1, "survivors": []}
    every = {**few, "planted": 3008, "caught": 3007}
    file = whole({**CLAIM, "proof": PROOF, "proof_attacks": few})
    assert "of 16 wrong versions 15 are rejected" in render(file, tmp_path)
    path = tmp_path / "attacks.json"
    kept = {"proof": mark(PROOF), "attacks": every}
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: kept}}))
    text = render(file, tmp_path)
    assert "wrong versions of 1 proof, all that are planted" in text
    assert "of 16 wrong" not in text
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: {**kept, "proof": ""}}}))
    assert "of an earlier proof" in part(render(file, tmp_path), "missing")
    path.write_text("[]")
    assert "attacks is not an object: attacks.json" in part(render(file, tmp_path), "missing")


def beside(tmp_path: Path, reader: Any, entry: dict[str, Any], **fields: Any) -> Any:
    """What is read of a file beside the results with this entry of a proof, of a claim without one
    and of an earlier proof; the notes, and these claims.
    """
    proofs = [PROOF, None, CHANGED]
    given = [{**LAW, "id": f"sharp:{k}", "proof": proof} for k, proof in enumerate(proofs)]
    claims = results.read(whole(*given)).claims
    path, notes = tmp_path / reader.NAME, Notes()
    assert reader.read(path, claims, notes) is None  # there is none
    assert notes.sentences() == []
    path.write_text("{")
    assert reader.read(path, claims, notes) is None
    assert len(notes.sentences()) == 1
    kept = dict.fromkeys([*(claim["id"] for claim in claims), "other"], entry)
    path.write_text(json.dumps({"schema": 1, "claims": kept, **fields}))
    notes = Notes()
    return reader.read(path, claims, notes), notes.sentences(), claims


def test_attacks_are_counted_of_the_proofs_as_they_stand(tmp_path: Path) -> None:
    every = {"planted": 9, "caught": 7, "also_proved": 2, "survivors": ["a", "b", "c"]}
    entry = {"proof": mark(PROOF), "attacks": every}
    found, noted, claims = beside(tmp_path, attacks, entry)
    assert found == (1, 9, 7, 2, 3)
    assert noted == ["of an earlier proof, made again by lemmata attack: sharp:2"]
    assert [claim["proof_attacks"] for claim in claims] == [every, None, None]


def test_a_second_checker_is_counted_of_the_proofs_as_they_stand(tmp_path: Path) -> None:
    counts = {"scalar": 5, "agreed": 4, "general": 3, "agreed_general": 2, "steps": 9}
    entry = {**SECOND, **counts}
    found, noted, _ = beside(tmp_path, second_checker, entry, coqc="8", rules=["r"])
    assert found == ("8", ["r"], 4, 5, 2, 3, 9, {"sharp:0": entry})
    assert noted == ["of an earlier proof, made again by lemmata prove: sharp:2"]


@over(["name", "rule", "says", "assumes", "rests_on"])
def test_a_proof_with_another_step_is_another_proof(field: str) -> None:
    step = PROOF["steps"][1]
    other = [*step[field], "x"] if isinstance(step[field], list) else "other"
    changed = copy.deepcopy(PROOF)
    assert mark(changed) == mark(PROOF)
    changed["steps"][1] = {**step, field: other}
    assert mark(changed) != mark(PROOF)
