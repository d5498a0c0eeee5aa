"""Bad input gets a small named error that says which argument, which hypothesis and what value.

Every public function of the numerical modules is found by introspection, and its valid arguments by
the names of its parameters: one that is not known here fails. The hypotheses have their own table
in test_hypotheses. Every closed form of the ledger refuses what is no number, too.
"""

import inspect
import math
from collections.abc import Iterator, Mapping
from typing import Any

import flint
import mpmath
import pytest

import lemmata.theory  # noqa: F401  (registers the claims)
from lemmata.theory import definitions, errors, hypotheses, ledger, spectrum
from lemmata.theory.errors import HypothesisError
from lemmata.theory.numerics import (
    accurate,
    backends,
    enclosures,
    exact,
    quadrature,
    special,
    sphere,
)
from lemmata.theory.test_support import bad_input
from lemmata.theory.test_support.bad_input import Case, Refusal, public_functions
from lemmata.theory.test_support.comparing import over

MODULES = (
    accurate,
    backends,
    definitions,
    enclosures,
    exact,
    quadrature,
    special,
    spectrum,
    sphere,
)

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

MATRIX, WIDE = [[0.8, 0.1], [0.2, 0.5]], [[1.0, 2.0, 3.0], [0.0, 1.0, 1.0]]
UNIT = [[0.6, 0.0], [0.0, 0.8]]  # ||.||_F = 1
VECTOR, SCALAR = ([1.0, 2.0], errors.WrongShape), (1.0, errors.WrongShape)
ZERO = ([[0.0, 0.0], [0.0, 0.0]], errors.ZeroMatrix)
FEW_ROWS, HUGE = (WIDE, errors.TooFewRows), ([[1e200]], errors.OutOfRange)
SPECTRUM, OFF_MEAN, NEGATIVE = [0.5, 1.5], [0.5, 1.6], [-0.5, 2.5]
NO_SPECTRUM = [(OFF_MEAN, errors.MeanNotOne), (NEGATIVE, errors.Negative), SCALAR]
OFF_ZERO = [(v, errors.MeanNotOne) for v in ([-0.5, 0.6], [-1e-100, 2e-100])]
NO_COUNTS = ([1], [1, -1], [0, 0], [1.5, 1.0], [1, 1, 1])

