"""The best constant is found where it is known, and the draft of it runs."""

import csv
import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
import torch

from lemmata.props.hunting.hunter import Hunt
from lemmata.props.hunting.supremum import Target
from lemmata.props.recipes import SpectrumRecipe, in_mpf, in_tensors
from lemmata.props.sharpening import above, files, needed, search, sharpen
from lemmata.props.sharpening.draft import draft, sharpened_id
from lemmata.props.sharpening.hypotheses import Left, changed, leave
from lemmata.props.sharpening.rows import FrontierRow, Trend, rounded
from lemmata.props.sharpening.sharpen import Sharpened
from lemmata.theory.ledger import LEDGER, Claim, Verdict, get
from lemmata.theory.test_support import registry
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.commands.sharpening import svg
from lemmata.verify.commands.text.terminal import console
from lemmata.verify.papers import loading
from lemmata.verify.papers.command import Like, example
from lemmata.verify.runner import DIGITS, Settings
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import pool

runner.load()
CHEAP: dict[str, Any] = {"starts": 4, "steps": 2, "polished": 0}
ENDS: dict[str, list[Any]] = {
    "meterez2024:theorem-1": [(1,), (64,)],
    "daneshmand2021:lemma-7": [(2, 8)],
}  # of slow ones


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BESIDE", CHEAP)
    monkeypatch.setattr(search, "POWERS", (-24, -8, 2))
    monkeypatch.setattr("lemmata.props.sharpening.hypotheses.TRIES", 300)
    beside = search.points_beside  # all of them, elsewhere

    def fewer(hunt: Hunt) -> list[Any]:
        return ENDS.get(hunt.target.by.claim_id, beside(hunt))

    monkeypatch.setattr(search, "points_beside", fewer)


def sharpened(claim: Claim) -> Sharpened:
    return sharpen.sharpen(claim, 0, 0.0, console(), pool(1), rounds=1, **CHEAP)


def said(found: Sharpened) -> str:
    return "\n".join(f"{name}: {text}" for name, text in sharpen.report(found))


def test_lemma_4_has_its_sharp_constant_at_every_n() -> None:
    """2 n becomes sqrt(n (n-1)): witnessed and guaranteed at each n, 1/2 of it in the limit."""
    found = sharpened(get("daneshmand2021:lemma-4"))
    (trend,) = (one for one in found.trends(0) if one.name == "n")
    assert [row.at["n"] for row in trend.rows] == [2, 3, 4, 8, *(100 * 2**k for k in range(10))]
    for row in trend.rows:
        n = row.at["n"]
        assert row.constant == pytest.approx(np.sqrt(n * (n - 1)) / (2 * n), rel=1e-12)
        assert row.above == pytest.approx(row.constant, rel=1e-12)
        assert row.by == "sharp:lemma-4"
    limit = found.limit(0)
    assert limit is not None
    assert 0.499999 < limit[0] < 0.5
    assert trend.limit is not None
    assert trend.limit[0] == pytest.approx(0.5, rel=1e-9)
    text = said(found)
    assert "c is at least 0.499995, by a witness, and at most 0.5, as sharp:lemma-4 (pr" in text
    assert "approached as n grows" in text
    assert "the rows tend to 0.5" in text
    assert "unbounded" not in text
    assert "worst at the least" not in text


def test_theorem_1_has_its_absolute_constant() -> None:
    """l/(4 (l+1) log 2) at depth l, near isometry at d = 2; 1/(4 log 2) as the depth grows."""
    found = sharpened(get("meterez2024:theorem-1"))
    (trend,) = (one for one in found.trends(0) if one.name == "l")
    for row in trend.rows:
        l = row.at["l"]
        assert row.constant == pytest.approx(l / (4 * (l + 1) * np.log(2)), rel=1e-6)
        assert row.above == pytest.approx(row.constant, rel=1e-6)
    assert found.own == 1
    limit = found.limit(0)
    assert limit is not None
    assert limit[0] == pytest.approx(1 / (4 * np.log(2)), rel=1e-5)
    assert "CONSTANT = 0.3607\n" in draft(found, Path("draft.py"))


