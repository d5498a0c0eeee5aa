"""Checks of theory/meterez2024/appendix_a.py: exact rationals, Haar matrices sampled."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import flint
import mpmath
import numpy as np

from lemmata.theory.definitions import bn, isometry
from lemmata.theory.ledger import Cell, Decision, Evidence, Kind, Method
from lemmata.theory.numerics.backends import Array
from lemmata.theory.weingarten import RationalFunction, moment, weingarten
from lemmata.theory.weingarten.reference import Factors, by_columns, coset_type, pairings
from lemmata.verify.cases import WIDTHS, matrix_cells
from lemmata.verify.chains.orthogonal_cells import Layer
from lemmata.verify.registry import Cells, Run, check, domain, exact, routes, sampled
from lemmata.verify.second_writings import second_writing
from lemmata.verify.statistics.estimate import estimate
from lemmata.verify.statistics.intervals import cells_of, joint_cell


def best_rotated(X: Array) -> Array:
    """I(BN(U^T X)) with U from mpmath's singular value decomposition."""
    U, _, _ = mpmath.svd_r(mpmath.matrix(X.tolist()))
    return isometry(bn(np.array(U.T.tolist(), dtype=object) @ X))


@exact("meterez2024:corollary-A.3", domain="full-rank matrices, d = 2, 3, 4, 8")
@routes("the value 1", "singular vectors and determinant in mpmath")
def best_rotation(run: Run) -> Cells:
    return matrix_cells(best_rotated, WIDTHS, 1e-20)


def sphere_moment(d: int, *halves: int) -> Array:
    """E u_1^(2 a) u_2^(2 b) ... on the sphere: prod (1/2)_a / (d/2)_(a+b+...), Dirichlet."""

    def rising(x: Array, k: int) -> Array:
        return math.prod(x + j for j in range(k))

    half = flint.fmpq(1, 2)
    return math.prod(rising(half, a) for a in halves) / rising(half * d, sum(halves))


def _fourth_moments(d: int) -> list[Array]:
    """A row is uniform on the sphere; the rest follows from W W^T = I.

    sum_l E w_ik^2 w_jl^2 = E w_ik^2 = 1/d, and sum_l E w_ik w_jk w_il w_jl = 0.
    """
    fourth, same_row = sphere_moment(d, 2), sphere_moment(d, 1, 1)
    apart = (flint.fmpq(1, d) - same_row) / (d - 1)
    return [fourth, same_row, same_row, apart, -same_row / (d - 1)]


@exact("meterez2024:weingarten-moments", domain="d = 2 to 59")
@routes("the printed rational functions", "Dirichlet moments and W W^T = I, exact rationals")
def moments_from_orthogonality(run: Run) -> Cells:
    return [Cell({"d": d}, _fourth_moments(d), label=f"d = {d}") for d in range(2, 60)]


def _monomials(order: int, largest: int) -> list[Factors]:
    """Every monomial of this order in the entries w_ij with i, j <= largest."""
    entries = [(i, j) for i in range(1, largest + 1) for j in range(1, largest + 1)]
    return list(combinations_with_replacement(entries, order))


@exact("meterez2024:weingarten-formula")
@routes("the double sum over pairings", "one column integrated after the other, exact rationals")
@domain("monomials of order 2 to 6 in blocks of size 2 and 3, d = 3, 5")
def integration_by_columns(run: Run) -> Cells:
    """Every monomial in a 2 x 2 block to order 6, and some of a 3 x 3 block."""
    chosen = _monomials(2, 2) + _monomials(4, 2) + _monomials(6, 2) + _monomials(4, 3)[::5]
    for factors in chosen:
        rows, cols = (list(index) for index in zip(*factors, strict=True))
        label = " ".join(f"w{i}{j}" for i, j in factors)
        for d in (3, 5):
            parameters = {"i": rows, "j": cols, "d": d}
            yield Cell(parameters, by_columns(factors, d), label=f"{label}, d = {d}")


@exact("meterez2024:rows-of-WX", domain="spectra growing like k^0, k^1, k^3, d = 2 to 12")
@routes("the printed moments", "Dirichlet moments and the trace, exact rationals")
def row_moments_from_the_sphere(run: Run) -> Cells:
    """E a_j^2 from Dirichlet moments of integer spectra; E a_i a_j from sum_j a_j = d."""
    for d in (2, 3, 5, 12):
        for power in (0, 1, 3):
            raw = [flint.fmpq((k + 1) ** power) for k in range(d)]
            lam = [v * d / sum(raw, flint.fmpq(0)) for v in raw]
            square = sum((v * v for v in lam), flint.fmpq(0))
            second = square * sphere_moment(d, 2) + (d * d - square) * sphere_moment(d, 1, 1)
            apart = (d * d - d * second) / (d * (d - 1))
            observed = np.array([flint.fmpq(1), second, apart], dtype=object)
            parameters = {"S": square - d, "d": d}
            yield Cell(parameters, observed, label=f"d = {d}, lambda ~ k^{power}")