# by the name of a parameter: a valid argument, and what every function with it refuses
PARAMETERS: dict[str, tuple[Any, list[Refusal]]] = {
    "X": (MATRIX, [VECTOR]),
    "E": (MATRIX, [VECTOR]),
    "A": (MATRIX, [VECTOR, (WIDE, errors.NotSquare)]),
    "H": (UNIT, [VECTOR]),
    "x": (0.5, []),
    "value": (0.5, [([0.5], errors.WrongShape)]),
    "values": ([1.0, 2.0], []),
    "q": ([0.25, 0.75], [SCALAR, ([-0.1, 1.1], errors.Negative)]),
    "s": (0.5, [(v, errors.Negative) for v in (-1e-300, -1.0, mpmath.mpf(-1), [1.0, -1.0])]),
    "phi": (0.5, [(-1e-9, errors.Negative)]),
    "d": (4, [(v, errors.NotNatural) for v in (1, 0, -3, 2.5, True)]),
    "spectrum": (SPECTRUM, NO_SPECTRUM),
    "eigenvalues": (SPECTRUM, NO_SPECTRUM),
    "deviations": ([-0.5, 0.5], [*OFF_ZERO, ([-1.5, 1.5], errors.Negative), SCALAR]),
    "log_eigenvalues": (
        [-5000.0, math.log(2)],
        [*[(v, errors.MeanNotOne) for v in ([0.0, 1.0], [0.0, 1000.0])], SCALAR],
    ),
    "multiplicities": ([1, 1], [(v, errors.NotNatural) for v in NO_COUNTS]),
}
# what one function refuses beyond that, of its first argument
REFUSALS: dict[str, list[Refusal]] = {
    "accurate.deviation_from_isometry": [ZERO],
    "accurate.isometry_gap_float64": [ZERO],
    "backends.log": [(v, errors.OutOfRange) for v in (-1e-300, -math.inf)],
    "backends.log1p": [(v, errors.OutOfRange) for v in (-1.5, -math.inf)],
    "backends.sqrt": [(v, errors.OutOfRange) for v in (-1e-300, -math.inf)],
    "definitions.as_vector": [SCALAR],
    "definitions.bn": [([[0.0, 0.0], [1.0, 2.0]], errors.ZeroRow)],
    "definitions.deviation": [ZERO],
    "definitions.gram": [HUGE],
    "definitions.gram_spectrum": [FEW_ROWS, HUGE],
    "definitions.isometry": [ZERO],
    "definitions.isometry_gap": [ZERO],
    "definitions.orthogonality_gap": [([[0.0, 0.0]], errors.ZeroMatrix)],
    "definitions.relative_variance": [([1.0, -1.0], errors.ZeroMatrix), SCALAR],
    "definitions.require_tall": [FEW_ROWS],
    "definitions.row_norms": [([[1.7e308, 1.7e308]], errors.OutOfRange)],
    "definitions.squared_norm": [HUGE],
    "exact.exact_deviation": [ZERO, ([MATRIX, MATRIX], errors.WrongShape)],
    "exact.exact_gap": [ZERO, FEW_ROWS],
    "special.log_defect": [(-1.5, errors.OutOfRange)],
}
# the elementary functions have values at infinity, a spectrum may come without multiplicities
ACCEPTS: dict[str, tuple[Any, ...]] = {
    **{f"backends.{name}": (math.inf, -math.inf) for name in ("exp", "expm1")},
    **{f"backends.{name}": (math.inf,) for name in ("log", "log1p", "sqrt")},
    **{f"spectrum.from_{name}": (None,) for name in ("eigenvalues", "deviations")},
    "spectrum.from_log_eigenvalues": (None,),
}


def of_balls(call: Any) -> Case:
    good, off, negative = ([flint.arb(v) for v in w] for w in (SPECTRUM, OFF_MEAN, NEGATIVE))
    refuses = ((SPECTRUM, errors.NotReal), (off, errors.MeanNotOne), (negative, errors.Negative))
    return bad_input.about(call, "spectrum", good, *refuses)


OTHERS = {
    "enclosures.enclose_drift": of_balls(enclosures.enclose_drift),
    "enclosures.enclose_gram_map": of_balls(enclosures.enclose_gram_map),
}


def cases() -> Iterator[tuple[str, Case]]:
    for module in MODULES:
        for function in public_functions(module):
            name = f"{module.__name__.rpartition('.')[2]}.{function}"
            if name not in WITHOUT_NUMBERS:
                yield name, OTHERS.get(name) or case_of(name, getattr(module, function))


def case_of(name: str, call: Any) -> Case:
    first, *others = [p for p in inspect.signature(call).parameters if p != "name"]
    bad = [({first: value}, error) for value, error in REFUSALS.get(name, [])]
    for parameter in (first, *others):
        bad += [({parameter: value}, error) for value, error in PARAMETERS[parameter][1]]
    valid = {parameter: PARAMETERS[parameter][0] for parameter in (first, *others)}
    named = "spectrum" if name.startswith("spectrum.") else ""
    return Case(call, valid, bad, ACCEPTS.get(name, ()), named)


NO_BALLS = "not one spectrum of balls; numerics.sphere takes other numbers"


def test_the_tables_name_functions() -> None:
    found = {f"{m.__name__.rpartition('.')[2]}.{f}" for m in MODULES for f in public_functions(m)}
    assert set(WITHOUT_NUMBERS) | set(REFUSALS) | set(ACCEPTS) | set(OTHERS) <= found


