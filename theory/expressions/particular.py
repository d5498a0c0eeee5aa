"""Symbols that a few claims need.

Matrices by their singular values: r of them positive, of n samples. The two losses of meterez2024,
lemma C.2: logits z_1..z_n, the right class y. Matrices by their entries.
"""

from dataclasses import dataclass

from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, sqrt, total
from theory.expressions.nodes import Every, Expr, Function, Hypothesis, Named, Variable, equal
from theory.expressions.partial import delta, partial
from theory.expressions.symbols import ROW, SYMBOLS, Vector, product
from theory.expressions.vocabulary import H, j, k, n
from theory.numerics.backends import register_backend

s, r, M = Variable("s"), Variable("r", fixed=True), Variable("M", fixed=True)
x = Variable("x")
ALL_EQUAL: list[Hypothesis] = [Every(k, equal(s(k), x))]
POSITIVE: list[Hypothesis] = [*natural(r), Every(k, 0 < s(k))]
SAMPLES: list[Hypothesis] = [*POSITIVE, *natural(n), r <= n]
"""H has r singular values s_k > 0, and n - r that are 0."""

RANKS: list[Hypothesis] = [*natural(r), *natural(n), r <= n]
"""M has rank r."""

ORTHOGONALISED = product(Function("W'", (H,)), H)
"""W H with the W of daneshmand2021, eq. (6), V' orthogonal."""


def whitened(A: Expr) -> Expr:
    """(A A^T)^(-1/2) A."""
    return Function("whitened", (A,))


z, y, RADIUS = Variable("z"), Variable("y"), Variable("R")
MASS = total(exp(z(k)), k, n)
CROSS_ENTROPY = log(MASS) - z(y)
SQUARED_ERROR = total((z(k) - delta(k, y)) ** 2, k, n)

ONE_HOT: list[Hypothesis] = [*natural(n), *natural(y), y <= n]
IN_A_BALL: list[Hypothesis] = [0 <= RADIUS, total(z(k) ** 2, k, n) <= RADIUS**2]


def slope(loss: Expr) -> Expr:
    """The norm of the gradient in the logits."""
    return Named("slope", sqrt(total(partial(loss, z(j)) ** 2, j, n)))


@dataclass(frozen=True)
class ByEntries:
    """A matrix by its entries x_j1, x_j2, ...; its columns are vectors over the rows j."""

    family: Variable
    rows: Expr

    __array_ufunc__ = None
    ndim = 2

    def __getitem__(self, key: tuple[slice, int]) -> Vector:
        return Vector(self.family(ROW, key[1] + 1), ROW, self.rows)


register_backend(ByEntries, SYMBOLS)
