"""A small prover in ball arithmetic, and what a certificate is made of.

``prove`` shows that a function is non-negative on a box by adaptive subdivision. Where both sides
of an inequality meet, the contact is factored out first: (x - log(1+x))/x^2 and its like have
enclosures of their own below, without cancellation at 0.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import flint
import mpmath
import numpy as np

from theory.errors import HypothesisError
from theory.ledger import Cell, Decision, Evidence, Formula, Method, source_path
from theory.numerics.backends import Array
from verify.registry import Routes, noted, register, said
from verify.registry import Run as Run

Ball = Any  # flint.arb
Polynomial = Any  # flint.fmpq_mpoly
Point = Mapping[str, Any]  # the arguments of a closed form
_BITS = 128  # of the balls that are subdivided
_SERIES_RADIUS = 0.25
_SAME = 1e-40  # relative: what two ways to round one formula to 50 digits may leave
INTEGRALS = 1e-25  # and what two quadratures may leave


class Outcome(StrEnum):
    PROVED = "proved"
    FALSE = "false"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True)
class Shown:
    """What the prover found; a false inequality comes with a point."""

    outcome: Outcome
    witness: tuple[Ball, ...] | None = None

    def __bool__(self) -> bool:
        return self.outcome is Outcome.PROVED


Box = tuple[tuple[Ball, Ball], ...]


def prove(margin: Callable[..., Ball], *sides: tuple[Array, Array], budget: int = 10_000) -> Shown:
    """Whether ``margin`` >= 0 on the closed box with these sides.

    ``margin`` takes one ball per side and encloses its values there. A box on which the enclosure
    is non-negative is done, a point where it is negative makes the inequality false, any other
    box is halved along its longest side; when the budget of boxes ends, nothing is decided.
    """
    with flint.ctx.workprec(_BITS):
        whole: Box = tuple((flint.arb(low), flint.arb(high)) for low, high in sides)
        left = deque([whole])  # the largest first, so that a point where it is false is met soon
        while left and budget:
            budget -= 1
            box = left.popleft()
            if margin(*(low.union(high) for low, high in box)) >= 0:
                continue
            middle = tuple(((low + high) / 2).mid() for low, high in box)
            if margin(*middle) < 0:
                return Shown(Outcome.FALSE, middle)
            left += _halves(box, middle)
        return Shown(Outcome.NOT_DECIDED if left else Outcome.PROVED)


def _halves(box: Box, middle: tuple[Ball, ...]) -> list[Box]:
    longest = max(range(len(box)), key=lambda i: float(box[i][1] - box[i][0]))
    low, high = box[longest]
    parts = ((low, middle[longest]), (middle[longest], high))
    return [(*box[:longest], part, *box[longest + 1 :]) for part in parts]


def on_a_box(formula: Formula, *, entry: int = 0, **box: Any) -> Ball:
    """An entry of the closed form itself on a box; not a number where it refuses the whole box."""
    try:
        return _flat(formula(**box))[entry]
    except HypothesisError:
        return flint.arb("nan")


def log_quotient(x: Ball) -> Ball:
    """(x - log(1+x))/x^2 for x > -1: 1/2 at 0, and int_0^1 t/(1 + x t) dt everywhere."""
    if x.abs_upper() < _SERIES_RADIUS:
        return _alternating(x, lambda j: flint.arb(1) / (j + 2))
    return (x - (1 + x).log()) / x**2


def exp_quotient(x: Ball) -> Ball:
    """(x + exp(-x) - 1)/x^2: 1/2 at 0, and int_0^1 (1-t) exp(-x t) dt everywhere."""
    if x.abs_upper() < _SERIES_RADIUS:
        return _alternating(x, lambda j: 1 / flint.arb(j + 2).fac())
    return (x + (-x).exp() - 1) / x**2


def log_ratio(x: Ball) -> Ball:
    """-log(1-x)/x for x < 1: 1 at 0."""
    if x.abs_upper() < _SERIES_RADIUS:
        return _alternating(-x, lambda j: flint.arb(1) / (j + 1))
    return -(1 - x).log() / x


def _alternating(x: Ball, coefficient: Callable[[int], Ball]) -> Ball:
    """sum_j (-x)^j c_j for |x| < 1/4 and 0 <= c_j <= 1, the rest bounded by 4^(1 - terms)."""
    terms = flint.ctx.prec // 2 + 4
    total = flint.arb(0)
    for j in reversed(range(terms)):
        total = coefficient(j) - x * total
    return total + flint.arb(0, flint.arb(4) ** (1 - terms))


def variables(names: str) -> tuple[Polynomial, ...]:
    """Independent variables of one polynomial ring: variables("x y")."""
    ring = flint.fmpq_mpoly_ctx.get(tuple(names.split()), flint.Ordering.lex)
    return tuple(ring.gens())


def always(*conditions: bool) -> Shown:
    """The proof that exact conditions make: all hold, or the argument breaks."""
    if not conditions:
        raise ValueError("always() was given no condition; expected at least one to be proved")
    if not all(isinstance(condition, bool | np.bool_) for condition in conditions):
        raise TypeError(f"always{conditions}: expected conditions that are true or false")
    return Shown(Outcome.PROVED if all(conditions) else Outcome.NOT_DECIDED)


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
    """A proof about ``certified``, which is to be the closed form of a claim.

    The proofs cover the whole domain; the closed form under test is compared with the certified
    expression at the cells, which carry an observation of their own, so that a wrong version is
    caught there, and at further ``points``. About another expression it says nothing. It is
    evidence, and no proof of the claim: those are made by ``verify/kernel``.
    """

    certified: Formula
    proofs: Sequence[Shown]
    cells: Sequence[Cell]
    _: KW_ONLY
    points: Sequence[Point] = ()
    relative: float = _SAME

    def __post_init__(self) -> None:
        if not self.proofs:
            raise ValueError("a reduction without a proof; expected one at least")

    def certify(self, formula: Formula, argument: str, domain: str) -> Evidence:
        """What the proof, in words ``argument``, says of this closed form."""
        seen = [*(cell.parameters for cell in self.cells), *self.points]
        same = same_formula(formula, self.certified, seen, relative=self.relative)
        decision = Decision.AGREES if same and all(self.proofs) else Decision.SILENT
        if any(proof.outcome is Outcome.FALSE for proof in self.proofs):
            decision = Decision.CONTRADICTS
        ways = ("the closed form", argument)
        return Evidence(Method.CERTIFICATE, ways, domain, self.cells, decision=decision)


Reduce = Callable[[Run], Reduction]


def argument(text: str) -> Callable[[Reduce], Reduce]:
    """How the decorated proof goes, in a line."""
    return partial(noted, argument=text)


def proved(claim_id: str, domain: str = "") -> Callable[[Reduce], Reduce]:
    """Register the decorated reduction as a check of the named claim."""

    def decorate(reduce: Reduce) -> Reduce:
        words = said(reduce, "argument"), domain or said(reduce, "domain")

        def evidence(run: Run) -> Evidence:
            return reduce(run).certify(run.formula, *words)

        register(claim_id, reduce.__name__, evidence, source_path(reduce))
        return reduce

    return decorate
