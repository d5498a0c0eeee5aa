"""What asv kept, made up here, as tables and ratios over commits; the worse are named."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.build import render
from lemmata.reports.performance import __main__ as command
from lemmata.reports.performance.history import track
from lemmata.reports.performance.summary import NoResults, RatioPoint, RatioSeries, summarise
from lemmata.reports.performance.tables import performance
from lemmata.reports.plots.ink import CIRCLE
from lemmata.reports.test_support.records import part, whole
from lemmata.theory.test_support.comparing import over
from lemmata.verify.results.schema import Unreadable

DESCRIBED: dict[str, Any] = {
    "m.Gap.time_gap": {"unit": "seconds", "param_names": ["engine", "d"], "version": "1"},
    "m.Gap.track_gain": {"unit": "times faster", "param_names": ["what"], "version": "1"},
    "m.Page.track_page": {"unit": "of the time before", "param_names": [], "version": "1"},
    "m.Growth.track": {"unit": "exponent", "param_names": [], "version": "1"},
    "m.Growth.track_exponent": {
        "unit": "exponent",
        "param_names": ["what, in, theory"],
        "pretty_name": "How it grows",
    },
    "m.Gap.peakmem_gap": {"unit": "bytes", "param_names": ["a, b"]},
}
ENGINES = [["'lemmata'", "'peer'"], ["10", "20"]]
SPREAD = ["stats_ci_99_a", "stats_ci_99_b", "stats_q_25", "stats_q_75"]


def run(day: int, ours: float, gain: float = 2.0, **changes: Any) -> dict[str, Any]:
    """What asv writes of a commit: our time at d = 10, the peer's is 1 s; 1 % of noise."""
    times = [ours, 3.0, 1.0, 4.0]
    spread = [[t * (1 + e) for t in times] for e in (-0.01, 0.01, -0.005, 0.005)]
    return {
        "commit_hash": f"{day:08d}abcdef",
        "date": 1794800863000 + 86_400_000 * day,
        "params": {"cpu": "a CPU", "num_cpu": "2"},
        "env_name": "virtualenv-py3.11",
        "result_columns": ["result", "params", "version", *SPREAD],
        "results": {
            "m.Gap.time_gap": [times, ENGINES, "1", *spread],
            "m.Gap.track_gain": [[gain], [["'it'"]], "1"],
            "m.Page.track_page": [[0.3], [], "1"],
            "m.Growth.track": [[2.5], [], "1"],
            "m.Gone.time_it": [[1.0], [], "1"],
        },
        **changes,
    }


def asv(folder: Path, *runs: Any) -> Path:
    """asv's folder of results: one file a commit."""
    (folder / "machine").mkdir(parents=True, exist_ok=True)
    about = {name: {"name": name, **described} for name, described in DESCRIBED.items()}
    (folder / "benchmarks.json").write_text(json.dumps({**about, "version": 2}))
    (folder / "machine" / "machine.json").write_text("{}")
    for k, content in enumerate(runs):
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / "machine" / f"run-{k}.json").write_text(text)
    return folder


EXPONENTS = (
    "How it grows",
    ">exponent</th>",
    "<td>a chain</td><td>width</td><td>3</td>",
    ">2.5</td>",
)
MEASURED = (
    "m.Gap.time_gap",
    "01234567",
    "a CPU",
    "1 ms",
    "100 ms",
    "2 ms",
    "(2×)",
    "3 MiB",
    "d<sup>2.00</sup> (lemmata)",
)


def test_asv_results_become_ratios_and_exponents(tmp_path: Path) -> None:
    times = [1e-3, 1e-1, 2e-3, float("nan")], [["'lemmata'", "'peer'"], ["10", "100"]], "1"
    measured = {
        "m.Gap.time_gap": times,
        "m.Growth.track_exponent": [[2.5], [["('a chain', 'width', 3)"]], "v"],
        "m.Gap.peakmem_gap": [[3 * 2**20], [["(1, 'x'"]], "v"],
    }
    text = page(tmp_path, run(0, 1.0, commit_hash="0123456789abcdef", results=measured))
    shown = part(text, "performance")
    first = shown.partition("m.Gap")[0]  # exponents come before times
    assert [said for said in EXPONENTS if said not in first] == []
    assert [said for said in MEASURED if said not in shown] == []


