"""Bad input gets a small named error that says which argument, which hypothesis and what value.

Every public function of the numerical modules is found by introspection: one without a case here
fails. The hypotheses have their own table in test_hypotheses.
"""

from __future__ import annotations

import functools
import math
from typing import Any

import flint
import mpmath
import pytest

from theory import definitions, errors, hypotheses, spectrum
from theory.errors import HypothesisError
from theory.numerics import accurate, backends, enclosures, exact, quadrature, special, sphere
from theory.test_support.bad_input import (
    NO_NUMBERS,
    Case,
    Refusal,
    about,
    assert_refuses,
    public_functions,
)
from theory.test_support.comparing import over

MODULES = (
    accurate, backends, definitions, enclosures, exact, quadrature, special, spectrum, sphere
)  # fmt: skip

# These take functions or types, not numbers: there is no hypothesis to violate.
WITHOUT_NUMBERS = {
    "backends.as_mpf": "takes a ball",
    "backends.backend_of": "chooses by type",
    "backends.dyadic": "takes a number that was checked",
    "backends.register_backend": "takes a type",
    "backends.stack": "puts together numbers that were checked",
    "backends.where": "chooses between numbers that were checked",
    "backends.elementwise": "takes a function",
    "backends.finite": "the predicate; it has its own test below",
    "backends.over_batches": "takes a function",
    "quadrature.integrate": "takes an integrand",
    "special.newton_from_above": "takes functions; without a root it raises ArithmeticError",
}

MATRIX = [[0.8, 0.1], [0.2, 0.5]]
UNIT = [[0.6, 0.0], [0.0, 0.8]]  # ||.||_F = 1
VECTOR = ([1.0, 2.0], errors.WrongShape)
SCALAR = (1.0, errors.WrongShape)
ZERO = ([[0.0, 0.0], [0.0, 0.0]], errors.ZeroMatrix)
WIDE = [[1.0, 2.0, 3.0], [0.0, 1.0, 1.0]]
FEW_ROWS = (WIDE, errors.TooFewRows)
MEAN_0 = ([1.0, -1.0], errors.ZeroMatrix)
HUGE = ([[1e200]], errors.OutOfRange)
NEGATIVE, OFF_MEAN = [-0.5, 2.5], [0.5, 1.6]
NOT_UNIT = [(v, errors.NotUnitNorm) for v in (MATRIX, [[1e200]])]
BALLS = [(flint.arb(a), flint.arb(b)) for a, b in ([0.5, 1.5], OFF_MEAN, NEGATIVE)]


def of_matrix(call: Any, *refuses: Refusal) -> Case:
    return about(call, "X", MATRIX, VECTOR, *refuses)


def elementary(call: Any, *below: float) -> Case:
    accepts = (math.inf,) if below else (math.inf, -math.inf)  # it has values there
    return about(call, "x", 0.5, *[(v, errors.OutOfRange) for v in below], accepts=accepts)


def of_gap(call: Any) -> Case:
    widths = [({"d": v}, errors.NotNatural) for v in (1, 0, -3, 2.5, True)]
    return Case(call, {"phi": 0.5, "d": 4}, [({"phi": -1e-9}, errors.Negative), *widths])


def of_s(call: Any) -> Case:
    negative = (-1e-300, -1.0, mpmath.mpf(-1), [1.0, -1.0])
    return about(call, "s", 0.5, *[(v, errors.Negative) for v in negative])


def of_spectrum(call: Any) -> Case:
    off, negative = (OFF_MEAN, errors.MeanNotOne), (NEGATIVE, errors.Negative)
    return about(call, "spectrum", [0.5, 1.5], off, negative, SCALAR)


def of_balls(call: Any) -> Case:
    good, off, negative = map(list, BALLS)
    refuses = (([0.5, 1.5], errors.NotReal), (off, errors.MeanNotOne), (negative, errors.Negative))
    return about(call, "spectrum", good, *refuses)


def counted(call: Any, name: str, valid: Any, off_mean: list[Any], negative: Any = ()) -> Case:
    bad: list[Any] = [({name: v}, errors.MeanNotOne) for v in off_mean]
    bad += [({name: v}, errors.Negative) for v in negative]
    counts = ([1], [1, -1], [0, 0], [1.5, 1.0], [1, 1, 1])
    bad += [({"multiplicities": v}, errors.NotNatural) for v in counts]
    bad.append(({name: valid[0]}, errors.WrongShape))
    return Case(call, {name: valid, "multiplicities": [1, 1]}, bad, (None,), "spectrum")


