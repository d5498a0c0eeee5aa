"""What a one-layer inequality is drawn over: the isometry gap of the spectrum or matrix in it.

Also sides that are negative over many magnitudes, which are drawn turned round.
"""

import math
from decimal import Decimal
from typing import Any

from lemmata.reports.formatting import approximate, exact
from lemmata.verify.results.schema import CellRecord


def with_gaps(cells: list[CellRecord]) -> list[CellRecord]:
    """The cells with the parameters phi and d, where each has a spectrum or a matrix X."""
    found = [_gap(cell["parameters"]) for cell in cells]
    return [
        {**cell, "parameters": {**cell["parameters"], "phi": gap[0], "d": gap[1]}} if gap else cell
        for cell, gap in zip(cells, found, strict=True)
    ]


def _gap(parameters: Any) -> tuple[str, int] | None:
    spectrum, X = parameters.get("spectrum"), parameters.get("X")
    if isinstance(spectrum, dict):
        return _of_spectrum(spectrum)
    return _of_matrix(X) if isinstance(X, list) else None


def _of_spectrum(spectrum: dict[str, Any]) -> tuple[str, int] | None:
    """Minus the mean of log lambda, as the mean of lambda is 1."""
    logs, counts = spectrum.get("log_eigenvalues"), spectrum.get("multiplicities")
    if not isinstance(logs, list) or not isinstance(counts, list) or len(logs) != len(counts):
        return None
    pairs = [(exact(log), exact(count)) for log, count in zip(logs, counts, strict=True)]
    known = [(log, count) for log, count in pairs if log is not None and count is not None]
    d = sum((count for _, count in known), Decimal())
    if len(known) < len(pairs) or d <= 0:
        return None
    return str(-sum((log * count for log, count in known), Decimal()) / d), int(d)


def _of_matrix(X: list[Any]) -> tuple[str, int] | None:
    """log(tr(X^T X)/d) - log det(X^T X)/d of a square matrix, by elimination."""
    d = len(X)
    rows = [[approximate(x) for x in row] if isinstance(row, list) else [] for row in X]
    if not all(len(row) == d and None not in row for row in rows):
        return None
    left = [[x or 0.0 for x in row] for row in rows]
    trace, log = sum(x * x for row in left for x in row), 0.0
    for k in range(d):
        pivot = max(range(k, d), key=lambda i: abs(left[i][k]))
        left[k], left[pivot] = left[pivot], left[k]
        if not (size := abs(left[k][k])) or not math.isfinite(size):
            return None
        log += 2 * math.log(size)
        for row in left[k + 1 :]:
            share = row[k] / left[k][k]
            row[k:] = [a - share * b for a, b in zip(row[k:], left[k][k:], strict=True)]
    gap = math.log(trace / d) - log / d if math.isfinite(trace) else math.nan
    return (repr(max(gap, 0.0)), d) if math.isfinite(gap) else None


def turned(cells: list[CellRecord]) -> list[CellRecord] | None:
    """The cells with both sides times -1; None unless all sides are single numbers below zero."""
    sides = [exact(side) for cell in cells for side in (cell["lhs"], cell["rhs"])]
    if not sides or any(side is None or side > 0 for side in sides):
        return None
    return [
        {
            **cell,
            "lhs": _minus(cell["lhs"]),
            "rhs": _minus(cell["rhs"]),
            "exact": _minus(cell["exact"]),
            "interval": [_minus(end) for end in reversed(cell["interval"])]
            if cell["interval"]
            else None,
        }
        for cell in cells
    ]


def _minus(value: Any) -> str | None:
    known = exact(value)
    return None if known is None else str(-known)