@over(cases())
def test_bad_input_is_refused_by_name(name: str, case: Case) -> None:
    bad_input.assert_refuses(case)


@over(
    [
        (definitions.isometry_gap, [[1, math.nan]], "X: finite entries fails: nan at index [0, 1]"),
        (definitions.bn, [[0.0, 0.0]], "X: no zero row fails: norm 0.0"),
        (definitions.gram, [[1e200]], "X: the range fails: an entry of X^T X exceeds 1.8e+308"),
        (special.lower_root, -2.0, "s: non-negative fails: -2.0"),
        (enclosures.enclose_drift, SPECTRUM, f"spectrum: real entries fails: {NO_BALLS}"),
        (sphere.drift, OFF_MEAN, "spectrum: mean eigenvalue 1 fails: the mean is 1 + 0.05"),
        (hypotheses.square("A").check, WIDE, "A: n = d fails: d = 2, n = 3"),
        (hypotheses.full_rank("A").check, WIDE, "A: full rank fails: isometry gap inf"),
        (hypotheses.natural("n").check, 2.5, "n: a natural number fails: 2.5"),
    ]
)
def test_the_message_says_what_hypothesis_and_value(call: Any, argument: Any, message: str) -> None:
    with pytest.raises(HypothesisError) as raised:
        call(argument)
    assert str(raised.value) == message


def test_finite_is_a_predicate() -> None:
    assert not any(map(backends.finite, bad_input.NO_NUMBERS))
    assert backends.finite(MATRIX)


# --- the closed forms of the ledger ---------------------------------------------------------------

# Valid values by the name of the parameter, where a claim has no mutant to take them from.
DEFAULTS: dict[str, Any] = {
    "X": [[1.0, 0.5], [0.0, 2.0]],
    "M": [[1.0, 0.5], [0.0, 2.0]],
    "W": [[0.6, 0.8], [0.8, -0.6]],
    "H": [[0.6, 0.0], [0.0, 0.8]],
    "x": [1.0, 2.0],
    "s": [0.6, 0.8],
    "q": [0.25, 0.75],
    "spectrum": [0.5, 1.5],
    **dict.fromkeys(("phi", "phi_0"), 0.5),
    **dict.fromkeys(("delta", "v_hat", "v_hat_0", "V"), 0.1),
    "d": 8,
    "n": 4,
    "l": 3,
    "L": 5,
    "alpha": 0.3,
    "loss": "cross entropy",
}


def valid_point(record: ledger.Claim) -> dict[str, Any]:
    if record.kind is ledger.Kind.FIGURE:
        says = inspect.getclosurevars(record.formula or valid_point).nonlocals["says"]
        return {"quantity": next(iter(says))}
    given: Mapping[str, Any] = next((m.false_at for m in record.mutants), {})
    return {p: given.get(p, DEFAULTS.get(p, 1.0)) for p in record.parameters}


def one_parameter(record: ledger.Claim, parameter: str) -> Case:
    """A closed form in one of its parameters; infinity is taken where a hypothesis speaks of it."""
    valid = valid_point(record)

    def guarded(**argument: Any) -> Any:
        record.require(**{**valid, **argument})
        return record.formula and record.formula(**{**valid, **argument})

    spoken = (h.statement for h in record.hypotheses if h.variable == parameter)
    accepts: tuple[Any, ...] = (math.inf,) if any(r"\infty" in text for text in spoken) else ()
    if parameter in ("quantity", "jacobians"):  # a name is no list; an empty chain has a norm
        accepts = ([], [[]], [[1.0], [1.0, 2.0]])
    return bad_input.about(guarded, parameter, valid[parameter], accepts=accepts)


@over(
    (f"{record.id}: {parameter}", one_parameter(record, parameter))
    for record in ledger.claims().values()
    for parameter in record.parameters
)
def test_no_closed_form_takes_what_is_no_number(name: str, case: Case) -> None:
    bad_input.assert_refuses(case)
