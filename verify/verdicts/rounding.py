"""Detects closed forms that lose digits: their rounding would refute a true claim."""

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
    """Whether the closed form returned float64 for arguments of higher precision."""
    given = [v for value in cell.parameters.values() for v in entries(value)]
    finer = any(isinstance(v, mpmath.mpf | flint.arb) for v in given)
    lost = (isinstance(v, float | np.floating) and not v.is_integer() for v in entries(rhs))
    return cell.interval is None and finer and any(lost)


@contextmanager
def unrounded(claim: Claim) -> Iterator[None]:
    """Within the block a user's closed form may not turn 50 digits into a float, as the functions
    of math do: multiplied by 50 digits again, the result would look precise.
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
