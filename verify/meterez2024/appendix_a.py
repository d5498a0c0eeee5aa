"""Checks of theory/meterez2024/appendix_a.py in exact rational arithmetic."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import flint
import numpy as np

from theory.ledger import Cell, Decision, Evidence, Method
from theory.weingarten import RationalFunction, moment, weingarten
from theory.weingarten.reference import Factors, by_columns, coset_type, pairings
from verify.registry import Run, check

D = flint.fmpz_poly([0, 1])  # the width as a polynomial: what holds for it holds for every d

FOURTH = (
    ((1, 1, 1, 1), (1, 1, 1, 1)),
    ((1, 1, 1, 1), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 1, 1, 1)),
    ((1, 1, 2, 2), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 2, 1, 2)),
)


def _certificate(agrees: bool, routes: tuple[str, str], domain: str, covers: bool) -> Evidence:
    decision = Decision.AGREES if agrees else Decision.CONTRADICTS
    return Evidence(Method.CERTIFICATE, routes, domain, decision=decision, covers=covers)


@check("meterez2024:weingarten-moments")
def moments_as_rational_functions(run: Run) -> Evidence:
    agrees = all(
        printed == moment(rows, cols)
        for printed, (rows, cols) in zip(run.formula(d=D), FOURTH, strict=True)
    )
    return _certificate(
        agrees,
        ("the printed rational functions", "zonal polynomials, symbolic in d"),
        "every integer d >= 2",
        covers=True,
    )


def sphere_moment(d: int, *halves: int) -> Any:
    """E u_1^(2 a) u_2^(2 b) ... on the sphere: prod (1/2)_a / (d/2)_(a+b+...), Dirichlet."""
    half = flint.fmpq(1, 2)
    numerator = flint.fmpq(1)
    for a in halves:
        for k in range(a):
            numerator *= half + k
    denominator = flint.fmpq(1)
    for k in range(sum(halves)):
        denominator *= flint.fmpq(d, 2) + k
    return numerator / denominator


def _fourth_moments(d: int) -> list[Any]:
    """A row is uniform on the sphere; the rest follows from W W^T = I.

    sum_l E w_ik^2 w_jl^2 = E w_ik^2 = 1/d, and sum_l E w_ik w_jk w_il w_jl = 0.
    """
    fourth, same_row = sphere_moment(d, 2), sphere_moment(d, 1, 1)
    apart = (flint.fmpq(1, d) - same_row) / (d - 1)
    return [fourth, same_row, same_row, apart, -same_row / (d - 1)]


@check("meterez2024:weingarten-moments")
def moments_from_orthogonality(run: Run) -> Evidence:
    cells = [Cell({"d": d}, _fourth_moments(d), label=f"d = {d}") for d in range(2, 60)]
    return Evidence(
        Method.ADVERSARIAL,
        ("the printed rational functions", "Dirichlet moments and W W^T = I, exact rationals"),
        "d = 2 to 59",
        cells,
    )


def _monomials(order: int, largest: int) -> list[Factors]:
    """Every monomial of this order in the entries w_ij with i, j <= largest."""
    entries = [(i, j) for i in range(1, largest + 1) for j in range(1, largest + 1)]
    return list(combinations_with_replacement(entries, order))


@check("meterez2024:weingarten-formula")
def integration_by_columns(run: Run) -> Evidence:
    """Every monomial in a 2 x 2 block to order 6, and some of a 3 x 3 block."""
    chosen = _monomials(2, 2) + _monomials(4, 2) + _monomials(6, 2) + _monomials(4, 3)[::5]
    cells = []
    for factors in chosen:
        rows, cols = (list(index) for index in zip(*factors, strict=True))
        for d in (3, 5):
            observed = by_columns(factors, d)
            label = " ".join(f"w{i}{j}" for i, j in factors)
            cells.append(Cell({"i": rows, "j": cols, "d": d}, observed, label=f"{label}, d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the double sum over pairings", "one column integrated after the other, exact rationals"),
        "monomials of order 2 to 6 in blocks of size 2 and 3, d = 3, 5",
        cells,
    )


ORDERS = range(1, 7)  # k pairs, order 2k; (2k-1)!! = 10395 pairings at k = 6


def _rows_of_the_gram_matrix(k: int) -> dict[tuple[int, ...], Counter[tuple[int, tuple[int, ...]]]]:
    """For one pairing p of each coset type with the first: how many q have each (loops, type)."""
    listed = list(pairings(tuple(range(2 * k))))
    first = listed[0]
    types = [coset_type(q, first) for q in listed]
    chosen = {kind: p for p, kind in zip(listed, types, strict=True)}
    return {
        kind: Counter(
            (len(coset_type(p, q)), type_q) for q, type_q in zip(listed, types, strict=True)
        )
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
                power = RationalFunction(count * D**loops, flint.fmpz_poly([1]))
                total += power * weingarten(type_q)
            agrees &= total == RationalFunction.polynomial(int(kind == identity))
    return _certificate(
        agrees,
        ("Weingarten functions, symbolic in d", "the Gram matrix d^loops, pairings enumerated"),
        "orders 2 to 12, every coset type, every integer d >= k",
        covers=False,
    )


@check("meterez2024:rows-of-WX")
def row_moments_as_rational_functions(run: Run) -> Evidence:
    """Expand a_j = sum_k lambda_k w_jk^2 with sum lambda = d and sum lambda^2 = S + d.

    Both sides are affine in S: they are compared at S = 0, 1, 2.
    """
    fourth, same_row, same_column, apart, _ = (moment(rows, cols) for rows, cols in FOURTH)
    agrees = True
    for S in (0, 1, 2):
        squares = RationalFunction(D + S, flint.fmpz_poly([1]))
        cross = RationalFunction(D * D - D - S, flint.fmpz_poly([1]))
        expanded = [
            RationalFunction.polynomial(1),
            squares * fourth + cross * same_row,
            squares * same_column + cross * apart,
        ]
        agrees &= expanded == run.formula(S=S, d=D)
    return _certificate(
        agrees,
        ("the printed moments", "zonal polynomials, symbolic in d"),
        "every integer d >= 2, every spectrum of mean 1",
        covers=True,
    )


@check("meterez2024:rows-of-WX")
def row_moments_from_the_sphere(run: Run) -> Evidence:
    """E a_j^2 from Dirichlet moments of integer spectra; E a_i a_j from sum_j a_j = d."""
    cells = []
    for d in (2, 3, 5, 12):
        for power in (0, 1, 3):
            raw = [flint.fmpq((k + 1) ** power) for k in range(d)]
            lam = [v * d / sum(raw, flint.fmpq(0)) for v in raw]
            square = sum((v * v for v in lam), flint.fmpq(0))
            second = square * sphere_moment(d, 2) + (d * d - square) * sphere_moment(d, 1, 1)
            apart = (d * d - d * second) / (d * (d - 1))
            observed = np.array([flint.fmpq(1), second, apart], dtype=object)
            parameters = {"S": square - d, "d": d}
            cells.append(Cell(parameters, observed, label=f"d = {d}, lambda ~ k^{power}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the printed moments", "Dirichlet moments and the trace, exact rationals"),
        "spectra growing like k^0, k^1, k^3, d = 2 to 12",
        cells,
    )
