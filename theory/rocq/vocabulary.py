"""The variables of statements, and the quantities of theory/definitions.v as terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from lemmata.theory.rocq.terms import (
    APPLICATION,
    PRODUCT,
    Entrywise,
    Family,
    Matrix,
    Natural,
    Proposition,
    Real,
    Variable,
    applied,
    argument,
    bound,
    det,
    equal,
    fresh,
    names,
    natural_of,
    real,
    sqrt,
    total,
    where,
)
from lemmata.theory.rocq.terms import ln as ln
from lemmata.theory.spectrum import Spectrum


def natural(name: str, positive: bool = False) -> Natural:
    facts = (Proposition(f"(0 < {name})%N"),) if positive else ()
    return natural_of(name, frozenset([Variable(name, "nat", facts)]))


def number(name: str) -> Real:
    return Real(name, variables=frozenset([Variable(name, "R")]))


def matrix(name: str, rows: Natural, columns: Natural) -> Matrix:
    of = tuple(rows.variables | columns.variables)
    type_ = Matrix(name, rows, columns).type
    return Matrix(name, rows, columns, own=frozenset([Variable(name, type_, of=of)]))


def index(name: str, count: Natural, *facts: Proposition) -> Variable:
    return Variable(name, f"'I_{count.nat}", facts, tuple(count.variables))


def family(name: str, count: Natural, *facts: Proposition) -> Family:
    variable = Variable(name, f"'I_{count.nat} -> R", facts, tuple(count.variables))
    return Family(Real(f"{name} k", APPLICATION, frozenset([variable])), count)


def rotation(name: str, size: Natural, *facts: Proposition) -> Variable:
    """An orthogonal matrix."""
    known = (Proposition(f"orthogonal {name}"), *facts)
    return Variable(name, f"'M[R]_{size.nat}", known, tuple(size.variables))


def at(values: Family, where: Variable) -> Real:
    """The member of a family at an index."""
    name = values.entry.text.removesuffix(" k")
    return Real(f"{name} {where.name}", APPLICATION, values.entry.variables | {where})


def proposition(text: str, *terms: Any) -> Proposition:
    return Proposition(text, names(*terms))


d, n, l = natural("d", positive=True), natural("n", positive=True), natural("l")
ONE, TWO = (Natural(str(k), nat=str(k)) for k in (1, 2))
X, START = matrix("X", d, d), matrix("X0", d, d)
RECTANGULAR, RECTANGULAR_START = matrix("X", d, n), matrix("X0", d, n)
H, FIRST = matrix("H", d, n), matrix("H0", d, n)
j = index("j", d)

# ---------- matrices ----------


def _of_a_matrix(name: str) -> Callable[[Matrix], Real]:
    return lambda A: applied(name, A)


phi, isometry, frobenius, frobsq, V, Vhat = map(
    _of_a_matrix, ["phi", "isometry", "frobenius", "frobsq", "V", "Vhat"]
)
jacobian_norm = _of_a_matrix("jacobian_norm")


def rank(A: Matrix) -> Real:
    return Real(f"INR (\\rank {argument(A)})", APPLICATION, A.variables)


def entry(A: Matrix, row: str, column: str) -> Real:
    """An entry in a row and a column of d."""
    indices = frozenset([index(row, d), index(column, d)])
    return Real(f"{argument(A)} {row} {column}", APPLICATION, A.variables | indices)


def rowsq(A: Matrix, row: Variable) -> Real:
    return Real(f"rowsq {argument(A)} {row.name}", APPLICATION, A.variables | {row})


def bn(A: Matrix) -> Matrix:
    return A.bn


def rescaled(A: Matrix) -> Matrix:
    """A/sqrt(d)."""
    return Matrix(f"scaled (/ sqrt (INR d)) {argument(A)}", A.rows, A.columns, APPLICATION, A.own)


def layer(W: Matrix, A: Matrix) -> Matrix:
    """The next representation of daneshmand2021."""
    text = f"layer {argument(W)} {argument(A)}"
    return Matrix(text, A.rows, A.columns, APPLICATION, W.own | A.own)


def full_rank(A: Matrix) -> Proposition:
    gram = det(A.T @ A)
    return Proposition(f"0 < {gram}", gram.variables)


def full_row_rank(A: Matrix) -> Proposition:
    gram = det(A @ A.T)
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

EIGENVALUE = at(lam, j)

# ---------- singular values s_1, ..., s_r ----------

r = natural("r", positive=True)
SINGULAR_VALUES = family("s", r)
ALL_EQUAL = Proposition("forall i j, s i = s j", SINGULAR_VALUES.variables)
SAMPLES = natural("n")
_OUTER = rotation("P", r)
_LEFT = Variable(
    "U", "'M[R]_(d, r)", (Proposition("U^T *m U = 1%:M%ring"),), (*d.variables, *r.variables)
)
_RIGHT = Variable(
    "Q",
    "'M[R]_(r, n)",
    (Proposition("Q *m Q^T = 1%:M%ring"),),
    (*r.variables, *SAMPLES.variables),
)
DECOMPOSED = Matrix(
    "U *m diag_mx (\\row_k s k) *m Q",
    d,
    SAMPLES,
    PRODUCT,
    SINGULAR_VALUES.variables | {_LEFT, _RIGHT},
)
ORTHOGONALISED = Matrix(
    f"P *m diag_mx (\\row_k (/ sqrt (s k))) *m U^T *m ({DECOMPOSED.text})",
    r,
    SAMPLES,
    PRODUCT,
    SINGULAR_VALUES.variables | {_OUTER, _LEFT, _RIGHT},
)
"""W H of eq. (6) of daneshmand2021 up to a factor, H = U diag(s) Q."""

# ---------- whitening, mean subtraction ----------

M = matrix("M", d, n)
RANK_OF_M = natural_of("(\\rank M)", M.variables)
_ROWS = rotation(
    "U",
    d,
    Proposition(
        "M *m M^T = U *m diag_mx (\\row_k lam k) *m U^T",
        M.variables | {Variable("lam", "'I_d -> R", of=tuple(d.variables))},
    ),
)
WHITENED = Matrix(
    "U *m diag_mx (\\row_k (if Rlt_dec 0 (lam k) then / sqrt (lam k) else 0)) *m U^T *m M",
    d,
    n,
    PRODUCT,
    M.own | {_ROWS},
)
"""(M M^T)^(-1/2) M, the pseudo-inverse root."""


def whitened_gram_is(samples: Natural) -> list[Proposition]:
    """The Gram matrix of the whitened M is the identity of this size."""
    identity = f"(1%:M : 'M[R]_{samples.nat})%ring"
    return [
        Proposition(f"{WHITENED.T.text} *m {argument(WHITENED)} = {identity}", WHITENED.variables)
    ]


BATCH = matrix("M", d, n + 1)
_HELMERT = Variable(
    "Q",
    "'M[R]_(n.+1, n)",
    (Proposition("Q^T *m Q = 1%:M%ring"), Proposition("forall k, \\S_(i < n.+1) Q i k = 0")),
    tuple(n.variables),
)
HELMERT = Matrix("Q", n + 1, n, own=frozenset([_HELMERT]))
"""Any matrix of orthonormal columns that are orthogonal to 1; Helmert's is one."""