def test_the_costs_of_peers_are_drawn_as_ratios(tmp_path: Path) -> None:
    """At three sizes or more: our level and a curve for each peer; a missing one has none."""
    engines = ["'lemmata'", "'slow'", "'missing'"]
    for sizes in (["8", "32"], ["8", "32", "100"]):
        ours, slow = [1.0, 2.0, 4.0][: len(sizes)], [3.0, 8.0, 20.0][: len(sizes)]
        missing = [float("nan")] * len(sizes)
        columns = [[*ours, *slow, *missing], [engines, sizes], "1"]
        summary = asv(tmp_path / str(len(sizes)), run(0, 1.0, results={"m.Gap.time_gap": columns}))
        command.main([str(summary)], tmp_path / "benchmarks.json")
        found = performance(tmp_path / "benchmarks.json")
        assert found is not None
        (table,) = found.benchmarks
        assert (table.plot is not None) is (len(sizes) == 3)
    assert table.plot is not None
    assert [said for said in ("slow", "ours", "times our cost") if said not in table.plot.svg] == []
    assert "missing" not in table.plot.svg
    for at, times in ((8, 3), (32, 4), (100, 5)):
        assert f"slow; at {at}: {times}&quot;" in table.plot.svg
    shown = part(render(whole(), tmp_path)["method.html"], "performance")
    assert table.plot.svg in shown
    assert "How many times ours each takes" in shown


UNREADABLE = ("", "[]", '{"benchmarks": [{"rows": [{"at": 3}]}, 7]}', "[" * 100_000, b"\xff")


def test_a_broken_summary_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.json"
    for content in UNREADABLE:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(Unreadable, match=re.escape(str(file))):
            render(whole(), tmp_path)


def ratios(folder: Path, *runs: Any) -> dict[str, RatioSeries]:
    summary, _ = summarise(asv(folder, *runs))
    return {f"{series['name']} {series['at']}": series for series in summary["ratios"]}


def test_a_ratio_is_ours_over_the_peers_with_the_noise_of_both(tmp_path: Path) -> None:
    found = ratios(tmp_path, run(2, 0.6), run(1, 0.5))  # files in no order of time
    assert sorted(found) == [
        "m.Gap.time_gap 10, lemmata",
        "m.Gap.time_gap 20, lemmata",
        "m.Gap.track_gain it",
        "m.Page.track_page ",
    ]
    series = found["m.Gap.time_gap 10, lemmata"]
    assert series["unit"] == "times peer's seconds"
    assert [point["commit"] for point in series["points"]] == ["00000001", "00000002"]
    last = series["points"][-1]
    expected = [0.6, 0.6 * 0.99 / 1.01, 0.6 * 1.01 / 0.99]
    assert [last[k] for k in ("value", "low", "high")] == pytest.approx(expected)
    assert found["m.Gap.track_gain it"]["points"][0]["low"] is None
    assert ratios(tmp_path, run(2, 0.6), run(1, 0.5), run(3, 1, results={})) == found


@pytest.mark.parametrize(
    ("times", "worse_than"),
    [
        ((0.5, 0.6), "00000000"),
        ((0.5, 0.505), None),  # within the noise
        ((0.6, 0.5), None),  # better
        ((0.5, 0.6, 0.6), "00000000"),  # it stays worse
        ((0.5, 0.6, 0.5), None),  # and was repaired
        ((0.5,), None),
    ],
)
def test_a_slowdown_beyond_its_noise_is_named(
    times: tuple[float, ...], worse_than: str | None, tmp_path: Path
) -> None:
    found = ratios(tmp_path, *(run(k, t) for k, t in enumerate(times)))
    now = track(found["m.Gap.time_gap 10, lemmata"])
    assert now is not None
    assert (now.worse_than and now.worse_than.commit) == worse_than
    assert ("var(--bad)" in now.svg) is (worse_than is not None)
    assert now.svg.count(CIRCLE) == len(times)


