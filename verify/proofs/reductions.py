"""What a certificate is made of: exact steps, a reduction that rests on them, a counterexample."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any, NewType

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Decision, Evidence, Formula, Method, source_path
from theory.numerics.backends import Array
from verify.registry import Routes, noted, register, said
from verify.registry import Run as Run

Polynomial = Any  # flint.fmpq_mpoly
Point = Mapping[str, Any]  # the arguments of a closed form
Shown = NewType("Shown", bool)  # whether a step of an argument holds
_SAME = 1e-40  # relative: what two ways to round one formula to 50 digits may leave
INTEGRALS = 1e-25  # and what two quadratures may leave


def variables(names: str) -> tuple[Polynomial, ...]:
    """Independent variables of one polynomial ring: variables("x y")."""
    ring = flint.fmpq_mpoly_ctx.get(tuple(names.split()), flint.Ordering.lex)
    return tuple(ring.gens())


def always(*conditions: bool) -> Shown:
    """The step that exact conditions make: all hold, or the argument breaks."""
    if not conditions:
        raise ValueError("always() was given no condition; expected at least one to be proved")
    if not all(isinstance(condition, bool | np.bool_) for condition in conditions):
        raise TypeError(f"always{conditions}: expected conditions that are true or false")
    return Shown(all(conditions))


def same_formula(
    formula: Formula, certified: Formula, points: Iterable[Point], *, relative: float = _SAME
) -> bool:
    """Whether the closed form under test is, at every point, the expression that was certified.

    With three times the digits, so that a closed form that cancels is not taken for another one;
    where less is asked for, INTEGRALS, at the working precision.
    """
    points = list(points)
    if not points:
        raise ValueError("two closed forms were compared nowhere; expected at least one point")
    with mpmath.workdps((3 if relative == _SAME else 1) * mpmath.mp.dps):
        for point in points:
            pairs = zip(_flat(formula(**point)), _flat(certified(**point)), strict=True)
            if not all(abs(a - b) <= relative * max(abs(a), abs(b)) for a, b in pairs):
                return False
    return True


def _flat(value: Array) -> list[Array]:
    return list(np.asarray(value, dtype=object).flat)


def refutation(violated: bool, routes: Routes, domain: str, witness: Point) -> Evidence:
    """The evidence of a counterexample; silent where it is none to the closed form under test."""
    decision = Decision.CONTRADICTS if violated else Decision.SILENT
    return Evidence(Method.CERTIFICATE, routes, domain, decision=decision, witness=witness)


@dataclass(frozen=True)
class Reduction:
    """An argument about ``certified``, which is to be the closed form of a claim.

    Its steps cover the whole domain; the closed form under test is compared with the certified
    expression at the cells, which carry an observation of their own, so that a mutant is
    caught there, and at further ``points``. About another expression it says nothing. It is
    evidence, and no proof of the claim: those are made by ``verify/kernel``.
    """

    certified: Formula
    steps: Sequence[Shown]
    cells: Sequence[Cell]
    _: KW_ONLY
    points: Sequence[Point] = ()
    relative: float = _SAME

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a reduction without a step; expected one at least")

    def certify(self, formula: Formula, argument: str, domain: str) -> Evidence:
        """What the reduction, in words ``argument``, says of this closed form."""
        seen = [*(cell.parameters for cell in self.cells), *self.points]
        same = same_formula(formula, self.certified, seen, relative=self.relative)
        decision = Decision.AGREES if same and all(self.steps) else Decision.SILENT
        ways = ("the closed form", argument)
        return Evidence(Method.CERTIFICATE, ways, domain, self.cells, decision=decision)


Reduce = Callable[[Run], Reduction]


def argument(text: str) -> Callable[[Reduce], Reduce]:
    """How the decorated reduction goes, in a line."""
    return partial(noted, argument=text)


def certificate(claim_id: str, domain: str = "") -> Callable[[Reduce], Reduce]:
    """Register the decorated reduction as a check of the named claim."""

    def decorate(reduce: Reduce) -> Reduce:
        words = said(reduce, "argument"), domain or said(reduce, "domain")

        def evidence(run: Run) -> Evidence:
            return reduce(run).certify(run.formula, *words)

        register(claim_id, reduce.__name__, evidence, source_path(reduce))
        return reduce

    return decorate
