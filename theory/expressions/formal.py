"""What a claim says, as relations between terms.

The right-hand side is the claim's closed form run on symbols, so that it stands nowhere else::

    formal=Formal({"spectrum": SPECTRUM}, assumes=OF_MEAN_ONE, lhs=MEAN_CHANGE_OF_GAP)

An unspecified constant gets the value with which the claim is proved, its witness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from theory.expressions.nodes import Expr, Hypothesis, Relation, Whole, equal, term


@dataclass(frozen=True)
class Statement:
    """For all values of the variables: if everything assumed holds, so does what is shown."""

    assumes: frozenset[Hypothesis]
    shows: Relation

    def __str__(self) -> str:
        return str(self.shows)


@dataclass(frozen=True)
class Formal:
    """The formal side of a claim.

    ``arguments`` are the symbols that the closed form is given, ``lhs`` the other side: a term, or
    one for each entry of the closed form. ``witness`` has the values of unspecified constants.
    Where ``attained`` holds too, both sides of a bound are equal.
    """

    arguments: Mapping[str, Any]
    assumes: Sequence[Hypothesis]
    lhs: Any
    witness: Mapping[str, Fraction] = field(default_factory=dict)
    attained: Sequence[Hypothesis] = ()

    def statements(self, kind: Any, formula: Any) -> list[Statement]:
        """What is to be proved: the relations, and where they are equations."""
        said = [Statement(frozenset(self.assumes), r) for r in self.relations(kind, formula)]
        where = frozenset([*self.assumes, *self.attained])
        equations = [Statement(where, equal(one.shows.lhs, one.shows.rhs)) for one in said]
        return [*said, *equations] if self.attained else said

    def relations(self, kind: Any, formula: Any) -> list[Relation]:
        """What is claimed, in the order of the closed form's entries."""
        found = formula(**self.arguments, **{n: term(c) for n, c in self.witness.items()})
        if hasattr(found, "entry"):  # a vector or a matrix of symbols: every entry
            found = found.entry
        rights = (
            [term(v) for v in found.flat]
            if isinstance(found, np.ndarray)
            else ([term(v) for v in found] if isinstance(found, list) else [term(found)])
        )
        lefts = list(self.lhs) if isinstance(self.lhs, list | tuple) else [self.lhs] * len(rights)
        pairs = zip(map(term, lefts), rights, strict=True)
        if kind.is_bound:
            return [Relation("<=", *kind.ascending(a, b)) for a, b in pairs]
        return [equal(a, b) for a, b in pairs]


def natural(name: Expr, at_least: int = 1) -> list[Hypothesis]:
    return [Whole(name), at_least <= name]