@over(
    [
        ("times faster", (2.0, 2.02, 2.0, 2.01, 1.5), True),
        ("times faster", (2.0, 2.02, 2.0, 2.01, 2.5), False),
        ("of the time", (2.0, 2.02, 2.0, 2.01, 2.5), True),
        ("of the time", (2.0, 2.02, 2.0, 2.01, 2.02), False),
        ("of the time", (2.0, 2.0, 2.5), False),  # too few to know the noise
    ]
)
def test_the_noise_of_a_tracked_number_is_its_step_from_commit_to_commit(
    unit: str, values: tuple[float, ...], worse: bool
) -> None:
    points = [
        RatioPoint(commit=str(k), date="", value=v, low=None, high=None)
        for k, v in enumerate(values)
    ]
    found = track(RatioSeries(name="a", unit=unit, at="", points=points))
    assert found is not None
    assert (found.worse_than is not None) is worse


def test_only_what_can_be_comparison_is(tmp_path: Path) -> None:
    """Not another environment's times, nor those of a benchmark that was written otherwise."""
    other = run(1, 0.1, env_name="existing-py")
    rewritten = run(0, 0.1)
    rewritten["results"]["m.Gap.time_gap"][2] = "0"
    found = ratios(tmp_path, rewritten, other, run(2, 0.5), run(3, 0.5))
    points = found["m.Gap.time_gap 10, lemmata"]["points"]
    assert [point["commit"] for point in points] == ["00000002", "00000003"]


def test_one_sample_says_nothing_of_the_noise(tmp_path: Path) -> None:
    quick = run(1, 0.6)
    times = quick["results"]["m.Gap.time_gap"]
    times[3:] = [[None] * 4, [None] * 4, times[0], times[0]]
    few = run(2, 0.9)
    few["results"]["m.Gap.time_gap"][3:5] = [[float("-inf")] * 4, [float("inf")] * 4]
    points = ratios(tmp_path, run(0, 0.5), quick, few)["m.Gap.time_gap 10, lemmata"]["points"]
    assert points[1]["low"] is None
    assert points[2]["low"] == pytest.approx(0.9 * 0.995 / 1.005)  # of the quartiles


BROKEN: list[Any] = ["", "[]", "[" * 100_000, "{}", '{"results": {}}']
BROKEN += [run(9, 1.0, date="yesterday"), run(9, 1.0, date=1e300), run(9, 1.0, params=[])]
ODD: list[Any] = [None, 7, [], [[1.0], ENGINES, "1"], ["x", ENGINES, "1"], [[1.0] * 4, 3, "1"]]
ODD += [[["a"] * 4, ENGINES, "1"], [[1.0] * 4, ENGINES, "1", [1.0]], [[0.0] * 4, ENGINES, "1"]]


def test_broken_files_are_left_out_and_said(tmp_path: Path, capsys: Any) -> None:
    for k, broken in enumerate(BROKEN):
        summary, left_out = summarise(asv(tmp_path / str(k), broken, run(1, 0.5), run(2, 0.6)))
        assert summary["commit"] == "00000002"
        assert len(left_out) == 1
        assert left_out[0].startswith("run-0.json")
        assert all(len(series["points"]) == 2 for series in summary["ratios"])
    for k, odd in enumerate(ODD):
        strange = run(3, 0.5)
        strange["results"]["m.Gap.time_gap"] = odd
        folder = asv(tmp_path / f"odd{k}", strange, run(1, 0.5))
        assert command.main([str(folder)], tmp_path / "benchmarks.json") == 0
        assert performance(tmp_path / "benchmarks.json") is not None
    with pytest.raises(NoResults):
        summarise(asv(tmp_path / "none", *BROKEN))
    for arguments in ([], ["a", "b"], [str(tmp_path / "nowhere")], [str(tmp_path / "none")]):
        capsys.readouterr()
        assert command.main(arguments, tmp_path / "benchmarks.json") == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def page(folder: Path, *runs: Any) -> str:
    command.main([str(asv(folder / "asv", *runs))], folder / "benchmarks.json")
    return render(whole(), folder)["method.html"]


def test_the_page_draws_them_and_names_the_worse(tmp_path: Path) -> None:
    text = page(tmp_path, run(0, 0.5), run(1, 0.6))
    assert "Worse beyond its noise:" in text
    assert "m.Gap.time_gap (10, lemmata), 0.6 [0.588, 0.612] at 00000001" in text
    assert "was 0.5 [0.49, 0.51] at 00000000" in text
    assert "got worse by more than its noise" in page(tmp_path, run(0, 0.5), run(1, 0.5))
    (tmp_path / "asv" / "machine" / "run-1.json").unlink()
    assert "No ratio was measured at more than one commit" in page(tmp_path, run(0, 0.5))
