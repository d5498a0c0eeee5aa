"""What asv kept, as ratios."""

import json
from pathlib import Path
from typing import Any

from reports.build import render
from reports.performance.summary import summarised
from reports.test_support.records import part, whole

ASV_RUN = {
    "commit_hash": "0123456789abcdef", "date": 1794800863000,
    "params": {"cpu": "a CPU", "num_cpu": "2"},
    "result_columns": ["result", "params", "version"],
    "results": {
        "m.Gap.time_gap": [
            [1e-3, 1e-1, 2e-3, float("nan")], [["'lemmata'", "'peer'"], ["10", "100"]], "v",
        ],
        "m.Growth.track_exponent": [[2.5], [["('a chain', 'width', 3)"]], "v"],
        "m.Gap.peakmem_gap": [[3 * 2**20], [["(1, 'x'"]], "v"],
    },
}  # fmt: skip


DESCRIBED: dict[str, dict[str, Any]] = {
    "m.Gap.time_gap": {"unit": "seconds", "param_names": ["engine", "width"]},
    "m.Growth.track_exponent": {
        "unit": "exponent", "param_names": ["what, in, theory"], "pretty_name": "How it grows",
    },
    "m.Gap.peakmem_gap": {"unit": "bytes", "param_names": ["a, b"]},
}  # fmt: skip
EXPONENTS = (
    "How it grows", ">exponent</th>", "<td>a chain</td><td>width</td><td>3</td>", ">2.5</td>",
)  # fmt: skip
MEASURED = (
    "m.Gap.time_gap", "01234567", "a CPU", "1 ms", "100 ms", "2 ms", "(2×)", "3 MiB",
    "width<sup>2.00</sup> (lemmata)",
)  # fmt: skip


def test_asv_results_become_ratios_and_exponents(tmp_path: Path) -> None:
    (tmp_path / "asv" / "machine").mkdir(parents=True)
    (tmp_path / "asv" / "machine" / "run.json").write_text(json.dumps(ASV_RUN))
    described = {name: {"name": name, **about} for name, about in DESCRIBED.items()}
    (tmp_path / "asv" / "benchmarks.json").write_text(json.dumps(described))
    summary, _ = summarised(tmp_path / "asv")
    (tmp_path / "benchmarks.json").write_text(json.dumps(summary, allow_nan=False))
    shown = part(render(whole(), tmp_path), "performance")
    first = shown.partition("m.Gap")[0]  # exponents come before times
    assert [said for said in EXPONENTS if said not in first] == []
    assert [said for said in MEASURED if said not in shown] == []


def test_a_broken_summary_is_said(tmp_path: Path) -> None:
    for text in ("", "[]", '{"benchmarks": [{"rows": [{"at": 3}]}, 7]}'):
        (tmp_path / "benchmarks.json").write_text(text)
        assert "benchmarks.json" in part(render(whole(), tmp_path), "missing")