def centred_is(right: Matrix) -> list[Proposition]:
    """BN(M (I - 1 1^T/n)) Q is this matrix."""
    centring = "(1%:M - const_mx (1 / INR n.+1)%R)%ring"
    return [Proposition(f"BN (M *m {centring}) *m Q = {right.text}", right.variables)]


def rows_vary(A: Matrix) -> Proposition:
    return Proposition(f"forall j, exists i k, {A.text} j i <> {A.text} j k", A.variables)


# ---------- losses of the logits z and the class y ----------

_LOGITS = frozenset([Variable("z", "'rV[R]_n", of=tuple(n.variables)), index("y", n)])


def _slope(loss: str) -> tuple[Real, Proposition]:
    function, variables = f"(fun z : 'rV[R]_n => {loss})", _LOGITS | n.variables
    slope = Real(f"frobenius (gradient {function} z)", APPLICATION, variables)
    return slope, Proposition(f"differentiable {function} z", variables)


CROSS_ENTROPY_SLOPE, CROSS_ENTROPY_IS_DIFFERENTIABLE = _slope(
    "ln (\\S_(k < n) exp (z 0%ring k)) - z 0%ring y"
)
SQUARED_ERROR_SLOPE, SQUARED_ERROR_IS_DIFFERENTIABLE = _slope(
    "\\S_(k < n) (z 0%ring k - (if k == y then 1 else 0)) ^ 2"
)
BOUNDED_LOGITS = Proposition("frobenius z <= B", _LOGITS | number("B").variables)


