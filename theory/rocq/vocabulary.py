"""The variables and the quantities of theory/definitions.v that statements share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from theory.rocq.terms import (
    APPLICATION,
    Family,
    Matrix,
    Natural,
    Proposition,
    Real,
    Variable,
    applied,
    argument,
    det,
    names,
    natural_of,
    real,
    sqrt,
    total,
    where,
)
from theory.spectrum import Spectrum


def natural(name: str, positive: bool = False) -> Natural:
    facts = (Proposition(f"(0 < {name})%N"),) if positive else ()
    return natural_of(name, frozenset([Variable(name, "nat", facts)]))


def number(name: str) -> Real:
    return Real(name, variables=frozenset([Variable(name, "R")]))


def matrix(name: str, rows: Natural, columns: Natural) -> Matrix:
    of = tuple(rows.variables | columns.variables)
    shape = rows.nat if rows.nat == columns.nat else f"({rows.nat}, {columns.nat})"
    return Matrix(name, rows, columns, own=frozenset([Variable(name, f"'M[R]_{shape}", of=of)]))


def index(name: str, count: Natural) -> Variable:
    return Variable(name, f"'I_{count.nat}", of=tuple(count.variables))


def family(name: str, count: Natural, *facts: Proposition) -> Family:
    variable = Variable(name, f"'I_{count.nat} -> R", facts, tuple(count.variables))
    return Family(Real(f"{name} k", APPLICATION, frozenset([variable])), count)


def at(values: Family, where: Variable) -> Real:
    """The member of a family at an index."""
    name = values.entry.text.removesuffix(" k")
    return Real(f"{name} {where.name}", APPLICATION, values.entry.variables | {where})


def proposition(text: str, *terms: Any) -> Proposition:
    return Proposition(text, names(*terms))


d, n, l = natural("d", positive=True), natural("n", positive=True), natural("l")
X, START = matrix("X", d, d), matrix("X0", d, d)
RECTANGULAR = matrix("X", d, n)
H, FIRST = matrix("H", d, n), matrix("H0", d, n)
j = index("j", d)

# ---------- matrices ----------


def _of_a_matrix(name: str) -> Callable[[Matrix], Real]:
    return lambda A: applied(name, A)


phi, isometry, frobenius, frobsq, V, Vhat = map(
    _of_a_matrix, ["phi", "isometry", "frobenius", "frobsq", "V", "Vhat"]
)
jacobian_norm = _of_a_matrix("jacobian_norm")


def ln(x: Any) -> Real:
    return applied("ln", real(x))


def rank(A: Matrix) -> Real:
    return Real(f"INR (\\rank {argument(A)})", APPLICATION, A.variables)


def entry(A: Matrix, row: str, column: str) -> Real:
    """An entry in a row and a column of d."""
    indices = frozenset([index(row, d), index(column, d)])
    return Real(f"{argument(A)} {row} {column}", APPLICATION, A.variables | indices)


def rowsq(A: Matrix, row: Variable) -> Real:
    return Real(f"rowsq {argument(A)} {row.name}", APPLICATION, A.variables | {row})


def bn(A: Matrix) -> Matrix:
    return Matrix(f"BN {argument(A)}", A.rows, A.columns, APPLICATION, A.own)


def layer(W: Matrix, A: Matrix) -> Matrix:
    """The next representation of daneshmand2021."""
    text = f"layer {argument(W)} {argument(A)}"
    return Matrix(text, A.rows, A.columns, APPLICATION, W.own | A.own)


def full_rank(A: Matrix) -> Proposition:
    gram = det(A.T @ A)
    return Proposition(f"0 < {gram}", gram.variables)


def unit(A: Matrix) -> Proposition:
    return proposition(f"{frobsq(A)} = 1", A)


def eigenvalues(name: str, A: Matrix) -> Family:
    """The eigenvalues of a symmetric matrix, as a variable."""
    fact = proposition(f"spectrum {argument(A)} {name}", A)
    return family(name, A.rows, fact)


lam = eigenvalues("lam", X @ X.T)
q = eigenvalues("q", H.T @ H)


class SymbolicSpectrum(Spectrum):
    """The eigenvalues of X X^T, for every d at once."""

    def __init__(self) -> None:
        super().__init__(lam.map(lambda x: applied("ln", x)), lam - 1, d)

    @property
    def width(self) -> Any:
        return d

    @property
    def eigenvalues(self) -> Any:
        return lam

    @property
    def largest(self) -> Any:
        return applied("lambda_max", X @ X.T)

    def total(self, values: Any) -> Any:
        return values.sum()

    @property
    def gap(self) -> Any:
        return phi(X)

    @property
    def spread(self) -> Any:
        return (self.deviations**2).sum()


SPECTRUM = SymbolicSpectrum()

# ---------- laws and means ----------

HAAR = Variable("L", "law 'M[R]_d", (Proposition("haar L"),), tuple(d.variables))
NORMAL = Variable("N", "law R", (Proposition("standard_normal N"),))
W = Matrix("W", d, d)  # bound by a mean over one matrix
ROTATION = WEIGHT = matrix("W", d, d)  # any matrix
GAUSSIAN = Real("gaussian N d d", APPLICATION, frozenset([NORMAL]) | d.variables)
HAAR_LAW = Real("L", variables=frozenset([HAAR]))


def mean(law: Real, bound: str, body: Any) -> Real:
    """E body over what is ``bound``, drawn from the law, with the claim that it exists."""
    inside = real(body)
    over = f"{argument(law)} (fun {bound} => {inside})"
    variables = law.variables | inside.variables
    exists = Proposition(f"integrable {over}", variables)
    return Real(f"mean {over}", APPLICATION, variables, (*inside.means, exists))


def weights(law: Real, layers: Natural) -> Real:
    """The law of the weights of so many layers."""
    return applied("weights", law, _nat(layers))


def _nat(value: Natural) -> Real:
    return Real(value.nat, variables=value.variables)


def rotated(start: Matrix, layers: Natural) -> Matrix:
    """The state of meterez2024's chain after so many layers, W the sequence of its weights."""
    text = f"rotated {argument(start)} W {argument(_nat(layers))}"
    return Matrix(text, start.rows, start.columns, APPLICATION, start.own | layers.variables)