CASES: list[Case] = [
    *map(of_matrix, [accurate.gram_double_double, backends.as_matrix, backends.transpose]),
    of_matrix(accurate.deviation_from_isometry, ZERO),
    of_matrix(accurate.isometry_gap_float64, ZERO),
    of_matrix(definitions.isometry_gap, ZERO),
    of_matrix(definitions.isometry, ZERO),
    of_matrix(definitions.deviation, ZERO),
    about(accurate.frobenius, "E", MATRIX, ([1.0], errors.WrongShape)),
    elementary(backends.exp),
    elementary(backends.expm1),
    elementary(backends.log, -1e-300, -math.inf),
    elementary(backends.log1p, -1.5, -math.inf),
    elementary(backends.sqrt, -1e-300, -math.inf),
    about(functools.partial(backends.as_array, name="values"), "values", MATRIX),
    about(backends.as_ball, "value", 0.5, ([0.5], errors.WrongShape)),
    about(backends.eigenvalues, "A", MATRIX, (WIDE, errors.NotSquare)),
    about(backends.log_det, "A", MATRIX, (WIDE, errors.NotSquare)),
    of_matrix(definitions.row_norms, ([[1.7e308, 1.7e308]], errors.OutOfRange)),
    of_matrix(definitions.bn, ([[0.0, 0.0], [1.0, 2.0]], errors.ZeroRow)),
    of_matrix(definitions.gram, HUGE),
    of_matrix(definitions.squared_norm, HUGE),
    of_matrix(definitions.gram_spectrum, FEW_ROWS, HUGE),
    of_matrix(definitions.require_tall, FEW_ROWS),
    about(definitions.orthogonality_gap, "H", MATRIX, VECTOR, ([[0.0, 0.0]], errors.ZeroMatrix)),
    about(definitions.v_hat, "H", UNIT, VECTOR, FEW_ROWS, *NOT_UNIT),
    about(definitions.require_unit_norm, "H", UNIT, VECTOR, *NOT_UNIT),
    Case(
        definitions.cosine,
        {"x": [1.0, 2.0], "y": [3.0, 4.0]},
        [
            ({"x": [0.0, 0.0]}, errors.ZeroMatrix),
            ({"y": [0.0, 0.0]}, errors.ZeroMatrix),
            ({"y": [1.0, 2.0, 3.0]}, errors.WrongShape),
            ({"x": 1.0}, errors.WrongShape),
        ],
    ),
    about(definitions.as_vector, "values", [1.0, 2.0], SCALAR),
    about(
        definitions.relative_variance,
        "values",
        [1.0, 2.0],
        ([1.0, -1.0], errors.ZeroMatrix),
        SCALAR,
    ),
    about(definitions.bures_squared, "q", [0.25, 0.75], ([-0.1, 1.1], errors.Negative), SCALAR),
    of_balls(enclosures.enclose_drift),
    of_balls(enclosures.enclose_gram_map),
    of_matrix(exact.exact_gap, ZERO, FEW_ROWS),
    of_matrix(exact.exact_deviation, ZERO, ([MATRIX, MATRIX], errors.WrongShape)),
    about(special.log_defect, "x", 0.5, (-1.5, errors.OutOfRange)),
    about(special.exp_defect, "x", 0.5),
    *map(of_s, [special.lower_root, special.upper_root]),
    *map(of_s, [special.smallest_from_gap, special.largest_from_gap]),
    counted(spectrum.from_eigenvalues, "eigenvalues", [0.5, 1.5], [OFF_MEAN], [NEGATIVE]),
    counted(
        spectrum.from_deviations,
        "deviations",
        [-0.5, 0.5],
        [[-0.5, 0.6], [-1e-100, 2e-100]],
        [[-1.5, 1.5]],
    ),
    counted(
        spectrum.from_log_eigenvalues,
        "log_eigenvalues",
        [-5000.0, math.log(2)],
        [[0.0, 1.0], [0.0, 1000.0]],
    ),
    *map(of_gap, [spectrum.one_small, spectrum.one_large]),
    *map(of_spectrum, [spectrum.as_spectrum, sphere.drift, sphere.gram_map_deviations]),
]


def name_of(case: Case) -> str:
    call = getattr(case.call, "func", case.call)  # of a partial
    return f"{call.__module__.rpartition('.')[2]}.{call.__name__}"


def test_every_public_function_has_a_case() -> None:
    found = {
        f"{m.__name__.rpartition('.')[2]}.{name}" for m in MODULES for name in public_functions(m)
    }
    assert found == set(map(name_of, CASES)) | set(WITHOUT_NUMBERS)


@over((name_of(case), case) for case in CASES)
def test_bad_input_is_refused_by_name(name: str, case: Case) -> None:
    assert_refuses(case)


@over(
    [
        (definitions.isometry_gap, [[1, math.nan]], "X: finite entries fails: nan at index [0, 1]"),
        (definitions.v_hat, MATRIX, "H: unit Frobenius norm fails: ||H||_F = 0.969536"),
        (definitions.bn, [[0.0, 0.0]], "X: no zero row fails: norm 0.0"),
        (definitions.gram, [[1e200]], "X: the range fails: an entry of X^T X exceeds 1.8e+308"),
        (special.lower_root, -2.0, "s: non-negative fails: -2.0"),
        (sphere.drift, OFF_MEAN, "spectrum: mean eigenvalue 1 fails: the mean is 1 + 0.05"),
        (hypotheses.square("A").require, WIDE, "A: n = d fails: d = 2, n = 3"),
        (hypotheses.full_rank("A").require, WIDE, "A: full rank fails: isometry gap inf"),
        (hypotheses.natural("n").require, 2.5, "n: a natural number fails: 2.5"),
    ]
)
def test_the_message_says_what_hypothesis_and_value(call: Any, argument: Any, message: str) -> None:
    with pytest.raises(HypothesisError) as raised:
        call(argument)
    assert str(raised.value) == message


def test_finite_is_a_predicate() -> None:
    assert not any(map(backends.finite, NO_NUMBERS))
    assert backends.finite(MATRIX)
