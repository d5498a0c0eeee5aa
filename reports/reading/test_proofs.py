"""What Rocq and the attacks kept of proofs."""

import json
from pathlib import Path
from typing import Any

from reports.build import render
from reports.reading.proofs import mark
from reports.test_support.records import CLAIM, part, whole

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
    results = whole({**CLAIM, "proof": PROOF})
    path = tmp_path / "rocq.json"
    kept = {"schema": 1, "coqc": "8.16.1", "rules": ["geometric series"]}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: SECOND}}))
    text = render(results, tmp_path)
    assert "agrees on <b>0</b> of 1 scalar step and on <b>1</b> of 1 by a general rule" in text
    for said in ("agrees on 0 of 1 scalar step", "not on second", "1 are not asked (1 fact)",
                 "1 general rule proved in it by hand: geometric series"):  # fmt: skip
        assert said in text
    other = {**SECOND, "proof": mark(CHANGED)}
    path.write_text(json.dumps({**kept, "claims": {CLAIM["id"]: other}}))
    assert "of an earlier proof" in part(render(results, tmp_path), "missing")
    assert "scalar step" not in render(results, tmp_path)
    for broken, said in (
        ("", "rocq.json is not JSON"),
        ("[]", "second checker is not an object: rocq.json"),
        ('{"claims": {"a": 3}}', "no coqc: rocq.json (second checker)"),
    ):
        path.write_text(broken)
        assert said in part(render(results, tmp_path), "missing")


def test_the_page_takes_all_attacks_in_the_place_of_a_sample(tmp_path: Path) -> None:
    few: dict[str, Any] = {"planted": 16, "caught": 15, "also_proved": 1, "survivors": []}
    every = {**few, "planted": 3008, "caught": 3007}
    results = whole({**CLAIM, "proof": PROOF, "proof_attacks": few})
    assert "of 16 wrong versions 15 are rejected" in render(results, tmp_path)
    path = tmp_path / "attacks.json"
    kept = {"proof": mark(PROOF), "attacks": every}
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: kept}}))
    text = render(results, tmp_path)
    assert "wrong versions of 1 proof, all that are planted" in text
    assert "of 16 wrong" not in text
    path.write_text(json.dumps({"schema": 1, "claims": {CLAIM["id"]: {**kept, "proof": ""}}}))
    assert "of an earlier proof" in part(render(results, tmp_path), "missing")
    path.write_text("[]")
    assert "attacks is not an object: attacks.json" in part(render(results, tmp_path), "missing")