def hidden(start: Matrix, layers: Natural) -> Matrix:
    """The same of daneshmand2021's chain."""
    text = f"hidden {argument(start)} W {argument(_nat(layers))}"
    return Matrix(text, start.rows, start.columns, APPLICATION, start.own | layers.variables)


def share(i: str = "k") -> Real:
    """p_i of the Gram map."""
    variables = q.entry.variables | n.variables | {NORMAL}
    return Real(f"gram_map N q {i}", APPLICATION, variables)


SHARES = Family(share(), n)


def row_of_WX(row: str) -> Real:
    """a_j, the squared norm of a row of W X."""
    return rowsq(W @ X, index(row, d))


def different(one: str, other: str, count: Natural) -> Proposition:
    return Proposition(f"{one} != {other}", frozenset([index(one, count), index(other, count)]))


TWO_ROWS, TWO_COLUMNS = different("i", "j", d), different("k", "l", d)
NO_ZERO_ROW = proposition("forall j, 0 < rowsq (W *m X) j", WEIGHT, RECTANGULAR)


def spread_of_mean_one() -> Any:
    """S = sum_k (lambda_k - 1)^2, the lambda_k of mean 1."""
    return SPECTRUM.spread


def _singular() -> Matrix:
    """U^T X, where X = U diag(s) Q^T."""
    U, Q = (
        Variable(name, "'M[R]_d", (Proposition(f"orthogonal {name}"),), tuple(d.variables))
        for name in "UQ"
    )
    decomposed = Proposition("X = U *m diag_mx (\\row_k s k) *m Q^T", X.variables | {U, Q})
    s = Variable("s", "'I_d -> R", (decomposed,), tuple(d.variables))
    return Matrix("U^T *m X", d, d, APPLICATION - 2, X.own | {U, Q, s})