def second_derivative(of: Callable[..., Real], name: str) -> Real:
    """The second derivative of a function of t, n and the variable of this name."""
    t, x = number("t"), number(name)
    body = of(t, n, x)
    return Real(f"Derive.Derive_n (fun {name} => {body}) 2 {name}", APPLICATION, body.variables)


def differentiable_twice(of: Callable[..., Real], name: str) -> Proposition:
    body = of(number("t"), n, number(name))
    return Proposition(f"Derive.ex_derive_n (fun {name} => {body}) 2 {name}", body.variables)


BN_IS_DIFFERENTIABLE = proposition(
    "(forall D i j, exists a : R, derivable_pt_lim (fun t => BN (X + scaled t D)%ring i j) 0 a)",
    RECTANGULAR,
)

# ---------- laws and means ----------

HAAR = Variable("L", "law 'M[R]_d", (Proposition("haar L"),), tuple(d.variables))
NORMAL = Variable("N", "law R", (Proposition("standard_normal N"),))
W = Matrix("W", d, d)  # bound by a mean over one matrix
ROTATION = WEIGHT = matrix("W", d, d)  # any matrix
GAUSSIAN = Real("gaussian N d d", APPLICATION, frozenset([NORMAL]) | d.variables)
HAAR_LAW = Real("L", variables=frozenset([HAAR]))


def mean(law: Real, name: str, body: Any) -> Real:
    """E body over what has this name, drawn from the law, with the claim that it exists."""
    inside = real(body)
    over = f"{argument(law)} (fun {name} => {bound(inside, name)})"
    variables = law.variables | inside.variables
    exists = Proposition(f"integrable {over}", variables)
    return Real(f"mean {over}", APPLICATION, variables, (*inside.means, exists))


def weights(law: Real, layers: Natural) -> Real:
    """The law of the weights of so many layers."""
    return applied("weights", law, _nat(layers))


def _nat(value: Natural) -> Real:
    return Real(value.nat, variables=value.variables)


def _state(chain: str, start: Matrix, layers: Natural) -> Matrix:
    text = f"{chain} {argument(start)} W {argument(_nat(layers))}"
    return Matrix(text, start.rows, start.columns, APPLICATION, start.own | layers.variables)


rotated, hidden = partial(_state, "rotated"), partial(_state, "hidden")
"""The state of meterez2024's and of daneshmand2021's chain after so many layers of weights W."""


# ---------- daneshmand2021, from H with the eigenvalues q of H^T H ----------

LEAST = index("m", n, Proposition("forall k, q m <= q k", q.variables))
"""The index of a smallest eigenvalue q_m of H^T H."""
BASIS = rotation(
    "U",
    n,
    Proposition("H^T *m H = U *m diag_mx (\\row_k q k) *m U^T", H.variables | q.variables),
)
"""The right singular basis of H."""


def share(i: str, *indices: Variable) -> Real:
    """p_i = E q_i g_i^2 / sum_k q_k g_k^2, the Gram map."""
    return Real(f"gram_map N q {i}", APPLICATION, q.variables | {NORMAL, *indices})