@exact("meterez2024:lemma-A.1", domain="full-rank matrices, d = 2 and 8")
@routes("the bound", "the isometry after BN in mpmath")
def isometry_after_bn_by_determinants(run: Run) -> Cells:
    return matrix_cells(lambda X: isometry(bn(X)), (2, 8))


ONE = flint.fmpz_poly([1])
D = flint.fmpz_poly([0, 1])  # the width as a polynomial: what holds for it holds for every d

FOURTH = (
    ((1, 1, 1, 1), (1, 1, 1, 1)),
    ((1, 1, 1, 1), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 1, 1, 1)),
    ((1, 1, 2, 2), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 2, 1, 2)),
)


# what theory.weingarten.moment does with so few rows: twolines.py, no zonal polynomial
BY_ROWS = "one row given, the other uniform on its complement: closed forms, symbolic in d"


def _decided(agrees: bool, routes: tuple[str, str], domain: str) -> Evidence:
    decision = Decision.AGREES if agrees else Decision.CONTRADICTS
    return Evidence(Method.EXACT, routes, domain, decision=decision)


@check("meterez2024:weingarten-moments")
def moments_as_rational_functions(run: Run) -> Evidence:
    agrees = run.formula(d=D) == [moment(rows, cols) for rows, cols in FOURTH]
    routes = ("the printed rational functions", BY_ROWS)
    return _decided(agrees, routes, "every integer d >= 2")


ORDERS = range(1, 7)  # k pairs, order 2k; (2k-1)!! = 10395 pairings at k = 6


def _rows_of_the_gram_matrix(k: int) -> dict[tuple[int, ...], Counter[tuple[int, tuple[int, ...]]]]:
    """For one pairing p of each coset type with the first: how many q have each (loops, type)."""
    listed = list(pairings(tuple(range(2 * k))))
    typed = [(q, coset_type(q, listed[0])) for q in listed]
    chosen = {kind: p for p, kind in typed}
    return {
        kind: Counter((len(coset_type(p, q)), type_q) for q, type_q in typed)
        for kind, p in chosen.items()
    }


@check("meterez2024:weingarten-formula")
def inverse_of_the_gram_matrix(run: Run) -> Evidence:
    """sum_q d^loops(p, q) Wg_d(q, r) = delta(p, r), as rational functions of d, for k = 1 to 6.

    E W^(x 2k) is the projection onto the tensors that O(d) leaves fixed, which the pairings span
    (Brauer) and, for d >= k, are a basis of: it is sum_{p,q} v_p G^(-1)(p, q) v_q^T with
    G(p, q) = <v_p, v_q> = d^loops(p, q). So the formula holds at every k; that the engine's Wg is
    this inverse is shown here order by order, by symmetry for one r, and one p of each type.
    """
    agrees = True
    for k in ORDERS:
        identity = (1,) * k  # the coset type of r with itself
        for kind, terms in _rows_of_the_gram_matrix(k).items():
            total = RationalFunction.polynomial(0)
            for (loops, type_q), count in terms.items():
                total += RationalFunction(count * D**loops, ONE) * weingarten(type_q)
            agrees &= total == RationalFunction.polynomial(int(kind == identity))
    routes = ("Weingarten functions, symbolic in d", "the Gram matrix d^loops, pairings enumerated")
    domain = "orders 2 to 12, every coset type, every integer d >= k"
    return _decided(agrees, routes, domain)


@check("meterez2024:rows-of-WX")
def row_moments_as_rational_functions(run: Run) -> Evidence:
    """Expand a_j = sum_k lambda_k w_jk^2 with sum lambda = d and sum lambda^2 = S + d.

    Both sides are affine in S: they are compared at S = 0, 1, 2.
    """
    fourth, same_row, same_column, apart, _ = (moment(rows, cols) for rows, cols in FOURTH)
    agrees = True
    for S in (0, 1, 2):
        squares, cross = RationalFunction(D + S, ONE), RationalFunction(D * D - D - S, ONE)
        expanded = [
            RationalFunction.polynomial(1),
            squares * fourth + cross * same_row,
            squares * same_column + cross * apart,
        ]
        agrees &= expanded == run.formula(S=S, d=D)
    routes = ("the printed moments", BY_ROWS)
    domain = "every integer d >= 2, every spectrum of mean 1"
    return _decided(agrees, routes, domain)


@sampled("meterez2024:weingarten-moments", domain="d = 2, 3, 8", margin=0.1)
@routes("the printed rational functions", "two rows of W drawn")
def sampled_fourth_moments(run: Run) -> Cells:
    """The mixed moment is of order d^-3, beside fluctuations of order d^(-5/2)."""
    from lemmata.verify.chains.orthogonal_kernels import fourth_moments

    widths = ((2, 8000), (3, 8000), (8, 16000))
    for d, batch in widths:
        top = np.array([1.0, 0.5, 1.0, 1.0, 0.5]) / d
        kernel, low = fourth_moments(d, batch, run.device), [0.0] * 4 + [-top[-1]]
        sequence = estimate(run, d, kernel, low, top, batch=batch, parts=len(widths))
        yield joint_cell(sequence, {"d": d}, f"d = {d}")


