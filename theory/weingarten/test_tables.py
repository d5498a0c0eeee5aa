"""The tables for two and three rows, against pairings listed one by one."""

from collections import Counter
from itertools import product, zip_longest

import pytest

from lemmata.theory.weingarten import (
    expansion,
    forget,
    moment,
    prepare,
    threelines,
    twolines,
    weingarten,
)
from lemmata.theory.weingarten.partitions import addable, partitions
from lemmata.theory.weingarten.reference import Pairing, coset_type, pairings
from lemmata.theory.weingarten.threelines import FOUR

Triple = tuple[int, int, int]


def across(pairing: Pairing, rows: tuple[int, ...]) -> Triple:
    """How many pairs lie across rows 0 and 1, 0 and 2, 1 and 2."""
    found = Counter(tuple(sorted((rows[s], rows[t]))) for s, t in pairing)
    return found[0, 1], found[0, 2], found[1, 2]


def decoded(code: int) -> Triple:
    return code % 8, code // 8 % 8, code // 64


def test_a_column_is_paired_in_as_many_ways_as_can_be_listed() -> None:
    for of in product(range(FOUR + 1), repeat=3):
        if sum(of) > 8:
            continue
        rows = tuple(row for row, count in enumerate(of) for _ in range(count))
        listed = Counter(across(one, rows) for one in pairings(tuple(range(len(rows)))))
        made = threelines._column_pairings(of)
        assert {decoded(code): ways for code, ways in made} == listed, of
        assert made == threelines.COLUMNS[of]


def test_a_column_of_two_rows_is_paired_in_as_many_ways_as_can_be_listed() -> None:
    forget()
    for a, b in product(range(6), range(6)):
        rows = (0,) * a + (1,) * b
        listed = Counter(across(one, rows)[0] for one in pairings(tuple(range(a + b))))
        if (a + b) % 2 == 0:
            counts = twolines.column_crossings(a, b)
            assert {a % 2 + 2 * i: ways for i, ways in enumerate(counts)} == listed, (a, b)


def test_a_cell_is_added_wherever_a_partition_is_left() -> None:
    for k in range(8):
        for shape in partitions(k):
            larger = [one for one in partitions(k + 1) if covers(one, shape)]
            assert sorted(addable(shape)) == sorted(larger)


def test_prepare_builds_exactly_the_tables_that_order_12_needs() -> None:
    """No less: no cold call makes a table. No more: two caches of constants."""
    forget()
    prepare()
    tables = expansion.table, twolines.column_crossings
    assert [made.cache_info().currsize for made in tables] == [10, 49]
    for k in range(1, 7):
        for rows, columns in product(partitions(k), repeat=2):
            lines = [
                [i for i, n in enumerate(half, 1) for _ in range(2 * n)] for half in (rows, columns)
            ]
            moment(lines[0], lines[1][::2] + lines[1][1::2], 12)
    assert [made.cache_info().currsize for made in tables] == [10, 49]


def covers(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip_longest(one, other, fillvalue=0))


@pytest.mark.parametrize("d", [6, 9])
def test_the_sums_over_rows_are_those_of_weingarten_functions(d: int) -> None:
    """F(x, y, z) = sum_p Wg(p, q) over the 27 pairings p within three rows of four factors."""
    rows = (0,) * FOUR + (1,) * FOUR + (2,) * FOUR
    within = [[*pairings(tuple(range(4 * row, 4 * row + 4)))] for row in range(3)]
    example = {across(one, rows): one for one in pairings(tuple(range(12)))}
    numerators, denominator = threelines._sums_over_rows()
    assert {decoded(code) for code in numerators} == example.keys()
    for code, numerator in numerators.items():
        q = example[decoded(code)]
        kinds = Counter(coset_type(sum(p, ()), q) for p in product(*within))
        assert numerator(d) == denominator(d) * sum(
            count * weingarten(kind, d) for kind, count in kinds.items()
        )
        assert numerator == threelines.NUMERATORS[code]
    assert denominator == threelines.DENOMINATOR


def test_rows_of_other_lengths_have_no_table() -> None:
    """Six factors in one of them, or three of each parity, go the general way."""
    assert threelines.three_lines(((1, 1, 6), (2, 2, 4), (3, 3, 4)), 9) is None
    assert threelines.three_lines(((1, 1, 4), (2, 2, 4), (3, 3, 4)), 9) is not None
    rows, columns = [1] * 6 + [2] * 4 + [3] * 4, [1, 1, 2, 2, 3, 3, 1, 2, 2, 1, 3, 3, 3, 3]
    assert moment(rows, columns, 9) == moment(columns, rows, 9) != 0