def test_lemma_7_has_its_constant_at_two_samples_and_says_so() -> None:
    found = sharpened(get("daneshmand2021:lemma-7"))
    top = found.top(0)
    assert top.constant == pytest.approx(0.25, rel=1e-12)
    assert (top.above, top.by) == (pytest.approx(0.25, rel=1e-12), "sharp:lemma-7")
    assert "attained at n = 2 alone" in said(found)


def test_a_true_but_loose_bound_and_an_open_constant(known: dict[str, Claim]) -> None:
    found = sharpened(known["loose"])
    assert found.top(0).constant == pytest.approx(1 / 3, rel=1e-9)
    with mpmath.workdps(DIGITS):
        assert found.top(0).constant < mpmath.mpf(1) / 3
    assert found.own is None
    assert "no theorem on record" in said(found)
    found = sharpened(known["inside"])
    top = found.top(0)
    assert (top.constant, top.at["n"]) == (pytest.approx(np.log(2), rel=1e-12), 2)
    (trend,) = (one for one in found.trends(0) if one.name == "n")
    assert [row.at["n"] for row in trend.rows] == [2, 4]  # n = 1 needs no constant
    assert trend.rows[1].constant == pytest.approx(np.log(4) / 3, rel=1e-12)
    assert "exponent: n: C goes like n^-0.58 at the last" in said(found)


def test_a_needed_hypothesis_has_a_witness_and_a_needless_one_has_none(
    known: dict[str, Claim],
) -> None:
    x, n = sharpened(known["outside"]).left
    assert x.hypothesis.variable == "x"
    assert x.fails
    assert x.case[0] < 0 < x.case[1]
    assert n.fails
    assert n.case[1] < 1
    for one in sharpened(known["loose"]).left:
        assert one.tried > 0
        assert not one.fails


def test_cells_are_rows_with_their_intervals(known: dict[str, Claim]) -> None:
    found = sharpened(known["cells"])
    assert not found.hunted
    top = found.top(0)  # of a lower bound the least lhs/rhs
    assert not top.smaller
    assert [float(v) for v in (top.low, top.constant, top.high)] == pytest.approx([8 / 3, 3, 4])
    assert "7 of" not in found.how
    assert "4 cells of 1 checks, no hunt" in found.how


@pytest.mark.parametrize("name", ["loose", "inside", "cells", "squared", "whole", "partial"])
def test_a_draft_holds_and_a_sharper_constant_is_refuted(
    name: str, known: dict[str, Claim], tmp_path: Path
) -> None:
    found, file = sharpened(known[name]), tmp_path / "draft.py"
    text = draft(found, file)
    constant = text.split("CONSTANT = ")[1].splitlines()[0]
    beyond = 0.5 if name == "cells" else 0.9  # of cells beyond the interval
    for times, verdict in ((1.0, Verdict.HOLDS), (beyond, Verdict.REFUTED)):
        sharper = float(constant) * (times if found.top(0).smaller else 1 / times)
        file.write_text(text.replace(f"CONSTANT = {constant}", f"CONSTANT = {sharper}", 1))
        with registry.kept():
            loading.load([loading.find(str(file))])
            result = runner.run_claim(get(sharpened_id(found.claim)), Settings())
        assert result.judgement.verdict is verdict, result.errors
        if verdict is Verdict.HOLDS:
            assert not result.failures


def test_where_the_right_side_changes_its_sign_a_factor_sharpens_it_above_zero(
    known: dict[str, Claim],
) -> None:
    above_zero = FrontierRow(0, 0.9, True, {}, "", "")
    below_zero = FrontierRow(0, 2.4, False, {}, "", "")
    below_everywhere = FrontierRow(1, 2.0, False, {}, "", "")
    kept = sharpen._of_one_sign(known["loose"], [above_zero, below_zero, below_everywhere])
    assert list(kept) == [above_zero, below_everywhere]
    kept = sharpen._of_one_sign(known["cells"], [above_zero, below_zero])  # a lower bound
    assert list(kept) == [below_zero]