SHARES = Family(share("k"), n)
LEAST_SHARE = share("m", LEAST)
LEAST_EIGENVALUE = Real("q m", APPLICATION, q.variables | {LEAST})
ONE_LARGE_EIGENVALUE = Proposition(
    "exists m, forall k, k != m -> q k = lambda_min (H^T *m H)", q.variables
)
WEIGHTS_OF_ONE = family("q", n)
"""Any q_1, ..., q_n; that they are non-negative and sum to 1 is said by the claims."""
MIXED = Family(Real("gram_map N q k", APPLICATION, WEIGHTS_OF_ONE.variables | {NORMAL}), n)
QUOTIENT = Real(
    "q k * g k ^ 2 / (\\S_(j < n) (q j * g j ^ 2))",
    APPLICATION - 3,
    WEIGHTS_OF_ONE.variables | {index("k", n)},
)


def _indices(count: Natural) -> Variable:
    return Variable("T", f"{{set 'I_{count.nat}}}", of=tuple(count.variables))


def sum_over_a_set(values: Family) -> Real:
    """The sum of the members in a set T of indices."""
    inside = f"(if {values.index} \\in T then {values.entry} else 0)"
    of = values.variables | {_indices(values.count)}
    return total(Real(inside, variables=of), values.index, values.count)


def sum_of_the_largest(values: Family) -> Real:
    """The sum over as many indices as T has, those of the largest q_k first."""
    count, I_n = values.count, f"'I_{values.count.nat}"
    order = f"forall i j : {I_n}, (i <= j)%N -> q (s j) <= q (s i)"
    facts = (Proposition("injective s"), Proposition(order, values.variables))
    s = Variable("s", f"{I_n} -> {I_n}", facts, tuple(count.variables))
    member = values.entry.text.replace(f"q {values.index}", "q (s i)", 1)
    inside = f"(if (i < #|T|)%N then {member} else 0)"
    return total(Real(inside, variables=values.variables | {_indices(count), s}), "i", count)


LAYER = layer(W, H)
LIMIT_OF_VHAT = 1 / n - SHARES.min()
"""Vhat of the next layer at infinite width."""
_GRAM = "U^T *m ((layer W H)^T *m layer W H) *m U"
_OF_GRAM = H.variables | q.variables | {NORMAL, BASIS}
GRAM_NOISE = Real(
    f"frobsq ({_GRAM} - diag_mx (\\row_i gram_map N q i))%ring", APPLICATION, _OF_GRAM
)
"""||C - diag(p)||_F^2, C the Gram matrix of the next layer in the right singular basis of H."""


def mean_gram_is_diagonal() -> list[Proposition]:
    """E C = diag(p), entry by entry."""
    i, k = index("i", n), index("k", n)
    entry_ = Real(f"({_GRAM}) i k", APPLICATION, _OF_GRAM | {i, k})
    diagonal = Real("(if i == k then gram_map N q i else 0)", variables=_OF_GRAM | {i, k})
    found = mean(GAUSSIAN, "W", entry_)
    return [*found.means, equal(found, diagonal)]


# ---------- W H and Z K^(1/2), K = H^T H ----------

WIDE_GAUSSIAN = Real("gaussian N d n", APPLICATION, frozenset([NORMAL]) | d.variables | n.variables)
_ROOT = "(U *m diag_mx (\\row_k sqrt (q k)) *m U^T)"
ZK = Matrix(f"Z *m {_ROOT}", d, n, PRODUCT, q.variables | {BASIS})


def row_product(law: Real, name: str, of: Matrix) -> Real:
    """E of the product of two entries of a row: its covariance, as the mean is 0."""
    indices = frozenset([j, index("a", n), index("b", n)])
    one, other = (Real(f"({of.text}) j {k}", APPLICATION, of.variables | indices) for k in "ab")
    return mean(law, name, one * other)


WH_HAS_THE_LAW_OF_ZK = Proposition(
    f"same_law (image (fun W => W *m H) (gaussian N d d))"
    f" (image (fun Z => {ZK.text}) (gaussian N d n))",
    ZK.variables | {NORMAL},
)

