"""Exact Weingarten calculus: moments of a Haar matrix W of O(d), at a number d or for every d.

| name | what it is | where |
|---|---|---|
| `moment(rows, cols, d)` | E prod_t w[rows[t], cols[t]] | moments.py |
| `expect(polynomial, d)` | E of a polynomial in the entries | moments.py |
| `weingarten(partition, d)` | the Weingarten function of a coset type | moments.py |
| `cost(polynomial, d)` | seconds that its expectation will take, roughly | cost.py |
| `forget()`, `prepare()` | empty every cache; make the tables that an import makes | moments.py |
| `parse(text)` | "w11^2 w22^2 - 3/2 w[10,2]^4 + 1" as a `Polynomial` | parser.py |
| `Polynomial` | polynomials in the entries | parser.py |
| `RationalFunction` | an answer for every d >= valid_from, printed in factors | rational.py |
| `WeingartenError` | a request without an answer, and its kinds | errors.py |

Behind them: partitions.py, zonal polynomials in power sums (zonal.py), pairs of pairings counted by
coset type (pairings.py), sums over coset types (expansion.py), the closed form for two rows
(twolines.py), and three rows (threelines.py).

With an integer d the answers are `flint.fmpq`; without, `RationalFunction`.
"""

from lemmata.theory.weingarten.cost import cost
from lemmata.theory.weingarten.errors import WeingartenError
from lemmata.theory.weingarten.moments import expect, forget, moment, prepare, weingarten
from lemmata.theory.weingarten.parser import Polynomial, parse
from lemmata.theory.weingarten.rational import RationalFunction

__all__ = [
    "Polynomial",
    "RationalFunction",
    "WeingartenError",
    "cost",
    "expect",
    "forget",
    "moment",
    "parse",
    "prepare",
    "weingarten",
]
