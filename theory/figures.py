"""Figures as claims: the sentence that a paper draws from a figure, as ranges that can be missed.

How a figure is stated, re-run and shown (one module for each in ``verify/<paper>/figures/``)::

    FIGURE_3 = figure(                                   # theory/<paper>/figures.py
        "meterez2024:figure-3", title=..., sentence="what the paper says of it", source="Figure 3",
        says={"growth, orthogonal": Said(r"\\Delta_{\\mathrm{orth}}", at_most(0.25)), ...},
        published={"orthogonal": {5: 0.30, 50: 0.35}}, x="depth $L$", y=...,
        wrong={"the curves are swapped": {"growth, orthogonal": at_least(5)}}, ...)

    @reproduced(FIGURE_3, routes=(...), domain="...")    # verify/<paper>/figures/figure_3.py
    def gradients_in_depth(run: Run) -> Reproduction: ...

Each quantity of ``says`` is a number that the curves have (a growth, a slope, a ratio); the check
observes it with an interval, and the sentence holds if every interval lies in its range. ``wrong``
are the mutants: ranges that another sentence would have. The published points are compared one by
one beside that, and do not enter the verdict: a sentence may be true of a curve that cannot be met.
"""

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lemmata.theory.evidence import Decision
from lemmata.theory.hypotheses import one_of
from lemmata.theory.ledger import Claim, Kind, Mutant, Verdict, in_repository, register

Curves = Mapping[str, Mapping[float, float | None]]  # None: the published curve has no point there


@dataclass(frozen=True)
class Range:
    """The numbers from ``low`` to ``high`` that a sentence allows; either end may be infinite."""

    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self) -> None:
        if not self.low <= self.high or self.low == math.inf or self.high == -math.inf:
            raise ValueError(f"the range [{self.low}, {self.high}]; expected low <= high")

    def __str__(self) -> str:
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        if math.isinf(self.high):
            return f"at least {self.low:g}"
        return f"{self.low:g} to {self.high:g}"

    def latex(self, quantity: str) -> str:
        if math.isinf(self.low):
            return rf"{quantity} \le {_decimal(self.high)}"
        if math.isinf(self.high):
            return rf"{quantity} \ge {_decimal(self.low)}"
        return rf"{_decimal(self.low)} \le {quantity} \le {_decimal(self.high)}"

    def decide(self, low: float, high: float) -> Decision:
        """What an interval says: inside, outside, or neither."""
        if self.low <= low and high <= self.high:
            return Decision.AGREES
        return Decision.CONTRADICTS if high < self.low or low > self.high else Decision.SILENT

    def outside(self, value: float) -> float:
        """How far a value lies beyond the nearer end; negative inside."""
        return max(self.low - value, value - self.high)

    def tightened(self, share: Fraction) -> "Range | None":
        """Every finite end moved inwards by a share; None where nothing is left.

        An end moves to 1 - share of its size or away from 0 by as much, so that as for a bound the
        share at which a value lies outside is 1 less the ratio of the two.
        """
        left = float(1 - share)
        if not left:
            return None
        low = self.low / left if self.low > 0 else self.low * left
        high = self.high * left if self.high > 0 else self.high / left
        return Range(low, high) if low <= high else None


def _decimal(value: float) -> str:
    mantissa, _, exponent = f"{value:g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa


def at_most(high: float) -> Range:
    return Range(high=high)


def at_least(low: float) -> Range:
    return Range(low=low)


def about(value: float, share: float) -> Range:
    """Within a share of the value."""
    return Range(value - share * abs(value), value + share * abs(value))


@dataclass(frozen=True)
class Said:
    """One quantity of a sentence: how it is written, and where it must lie."""

    latex: str
    range: Range


@dataclass(frozen=True)
class FigureClaim:
    """What is stated of one figure: the claim's id, the sentence, its quantities, what was printed.

    ``x`` and ``y`` name the axes, in text and $mathtext$; ``digits`` is the error with which a
    published value was read off, in units of y.
    """

    id: str
    title: str
    sentence: str
    says: Mapping[str, Said]
    x: str
    y: str
    published: Curves = field(default_factory=dict)
    digits: float = 0.0


def figure(
    stated: FigureClaim,
    *,
    source: str,
    decided_by: str,
    wrong: Mapping[str, Mapping[str, Range]] | None = None,
    symbols: Mapping[str, str] | None = None,
    **fields: Any,
) -> FigureClaim:
    """Register the sentence as a claim: its closed form takes the name of a quantity to its range.

    ``wrong``: by the mutant's name, the ranges that it has in the place of the claim's.
    """
    says = stated.says

    def said(quantity: str, *, instead: Mapping[str, Range] | None = None) -> Range:
        """Where the quantity must lie."""
        return (instead or {}).get(quantity, says[quantity].range)

    def mutant(name: str, ranges: Mapping[str, Range]) -> Mutant:
        def mutated(quantity: str) -> Range:
            return said(quantity, instead=ranges)

        return Mutant(name, mutated, {"quantity": next(iter(ranges))})

    caller = sys._getframe(1)
    register(
        Claim(
            stated.id,
            title=stated.title,
            statement=_written(says),
            kind=Kind.FIGURE,
            source=source,
            decided_by=decided_by,
            formula=said,
            variables={"quantity": "q"},
            hypotheses=[one_of("quantity", list(says), "quantity", r"\text{one that is stated}")],
            mutants=[mutant(name, ranges) for name, ranges in (wrong or {}).items()],
            symbols={**(symbols or {}), **{rf"q_{{{k}}}": s for k, s in enumerate(says, 1)}},
            file=in_repository(caller.f_code.co_filename),
            line=caller.f_lineno,
            **{"expected": Verdict.HOLDS, **fields},
        )
    )
    return stated


def _written(says: Mapping[str, Said]) -> str:
    """The quantities q_1, q_2, ... with their ranges, in LaTeX."""
    each = enumerate(says.values(), 1)
    return r",\quad ".join(one.range.latex(rf"q_{{{k}}} = {one.latex}") for k, one in each)