# ---------- one layer of meterez2024, from X with the eigenvalues q of X^T X/d ----------

_SHARES_OF_X = Variable("q", "'I_d -> R", of=tuple(d.variables))
_BASIS_OF_X = rotation(
    "U",
    d,
    Proposition(
        "(scaled (/ sqrt (INR d)) X)^T *m scaled (/ sqrt (INR d)) X"
        " = U *m diag_mx (\\row_k q k) *m U^T",
        X.variables | {_SHARES_OF_X},
    ),
)
SHARES_OF_X = Family(Real("q k", APPLICATION, frozenset([_SHARES_OF_X, _BASIS_OF_X])), d)
_NEXT_GRAM = "(U^T *m ((layer W X)^T *m layer W X) *m U)"
_OF_X = X.variables | {HAAR, _BASIS_OF_X}
ROTATED_SHARES = Family(Real(f"mean L (fun W => {_NEXT_GRAM} k k)", APPLICATION, _OF_X), d)
"""The diagonal of the mean of X_(l+1)^T X_(l+1)/d in the right singular basis of X."""
ROTATED_GRAM_IS_DIAGONAL = [
    Proposition(f"(forall i k, integrable L (fun W => {_NEXT_GRAM} i k))", _OF_X),
    Proposition(f"(forall i k, i != k -> mean L (fun W => {_NEXT_GRAM} i k) = 0)", _OF_X),
]

# ---------- daneshmand2021 in depth, from H_0 ----------

q0 = eigenvalues("q", FIRST.T @ FIRST)
"""The eigenvalues of H_0^T H_0."""
ALPHA = number("alpha")


def wide(layers: Natural, start: Family = q0) -> Family:
    """The eigenvalues of H_l^T H_l at infinite width."""
    text = f"wide N q {argument(_nat(layers))} k"
    variables = start.variables | layers.variables | {NORMAL}
    return Family(Real(text, APPLICATION, variables), start.count)


def gap_of(values: Family) -> Real:
    """V of a matrix with these eigenvalues."""
    return sqrt(((values - 1 / values.count) ** 2).sum())


def mean_under_A1(layers: Natural, body: Real) -> Real:
    """E[body; A1(alpha, l)], over the weights of l + 1 layers."""
    law = weights(GAUSSIAN, layers + 1)
    over = f"({law}) (A1 H0 alpha {layers.nat}) (fun W => {bound(body, 'W')})"
    variables = law.variables | body.variables | FIRST.variables | ALPHA.variables
    exists = Proposition(f"integrable_where {over}", variables)
    return Real(f"mean_where {over}", APPLICATION, variables, (exists,))


def failure(layers: Natural) -> Real:
    """The probability that A1(alpha, l) fails."""
    law = weights(GAUSSIAN, layers)
    kept = f"probability {argument(law)} (A1 H0 alpha {argument(_nat(layers))})"
    variables = law.variables | FIRST.variables | ALPHA.variables
    event = kept.removeprefix("probability ")
    exists = Proposition(f"integrable_where {event} (fun=> 1)", variables)
    return 1 - Real(kept, APPLICATION, variables, (exists,))  # type: ignore[no-any-return]


def wide_A1(layers: Natural) -> Proposition:
    """A1(alpha, l) at infinite width."""
    j = fresh("j")
    least = bound(wide(natural_of("j", frozenset([j]))).min(), j)
    text = f"forall j, (1 <= j <= {layers.nat})%N -> alpha ^ 2 <= {least}"
    return Proposition(text, least.variables | layers.variables | ALPHA.variables)


def normals_mean(body: Real) -> Real:
    """E over n independent standard normals g."""
    law = Real("normals N n", APPLICATION, frozenset([NORMAL]) | n.variables)
    return mean(law, "g", body)


def _distance(of: str, law: Real, state: Matrix) -> Real:
    isotropic = "(image (scaled (/ sqrt (INR n))) (gaussian N d n))"
    two = f"(image (fun W => {of} *m {argument(state)}) {argument(law)}) {isotropic}"
    variables = law.variables | state.variables
    exists = Proposition(f"(exists c, coupled {two} c)", variables)  # else the infimum is 0
    return Real(f"W2sq {two}", APPLICATION, variables, (exists,))


