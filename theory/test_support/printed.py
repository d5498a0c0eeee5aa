r"""The numbers of a printed statement, and of the relation that is proved in its place.

Both are LaTeX: the statement from the paper's page, the relation from its terms. Their numbers,
exponents and minus signs are counted, without indices, and compared as they stand: 2 in 2 d^2 (d+2)
is met by 2, ^2 by ^2. What one may have more than the other, as 1 + x in place of (d + d x)/d, is
listed beside the test.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from theory.expressions.changing import children
from theory.expressions.nodes import Named, Node
from theory.expressions.printing import latex

_INDEX = re.compile(r"_(\{(?:[^{}]|\{[^{}]*\})*\}|\\[a-zA-Z]+|[^\\{])")
_SHORT = re.compile(r"frac\s*(\d)\s*(\d)")
_NUMBER = re.compile(r"(\^\{?)?(\d+(?:\.\d+)?)")


def numbers(statement: str) -> Counter[str]:
    """How often each number stands in it, and a minus; an exponent is marked by ^."""
    plain = _SHORT.sub(r"frac{\1}{\2}", _INDEX.sub(" ", statement))
    found = [f"{'^' * bool(p)}{part}" for p, v in _NUMBER.findall(plain) for part in _over(v)]
    return Counter([*found, *"-" * plain.count("-")])


def in_order(statement: str) -> list[str]:
    """Its numbers as they follow one another, without indices; an exponent is marked by ^."""
    plain = _SHORT.sub(r"frac{\1}{\2}", _INDEX.sub(" ", statement))
    return [f"{'^' * bool(power)}{number}" for power, number in _NUMBER.findall(plain)]


def _over(value: str) -> list[str]:
    """A decimal as the fraction that it is."""
    exact = Fraction(value)
    return [str(part) for part in (exact.numerator, exact.denominator) if part != 1] or ["1"]


def differing(statement: str, formals: Iterable[Iterable[Any]]) -> tuple[str, str]:
    """The numbers that only the statement has, and those that only the relations have.

    A formal statement has a relation for each entry of the closed form; several of them, as for
    finite and infinite width, are the same closed form run again.
    """
    printed, proved = numbers(statement), Counter[str]()
    for relations in formals:
        written = list(relations)
        names = {named for relation in written for named in _names(relation)}
        parts = [latex(relation) for relation in written] + [latex(n.body) for n in names]
        proved |= sum(map(numbers, parts), Counter[str]())
    return _listed(printed - proved), _listed(proved - printed)


def _names(node: Node) -> Iterator[Named]:
    """What is printed under a name, and said once."""
    if isinstance(node, Named):
        yield node
    for child in children(node):
        yield from _names(child)


def _listed(found: Counter[str]) -> str:
    return " ".join(sorted(found.elements()))
