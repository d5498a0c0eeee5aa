"""What no function may take, cases by their argument, and how a refusal is judged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flint
import mpmath
import numpy as np

from theory import errors, hypotheses
from theory.errors import HypothesisError

NO_NUMBERS = [math.nan, math.inf, -math.inf, 1j, mpmath.mpc(1, 1), "a", None]
WHOLE = [*NO_NUMBERS, [], [[]], [[1.0], [1.0, 2.0]]]
ENTRIES = [*NO_NUMBERS, mpmath.nan]

MATRIX = [[0.8, 0.1], [0.2, 0.5]]
UNIT = [[0.6, 0.0], [0.0, 0.8]]  # ||.||_F = 1
SPECTRUM = [0.5, 1.5]
WRONG_NDIM = ({"X": [1.0, 2.0]}, errors.WrongShape)
ZERO = ({"X": [[0.0, 0.0], [0.0, 0.0]]}, errors.ZeroMatrix)
WIDE = [[1.0, 2.0, 3.0], [0.0, 1.0, 1.0]]
SINGULAR = [[1.0, 2.0], [2.0, 4.0]]
NEGATIVE = [-0.5, 2.5]
OFF_MEAN = [0.5, 1.6]
LIMITS = (math.inf, -math.inf)  # the elementary functions have values there


@dataclass(frozen=True)
class Case:
    """A function with valid arguments, and what it must refuse beyond what nothing may take."""

    call: Callable[..., Any]
    valid: Mapping[str, Any]
    refuses: Sequence[tuple[Mapping[str, Any], type[HypothesisError]]] = ()
    accepts: tuple[Any, ...] = ()  # of the values that are bad elsewhere
    named: str = ""  # what errors call the argument, where that is not the parameter


def of(hypothesis: hypotheses.Hypothesis) -> Callable[[Any], None]:
    return lambda value: hypothesis.require(value)


def elementary(call: Callable[..., Any], *below: float) -> Case:
    accepts = LIMITS if not below else (math.inf,)
    return Case(call, {"x": 0.5}, [({"x": v}, errors.OutOfRange) for v in below], accepts)


def about_matrix(call: Callable[..., Any], *refuses: Any) -> Case:
    return Case(call, {"X": MATRIX}, [WRONG_NDIM, *refuses])


def about_H(call: Callable[..., Any], valid: Any, *refuses: Any) -> Case:
    return Case(call, {"H": valid}, [({"H": [1.0, 2.0]}, errors.WrongShape), *refuses])


def about_gap(call: Callable[..., Any]) -> Case:
    widths = [({"d": v}, errors.NotNatural) for v in (1, 0, -3, 2.5, True)]
    return Case(call, {"phi": 0.5, "d": 4}, [({"phi": -1e-9}, errors.Negative), *widths])


def about_s(call: Callable[..., Any]) -> Case:
    negative = [({"s": v}, errors.Negative) for v in (-1e-300, -1.0, mpmath.mpf(-1), [1.0, -1.0])]
    return Case(call, {"s": 0.5}, negative)


def about_spectrum(call: Callable[..., Any]) -> Case:
    refuses: list[tuple[Mapping[str, Any], type[HypothesisError]]] = [
        ({"spectrum": OFF_MEAN}, errors.MeanNotOne),
        ({"spectrum": NEGATIVE}, errors.Negative),
        ({"spectrum": 1.0}, errors.WrongShape),
    ]
    return Case(call, {"spectrum": SPECTRUM}, refuses)


def about_balls(call: Callable[..., Any]) -> Case:
    refuses: list[tuple[Mapping[str, Any], type[HypothesisError]]] = [
        ({"spectrum": SPECTRUM}, errors.NotReal),
        ({"spectrum": [flint.arb(v) for v in OFF_MEAN]}, errors.MeanNotOne),
        ({"spectrum": [flint.arb(v) for v in NEGATIVE]}, errors.Negative),
    ]
    return Case(call, {"spectrum": [flint.arb(v) for v in SPECTRUM]}, refuses)


def counted(call: Callable[..., Any], name: str, valid: list[float], *refuses: Any) -> Case:
    counts = ([1], [1, -1], [0, 0], [1.5, 1.0])
    bad_counts = [({"multiplicities": v}, errors.NotNatural) for v in counts]
    scalar = ({name: valid[0]}, errors.WrongShape)
    arguments = {name: valid, "multiplicities": [1, 1]}
    return Case(call, arguments, [scalar, *bad_counts, *refuses], (None,), "spectrum")


def about_value(hypothesis: hypotheses.Hypothesis, valid: Any, *refuses: Any) -> Case:
    bad = [({"value": v}, e) for v, e in refuses]
    return Case(of(hypothesis), {"value": valid}, bad, named=hypothesis.variable)


def with_last(value: list[Any], bad: Any) -> list[Any]:
    """A vector or matrix with its last entry replaced."""
    array = np.array(value, dtype=object)
    array.flat[-1] = bad
    return list(array.tolist())


def bad_arguments(case: Case) -> Iterator[dict[str, Any]]:
    """The valid arguments with one of them, or one entry of it, replaced by what nothing takes."""
    for name, value in case.valid.items():
        bad = [v for v in WHOLE if (type(v), v) not in [(type(ok), ok) for ok in case.accepts]]
        if isinstance(value, list):
            bad += [with_last(value, entry) for entry in ENTRIES]
        for replaced in bad:
            yield {**case.valid, name: replaced}


def refusal(call: Callable[..., Any], arguments: Mapping[str, Any]) -> HypothesisError:
    try:
        value = call(**arguments)
    except HypothesisError as error:
        return error
    raise AssertionError(f"{arguments} was taken and gave {value!r}")


def assert_refused(
    call: Callable[..., Any], arguments: Mapping[str, Any], error: type[HypothesisError]
) -> None:
    """The call raises ``error``, which has a name of its own and a message that says it all."""
    raised = refusal(call, arguments)
    assert isinstance(raised, error), f"{arguments}: {raised!r} is no {error.__name__}"
    assert type(raised) is not HypothesisError, f"{arguments}: an error without a name"
    assert raised.value
    assert str(raised) == f"{raised.name}: {raised.hypothesis} fails: {raised.value}"
    assert "\n" not in str(raised)
