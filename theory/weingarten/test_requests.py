"""Requests without an answer say so in one line; long ones are known before they start."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq

from theory.test_support.comparing import over
from theory.weingarten import (
    DimensionError,
    MatrixIndexError,
    OrderError,
    PartitionError,
    cost,
    expect,
    moment,
    moments,
    parse,
    weingarten,
)


@over([0, -1, -3, 2.0, 2.5, "3", True, fmpq(5, 2)])
def test_bad_dimension(d: Any) -> None:
    with pytest.raises(DimensionError, match=r"^d must be"):
        moment([1, 1], [1, 1], d)
    with pytest.raises(DimensionError, match=r"^d must be"):
        weingarten((2, 1), d)


@over([[0], [2, -1], [1.5], [True], 3, "21"])
def test_bad_partition(kind: Any) -> None:
    with pytest.raises(PartitionError):
        weingarten(kind, 5)


@over(
    [
        ([3, 3], [1, 1], 2, "index 3 is larger than d = 2"),
        ([1], [9], 8, "index 9 is larger than d = 8"),
        ([0, 0], [1, 1], 2, "an index is an integer from 1 on, got 0"),
        ([1.0], [1], 2, "an index is an integer from 1 on"),
        ([1, 1], [1], 2, "2 rows for 1 columns"),
    ]
)
def test_bad_indices(rows: list[int], cols: list[int], d: int, message: str) -> None:
    with pytest.raises(MatrixIndexError, match=message):
        moment(rows, cols, d)


def test_cost_grows_and_beyond_reach_is_said() -> None:
    easy, hard, beyond = (
        parse(" ".join(f"w[{i},{i}]^2" for i in range(1, n + 1))) for n in (3, 25, 39)
    )
    assert cost(easy) < 0.01
    assert cost(parse("w11")) == 0
    assert cost(hard, 50) > 60
    assert cost(beyond, 50) == 0
    with pytest.raises(OrderError, match="order 78 is beyond reach"):
        expect(beyond)
    for n in (3, 4, 5):
        grid = " ".join(f"w{i}{j}^2" for i in range(1, n + 1) for j in range(1, n + 1))
        assert cost(easy) < cost(parse(grid))
        easy = parse(grid)
    assert cost(easy) > 60


def test_what_is_beyond_reach_is_refused_before_anything_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are 5 million partitions of 72, and pairs of pairings without number."""
    for name in ("partitions", "pairs_by_coset_type"):
        monkeypatch.setattr(moments, name, None)
    indices = [i for i in (1, 2, 3, 4) for _ in range(36)]
    with pytest.raises(OrderError, match="order 144"):
        moment(indices, sorted(indices, reverse=True), 5)
    with pytest.raises(OrderError, match="order 144"):
        weingarten([1] * 72)