def test_a_threshold_is_rounded_beyond_what_is_asked_for(known: dict[str, Claim]) -> None:
    with mpmath.workdps(DIGITS):
        constant = 1 + mpmath.mpf(10) ** -30
        given = {"x": mpmath.mpf(1), "n": 2}
        row = FrontierRow(0, constant, True, {"n": 2.0}, "", "", parameters=given)
    found = Sharpened(known["inside"], [row], [], "", True)
    assert "CONSTANT = 1.001\n" in draft(found, Path("draft.py"))


def test_what_is_written_says_the_same(known: dict[str, Claim], tmp_path: Path) -> None:
    found = sharpened(known["loose"])
    where = files.files_of(found.claim, tmp_path / "new")
    files.write(found, where, svg(found.claim.id, "c", found.how, files.curves(found)))
    record = json.loads(where["json"].read_text())
    rows = list(csv.DictReader(where["csv"].read_text().splitlines()))
    assert len(rows) == len(record["rows"]) == len(found.rows)
    assert max(float(row["constant"]) for row in rows) == pytest.approx(1 / 3)
    assert "needed: a witness for each" in where["svg"].read_text()


@over(["meterez2024:theorem-1", "meterez2024:lemma-C.5", "meterez2024:lemma-C.6"])
def test_the_needed_constant_is_needed_and_its_gradient_is_right(claim_id: str) -> None:
    """In mpmath the bound holds with it and not below; in tensors it has the same slope."""
    claim, by = get(claim_id), LEDGER.properties[claim_id]
    assert by.space is not None
    point = tuple(axis[0] for axis in by.space.axes)
    z = torch.linspace(-0.5, 0.7, by.space.size(*point), dtype=torch.float64)[None]
    case = by.space.case(point, by.space.projected(z, point)[0].numpy())
    with mpmath.workdps(DIGITS):
        parameters, lhs = by.observe(case, in_mpf)
        (constant, *_) = needed.needed(claim, parameters, lhs)
        for sharper, holds in ((0, True), (mpmath.mpf(10) ** -30, False)):
            rhs = claim.closed_form(**{**parameters, "C": constant * (1 - sharper)})
            assert (claim.kind.excess(lhs, rhs) <= 0) is holds
    target = needed.target_of(claim, by)

    def height(numbers: Any) -> Any:
        _, left, _ = target.both(
            by.space.case(point, by.space.projected(numbers, point)[0]), in_tensors
        )
        return left.reshape(-1)[0]

    free = z.clone().requires_grad_()
    (slope,) = torch.autograd.grad(height(free), free)
    step = 1e-5 * torch.ones_like(z)
    between = (height(z + step) - height(z - step)) / 2e-5
    assert float(slope.sum()) == pytest.approx(float(between), rel=1e-3)
    assert 2.0 ** (float(height(z)) - needed.LOG2_RANGE) == pytest.approx(float(constant), rel=1e-4)


def test_what_rounding_asks_for_is_no_row() -> None:
    """At a gap of 1e-25 thirty digits leave six of the drift, which would contradict a proof."""
    claim, by = get("meterez2024:corollary-4"), LEDGER.properties["meterez2024:corollary-4"]
    near = SpectrumRecipe((-1.0239642686416665e-08, -1.0238792121660682e-08), (1, 1))
    target = Target(by, claim.closed_form)
    with mpmath.workdps(DIGITS):
        found = search.row_of(target, target.judge(near, 0), "")
        rows = above.guaranteed(claim, [found] if found else [])
    for row in rows:
        assert row.above is not None
        assert row.constant >= row.above * (1 - 1e-12)


def test_a_case_that_no_hunt_climbs_is_judged_at_the_digits_it_takes(tmp_path: Path) -> None:
    """Rows of 1e19 and 1e-10 leave eleven of fifty digits of their determinant."""
    file = tmp_path / "mine.py"
    file.write_text(example(Like("bound"), "mine"))
    with registry.kept():
        loading.load([loading.find(str(file))])
        found = sharpened(get("mine:hadamard"))
    assert found.top(0).sure == pytest.approx(1, rel=1e-13)
    assert "the two sides are equal there" in said(found)
    assert "cases of the attack in 1 rounds" in found.how