def distance_to_gaussian(state: Matrix, layers: Natural) -> Real:
    """W_2(W_l H_l, G/sqrt(n))^2."""
    above = natural_of(f"{layers.nat}.+1", layers.variables)
    return _distance(f"W {argument(_nat(layers))}", weights(GAUSSIAN, above), state)


def distance_of(state: Matrix) -> Real:
    """W_2(W H, G/sqrt(n))^2 of a given H."""
    return _distance("W", GAUSSIAN, state)


NO_GAP_AT_FIRST = proposition("V H0 = 0", FIRST)
STATE, NEXT_STATE = hidden(FIRST, l), hidden(FIRST, l + 1)


def average(body: Callable[[Natural], Real]) -> Real:
    """The mean over the layers k = 1, ..., l."""
    i = fresh("i")
    inside = body(natural_of("i.+1", frozenset([i])))
    return total(inside, i, l) / l  # type: ignore[no-any-return]


# ---------- a new sample beside m orthogonal ones ----------

OTHERS = natural("m")
SAMPLES_OF_ALL = natural_of("m.+1", OTHERS.variables)
_ORTHOGONAL = Variable(
    "H",
    "'M[R]_(d, m)",
    (Proposition("H^T *m H = (1 / INR m)%:M%ring"),),
    (*d.variables, *OTHERS.variables),
)
_DIRECTION = Variable(
    "u",
    "'cV[R]_d",
    (
        Proposition("H^T *m u = 0%ring", frozenset([_ORTHOGONAL])),
        Proposition("u^T *m u = 1%:M%ring"),
    ),
    tuple(d.variables),
)
DISTANCE_FACTOR = Real("distance_factor H u W", APPLICATION, frozenset([_ORTHOGONAL, _DIRECTION]))
OTHERS_FIRST = matrix("H0", d, OTHERS)
_FIRST_DIRECTION = Variable(
    "u0",
    "'cV[R]_d",
    (
        Proposition("H0^T *m u0 = 0%ring", OTHERS_FIRST.variables),
        Proposition("u0^T *m u0 = 1%:M%ring"),
    ),
    tuple(d.variables),
)
_OTHERS_OF_k = "W k *m hidden H0 W k"
_DIRECTIONS = Variable(
    "u",
    "nat -> (nat -> 'M[R]_d) -> 'cV[R]_d",
    (
        Proposition("forall W, u 0%N W = u0", frozenset([_FIRST_DIRECTION])),
        Proposition(
            f"forall k W, let v := outside (BN ({_OTHERS_OF_k}))"
            f" (\\col_j ((W k *m u k W) j 0%ring / sqrt (rowsq ({_OTHERS_OF_k}) j))) in"
            " u k.+1 W = scaled (/ frobenius v) v",
            OTHERS_FIRST.variables,
        ),
    ),
    tuple(d.variables),
)
"""The direction from the span of the others to a sample infinitesimally near it, layer by layer."""


def distance_factor_in_depth(k: str) -> Real:
    """Y_k, from the others H_0 of the first layer."""
    variables = OTHERS_FIRST.variables | {_DIRECTIONS}
    return Real(f"distance_factor (hidden H0 W {k}) (u {k} W) (W {k})", APPLICATION, variables)


MORE_ROWS_THAN_SAMPLES = Proposition("(m < d)%N", OTHERS.variables | d.variables)

# ---------- two samples ----------

TWO_FIRST = matrix("H0", d, TWO)
q_of_two = eigenvalues("q", TWO_FIRST.T @ TWO_FIRST)
Z = matrix("Z", d, TWO)
_ROOTS = "diag_mx (\\row_k (if k == 0%ring then sqrt ((1 + c) / 2) else sqrt ((1 - c) / 2)))"
LAYER_OF_TWO = Matrix(
    f"scaled (/ sqrt (INR d)) (BN (Z *m {_ROOTS}))",
    d,
    TWO,
    APPLICATION,
    Z.own | number("c").variables,
)
"""The next layer of two samples in the basis where H^T H = diag((1 + c)/2, (1 - c)/2)."""


