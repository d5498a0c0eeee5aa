"""The errors of a request: one class for each, with a message of one line."""

import operator


class WeingartenError(ValueError):
    """A request that has no answer."""


def _kind(name: str, doc: str) -> type[WeingartenError]:
    return type(name, (WeingartenError,), {"__doc__": doc, "__module__": __name__})


DimensionError = _kind("DimensionError", "The dimension d of O(d) is no integer, or is below 1.")
MatrixIndexError = _kind("MatrixIndexError", "An entry w[i, j] that no matrix of O(d) has.")
OrderError = _kind("OrderError", "An order whose tables do not fit in memory.")
PartitionError = _kind("PartitionError", "A coset type that is not a partition.")
ValidityError = _kind("ValidityError", "A formula in d evaluated where it does not hold.")


class ExpressionError(WeingartenError):
    """A polynomial in the entries that cannot be read; `column` counts from 1."""

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(f"malformed expression at column {column}: {reason}")
        self.column = column


def integer(value: object) -> int | None:
    """The exact integer behind an int, a numpy or a flint integer; None for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def dimension(d: object) -> int:
    """d as an integer at least 1, or DimensionError."""
    if type(d) is int and d > 0:
        return d
    value = integer(d)
    if value is None:
        raise DimensionError(f"d must be an integer, got {d!r}")
    if value < 1:
        raise DimensionError(f"d must be at least 1, got {value}")
    return value
