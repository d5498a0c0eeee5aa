"""Requests without an answer say so in one line; long ones are known before they start."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpz

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import cost, expect, moment, moments, parse, weingarten
from lemmata.theory.weingarten import errors as wg


@over(
    [
        *(
            (call, d, wg.DimensionError, "^d must be")
            for call in (partial(moment, [1, 1], [1, 1]), partial(weingarten, (2, 1)))
            for d in (0, -1, -3, 2.0, 2.5, "3", True, fmpq(5, 2))
        ),
        *(
            (partial(weingarten, d=5), kind, wg.PartitionError, "partition")
            for kind in ([0], [2, -1], [1.5], [True], 3, "21")
        ),
        (partial(moment, [3, 3], [1, 1]), 2, wg.MatrixIndexError, "index 3 is larger than d = 2"),
        (partial(moment, [1], [9]), 8, wg.MatrixIndexError, "index 9 is larger than d = 8"),
        (partial(moment, [0, 0], [1, 1]), 2, wg.MatrixIndexError, "integer from 1 on, got 0"),
        (partial(moment, [1.0], [1]), 2, wg.MatrixIndexError, "an index is an integer from 1 on"),
        (partial(moment, [1, 1], [0, 0]), 2, wg.MatrixIndexError, "integer from 1 on, got 0"),
        (partial(moment, [1, 1], [1.0, 1]), 2, wg.MatrixIndexError, "from 1 on, got 1.0"),
        (partial(moment, [1, 1], [1, True]), 2, wg.MatrixIndexError, "from 1 on, got True"),
        (partial(moment, [np.int64(0)], [1]), 2, wg.MatrixIndexError, "integer from 1 on, got"),
        (partial(moment, [1, 1], [1]), 2, wg.MatrixIndexError, "2 rows for 1 columns"),
    ]
)
def test_bad_dimensions_partitions_and_indices_are_refused_by_name(
    call: Any, argument: Any, error: Any, message: str
) -> None:
    with pytest.raises(error, match=message):
        call(argument)


def test_integers_of_numpy_and_flint_are_integers() -> None:
    kinds: list[Any] = [np.int64, np.uint8, fmpz]
    for whole in kinds:
        one, two = whole(1), whole(2)
        assert moment([one, one], [one, one], one) == 1
        assert moment([two, two], [one, one], two) == fmpq(1, 2)
        assert moment([1, 1], [one, two], two) == 0
        assert weingarten([two, one], two) == weingarten([2, 1], 2)


def test_cost_grows_and_beyond_reach_is_said() -> None:
    easy, hard, beyond = (
        parse(" ".join(f"w[{i},{i}]^2" for i in range(1, n + 1))) for n in (3, 25, 39)
    )
    assert cost(easy) < 0.01
    assert cost(parse("w11")) == 0
    assert cost(hard, 50) > 60
    assert cost(beyond, 50) == 0
    with pytest.raises(wg.OrderError, match="order 78 is beyond reach"):
        expect(beyond)
    for n in (3, 4, 5):
        grid = " ".join(f"w{i}{j}^2" for i in range(1, n + 1) for j in range(1, n + 1))
        assert cost(easy) < cost(parse(grid))
        easy = parse(grid)
    assert cost(easy) > 60


def test_a_moment_of_too_high_order_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are 5 million partitions of 72, and pairs of pairings without number."""
    for name in ("partitions", "pairs_by_coset_type"):
        monkeypatch.setattr(moments, name, None)
    indices = [i for i in (1, 2, 3, 4) for _ in range(36)]
    with pytest.raises(wg.OrderError, match="order 144"):
        moment(indices, sorted(indices, reverse=True), 5)
    with pytest.raises(wg.OrderError, match="order 144"):
        weingarten([1] * 72)