def root_two(x: Real) -> Real:
    return sqrt(real(2)) * x  # type: ignore[no-any-return]


def row_of_WX(row: str) -> Real:
    """a_j, the squared norm of a row of W X."""
    return rowsq(W @ X, index(row, d))


DRIFT = mean(HAAR_LAW, "W", phi(bn(W @ X))) - phi(X)
"""E phi(BN(W X)) - phi(X)."""
MEAN_GAP = mean(weights(HAAR_LAW, l), "W", phi(rotated(START, l)))
"""E phi(X_l)."""
GAP_OF_ROWS = phi(RECTANGULAR_START.T)
"""phi(X_0^T), the gap of the d x d matrix X_0 X_0^T."""
MEAN_GAP_OF_ROWS = mean(weights(HAAR_LAW, l), "W", phi(rotated(RECTANGULAR_START, l).T))
"""E phi(X_l^T)."""


def limit_at_small_gaps(right: Real) -> list[Proposition]:
    """E phi(BN(W X))/phi(X) tends to this as phi(X) tends to 0."""
    full, gap = full_rank(X), mean(HAAR_LAW, "W", phi(bn(W @ X)))
    exists = f"(forall X : 'M[R]_d, {full} -> {gap.means[0]})"
    near = f"0 < {phi(X)} < delta -> Rabs ({gap} / {phi(X)} - {argument(right)}) <= eps"
    limit = (
        f"(forall eps, 0 < eps -> exists2 delta, 0 < delta & forall X : 'M[R]_d, {full} -> {near})"
    )
    variables = (gap.variables | right.variables) - X.own
    return [Proposition(exists, variables), Proposition(limit, variables)]


# a constant below the best one: at d = 2 and l = 1 there is a start where the bound fails
SMALLER = number("C")
SOME_GAP = Real("phi X0", APPLICATION)


def fails_somewhere(right: Real) -> list[Proposition]:
    """E phi(X_1) exceeds this bound for some X_0 of two rows."""
    law = Variable("L", "law 'M[R]_2", (Proposition("haar L"),))
    mean_ = "mean (weights L 1) (fun W => phi (rotated X0 W 1))"
    text = f"exists X0 : 'M[R]_2, 0 < \\det (X0^T *m X0) /\\ {right} < {mean_}"
    return [Proposition(text, right.variables | {law})]


def different(one: str, other: str, count: Natural) -> Proposition:
    return Proposition(f"{one} != {other}", frozenset([index(one, count), index(other, count)]))


TWO_ROWS, TWO_COLUMNS = different("i", "j", d), different("k", "l", d)
NO_ZERO_ROW = proposition("forall j, 0 < rowsq (W *m X) j", WEIGHT, RECTANGULAR)


def spread_of_mean_one() -> Any:
    """S = sum_k (lambda_k - 1)^2, the lambda_k of mean 1."""
    return SPECTRUM.spread


def _singular() -> Matrix:
    """U^T X, where X = U diag(s) Q^T."""
    U, Q = rotation("U", d), rotation("Q", d)
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
    def identity(self) -> Entrywise:
        return Entrywise(Real("(if i == j then 1 else 0)", variables=frozenset([I, J])))

    def one_and_others(self, first: Real, other: Real) -> Family:
        """first, other, ..., other."""
        entry = where(Proposition("", decided="k == 0%N :> nat"), first, other)
        return Family(entry, n)


class _Column:
    """x as a column, which times the row x is x x^T."""

    def __init__(self, of: RowVector) -> None:
        self.of = of

    def __mul__(self, other: RowVector) -> Entrywise:
        left, right = (
            replace(v.entry, text=f"x 0%ring {i}") for v, i in ((self.of, "i"), (other, "j"))
        )
        return Entrywise(left * right)


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
