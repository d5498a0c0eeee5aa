"""A closed form that loses the digits it was given would refute a claim by its own rounding."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import flint
import mpmath
import numpy as np

from lemmata.theory.evidence import Cell, entries
from lemmata.theory.ledger import PAPERS, Claim

ANY_KIND = (
    "a closed form takes arrays and numbers of any precision: write lemmata.backends.sqrt, exp, log"
    " in the place of math's and numpy's"
)


def in_float64(cell: Cell, rhs: Any) -> bool:
    """Whether digits were lost in the closed form: it was given more than float64 has."""
    given = [v for value in cell.parameters.values() for v in entries(value)]
    finer = any(isinstance(v, mpmath.mpf | flint.arb) for v in given)
    lost = (isinstance(v, float | np.floating) and not v.is_integer() for v in entries(rhs))
    return cell.interval is None and finer and any(lost)


@contextmanager
def unrounded(claim: Claim) -> Iterator[None]:
    """Within, the file of a claim from elsewhere may not turn 50 digits into a float, as math's
    functions do: what they return may be multiplied by 50 digits again, and is not told from them.
    """
    if claim.paper in PAPERS or claim.formula is None:
        yield
        return
    file, as_float = claim.formula.__code__.co_filename, mpmath.mpf.__float__

    def refused(number: Any) -> float:
        if sys._getframe(1).f_code.co_filename == file:
            raise TypeError("it turns a number of 50 digits into a float")
        return float(as_float(number))

    with patch.object(mpmath.mpf, "__float__", refused):
        yield
