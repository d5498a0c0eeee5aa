"""What no function may take, cases by their argument, and how a refusal is judged."""

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import mpmath
import numpy as np
import pytest

from lemmata.theory.errors import HypothesisError

NO_NUMBERS = [math.nan, math.inf, -math.inf, 1j, mpmath.mpc(1, 1), "a", None]
WHOLE = [*NO_NUMBERS, [], [[]], [[1.0], [1.0, 2.0]]]
ENTRIES = [*NO_NUMBERS, mpmath.nan]

Refusal = tuple[Any, type[HypothesisError]]  # a value of the argument, and the error it meets


@dataclass(frozen=True)
class Case:
    """A function with valid arguments, and what it must refuse beyond what nothing may take."""

    call: Callable[..., Any]
    valid: Mapping[str, Any]
    refuses: Sequence[tuple[Mapping[str, Any], type[HypothesisError]]] = ()
    accepts: tuple[Any, ...] = ()  # of the values that are bad elsewhere
    named: str = ""  # what errors call the argument, where that is not the parameter


def about(
    call: Callable[..., Any],
    argument: str,
    valid: Any,
    *refuses: Refusal,
    accepts: tuple[Any, ...] = (),
    named: str = "",
) -> Case:
    """A case of one argument."""
    bad = [({argument: value}, error) for value, error in refuses]
    return Case(call, {argument: valid}, bad, accepts, named)


def public_functions(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        defined_here = inspect.isfunction(value) and value.__module__ == module.__name__
        if defined_here and not name.startswith("_"):
            yield name


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


def assert_refuses(case: Case) -> None:
    """The valid arguments are taken; what nothing takes and what the case names is refused."""
    case.call(**case.valid)
    for arguments in bad_arguments(case):
        _refusal(case.call, arguments, HypothesisError)
    for changed, error in case.refuses:
        raised = _refusal(case.call, {**case.valid, **changed}, error)
        assert raised.name in (*changed, case.named), f"{changed}: an error about {raised.name}"


def _refusal(
    call: Callable[..., Any], arguments: Mapping[str, Any], error: type[HypothesisError]
) -> HypothesisError:
    """The call raises ``error``, which has a name of its own and a message that says it all."""
    with pytest.raises(HypothesisError) as caught:
        call(**arguments)
    raised = caught.value
    assert isinstance(raised, error), f"{arguments}: {raised!r} is no {error.__name__}"
    assert type(raised) is not HypothesisError, f"{arguments}: an error without a name"
    assert raised.value, f"{arguments}: no value"
    assert str(raised) == f"{raised.name}: {raised.hypothesis} fails: {raised.value}"
    assert "\n" not in str(raised)
    return raised
