"""Plausible mistakes, planted: the comparison with column-by-column integration must see each."""

from math import prod
from typing import Any

import pytest
from flint import fmpz_mat

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import (
    expansion,
    forget,
    moment,
    pairings,
    threelines,
    twolines,
    zonal,
)
from lemmata.theory.weingarten import moments as engine
from lemmata.theory.weingarten.pairings import Counts, Path, States, code
from lemmata.theory.weingarten.pairings import _add as add
from lemmata.theory.weingarten.partitions import Partition, contents, hooks, partitions
from lemmata.theory.weingarten.reference import Factors, by_columns
from lemmata.theory.weingarten.threelines import COLUMNS, three_lines
from lemmata.theory.weingarten.twolines import matchings, one_line
from lemmata.theory.weingarten.zonal import laplace_beltrami

CASES: list[tuple[Factors, int]] = [
    (((1, 1), (1, 1), (1, 2), (1, 2)), 3),
    (((1, 1), (1, 2), (2, 1), (2, 2)), 2),
    (((1, 1), (1, 1), (2, 2), (2, 2)), 4),
    (((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 1)), 5),
    # Four rows and columns have no closed form.
    (((1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (3, 3), (4, 4), (4, 4)), 4),
    (((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 1)), 5),
    (((1, 1), (1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (3, 3), (4, 4), (4, 4)), 4),
    (((1, 1), (1, 1), (1, 2), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (4, 4)), 4),
    # Three rows with four factors each.
    (tuple((i, j) for i in (1, 2, 3) for j in (1, 2, 3, i)), 3),
]


def wrong_cases() -> list[Factors]:
    """The cases where the engine and the reference route differ, or the engine breaks down."""
    wrong = []
    for factors, d in CASES:
        try:
            value = moment([i for i, _ in factors], [j for _, j in factors], d)
        except ArithmeticError:
            value = None
        if value != by_columns(factors, d):
            wrong.append(factors)
    return wrong


def conjugate_code(kind: Partition) -> int:
    """Loop lengths taken for numbers of loops."""
    return code(tuple(sum(part > i for part in kind) for i in range(kind[0] if kind else 0)))


def uncounted(
    states: States, paths: tuple[Path, ...], counts: Counts, ways: int, loop: int
) -> None:
    """The number of equal choices forgotten."""
    add(states, paths, counts, 1, loop)


def without_twist(k: int) -> fmpz_mat:
    """The transpositions that leave the coset type as it is, forgotten."""
    matrix = laplace_beltrami(k).tolist()
    for i, kind in enumerate(partitions(k)):
        matrix[i][i] -= sum(m * (m - 1) // 2 for m in kind)
    return fmpz_mat(matrix)


def halved(shape: Partition, inner: Partition = ()) -> list[int]:
    return [c - c // 2 for c in contents(shape, inner)]


def one_less(shape: Partition, inner: Partition = ()) -> list[int]:
    return [c - (c == 2) for c in contents(shape, inner)]


def within(pairs: Any) -> Any:
    return [pair for pair in pairs if not pair[0]]


def once(pairs: Any) -> Any:
    return [(across, 1) for across, _ in pairs]


MUTANTS: dict[str, tuple[Any, ...]] = {
    "class size without multiplicities": (expansion, "centraliser", lambda kind: prod(kind) * 2),
    "wrong coset type": (expansion, "code", conjugate_code),
    "contents halved": (expansion, "contents", halved),
    "d+1 for d+2": (expansion, "contents", one_less),
    "hooks of lambda": (expansion, "hooks", lambda shape: hooks(tuple(r // 2 for r in shape))),
    "no twist in the Laplace-Beltrami operator": (zonal, "laplace_beltrami", without_twist),
    "a path joined to one of its equals only": (pairings, "_add", uncounted),
    "n!! for (n-1)!!": (twolines, "matchings", lambda n: 0 if n % 2 else prod(range(n, 0, -2))),
    "one row for two": (engine, "two_lines", lambda e, d: one_line([a for _, _, a in e], d)),
    "d + 2 for three rows": (engine, "three_lines", lambda e, d: three_lines(e, d + 2)),
    "no pairs across": (twolines, "column_crossings", lambda a, b: [matchings(a) * matchings(b)]),
    "no pairs across three": (threelines, "COLUMNS", {k: within(v) for k, v in COLUMNS.items()}),
    "columns paired in one way": (threelines, "COLUMNS", {k: once(v) for k, v in COLUMNS.items()}),
    "every two factors a loop": (pairings, "contract", lambda e, n: (sum(n.values()) // 4, [])),
}


@over(MUTANTS.items())
def test_a_planted_mistake_is_seen_where_the_engine_passes(name: str, planted: Any) -> None:
    forget()
    assert wrong_cases() == []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(*planted)
        forget()
        seen = wrong_cases()
    forget()
    assert seen
