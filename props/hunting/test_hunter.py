"""The hunter finds the extremal spectra from random starts, and says when a bound is exceeded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import mpmath
import numpy as np
import pytest
import torch
from hypothesis import strategies as st

from props import recipes
from props.attack import Property, property_of
from props.hunting import climbing, grid, hunter, spaces
from props.hunting import supremum as judging
from props.hunting.projection import at_gap
from props.hunting.referee import Ruling
from props.hunting.supremum import Found, Supremum
from props.recipes import Lift, SpectrumRecipe, in_floats
from theory import ledger
from theory.ledger import Kind, Verdict, get
from verify import runner
from verify.seeds import Address
from verify.test_support import made_up

CLAIMS = runner.load()
HUNTED = [i for i in CLAIMS if (p := property_of(i)) is not None and p.space is not None]
DRIFT, EIGENVALUE = "sharp:extremal-drift", "sharp:eigenvalue-from-gap"


def prey_of(claim_id: str) -> Property[Any]:
    found = property_of(claim_id)
    assert found is not None
    return found


def hunted(claim_id: str, rounds: int = 1, **options: Any) -> dict[int, Found]:
    """The last of so many rounds; earlier ones if the first two bounds are attained."""
    formula = get(claim_id).formula
    assert formula is not None
    with mpmath.workdps(30):
        found = hunter.pursue(prey_of(claim_id), formula, Address(0) / claim_id, **options)
        for caught in islice(found, rounds):
            best = caught.best
            if all(best[k].supremum is Supremum.ATTAINED for k in sorted(best)[:2]):
                break
        return best


@pytest.mark.parametrize("claim_id", [DRIFT, EIGENVALUE])
@pytest.mark.parametrize(("d", "phi"), [(16, 3.0), (64, 50.0)])
def test_the_extremal_spectra_are_rediscovered(claim_id: str, d: int, phi: float) -> None:
    best = hunted(claim_id, 3, point=(d, phi), starts=12, steps=60, polished=0)
    assert [best[k].supremum for k in (0, 1)] == [Supremum.ATTAINED] * 2
    assert [best[k].case.counts for k in (0, 1)] == [(1, d - 1), (d - 1, 1)]


@pytest.mark.parametrize(
    ("claim_id", "point"),
    [
        ("meterez2024:remark-eigenvalues", None),
        ("daneshmand2021:theorem-1", (32, 0, 85, 1e24)),
        ("daneshmand2021:appendix-F-step", None),
        ("daneshmand2021:remark-sigma-min", None),
    ],
)
def test_a_false_claim_is_refuted_from_random_starts(claim_id: str, point: Any) -> None:
    assert get(claim_id).expected is Verdict.REFUTED
    found = hunted(claim_id, point=point, starts=4, steps=3, polished=0)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.decided is not None
    assert found.decided.ruling is Ruling.REAL


def test_many_distinct_numbers_are_polished_no_longer_than_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: Counter[int] = Counter()

    def counting(prey: Property[Any], formula: Any, case: Any, entry: int) -> Found:
        judged[entry] += 1
        return judging.judge(prey, formula, case, entry)

    monkeypatch.setattr(hunter, "judge", counting)
    hunted("meterez2024:lemma-C.4", point=(64,), starts=2, steps=2, polished=0)
    without = judged.copy()
    judged.clear()
    hunted("meterez2024:lemma-C.4", point=(64,), starts=2, steps=2, polished=7)
    assert all(without[k] < judged[k] <= without[k] + 8 for k in judged)


def test_a_free_hunt_finds_the_depth_where_a_rate_is_too_fast() -> None:
    """Shallow chains say nothing against corollary 3: the corners and one walk from them do."""
    found = hunted("daneshmand2021:corollary-3", steps=1, polished=0)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.where.endswith("depth 520, d = inf")


def test_one_start_that_cannot_be_evaluated_does_not_stop_the_others() -> None:
    prey = prey_of("meterez2024:remark-eigenvalues")
    formula = get(prey.claim_id).formula
    assert formula is not None
    z = torch.tensor([[1.0, 0.0, 1.0, 1.0], [torch.nan] * 4], dtype=torch.float64)
    found = climbing.scorer(prey, formula, ((2, 2),))(z)
    assert found[:, 0].isfinite().tolist() == [True, False]


def test_the_corners_of_the_grid_come_first_and_every_point_once() -> None:
    axes = ((2, 3, 4), ("a", "b"), (1, 10, 100))
    points = grid.survey(axes, np.random.default_rng(0))
    assert set(points[:8]) == set(product((2, 4), "ab", (1, 100)))
    assert sorted(points) == sorted(product(*axes))
    assert grid.survey(((7,),), np.random.default_rng(0)) == [(7,)]


def test_a_walk_keeps_to_one_axis_and_to_the_grid() -> None:
    axes = (tuple(range(10)), ("a", "b"))
    assert grid.along(axes, (1, "a")) == [
        (2, "a"), (0, "a"), (1, "b"), (3, "a"), (5, "a"),
    ]  # fmt: skip
    assert grid.beside(((7,),), (7,), np.random.default_rng(0)) == (7,)


def test_the_highest_of_the_points_climbed_least_is_favoured() -> None:
    seen = {(1,): 0.5, (2,): 0.9, (3,): 0.7}
    assert grid.favoured(seen, Counter()) == (2,)
    assert grid.favoured(seen, Counter({(2,): 1})) == (3,)


@pytest.mark.parametrize("claim_id", HUNTED)
def test_tensors_and_floats_see_the_same_ratio(claim_id: str) -> None:
    prey, formula = prey_of(claim_id), get(claim_id).formula
    assert prey.space is not None
    assert formula is not None
    point = tuple(axis[0] for axis in prey.space.axes)
    z = climbing.random_starts(3, prey.space.size(*point), Address(1) / claim_id)
    z = z.clamp(-3, 3).requires_grad_()
    scores = climbing.scorer(prey, formula, point)(prey.space.projected(z, point))
    scores.sum().backward()  # type: ignore[no-untyped-call]  # torch has no stub for it
    assert z.grad is not None
    assert bool(z.grad.isfinite().all())
    assert bool((z.grad != 0).any())
    seen = scores.detach().numpy()
    for start, numbers in enumerate(prey.space.projected(z.detach(), point).numpy()):
        case = prey.space.case(point, numbers)
        for entry in range(scores.shape[1]):
            sides = judging.sides(prey, formula, case, in_floats)[entry]
            expected = climbing.score(get(claim_id).kind, *map(torch.tensor, sides))
            assert seen[start, entry] == pytest.approx(
                float(expected), rel=max(1e-6, prey.tolerance), abs=1e-9
            )


@pytest.mark.parametrize("claim_id", HUNTED)
def test_a_case_is_read_back_from_its_text(claim_id: str) -> None:
    prey = prey_of(claim_id)
    assert prey.space is not None
    point = tuple(axis[-1] for axis in prey.space.axes)
    z = climbing.random_starts(1, prey.space.size(*point), Address(2) / claim_id)
    case = prey.space.case(point, prey.space.projected(z, point)[0].numpy())
    assert recipes.read(str(case)) == case


def test_every_pinned_example_is_read_back_from_its_text() -> None:
    examples = [
        example for p in ledger.LEDGER.properties.values() for example in p.examples.values()
    ]
    assert examples
    assert [recipes.read(str(example)) for example in examples] == examples


@pytest.mark.parametrize("text", ["", "open('x')", "Entries(", "SpectrumRecipe(1)", "1 + 1"])
def test_text_that_is_no_case_is_refused(text: str) -> None:
    with pytest.raises(recipes.NotACase):
        recipes.read(text)


@pytest.fixture
def too_small() -> Iterator[Property[SpectrumRecipe]]:
    """lambda_min >= 1 - sqrt(d phi), without the factor 2, is false at a small gap."""

    def observe(recipe: SpectrumRecipe, lift: Lift) -> tuple[dict[str, Any], Any]:
        s = recipe.build(lift)
        return {"phi": s.gap, "d": s.width}, 1 + s.deviations.min()

    false = made_up.claim(
        "hunted", Kind.LOWER_BOUND, lambda phi, d: 1 - (d * phi) ** 0.5, hypotheses=()
    )
    with ledger.LEDGER.kept():
        ledger.register(false)
        yield Property(
            false.id, st.nothing(), observe, ("a", "b"), "spectra", space=spaces.spectra(2, 3)
        )


def test_a_bound_that_is_too_small_is_exceeded(too_small: Property[SpectrumRecipe]) -> None:
    found = hunted(too_small.claim_id, point=(3,), starts=4, steps=40)[0]
    assert found.supremum is Supremum.EXCEEDED
    assert found.ratio > 1


def test_the_same_address_hunts_the_same_rounds(too_small: Property[SpectrumRecipe]) -> None:
    first, second = (hunted(too_small.claim_id, rounds=2, starts=2, steps=5) for _ in range(2))
    assert first == second


def test_progress_is_told_and_rises(too_small: Property[SpectrumRecipe]) -> None:
    seen: list[float] = []
    hunted(
        too_small.claim_id, point=(2,), starts=2, steps=5, tell=lambda _, ratio: seen.append(ratio)
    )
    assert len(seen) == 5
    assert seen == sorted(seen)


def test_ctrl_c_keeps_the_best_found(too_small: Property[SpectrumRecipe]) -> None:
    told = 0

    def interrupt(where: str, ratio: float) -> None:
        nonlocal told
        told += 1
        if told == 20:
            raise KeyboardInterrupt

    formula = get(too_small.claim_id).formula
    assert formula is not None
    caught = hunter.timed(too_small, formula, Address(0), 3600.0, interrupt)
    assert caught.interrupted
    assert caught.rounds == 1
    assert caught.best[0].ratio > 0


@pytest.mark.parametrize(
    ("kind", "lhs", "rhs", "expected"),
    [
        (Kind.UPPER_BOUND, 1.0, 2.0, 0.5),
        (Kind.LOWER_BOUND, 4.0, 2.0, 0.5),
        (Kind.UPPER_BOUND, -4.0, -2.0, 0.5),
        (Kind.LOWER_BOUND, 3.0, 0.0, -3.0),  # a bound that is 0: closer is better
        (Kind.UPPER_BOUND, 3.0, -1.0, 4.0),
    ],
)
def test_what_is_climbed(kind: Kind, lhs: float, rhs: float, expected: float) -> None:
    value = climbing.score(kind, torch.tensor(lhs), torch.tensor(rhs))
    assert float(value) == pytest.approx(expected)


def test_the_gap_is_met_and_its_gradient_is_right() -> None:
    z = torch.tensor([[0.3, -1.0, 0.7, 0.1]], dtype=torch.float64, requires_grad=True)
    logs = at_gap(z, 1.5)
    assert float(-logs.detach().mean()) == pytest.approx(1.5, abs=1e-12)
    assert float(torch.exp(logs.detach()).mean()) == pytest.approx(1, abs=1e-12)
    assert torch.autograd.gradcheck(lambda v: at_gap(v, 1.5)[:, 0], (z,))


@pytest.mark.parametrize("phi", [1e-12, 1e-3, 0.5, 50.0])
def test_the_gap_is_met_from_any_start(phi: float) -> None:
    z = climbing.random_starts(32, 8, Address(5) / "gaps")
    logs = at_gap(z, phi).numpy()
    assert -logs.mean(-1) == pytest.approx(phi, rel=1e-6, abs=1e-15)


def test_equal_numbers_have_no_gap_to_raise() -> None:
    assert bool(at_gap(torch.ones(1, 4, dtype=torch.float64), 0.5).isnan().all())


def test_nearly_equal_numbers_become_equal() -> None:
    assert np.allclose(hunter.merged(np.array([3.0, 0.1, 2.9, 0.0]), 2), [2.95, 0.05] * 2)


def test_equal_logs_become_one_level() -> None:
    recipe = spaces.levels(np.array([0.0, -1.0, 0.0]))
    assert recipe == SpectrumRecipe((-1.0, 0.0), (1, 2))
    assert recipe.build(in_floats).width == 3


def test_a_chain_begins_within_what_mpmath_can_follow() -> None:
    """At exp(1e4) each of a hundred layers would take 4000 digits."""
    space = spaces.chains((4,), (120,), steps=1)
    recipe, _ = space.case((4, 1, 120), np.array([20.0, 3.0, -3.0]))
    assert recipe.values == pytest.approx((100.0, -100.0), rel=1e-3)


def test_widths_and_shares_are_searched_too() -> None:
    chain = spaces.chains((4,), (2,), steps=1)
    space = spaces.with_share(spaces.at_widths(chain, (np.inf, 8.0)))
    assert space.size(4, 1, 2, np.inf) == chain.size(4, 1, 2) + 1
    assert space.label(4, 1, 2, np.inf) == "n = 4, levels 2+2, depth 2, d = inf"
    z = np.array([0.0, 1.0, 2.0, 3.0])
    assert space.case((4, 1, 2, 8.0), z)[1:] == (2, 8.0, 1.0)
    assert space.case((4, 1, 2, 8.0), -z)[3] == pytest.approx(np.exp(-3))
