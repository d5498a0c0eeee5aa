"""The symbols that formal statements share: widths, spectra, rotations, gaps.

W is a Haar matrix of O(d) with entries w_jk, and the random element of that name; X is a d x n
matrix, n = d where it is said, of which X X^T has the eigenvalues lambda_1..lambda_d, of mean 1.
"""

import math
from dataclasses import dataclass
from typing import Any

from theory.expressions.formal import natural
from theory.expressions.functions import exp, total
from theory.expressions.nodes import (
    Cases,
    Every,
    Expr,
    Function,
    Hypothesis,
    Named,
    Operand,
    Variable,
    equal,
    term,
)  # fmt: skip
from theory.expressions.symbols import Matrix, SymbolicSpectrum, det, gram, product, squared_row

d, n = (Variable(name, fixed=True) for name in "dn")
l, j, k = (Variable(name) for name in "ljk")
lam = Variable("lambda")
w = Variable("w", random="W")
HAAR: dict[Variable, Expr] = {w: d}
"""The entries of Haar matrices, and their widths: a matrix has one."""
X, W = Variable("X", fixed=True), Variable("W", random="W", fixed=True)

LARGEST = Function("lambda_max", (gram(X),))
SPECTRUM = SymbolicSpectrum("lambda", d, LARGEST)
SQUARE, ROTATION = Matrix(X, d, d), Matrix(W, d, d)


AS_MANY = equal(n, d)
"""As many samples as the width: X is square."""
MEAN_ONE = equal(total(lam(k), k, d), d)


def of_mean_one(least: int = 2) -> list[Hypothesis]:
    """d eigenvalues, positive, of mean 1, of a square X; d from ``least`` on."""
    return [*natural(d, least), Every(k, 0 < lam(k)), MEAN_ONE, AS_MANY]


OF_MEAN_ONE = of_mean_one()
FULL_RANK: list[Hypothesis] = [*natural(d), 0 < det(X), AS_MANY]
TRACE_D = equal(total(squared_row(X, j), j, d), d)
"""What is known of a BN output: d unit rows."""
ONE_OF_THEM: list[Hypothesis] = [*natural(j), j <= d]
SPREAD = Named("S", SPECTRUM.spread)


def phi(A: Expr) -> Expr:
    """The isometry gap of a matrix."""
    return Function("phi", (A,))


def isometry(A: Expr) -> Expr:
    """I = exp(-phi)."""
    return exp(-phi(A))


def bn(A: Expr) -> Expr:
    return Function("BN", (A,))


def row(j: Expr) -> Expr:
    """a_j = sum_k lambda_k w_jk^2, the squared norm of a row of W X in an eigenbasis."""
    return Named(f"a_{j}", total(lam(k) * w(j, k) ** 2, k, d))


ROTATED = product(W, X)
SCALED = Function("scaled", (X,))
"""sqrt(d) X/|X|, whose squared entries sum to d."""
SINGULAR = product(Function("transpose", (Function("U", (X,)),)), X)
"""U^T X for the left singular vectors U of X."""


@dataclass(frozen=True)
class Chain:
    """Layer after layer: ``state`` at layer l + 1 is ``after`` of the state at l and a fresh draw.

    ``fresh`` is the random element that is drawn anew in each layer, independently of all before;
    ``adapted`` are families whose member l is a function of the states up to layer l.
    """

    name: str
    state: Variable
    fresh: str
    after: Expr
    adapted: tuple[str, ...] = ()

    def at(self, l: Operand) -> Variable:
        return Variable(self.state.name, (term(l),), self.name)

    def family(self, name: str, l: Operand) -> Variable:
        return Variable(name, (term(l),), self.name)


H = Variable("H", fixed=True)
START = Variable("X_0", fixed=True)
TRACE_NORMALISED: list[Hypothesis] = [
    *natural(d), 0 < det(START), equal(total(squared_row(START, j), j, d), d), AS_MANY,
]  # fmt: skip
ROTATIONS = Chain("chain 3", X, "W", bn(ROTATED))
GAUSSIAN = Chain("chain 1", H, "W", Function("layer", (W, H)), ("A",))
WIDE = Chain("chain 1 at d = inf", H, "W", Function("limit", (H,)), ("A",))
ALPHA = Variable("alpha", fixed=True)  # the event A_l of assumption A1 belongs to it
CHAINS = (ROTATIONS, GAUSSIAN, WIDE)


def norm(A: Expr) -> Expr:
    """The Frobenius norm."""
    return Function("norm", (A,))


def below_threshold(A: Expr) -> Expr:
    """1 where d phi(A) <= 1/16, else 0."""
    return Cases(16 * d * phi(A) <= 1, term(1), term(0))


def gap(A: Expr) -> Expr:
    """V, the orthogonality gap."""
    return Function("V", (A,))


def smallest(A: Expr) -> Expr:
    """Vhat = 1/n - s_n^2."""
    return Function("Vhat", (A,))


def distance_given(H: Expr) -> Expr:
    """W_2(W H, G/sqrt(n))^2, W random and H not."""
    return Function("W2", (H,))


def distance(chain: Chain, l: Expr) -> Expr:
    """W_2(W_l H_l, G/sqrt(n))^2, both random."""
    return Function(f"W2 of {chain.name}", (l,))


OF_NORM_ONE: list[Hypothesis] = [*natural(n), equal(norm(H), 1)]
WIDTHS: list[tuple[Any, list[Hypothesis], Chain]] = [
    (d, natural(d), GAUSSIAN), (math.inf, [], WIDE)
]  # fmt: skip
"""Every width, and the limit in which the Gram matrices move deterministically: another chain."""
