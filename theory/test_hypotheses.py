"""A hypothesis rejects, constrains and is printed: the three uses agree."""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np
import pytest

import theory  # noqa: F401  (registers the claims)
from theory import hypotheses
from theory.errors import HypothesisError, NotSquare
from theory.hypotheses import Hypothesis
from theory.ledger import get

# hypothesis, what satisfies it, what does not
TABLE: list[tuple[Hypothesis, list[Any], list[Any]]] = [
    (hypotheses.matrix("A"), [[[1.0, 2.0]], np.ones((2, 3, 4))], [[1.0, 2.0], 3.0]),
    (hypotheses.square("A"), [np.eye(3), np.ones((5, 2, 2))], [np.ones((2, 3)), np.ones((3, 2))]),
    (hypotheses.tall("A"), [np.ones((3, 2)), np.eye(2)], [np.ones((2, 3))]),
    (
        hypotheses.full_rank("A"),
        [np.eye(3), 1e-200 * np.eye(2), [[1.0, 1.0], [1.0, 1.0 + 2**-52]]],
        [
            np.ones((2, 2)),
            np.ones((2, 3)),
            np.zeros((2, 2)),
            np.stack([np.eye(2), np.ones((2, 2))]),
        ],
    ),
    (
        hypotheses.no_zero_row("A"),
        [[[5e-324, 0.0]], [[1e300, 1e300]]],
        [[[0.0, 0.0], [1.0, 0.0]], np.zeros((2, 3, 3))],
    ),
    (hypotheses.unit_rows("A"), [[[0.6, 0.8]], np.eye(2)], [[[0.6, 0.8001]], [[1e200, 0.0]]]),
    (hypotheses.unit_norm("A"), [np.eye(4) / 2], [np.eye(4), [[1e200]], [[1e-200]]]),
    (
        hypotheses.mean_one(),
        [[1.0], [0.5, 1.5], [0.0, 2.0], np.ones((3, 4))],
        [[0.5, 1.6], [-0.5, 2.5], [[1.0, 1.0], [1.0, 1.1]]],
    ),
    (hypotheses.sum_one("q"), [[0.25, 0.75], [1.0]], [[0.25, 0.76], [[1.0, 0.0], [1.0, 1.0]]]),
    (hypotheses.positive("alpha"), [5e-324, [1, 2]], [0.0, -1.0, [1.0, 0.0]]),
    (hypotheses.non_negative("phi"), [0, 0.0, 1e308], [-5e-324, [1.0, -1.0]]),
    (hypotheses.within("delta", 0, 1), [0, 1, 0.5, [0.1, 0.9]], [1.0000001, -0.1, [0.5, 2.0]]),
    (hypotheses.natural("d", 2), [2, 3.0, 10**6, [2, 5]], [1, 0, -2, 2.5, [2, 2.5]]),
]
ROWS = pytest.mark.parametrize(
    ("hypothesis", "good", "bad"), TABLE, ids=[h.name for h, _, _ in TABLE]
)


@ROWS
def test_holds_and_require_agree(hypothesis: Hypothesis, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert hypothesis.holds(value)
        hypothesis.require(value)
    for value in bad:
        assert not hypothesis.holds(value)
        with pytest.raises(HypothesisError):
            hypothesis.require(value)


@ROWS
def test_errors_name_the_argument_of_the_hypothesis(
    hypothesis: Hypothesis, good: list[Any], bad: list[Any]
) -> None:
    del good
    for value in bad:
        with pytest.raises(HypothesisError) as raised:
            hypothesis.require(value)
        assert raised.value.name == hypothesis.variable


@ROWS
def test_statements_are_latex_about_something(
    hypothesis: Hypothesis, good: list[Any], bad: list[Any]
) -> None:
    del good, bad
    assert hypothesis.statement
    assert hypothesis.statement.count("{") == hypothesis.statement.count("}")


@pytest.mark.parametrize("kind", [mpmath.mpf, flint.arb])
def test_hypotheses_judge_mpmath_numbers_and_balls(kind: Any) -> None:
    entries = np.frompyfunc(kind, 1, 1)
    assert hypotheses.full_rank().holds(entries(np.eye(2) * 0.5))
    assert not hypotheses.full_rank().holds(entries(np.ones((2, 2))))
    assert hypotheses.unit_rows().holds(entries(np.eye(2)))
    assert not hypotheses.no_zero_row().holds(entries(np.zeros((2, 2))))
    assert hypotheses.mean_one().holds(entries(np.array([0.5, 1.5])))
    assert hypotheses.sum_one().holds(entries(np.array([0.25, 0.75])))
    assert hypotheses.positive("t").holds(kind(2))
    assert not hypotheses.positive("t").holds(kind(0))
    assert hypotheses.natural("d").holds(kind(3))
    assert not hypotheses.natural("d").holds(kind(2.5))


def test_an_error_of_another_kind_is_not_a_failed_hypothesis() -> None:
    def broken(value: Any) -> None:
        raise RuntimeError(value)

    with pytest.raises(RuntimeError):
        Hypothesis("broken", "x", "x", broken).holds(1)
    with pytest.raises(NotSquare):
        hypotheses.square().require(np.ones((1, 2)))


@pytest.mark.parametrize(
    ("claim_id", "arguments"),
    [
        ("daneshmand2021:theorem-1", {"alpha": 10.0, "l": 1, "n": 2, "d": 8}),
        ("sharp:orthogonality-decay", {"alpha": 1.3, "l": 1, "n": 2, "d": 8}),
        ("meterez2024:weingarten-formula", {"i": [5, 5], "j": [1, 1], "d": 3}),
        ("meterez2024:lemma-2", {"X": np.eye(2), "W": [[1.0, 0.0], [1.0, 1e-3]]}),
        ("sharp:iterative-orthogonalisation", {"s": [1.0, 2.0], "n": 1}),
    ],
)
def test_arguments_that_no_statement_speaks_of_are_refused(
    claim_id: str, arguments: dict[str, Any]
) -> None:
    """A singular value above 1 at unit norm, an index above d, a W that is no rotation."""

    def evaluate() -> None:
        claim = get(claim_id)
        claim.require(**arguments)
        assert claim.formula is not None
        claim.formula(**arguments)

    with pytest.raises(HypothesisError):
        evaluate()
