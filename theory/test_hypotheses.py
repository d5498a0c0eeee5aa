"""A hypothesis rejects what violates it, and is printed."""

from typing import Any

import flint
import mpmath
import numpy as np
import pytest

import lemmata.theory  # noqa: F401  (registers the claims)
from lemmata.theory import errors
from lemmata.theory import hypotheses as hyp
from lemmata.theory.errors import HypothesisError
from lemmata.theory.hypotheses import Hypothesis
from lemmata.theory.ledger import get
from lemmata.theory.test_support.bad_input import about, assert_refuses, public_functions
from lemmata.theory.test_support.comparing import over

EYE, ONES, WIDE = np.eye(2), np.ones((2, 2)), np.ones((2, 3))
ROTATION, SHEAR = [[0.6, 0.8], [-0.8, 0.6]], [[1.0, 0.0], [1.0, 1e-3]]
NEARLY_SINGULAR = [[1.0, 1.0], [1.0, 1.0 + 2**-52]]

DEFICIENT = [ONES, WIDE, 0 * EYE, [[0.0]], np.stack([EYE, ONES])]
ZERO_ROWS = [[[0.0, 0.0], [1.0, 0.0]], np.zeros((2, 3, 3))]

# the function that makes it, what satisfies it, what does not and by which error
TABLE: list[tuple[Any, list[Any], list[Any], type[HypothesisError]]] = [
    (hyp.matrix, [[[1.0, 2.0]], np.ones((2, 3, 4))], [[1.0, 2.0], 3.0], errors.WrongShape),
    (hyp.square, [ROTATION, np.ones((5, 2, 2))], [WIDE, WIDE.T], errors.NotSquare),
    (hyp.orthogonal, [ROTATION], [WIDE], errors.NotSquare),
    (hyp.orthogonal, [ROTATION], [SHEAR], errors.NotOrthogonal),
    (hyp.tall, [[[1.0], [2.0]], EYE], [WIDE], errors.TooFewRows),
    (hyp.full_rank, [NEARLY_SINGULAR, 1e-200 * EYE], DEFICIENT, errors.RankDeficient),
    (hyp.no_zero_row, [[[5e-324, 0.0]], [[1e300, 1e300]]], ZERO_ROWS, errors.ZeroRow),
    (hyp.mean_one, [[0.5, 1.5], [1.0]], [[0.5, 1.6], [[1.0], [1.1]]], errors.MeanNotOne),
    (hyp.mean_one, [[0.0, 2.0], np.ones((3, 4))], [[-0.5, 2.5]], errors.Negative),
    (hyp.no_zero_eigenvalue, [[1e-300, 2.0], [1.0]], [[0.0, 2.0]], errors.RankDeficient),
    (hyp.sum_one, [[0.25, 0.75], [1.0]], [[0.25, 0.76], [EYE[0], ONES[0]]], errors.SumNotOne),
    (hyp.sum_one, [[0.25, 0.75]], [1.0], errors.WrongShape),
    (hyp.positive, [5e-324, [1, 2]], [0.0, -1.0, [1.0, 0.0]], errors.NotPositive),
    (hyp.non_negative, [0, 0.0, 1e308], [-5e-324, [1.0, -1.0]], errors.Negative),
    (hyp.one_of, ["mse"], ["MSE", 0, None], errors.OutOfRange),
    (hyp.within, [0, 1, 0.5, [0.1]], [1.0000001, -0.1, [0.5, 2.0]], errors.OutOfRange),
    (hyp.natural, [2, 3.0, 10**6, [2, 5]], [1, 0, -2, 2.5, [2, 2.5]], errors.NotNatural),
]
ARGUMENTS: dict[Any, tuple[Any, ...]] = {
    hyp.mean_one: (),
    hyp.no_zero_eigenvalue: (),
    hyp.within: ("t", 0, 1),
    hyp.natural: ("d", 2),
    hyp.one_of: ("t", ["mse"], "t", "t"),
}


def test_every_hypothesis_is_in_the_table() -> None:
    # what is understood is printed, and has nothing to refuse; a log is refused as it is observed
    printed = {
        make.__name__
        for make in (
            hyp.understood,
            hyp.trace_normalised,
            hyp.has_a_log,
            hyp.unit_norm,
            hyp.of_full_rank,
            hyp.of_full_row_rank,
            hyp.normalised,
        )
    }
    assert set(public_functions(hyp)) == {make.__name__ for make, *_ in TABLE} | printed


def test_the_log_of_nothing_is_refused_where_it_is_observed() -> None:
    claim = get("meterez2024:lemma-C.12")
    claim.require_of(mpmath.mpf(-700))
    with pytest.raises(errors.NotFinite, match="lhs: finite entries fails: -inf"):
        claim.require_of(mpmath.mpf("-inf"))


@over(TABLE)
def test_a_hypothesis_rejects_and_is_printed(
    make: Any, good: list[Any], bad: list[Any], error: type[HypothesisError]
) -> None:
    hypothesis: Hypothesis = make(*ARGUMENTS.get(make, ("A",)))
    for value in good:
        hypothesis.check(value)
    refuses = [(value, error) for value in bad]
    named = hypothesis.variable
    assert_refuses(
        about(lambda value: hypothesis.check(value), "value", good[0], *refuses, named=named)
    )
    assert hypothesis.statement
    assert hypothesis.statement.count("{") == hypothesis.statement.count("}")


@over([mpmath.mpf, flint.arb])
def test_hypotheses_judge_mpmath_numbers_and_balls(kind: Any) -> None:
    for hypothesis, good, bad in (
        (hyp.full_rank(), EYE * 0.5, ONES),
        (hyp.orthogonal(), EYE, ONES),
        (hyp.no_zero_row(), EYE, 0 * EYE),
        (hyp.mean_one(), [0.5, 1.5], [0.5, 1.75]),
        (hyp.no_zero_eigenvalue(), [0.5, 1.5], [0.0, 2.0]),
        (hyp.sum_one(), [0.25, 0.75], [0.25, 1.0]),
        (hyp.positive("t"), 2, 0),
        (hyp.natural("d"), 3, 2.5),
    ):
        entries = np.frompyfunc(kind, 1, 1)
        hypothesis.check(entries(good))
        with pytest.raises(HypothesisError):
            hypothesis.check(entries(bad))


@over(
    [
        ("daneshmand2021:theorem-1", {"alpha": 10.0, "l": 1, "n": 2, "d": 8}),
        ("sharp:orthogonality-decay", {"alpha": 1.3, "l": 1, "n": 2, "d": 8}),
        ("meterez2024:weingarten-formula", {"i": [5, 5], "j": [1, 1], "d": 3}),
        ("meterez2024:lemma-2", {"X": np.eye(2), "W": [[1.0, 0.0], [1.0, 1e-3]]}),
        ("sharp:iterative-orthogonalisation", {"s": [1.0, 2.0], "n": 1}),
        ("sharp:exponent-below", {"n": 4, "d": 15, "l": 1, "phi_0": 0.0}),
        ("sharp:gap-of-any-batch", {"n": 4, "d": 9, "l": 1, "r": 5, "phi_0": 0.0}),
        ("sharp:gap-of-any-batch", {"n": 4, "d": 3, "l": 1, "r": 2, "phi_0": 0.0}),
    ]
)
def test_arguments_outside_a_claim_are_refused(claim_id: str, arguments: dict[str, Any]) -> None:
    """Such as a singular value above 1 at unit norm, an index above d, a width below n^2."""

    claim = get(claim_id)
    with pytest.raises(HypothesisError):  # noqa: PT012
        claim.require(**arguments)
        claim.closed_form(**arguments)
