"""The hunter finds the extremal spectra from random starts, and says when a bound is exceeded."""

from collections import Counter
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
import torch

from lemmata.props import recipes
from lemmata.props.hunting import climbing, hunter, spaces
from lemmata.props.hunting.climbing import at_gap
from lemmata.props.hunting.referee import Ruling
from lemmata.props.hunting.supremum import JudgedCase, Supremum, Target
from lemmata.props.recipes import SpectrumRecipe, in_floats
from lemmata.theory.ledger import LEDGER, Kind, Verdict, get
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.seeds import Address

CLAIMS = runner.load()
HUNTED = [i for i in CLAIMS if (p := LEDGER.properties.get(i)) is not None and p.space is not None]


def target(claim_id: str) -> Target:
    by, formula = LEDGER.properties.get(claim_id), get(claim_id).closed_form
    assert by is not None
    return Target(by, formula)


def hunted(
    claim_id: str, rounds: int = 1, point: Any = None, **options: Any
) -> dict[int, JudgedCase]:
    """The best of so many rounds; of fewer if the first two bounds are attained."""
    hunt = hunter.Hunt(target(claim_id), Address(0) / claim_id, point)
    with mpmath.workdps(30):
        hunt.to_the_ends(rounds, **options)
    return hunt.best


@pytest.mark.parametrize("claim_id", ["sharp:extremal-drift", "sharp:eigenvalue-from-gap"])
@pytest.mark.parametrize(("d", "phi"), [(16, 3.0), (64, 50.0)])
def test_the_extremal_spectra_are_rediscovered(claim_id: str, d: int, phi: float) -> None:
    best = hunted(claim_id, 3, point=(d, phi), starts=12, steps=60, polished=0)
    assert [best[k].supremum for k in (0, 1)] == [Supremum.ATTAINED] * 2
    assert [best[k].case.counts for k in (0, 1)] == [(1, d - 1), (d - 1, 1)]


@over(
    [
        ("meterez2024:remark-eigenvalues", None),
        ("daneshmand2021:theorem-1", (32, 0, 85, 1e24)),
        ("daneshmand2021:appendix-F-step", None),
        ("daneshmand2021:remark-sigma-min", None),
    ]
)
def test_a_false_claim_is_refuted_from_random_starts(claim_id: str, point: Any) -> None:
    assert get(claim_id).expected is Verdict.REFUTED
    found = hunted(claim_id, point=point, starts=4, steps=3, polished=0)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.decision is not None
    assert found.decision.ruling is Ruling.REAL


def test_polishing_ends_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[Counter[int]] = []
    judge = Target.judge

    def counting(self: Target, case: Any, entry: int) -> JudgedCase:
        judged[-1][entry] += 1
        return judge(self, case, entry)

    monkeypatch.setattr(Target, "judge", counting)
    for polished in (0, 7):
        judged.append(Counter())
        hunted("meterez2024:lemma-C.4", point=(64,), starts=2, steps=2, polished=polished)
    without, polished_too = judged
    assert all(without[k] < polished_too[k] <= without[k] + 8 for k in polished_too)


def test_a_free_hunt_finds_the_depth_where_a_rate_is_too_fast() -> None:
    """Shallow chains say nothing against corollary 3: the corners and one walk from them do."""
    found = hunted("daneshmand2021:corollary-3", steps=1, polished=0)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.where.endswith("depth 520, d = inf")


def test_one_start_that_cannot_be_evaluated_does_not_stop_the_others() -> None:
    z = torch.tensor([[1.0, 0.0, 1.0, 1.0], [torch.nan] * 4], dtype=torch.float64)
    found = climbing.scorer(target("meterez2024:remark-eigenvalues"), ((2, 2),))(z)
    assert found[:, 0].isfinite().tolist() == [True, False]


def test_the_next_point_of_the_grid() -> None:
    """Corners first, every point once; walks along one axis; the highest of the least climbed."""
    axes, draw = ((2, 3, 4), ("a", "b"), (1, 10, 100)), np.random.default_rng(0)
    points = spaces.survey(axes, draw)
    assert set(points[:8]) == set(product((2, 4), "ab", (1, 100)))
    assert sorted(points) == sorted(product(*axes))
    assert spaces.survey(((7,),), draw) == [(7,)]
    walk = spaces.neighbours((tuple(range(10)), ("a", "b")), (1, "a"))
    assert walk == [(2, "a"), (0, "a"), (1, "b"), (3, "a"), (5, "a")]
    assert spaces.random_neighbour(((7,),), (7,), draw) == (7,)
    seen = {(1,): 0.5, (2,): 0.9, (3,): 0.7}
    assert spaces.next_point(seen, Counter()) == (2,)
    assert spaces.next_point(seen, Counter({(2,): 1})) == (3,)


@over(HUNTED)
def test_tensors_and_floats_see_the_same_ratio(claim_id: str) -> None:
    of = target(claim_id)
    point = tuple(axis[0] for axis in of.space.axes)
    z = climbing.random_starts(3, of.space.size(*point), Address(1) / claim_id)
    z = z.clamp(-3, 3).requires_grad_()
    scores = climbing.scorer(of, point)(of.space.projected(z, point))
    (uphill,) = torch.autograd.grad(scores.sum(), z)
    assert bool(uphill.isfinite().all())
    assert bool((uphill != 0).any())
    rel = max(1e-6, of.by.tolerance)
    for seen, numbers in zip(scores.tolist(), of.space.projected(z.detach(), point), strict=True):
        sides = of.sides(of.space.case(point, numbers.numpy()), in_floats)
        expected = [float(climbing.score(of.kind, *map(torch.tensor, pair))) for pair in sides]
        assert seen == pytest.approx(expected, rel=rel, abs=1e-9)


