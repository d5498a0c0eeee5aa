"""Which hypothesis of a bound is needed: cases that break it alone, sought near those inside.

The cases of an attack lie inside the hypotheses. Here their numbers are changed (zero, the other
sign, another size; rows and columns of a matrix come and go), and what breaks exactly one
hypothesis is evaluated; the worst so far are changed again. What no change of the numbers breaks,
such as a mean of 1 that the recipe of a spectrum sees to, is said to be built in.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from lemmata.props.attack import Property
from lemmata.props.recipes import Entries, NotACase, SpectrumRecipe, in_floats, in_mpf, read
from lemmata.props.sharpening.needed import needed
from lemmata.theory.hypotheses import Hypothesis
from lemmata.theory.ledger import Claim, Kind
from lemmata.verify.seeds import Address
from lemmata.verify.verdicts.judging import aligned, ratio_of

TRIES = 2000
_KEPT = 4  # of the worst cases that break a hypothesis, which are changed again
_FLOATS = 1e-9  # the same in floats
_SURE = 1e-12  # beyond which a ratio above 1 is no rounding at 50 digits
_CANNOT = (ArithmeticError, ValueError, TypeError, AttributeError, IndexError, KeyError)


@dataclass
class Left:
    """A hypothesis, how many cases break it alone, and the worst of them.

    ``constant`` is what the worst needs, ``fails`` whether the bound is violated there.
    """

    hypothesis: Hypothesis
    tried: int = 0
    ratio: float = -np.inf
    case: Any = None
    fails: bool = False
    constant: Any = None


def leave(
    claim: Claim,
    by: Property[Any],
    inside: Sequence[Any],
    address: Address,
    until: float = math.inf,
) -> list[Left]:
    """Each hypothesis that a value can break, with the worst case that breaks it alone.

    After so many tries, or at the time ``until``.
    """
    found = {k: Left(one) for k, one in enumerate(claim.hypotheses) if _speaks(one)}
    draw, worst = np.random.default_rng(address.seed), dict[int, list[tuple[float, Any]]]()
    for _ in range(TRIES):
        if time.time() > until:
            break
        pools = [list(inside), *[[case for _, case in kept] for kept in worst.values()]]
        bases = pools[int(draw.integers(len(pools)))]
        case = changed(bases[int(draw.integers(len(bases)))], draw)
        broken, ratio = _evaluate(claim, by, case)
        if broken in found:
            found[broken].tried += 1
            if not np.isnan(ratio):
                worst[broken] = sorted([*worst.get(broken, []), (ratio, case)], key=_order)[:_KEPT]
    for k, kept in worst.items():
        for ratio, case in kept:
            if _judge(claim, by, case, found[k], ratio):
                break
    return list(found.values())


def _order(one: tuple[float, Any]) -> tuple[bool, float]:
    """Cases at which the bound fails first, the shortest of them; then the largest lhs/rhs."""
    ratio, case = one
    fails = ratio > 1 + _FLOATS
    return not fails, len(str(case)) if fails else -ratio


def _speaks(hypothesis: Hypothesis) -> bool:
    """Whether some value breaks it: what is understood accepts anything."""
    try:
        hypothesis.check(object())
    except Exception:
        return True
    return False


def _evaluate(claim: Claim, by: Property[Any], case: Any) -> tuple[int, float]:
    """The one hypothesis that a case breaks, and lhs/rhs there in floats; -1 if none or several."""
    try:
        with np.errstate(all="ignore"):
            parameters, lhs = by.observe(case, in_floats)
            broken = broken_by(claim, parameters)
            if len(broken) != 1:
                return -1, np.nan
            return broken[0], _ratio(claim, lhs, claim.closed_form(**parameters))
    except _CANNOT:
        return -1, np.nan


def broken_by(claim: Claim, parameters: Any) -> list[int]:
    """The hypotheses that fail at these arguments."""
    found = []
    for k, hypothesis in enumerate(claim.hypotheses):
        try:
            hypothesis.check(*hypothesis.of(parameters))
        except ValueError:
            found.append(k)
    return found


def _ratio(claim: Claim, lhs: Any, rhs: Any) -> float:
    """The largest lhs/rhs; where it is no number, inf if the bound is violated."""
    found = [-np.inf]
    for a, b in zip(*aligned(lhs, rhs), strict=True):
        if a == b == 0:  # any constant does
            continue
        ratio, excess = ratio_of(claim.kind, a, b), claim.kind.excess(a, b)
        found.append(ratio if ratio is not None else np.inf if excess > 0 else -np.inf)
    return float(max(found))


def _judge(claim: Claim, by: Property[Any], case: Any, left: Left, ratio: float) -> bool:
    """Judge a case in mpmath; False if it cannot be, or no command would evaluate it again."""
    try:
        if repr(read(str(case))) != repr(case):
            return False
        parameters, lhs = by.observe(case, in_mpf)
        if len(broken_by(claim, parameters)) != 1:
            return False
        exact = _ratio(claim, lhs, claim.closed_form(**parameters))
        constants = [c for c in needed(claim, parameters, lhs) if c is not None]
    except (NotACase, *_CANNOT):
        return False
    left.ratio, left.case, left.fails = exact, case, exact > 1 + _SURE
    smaller = bool(claim.constant) or claim.kind is Kind.UPPER_BOUND
    left.constant = (max if smaller else min)(constants, default=None)
    return True


def changed(case: Any, draw: np.random.Generator) -> Any:
    """The case with one or two of its numbers, or its shape, changed."""
    if isinstance(case, Entries) and draw.random() < 0.3:
        return _reshaped(case, draw)
    places, found = list(_places(case)), case
    for _ in range(1 + int(draw.integers(2))):
        if places:
            path = places[int(draw.integers(len(places)))]
            found = _put(found, path, lambda value: _other(value, draw))
    return found if _is_case(found) else case


def _is_case(case: Any) -> bool:
    """Whether every eigenvalue in it is there: of a multiplicity of 0 there is nothing to see."""
    if isinstance(case, SpectrumRecipe):
        return min(case.counts) >= 1
    return all(map(_is_case, case)) if isinstance(case, tuple) else True


def _other(value: float, draw: np.random.Generator) -> Any:
    """Another number: 0, the other sign, one off, half as large, of another magnitude."""
    whole = isinstance(value, int)
    near = (
        [0, -value, value + 1, value - 1, 2 * value]
        if whole
        else [0.0, -value, value + draw.normal()]
    )
    size = float(value) * 10.0 ** draw.normal() if value else draw.normal()
    options = [*near, value + 0.5 if whole else size]
    return options[int(draw.integers(len(options)))]


def _reshaped(case: Entries, draw: np.random.Generator) -> Entries:
    """Without a row or a column, with another, or with a row twice or of zeros."""
    X = np.array(case.rows)
    row, column = int(draw.integers(len(X))), int(draw.integers(X.shape[1]))
    more = draw.normal(size=(1, X.shape[1]))
    options: list[Callable[[], Any]] = [
        lambda: np.delete(X, row, 0),
        lambda: np.delete(X, column, 1),
        lambda: np.vstack([X, more]),
        lambda: np.hstack([X, draw.normal(size=(len(X), 1))]),
        lambda: np.vstack([X[:row], X[:1], X[row + 1 :]]),
        lambda: np.vstack([X[:row], 0 * more, X[row + 1 :]]),
    ]
    Y = options[int(draw.integers(len(options)))]()
    if not Y.size:
        return case
    return Entries(case.name, tuple(tuple(float(v) for v in line) for line in Y))


Path = tuple[Any, ...]


def _places(case: Any, path: Path = ()) -> Iterator[Path]:
    """Where the numbers of a case stand: indices of tuples, names of fields."""
    if isinstance(case, tuple):
        for k, part in enumerate(case):
            yield from _places(part, (*path, k))
    elif is_dataclass(case) and not isinstance(case, type):
        for one in fields(case):
            yield from _places(getattr(case, one.name), (*path, one.name))
    elif isinstance(case, int | float) and not isinstance(case, bool):
        yield path


def _put(case: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The case with the number at a place changed."""
    if not path:
        return change(case)
    first, rest = path[0], path[1:]
    if isinstance(case, tuple):
        return (*case[:first], _put(case[first], rest, change), *case[first + 1 :])
    return replace(case, **{first: _put(getattr(case, first), rest, change)})