SINGULAR = _singular()

# ---------- sums over layers, W_0, W_1, ... the weights ----------


def _layer(k: str, start: Matrix = START) -> Matrix:
    return Matrix(f"rotated {argument(start)} W {k}", d, d, APPLICATION, start.own)


def layer_jacobian(k: str) -> Real:
    """||J_BN(W_k X_k)||_op."""
    return applied("jacobian_norm", Matrix(f"W {k} *m rotated X0 W {k}", d, d, 1, START.own))


def sum_over_layers(body: Callable[[str], Real], layers: Natural = l) -> Real:
    """The sum over k < l of means; each of them exists."""
    inside = body("k")
    exist = tuple(
        Proposition(f"(forall k : 'I_{layers.nat}, {m.text})", m.variables) for m in inside.means
    )
    made = total(inside, "k", layers)
    return Real(made.text, made.level, made.variables, exist)


def _where_below(threshold: int, yes: Callable[[Real], Any], no: Any) -> Real:
    gap = phi(_layer("k"))
    return total(where(threshold * d * gap <= 1, yes(gap), no), "k", l)


def sum_after(threshold: int) -> Real:
    """sum of sqrt(d phi_k) over the layers k < l whose gap is at most 1/(threshold d)."""
    return _where_below(threshold, lambda gap: sqrt(d * gap), 0)


def hitting(threshold: int) -> Real:
    """The number of layers k < l whose gap is above 1/(threshold d)."""
    return _where_below(threshold, lambda gap: 0, 1)


# ---------- the Jacobian of x/||x|| ----------


class RowVector(Family):
    """A row vector x, a 1 x n matrix."""

    def __init__(self) -> None:
        variable = Variable("x", "'rV[R]_n", of=tuple(n.variables))
        super().__init__(Real("x 0%ring k", APPLICATION, frozenset([variable])), n)

    def __getitem__(self, key: Any) -> _Column:
        return _Column(self)

    @property
    def identity(self) -> Entries:
        return Entries(Real("(if i == j then 1 else 0)", variables=frozenset([I, J])))

    def one_and_others(self, first: Real, other: Real) -> Family:
        """first, other, ..., other."""
        entry = where(Proposition("", decided="k == 0 :> nat"), first, other)
        return Family(entry, n)


class _Column:
    """x as a column, which times the row x is x x^T."""

    def __init__(self, of: RowVector) -> None:
        self.of = of

    def __mul__(self, other: RowVector) -> Entries:
        left, right = (replace(v.entry, text=f"x 0%ring {i}") for v, i in ((self.of, "i"), (other, "j")))
        return Entries(left * right)


class Entries:
    """A matrix given by its entry in row i and column j."""

    __array_ufunc__ = None

    def __init__(self, entry: Real) -> None:
        self.entry = entry

    def __sub__(self, other: Entries) -> Entries:
        return Entries(self.entry - other.entry)

    def __truediv__(self, other: Any) -> Entries:
        return Entries(self.entry / other)


ROW_VECTOR = RowVector()
I, J = index("i", n), index("j", n)
_JACOBIAN = "jacobian (@BN 1 n) x"
JACOBIAN_ENTRY = Real(f"{_JACOBIAN} i j", APPLICATION, ROW_VECTOR.variables | {I, J})
JACOBIAN_EXISTS = Proposition(
    "exists a : R, derivable_pt_lim (fun t => BN (x + scaled t (basis 0 j))%ring 0%ring i) 0 a",
    ROW_VECTOR.variables | {I, J},
)


def jacobian_spectrum(values: Family) -> list[Proposition]:
    text = f"spectrum ({_JACOBIAN}) (fun k => {values.entry})"
    return [Proposition(text, values.variables)]