MONOMIALS = (
    ([1, 1, 2, 2], [1, 2, 1, 2]),
    ([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]),
    ([1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3]),
    ([1, 1, 2, 2, 1, 1], [1, 2, 1, 2, 3, 3]),
)


@sampled("meterez2024:weingarten-formula", margin=0.25)
@routes("the double sum over pairings", "Haar matrices drawn")
@domain("monomials of order 4 and 6, d = 3, 4")
def sampled_monomials(run: Run) -> Cells:
    from lemmata.verify.chains.orthogonal_kernels import monomials

    widths = (3, 4)
    for d in widths:
        kernel = monomials(MONOMIALS, d, 16000, run.device)
        low, high = [-0.25, 0.0, 0.0, -0.25], [0.25, 1.0, 1.0, 0.25]
        sequence = estimate(run, d, kernel, low, high, batch=16000, parts=len(widths))
        given = [{"i": i, "j": j, "d": d} for i, j in MONOMIALS]
        labels = [" ".join(f"w{a}{b}" for a, b in zip(i, j, strict=True)) for i, j in MONOMIALS]
        yield from cells_of(sequence, given, [f"{label}, d = {d}" for label in labels])


# Two rows of W are an n-frame, so that 512 is as cheap as 2. The spectra are spread: near isometry
# all three moments are 1 within any margin.
ROWS = (
    Layer("one small", 2, 1e-6, 8000),
    Layer("one small", 2, 10.0, 8000),
    Layer("one large", 3, 0.5, 8000),
    Layer("two clusters", 8, 1.0, 4000),
    Layer("two clusters", 64, 1.0, 1000),
    Layer("two clusters", 512, 1.0, 1000),
)


@sampled("meterez2024:rows-of-WX", margin=0.05)
@routes("the printed moments", "two rows of W drawn")
@domain("extremal and clustered spectra, gaps 1e-6 to 10, d = 2 to 512")
def sampled_row_moments(run: Run) -> Cells:
    from lemmata.verify.chains.orthogonal_kernels import row_moments

    for layer in ROWS:
        spectrum = layer.spectrum
        largest = float(spectrum.eigenvalues.max()) * (1 + 1e-12)
        kernel, high = row_moments(spectrum, layer.batch, run.device), [largest, *[largest**2] * 2]
        sequence = estimate(run, layer.label, kernel, 0.0, high, batch=layer.batch, parts=len(ROWS))
        yield joint_cell(sequence, {"S": float(spectrum.spread), "d": layer.d}, layer.label)


def all_pairings(places: Sequence[int]) -> Iterator[frozenset[frozenset[int]]]:
    if not places:
        yield frozenset()
        return
    first, *others = places
    for partner in others:
        for rest in all_pairings([t for t in others if t != partner]):
            yield rest | {frozenset((first, partner))}


def loops(p: frozenset[frozenset[int]], q: frozenset[frozenset[int]]) -> int:
    """The connected components of both pairings drawn together."""
    parts: list[frozenset[int]] = []
    for pair in (*p, *q):
        touched = [part for part in parts if part & pair]
        parts = [part for part in parts if not part & pair]
        parts.append(frozenset().union(pair, *touched))
    return len(parts)


INDICES = (
    ([1, 1], [2, 2]),
    ([1, 2], [1, 1]),
    ([1, 1, 1, 1], [2, 2, 2, 2]),
    ([1, 1, 2, 2], [1, 1, 2, 2]),
    ([1, 1, 2, 2], [1, 2, 1, 2]),
    ([1, 2, 3, 3], [1, 2, 3, 3]),
    ([1, 1, 2, 2, 3, 3], [1, 1, 2, 2, 3, 3]),
    ([1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 3, 1]),
    ([1] * 6, [1, 1, 1, 1, 2, 2]),
)


@second_writing(
    "meterez2024:weingarten-formula",
    Kind.IDENTITY,
    lambda: [{"i": i, "j": j, "d": d} for d in (3, 4, 7) for i, j in INDICES],
)
def double_sum_again(i: list[int], j: list[int], d: int) -> Any:
    """sum_{p, q} delta_p(i) delta_q(j) Wg_d(p, q), Wg the inverse of d^{loops(p, q)}, d >= k."""
    points = list(all_pairings(range(len(i))))
    wg = mpmath.matrix([[d ** loops(p, q) for q in points] for p in points]) ** -1

    def fitting(index: list[int]) -> list[int]:
        """The pairings that respect the indices."""
        each = (all(len({index[t] for t in pair}) == 1 for pair in p) for p in points)
        return [k for k, fits in enumerate(each) if fits]

    return mpmath.fsum(wg[a, b] for a, b in product(fitting(i), fitting(j)))
