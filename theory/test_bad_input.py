"""Bad input gets a small named error that says which argument, which hypothesis and what value.

Every public function of the numerical modules is found by introspection: one without a case here
fails.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

import pytest

from theory import definitions, errors, hypotheses, spectrum
from theory.errors import HypothesisError
from theory.numerics import accurate, backends, enclosures, exact, quadrature, special, sphere
from theory.test_support.bad_input import (
    MATRIX,
    NEGATIVE,
    NO_NUMBERS,
    OFF_MEAN,
    SINGULAR,
    SPECTRUM,
    UNIT,
    WIDE,
    ZERO,
    Case,
    about_balls,
    about_gap,
    about_H,
    about_matrix,
    about_s,
    about_spectrum,
    about_value,
    assert_refused,
    bad_arguments,
    counted,
    elementary,
    refusal,
)

MODULES = [
    accurate, backends, definitions, enclosures, exact, hypotheses, quadrature, special, spectrum,
    sphere,
]  # fmt: skip

# These take functions or types, not numbers: there is no hypothesis to violate.
WITHOUT_NUMBERS = {
    "backends.as_mpf": "takes a ball",
    "backends.backend_of": "chooses by type",
    "backends.register_backend": "takes a type",
    "backends.stack": "puts together numbers that were checked",
    "backends.where": "chooses between numbers that were checked",
    "backends.elementwise": "takes a function",
    "quadrature.integrate": "takes an integrand",
    "special.newton_from_above": "takes functions; without a root it raises ArithmeticError",
}

CASES: dict[str, Case] = {
    "accurate.gram_double_double": about_matrix(accurate.gram_double_double),
    "accurate.frobenius": Case(
        accurate.frobenius, {"E": MATRIX}, [({"E": [1.0]}, errors.WrongShape)]
    ),
    "accurate.deviation_from_isometry": about_matrix(accurate.deviation_from_isometry, ZERO),
    "accurate.isometry_gap_float64": about_matrix(accurate.isometry_gap_float64, ZERO),
    "backends.exp": elementary(backends.exp),
    "backends.expm1": elementary(backends.expm1),
    "backends.log": elementary(backends.log, -1e-300, -math.inf),
    "backends.log1p": elementary(backends.log1p, -1.5, -math.inf),
    "backends.sqrt": elementary(backends.sqrt, -1e-300, -math.inf),
    "backends.as_array": Case(
        functools.partial(backends.as_array, name="values"), {"values": MATRIX}
    ),
    "backends.as_matrix": about_matrix(backends.as_matrix),
    "backends.transpose": about_matrix(backends.transpose),
    "backends.eigenvalues": Case(
        backends.eigenvalues, {"A": MATRIX}, [({"A": WIDE}, errors.NotSquare)]
    ),
    "backends.log_det": Case(backends.log_det, {"A": MATRIX}, [({"A": WIDE}, errors.NotSquare)]),
    "definitions.row_norms": about_matrix(definitions.row_norms),
    "definitions.bn": about_matrix(
        definitions.bn, ({"X": [[0.0, 0.0], [1.0, 2.0]]}, errors.ZeroRow)
    ),
    "definitions.gram": about_matrix(definitions.gram, ({"X": [[1e200]]}, errors.OutOfRange)),
    "definitions.squared_norm": about_matrix(
        definitions.squared_norm, ({"X": [[1e200]]}, errors.OutOfRange)
    ),
    "definitions.isometry_gap": about_matrix(definitions.isometry_gap, ZERO),
    "definitions.isometry": about_matrix(definitions.isometry, ZERO),
    "definitions.deviation": about_matrix(definitions.deviation, ZERO),
    "definitions.gram_spectrum": about_matrix(
        definitions.gram_spectrum, ({"X": WIDE}, errors.TooFewRows)
    ),
    "definitions.normalised_spectrum": about_matrix(
        definitions.normalised_spectrum, ZERO, ({"X": WIDE}, errors.TooFewRows)
    ),
    "definitions.orthogonality_gap": about_H(
        definitions.orthogonality_gap, MATRIX, ({"H": [[0.0, 0.0]]}, errors.ZeroMatrix)
    ),
    "definitions.v_hat": about_H(
        definitions.v_hat,
        UNIT,
        ({"H": WIDE}, errors.TooFewRows),
        ({"H": MATRIX}, errors.NotUnitNorm),
        ({"H": [[1e200]]}, errors.NotUnitNorm),
    ),
    "definitions.require_unit_norm": about_H(
        definitions.require_unit_norm, UNIT, ({"H": MATRIX}, errors.NotUnitNorm)
    ),
    "definitions.cosine": Case(
        definitions.cosine,
        {"x": [1.0, 2.0], "y": [3.0, 4.0]},
        [
            ({"x": [0.0, 0.0]}, errors.ZeroMatrix),
            ({"y": [0.0, 0.0]}, errors.ZeroMatrix),
            ({"y": [1.0, 2.0, 3.0]}, errors.WrongShape),
            ({"x": 1.0}, errors.WrongShape),
        ],
    ),
    "definitions.relative_variance": Case(
        definitions.relative_variance,
        {"values": [1.0, 2.0]},
        [({"values": [1.0, -1.0]}, errors.ZeroMatrix), ({"values": 1.0}, errors.WrongShape)],
    ),
    "definitions.bures_squared": Case(
        definitions.bures_squared,
        {"q": [0.25, 0.75]},
        [({"q": [-0.1, 1.1]}, errors.Negative), ({"q": 1.0}, errors.WrongShape)],
    ),
    "enclosures.enclose_drift": about_balls(enclosures.enclose_drift),
    "enclosures.enclose_gram_map": about_balls(enclosures.enclose_gram_map),
    "exact.exact_gap": about_matrix(exact.exact_gap, ZERO, ({"X": WIDE}, errors.TooFewRows)),
    "exact.exact_deviation": about_matrix(
        exact.exact_deviation, ZERO, ({"X": [MATRIX, MATRIX]}, errors.WrongShape)
    ),
    "hypotheses.matrix": about_value(hypotheses.matrix(), MATRIX, ([1.0], errors.WrongShape)),
    "hypotheses.square": about_value(hypotheses.square(), MATRIX, (WIDE, errors.NotSquare)),
    "hypotheses.orthogonal": about_value(
        hypotheses.orthogonal(),
        [[0.6, 0.8], [-0.8, 0.6]],
        (WIDE, errors.NotSquare),
        ([[1.0, 0.0], [1.0, 1e-3]], errors.NotOrthogonal),
    ),
    "hypotheses.tall": about_value(hypotheses.tall(), MATRIX, (WIDE, errors.TooFewRows)),
    "hypotheses.full_rank": about_value(
        hypotheses.full_rank(),
        MATRIX,
        (SINGULAR, errors.RankDeficient),
        (WIDE, errors.RankDeficient),
        ([[0.0]], errors.RankDeficient),
    ),
    "hypotheses.no_zero_row": about_value(
        hypotheses.no_zero_row(), MATRIX, ([[0.0, 0.0], [1.0, 2.0]], errors.ZeroRow)
    ),
    "hypotheses.unit_rows": about_value(
        hypotheses.unit_rows(), [[0.6, 0.8]], (MATRIX, errors.RowsNotUnit)
    ),
    "hypotheses.unit_norm": about_value(hypotheses.unit_norm(), UNIT, (MATRIX, errors.NotUnitNorm)),
    "hypotheses.mean_one": about_value(
        hypotheses.mean_one(), SPECTRUM, (OFF_MEAN, errors.MeanNotOne), (NEGATIVE, errors.Negative)
    ),
    "hypotheses.sum_one": about_value(
        hypotheses.sum_one(),
        [0.25, 0.75],
        ([0.25, 0.8], errors.SumNotOne),
        (1.0, errors.WrongShape),
    ),
    "backends.as_ball": Case(
        backends.as_ball, {"value": 0.5}, [({"value": [0.5]}, errors.WrongShape)]
    ),
    "hypotheses.positive": about_value(
        hypotheses.positive("alpha"), 0.5, (0.0, errors.NotPositive), (-0.1, errors.NotPositive)
    ),
    "hypotheses.non_negative": about_value(
        hypotheses.non_negative("phi"), 0.0, (-1e-300, errors.Negative)
    ),
    "hypotheses.within": about_value(
        hypotheses.within("delta", 0, 1), 0.5, (1.5, errors.OutOfRange), (-0.1, errors.OutOfRange)
    ),
    "hypotheses.natural": about_value(
        hypotheses.natural("d", 2), 3, (1, errors.NotNatural), (2.5, errors.NotNatural)
    ),
    "special.log_defect": Case(special.log_defect, {"x": 0.5}, [({"x": -1.5}, errors.OutOfRange)]),
    "special.exp_defect": Case(special.exp_defect, {"x": 0.5}),
    "special.lower_root": about_s(special.lower_root),
    "special.upper_root": about_s(special.upper_root),
    "special.smallest_from_gap": about_s(special.smallest_from_gap),
    "special.largest_from_gap": about_s(special.largest_from_gap),
    "spectrum.as_spectrum": about_spectrum(spectrum.as_spectrum),
    "spectrum.from_eigenvalues": counted(
        spectrum.from_eigenvalues,
        "eigenvalues",
        SPECTRUM,
        ({"eigenvalues": OFF_MEAN}, errors.MeanNotOne),
        ({"eigenvalues": NEGATIVE}, errors.Negative),
    ),
    "spectrum.from_deviations": counted(
        spectrum.from_deviations,
        "deviations",
        [-0.5, 0.5],
        ({"deviations": [-0.5, 0.6]}, errors.MeanNotOne),
        ({"deviations": [-1e-100, 2e-100]}, errors.MeanNotOne),
        ({"deviations": [-1.5, 1.5]}, errors.Negative),
    ),
    "spectrum.from_log_eigenvalues": counted(
        spectrum.from_log_eigenvalues,
        "log_eigenvalues",
        [-5000.0, math.log(2)],
        ({"log_eigenvalues": [0.0, 1.0]}, errors.MeanNotOne),
        ({"log_eigenvalues": [0.0, 1000.0]}, errors.MeanNotOne),
    ),
    "spectrum.one_small": about_gap(spectrum.one_small),
    "spectrum.one_large": about_gap(spectrum.one_large),
    "sphere.drift": about_spectrum(sphere.drift),
    "sphere.gram_map_deviations": about_spectrum(sphere.gram_map_deviations),
}


def public_functions() -> set[str]:
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for module in MODULES
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    } - {"backends.finite"}  # the predicate; it has its own test below


def test_every_public_function_has_a_case() -> None:
    assert public_functions() == set(CASES) | set(WITHOUT_NUMBERS)


@pytest.mark.parametrize("name", CASES)
def test_the_valid_arguments_are_valid(name: str) -> None:
    CASES[name].call(**CASES[name].valid)


@pytest.mark.parametrize("name", CASES)
def test_numbers_that_are_none_are_refused(name: str) -> None:
    tried = list(bad_arguments(CASES[name]))
    assert tried
    for arguments in tried:
        assert_refused(CASES[name].call, arguments, HypothesisError)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.refuses])
def test_violated_hypotheses_are_named(name: str) -> None:
    case = CASES[name]
    for arguments, error in case.refuses:
        assert_refused(case.call, {**case.valid, **arguments}, error)
        assert refusal(case.call, {**case.valid, **arguments}).name in (*arguments, case.named)


@pytest.mark.parametrize(
    ("call", "argument", "message"),
    [
        (
            definitions.isometry_gap,
            [[1, math.nan], [0, 1]],
            "X: finite entries fails: nan at index [0, 1]",
        ),
        (definitions.v_hat, MATRIX, "H: unit Frobenius norm fails: ||H||_F = 0.969536"),
        (definitions.bn, [[0.0, 0.0]], "X: no zero row fails: norm 0.0"),
        (special.lower_root, -2.0, "s: non-negative fails: -2.0"),
        (sphere.drift, OFF_MEAN, "spectrum: mean eigenvalue 1 fails: the mean is 1 + 0.05"),
        (hypotheses.square("A").require, WIDE, "A: n = d fails: d = 2, n = 3"),
        (hypotheses.full_rank("A").require, SINGULAR, "A: full rank fails: isometry gap inf"),
        (hypotheses.natural("n").require, 2.5, "n: a natural number fails: 2.5"),
    ],
)
def test_the_message_names_argument_hypothesis_and_value(
    call: Callable[..., Any], argument: Any, message: str
) -> None:
    with pytest.raises(HypothesisError) as raised:
        call(argument)
    assert str(raised.value) == message


@pytest.mark.parametrize("bad", NO_NUMBERS)
def test_finite_is_a_predicate(bad: Any) -> None:
    assert not backends.finite(bad)
    assert backends.finite(MATRIX)