def test_of_an_interval_the_end_that_asks_for_less_is_the_witness(known: dict[str, Claim]) -> None:
    found = sharpened(known["cells"])
    top = found.top(0)
    assert top.sure == top.high == pytest.approx(4)
    assert f"witnessed: 4 at x = {top.at['x']:.0f}" in said(found)


def test_of_a_lower_bound_the_share_is_rhs_by_lhs(known: dict[str, Claim]) -> None:
    for name, share in (("cells", "rhs/lhs"), ("loose", "lhs/rhs")):
        found = sharpened(known[name])
        left = Left(found.claim.hypotheses[0], tried=3, ratio=0.5, case=(1.0, 2))
        assert f"show: {share} at most 0.5" in sharpen.told(found, left)


def test_a_false_claim_is_said_to_be_false() -> None:
    little = Sharpened(
        get("daneshmand2021:remark-drift"),
        [FrontierRow(0, mpmath.mpf("1.00000953679319"), True, {"l": 10.0}, "", "")],
        [],
        "",
        True,
    )
    assert sharpen.between(little, 0).startswith("c is at least 1.00000953679, by a witness: the")
    text = said(sharpened(get("meterez2024:remark-eigenvalues")))
    assert "by a witness: the claim is false with its own constant 1" in text


def test_a_power_that_a_bound_gives_away_is_in_the_draft(known: dict[str, Claim]) -> None:
    found = sharpened(known["squared"])
    assert found.power == ("n", Fraction(-1))
    assert "sharper: with n^(-1) beside the right side" in said(found)
    text = draft(found, Path("draft.py"))
    assert "CONSTANT = 1.0\n" in text
    assert sharpened(known["loose"]).power is None


def test_a_power_is_one_that_all_last_slopes_have() -> None:
    def power(constant: Any) -> Any:
        rows = [FrontierRow(0, constant(mpmath.mpf(n)), True, {"n": n}, "", "") for n in (2, 4, 8)]
        return Trend("n", rows).power

    assert power(lambda n: 3 / mpmath.sqrt(n)) == Fraction(-1, 2)
    assert power(lambda n: n ** (mpmath.mpf(4) / 3)) == Fraction(4, 3)
    assert power(lambda n: mpmath.log(1 + n)) is None
    assert power(lambda n: n ** mpmath.mpf("0.17")) is None
    assert power(lambda n: mpmath.mpf(3)) is None


def test_where_no_constant_is_enough_there_is_no_draft(
    tmp_path: Path, known: dict[str, Claim], capsys: pytest.CaptureFixture[str]
) -> None:
    def found(constant: Any) -> Sharpened:
        rows = [FrontierRow(0, constant(n), True, {"d": n}, "", "") for n in (2.0, 4.0, 8.0)]
        return Sharpened(known["loose"], rows, [], "", True)

    grows = found(lambda n: n)
    assert grows.is_unbounded
    assert "unbounded as far as it was grown: like d^1.00" in said(grows)
    assert "faster than any power" in said(found(lambda n: 3.0**n))
    assert not found(lambda n: 1 - 1 / n).is_unbounded
    files.write(grows, files.files_of(grows.claim, tmp_path), "<svg/>")
    assert "no draft" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.py"))


def test_hypotheses_are_left_until_the_time_is_over(known: dict[str, Claim]) -> None:
    claim = known["loose"]
    by = LEDGER.properties[claim.id]
    for more, tried in ((-1.0, False), (60.0, True)):
        found = leave(claim, by, [(1.0, 2)], Address(0), time.time() + more)
        assert any(one.tried for one in found) is tried


def test_a_spectrum_has_no_eigenvalue_of_multiplicity_zero() -> None:
    draw, case = np.random.default_rng(0), (SpectrumRecipe((0.5, 0.0), (1, 1)), 3)
    seen = [changed(case, draw) for _ in range(400)]
    assert {min(one[0].counts) for one in seen} >= {1}
    assert all(min(one[0].counts) >= 1 for one in seen)