def test_cases_and_pinned_examples_are_read_back_from_their_text() -> None:
    cases = [example for p in LEDGER.properties.values() for example in p.examples.values()]
    assert cases
    for claim_id in HUNTED:
        space = target(claim_id).space
        point = tuple(axis[-1] for axis in space.axes)
        z = climbing.random_starts(1, space.size(*point), Address(2) / claim_id)
        cases.append(space.case(point, space.projected(z, point)[0].numpy()))
    assert [recipes.read(str(case)) for case in cases] == cases
    for text in ("", "open('x')", "Entries(", "SpectrumRecipe(1)", "1 + 1"):
        with pytest.raises(recipes.NotACase):
            recipes.read(text)


def test_a_hunt_exceeds_a_bound_tells_its_progress_and_is_the_same_again(too_small: str) -> None:
    found = hunted(too_small, point=(3,), starts=4, steps=40)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.ratio > 1
    first, second = (hunted(too_small, rounds=2, starts=2, steps=5) for _ in range(2))
    assert first == second
    told: list[float] = []
    hunted(too_small, point=(2,), starts=2, steps=5, show=lambda _, ratio: told.append(ratio))
    assert len(told) == 5
    assert told == sorted(told)


def test_the_score_that_is_climbed() -> None:
    for kind, lhs, rhs, expected in (
        (Kind.UPPER_BOUND, 1.0, 2.0, 0.5),
        (Kind.LOWER_BOUND, 4.0, 2.0, 0.5),
        (Kind.UPPER_BOUND, -4.0, -2.0, 0.5),
        (Kind.LOWER_BOUND, 3.0, 0.0, -3.0),  # a bound that is 0: closer is better
        (Kind.UPPER_BOUND, 3.0, -1.0, 4.0),
    ):
        value = climbing.score(kind, torch.tensor(lhs), torch.tensor(rhs))
        assert float(value) == pytest.approx(expected), (kind, lhs, rhs)


def test_the_gap_is_met_from_any_start_and_its_gradient_is_right() -> None:
    z = torch.tensor([[0.3, -1.0, 0.7, 0.1]], dtype=torch.float64, requires_grad=True)
    logs = at_gap(z, 1.5).detach()
    assert float(-logs.mean()) == pytest.approx(1.5, abs=1e-12)
    assert float(torch.exp(logs).mean()) == pytest.approx(1, abs=1e-12)
    assert torch.autograd.gradcheck(lambda v: at_gap(v, 1.5)[:, 0], (z,))
    starts = climbing.random_starts(32, 8, Address(5) / "gaps")
    for phi in (1e-12, 1e-3, 0.5, 50.0):
        assert -at_gap(starts, phi).numpy().mean(-1) == pytest.approx(phi, rel=1e-6, abs=1e-15)
    assert bool(at_gap(torch.ones(1, 4, dtype=torch.float64), 0.5).isnan().all())  # no gap to raise


def test_numbers_become_cases() -> None:
    """Nearly equal numbers one level; chains within what mpmath can follow; widths and shares."""
    assert np.allclose(hunter.merge_levels(np.array([3.0, 0.1, 2.9, 0.0]), 2), [2.95, 0.05] * 2)
    recipe = spaces.levels(np.array([0.0, -1.0, 0.0]))
    assert recipe == SpectrumRecipe((-1.0, 0.0), (1, 2))
    assert recipe.build(in_floats).width == 3
    # at exp(1e4) each of a hundred layers would take 4000 digits
    recipe, _ = spaces.chains((4,), (120,), steps=1).case((4, 1, 120), np.array([20.0, 3.0, -3.0]))
    assert recipe.values == pytest.approx((100.0, -100.0), rel=1e-3)
    chain = spaces.chains((4,), (2,), steps=1)
    space = spaces.with_share(spaces.at_widths(chain, (np.inf, 8.0)))
    assert space.size(4, 1, 2, np.inf) == chain.size(4, 1, 2) + 1
    assert space.label(4, 1, 2, np.inf) == "n = 4, levels 2+2, depth 2, d = inf"
    z = np.array([0.0, 1.0, 2.0, 3.0])
    assert space.case((4, 1, 2, 8.0), z)[1:] == (2, 8.0, 1.0)
    assert space.case((4, 1, 2, 8.0), -z)[3] == pytest.approx(np.exp(-3))


def test_a_distance_that_stays_with_twice_the_digits_is_real_however_large_the_sides() -> None:
    runner.load()
    case = SpectrumRecipe((1e30, 0.0), (1, 1)), 1  # the sides are 5e29, and 1.26 apart
    for claim_id, said in (
        ("meterez2024:theorem-1", Supremum.APPROACHED),
        ("sharp:theorem-1", Supremum.ATTAINED),
    ):
        formula = get(claim_id).closed_form
        target = Target(LEDGER.properties[claim_id], formula)
        assert target.judge(case, 0).supremum is said
