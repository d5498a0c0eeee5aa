"""What is left of a chain at a finite width, by hand at n = 2, where log(q_1/q_2) is halved."""

import math
from collections.abc import Callable

import flint
import mpmath
import numpy as np
import pytest

from lemmata.props import gram_chains as gram
from lemmata.props.attack import Property
from lemmata.props.daneshmand2021.appendix_f import whether_the_gap_falls
from lemmata.props.daneshmand2021.section_3 import gap_in_depth
from lemmata.props.daneshmand2021.section_4 import distance_in_depth
from lemmata.props.recipes import SpectrumRecipe, in_floats, in_mpf
from lemmata.theory.ledger import Cell, Decision, get
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.finite_width import mean_distance, radii
from lemmata.verify.daneshmand2021.section_3.counterexamples import gap_at_a_finite_width
from lemmata.verify.daneshmand2021.section_4 import distance_at_a_finite_width
from lemmata.verify.registry import Cells, Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.verdicts.judging import judge_cell

X = 0.8  # log(q_1/q_2) of the input
PAIR = SpectrumRecipe((X, 0.0), (1, 1))
D = 1e9
FINITE = gap_in_depth.examples["a violation at a finite width"]
FAR_DOWN = distance_in_depth.examples["a violation at a finite width"]


def deviations(layers: int) -> list[float]:
    """2 q - 1 = tanh(x/2), x halved by every layer."""
    return [math.tanh(X / 2 ** (k + 1)) for k in range(layers + 1)]


def radii_by_hand(layers: int, failure: float) -> list[float]:
    return [float(r) for r in radii([(-e, e) for e in deviations(layers)], 2, D, failure)]


def test_the_gap_is_reduced_by_the_radius_and_the_failure() -> None:
    parameters, gap = gram.gap_under_a1((PAIR, 2, D, 0.5), in_floats)
    e, r = deviations(3), radii_by_hand(3, gram.small_failure(D))
    failure = gram.small_failure(D)
    away = mean_distance(r, failure) / 2
    assert gap == pytest.approx((1 - failure) * e[3] / math.sqrt(2) - away)
    least = min(1 - e[1] - r[1], 1 - e[2] - r[2])
    assert parameters["alpha"] == pytest.approx(0.5 * math.sqrt(least / 2))
    assert (parameters["l"], parameters["n"], parameters["d"]) == (2, 2, D)


def test_the_distance_is_reduced_by_the_radius_and_the_failure() -> None:
    failure = gram.negligible_failure(D)
    assert failure == pytest.approx(D**-0.5)
    e, r = deviations(2)[2], mean_distance(radii_by_hand(2, failure), failure)
    limit = math.sqrt(((math.sqrt(1 + e) - 1) ** 2 + (math.sqrt(1 - e) - 1) ** 2) / 2)
    left = limit - (r / 2 + 2 * failure) / (1 - failure) * math.sqrt(2 / (1 - e))
    assert left > 0
    assert gram.distance_at_least(
        gram.near_limit((PAIR, 2, D), in_floats, gram.negligible_failure)
    ) == pytest.approx(left)
    assert gram.distance_under_a1((PAIR, 2, D, 1.0), in_floats)[1] == pytest.approx(left**2)


def test_the_average_is_reduced_by_the_radii() -> None:
    e, r = deviations(2), radii_by_hand(2, gram.small_failure(D))
    terms = [e[k] / 2 * (1 - e[k]) / 2 - r[k] / 4 for k in (1, 2)]
    _, average = gram.average_over_depth((PAIR, 2, D), in_floats)
    assert average == pytest.approx((1 - gram.small_failure(D)) * sum(terms) / 2)


def test_at_infinite_width_nothing_is_taken_away() -> None:
    _, gap = gram.gap_under_a1((PAIR, 2, math.inf, 1.0), in_floats)
    assert gap == pytest.approx(deviations(3)[3] / math.sqrt(2), rel=1e-12)


def test_at_a_small_width_nothing_is_known() -> None:
    for observe in (gram.gap_under_a1, gram.distance_under_a1):
        parameters, lhs = observe((PAIR, 2, 2.0, 1.0), in_floats)
        assert lhs == 0
        assert 0 < parameters["alpha"] <= 1


def test_the_distance_at_infinite_width_survives_a_lost_eigenvalue() -> None:
    """In floats 1 + e is 0 there, and 0 times infinity would be no number."""
    singular = SpectrumRecipe((200.0, 0.0), (1, 1))
    with np.errstate(all="ignore"):
        chain = gram.near_limit((singular, 1, math.inf), in_floats, gram.negligible_failure)
        assert float(gram.distance_at_least(chain)) == pytest.approx(math.sqrt(2 - math.sqrt(2)))


@over(
    [
        (gap_in_depth, FINITE, gap_at_a_finite_width),
        (distance_in_depth, FAR_DOWN, distance_at_a_finite_width),
    ]
)
def test_the_counterexample_and_the_property_see_the_same_two_sides(
    attacked: Property[gram.UnderA1], case: gram.UnderA1, certified: Callable[[Run], Cells]
) -> None:
    """By other code, from another arithmetic: what one of them forgets the other has."""
    claim = get(attacked.claim_id)
    with mpmath.workdps(30), flint.ctx.workdps(50):
        parameters, lhs = attacked.observe(case, in_mpf)
        rhs = claim.closed_form(**parameters)
        run = Run(claim.closed_form, Effort.SMOKE, Address(0), "cpu")
        (cell,) = certified(run)
        assert float(cell.lhs) == pytest.approx(float(lhs), rel=1e-6)
        assert float(claim.closed_form(**cell.parameters)) == pytest.approx(float(rhs), rel=1e-6)
    assert lhs > rhs


def test_the_gap_stays_only_for_equal_singular_values_and_more_samples() -> None:
    claim = get(whether_the_gap_falls.claim_id)
    decisions = []
    for case in (((1, 1), 1), ((1, 1), 0), ((1, 2), 0), ((1, 2), 3)):
        parameters, fell = whether_the_gap_falls.observe(case, in_floats)
        judged = judge_cell(claim.kind, Cell(parameters, fell), claim.closed_form(**parameters))
        decisions.append(judged.decision)
    assert decisions == [Decision.CONTRADICTS, *[Decision.AGREES] * 3]