def test_a_long_table_is_thinned_on_the_screen_and_whole_in_the_file() -> None:
    rows = [[str(k)] for k in range(60)]
    shown = sharpen._thinned(rows)
    assert (shown[0], shown[-1]) == (["0"], ["59"])
    assert len(shown) <= 14
    assert sharpen._thinned(rows[:14]) == rows[:14]


def test_rows_tend_to_a_limit_where_their_steps_shrink_alike() -> None:
    def trend(constant: Any, sizes: Any = (2, 4, 8, 16, 32)) -> Trend:
        rows = [FrontierRow(0, constant(mpmath.mpf(n)), True, {"n": n}, "", "") for n in sizes]
        return Trend("n", rows)

    tends = trend(lambda n: mpmath.mpf(1) / 2 - 1 / (4 * n)).limit
    assert tends is not None
    assert tends[0] == pytest.approx(0.5, rel=1e-12)
    assert trend(lambda n: n).limit is None
    assert trend(lambda n: mpmath.log(n)).limit is None
    assert trend(lambda n: 1 - 1 / n, (2, 3, 5, 9, 100)).limit is None


def test_a_sharper_bound_is_one_of_the_same_quantity() -> None:
    def bounds(claim_id: str) -> dict[str, frozenset[str]]:
        return {one.claim.id: one.later for one in above.sharper_bounds(get(claim_id))}

    assert bounds("daneshmand2021:lemma-4") == {"sharp:lemma-4": frozenset()}
    one_later = frozenset({"l"})
    assert bounds("meterez2024:theorem-1")["sharp:theorem-1"] == one_later
    assert bounds("meterez2024:theorem-1")["sharp:absolute-constant"] == one_later
    unnamed = get("sharp:extremal-drift")  # its left side is no single term in Rocq
    assert above._same_quantity(unnamed, unnamed) is None
    assert "sharp:gordon" not in bounds("daneshmand2021:remark-sigma-min")  # it is not proved


def test_a_sharper_bound_of_a_spectrum_guarantees_at_the_same_spectrum() -> None:
    """Corollary 4 gives away d^2 beside sharp:drift-from-spread, which is proved."""
    claim, by = get("meterez2024:corollary-4"), LEDGER.properties["meterez2024:corollary-4"]
    case = by.examples["1/2, 1/2, 3/2, 3/2: d^2 is needed"]
    with mpmath.workdps(DIGITS):
        found = search.row_of(
            Target(by, claim.closed_form), Target(by, claim.closed_form).judge(case, 0), ""
        )
        assert found is not None
        (row,) = above.guaranteed(claim, [found])
    assert row.by == "sharp:drift-from-spread"
    assert 1 < row.above < row.constant


def test_a_trend_beyond_all_sizes_is_continued_by_nothing() -> None:
    """The widths at which theorem 1 of daneshmand2021 is worst are 1e42 and infinity."""
    claim, by = get("daneshmand2021:theorem-1"), LEDGER.properties["daneshmand2021:theorem-1"]
    target, rows = Target(by, claim.closed_form), list[Any]()
    for width in (1e42, np.inf):
        with mpmath.workdps(DIGITS):
            case = next(iter(by.examples.values()))
            rows.append(search.row_of(target, target.judge((*case[:2], width, case[3]), 0), ""))
    assert above.continued(claim, Trend("d", rows)) == []


def test_constants_are_rounded_to_the_weaker_side() -> None:
    with mpmath.workdps(DIGITS):
        third, little = mpmath.mpf(1) / 3, mpmath.mpf(10) ** -30
        assert rounded(third, up=True) == 0.3334
        assert rounded(third, up=False) == 0.3333
        assert rounded(third**3 * 6.75 + little, up=True) == 0.25
        assert rounded(1 + little, up=True, noise=0) == 1.001
        assert rounded(mpmath.mpf("12345.6"), up=True) == 12350
