"""The tables for two and three rows, against pairings listed one by one."""

from collections import Counter
from itertools import product

import pytest

from lemmata.theory.weingarten import (
    threelines,
    weingarten,
)
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
