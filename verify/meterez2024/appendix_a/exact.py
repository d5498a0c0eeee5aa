"""Checks of theory/meterez2024/appendix_a.py in high precision and in exact rationals."""

import math
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import flint
import mpmath
import numpy as np

from theory.definitions import bn, isometry
from theory.ledger import Cell
from theory.numerics.backends import Array
from theory.weingarten.reference import Factors, by_columns
from verify.cases import WIDTHS, matrix_cells
from verify.registry import Run, domain, exact, routes


def best_rotated(X: Array) -> Any:
    """I(BN(U^T X)) with U from mpmath's singular value decomposition."""
    U, _, _ = mpmath.svd_r(mpmath.matrix(X.tolist()))
    return isometry(bn(np.array(U.T.tolist(), dtype=object) @ X))


@exact("meterez2024:corollary-A.3", domain="full-rank matrices, d = 2, 3, 4, 8")
@routes("the value 1", "singular vectors and determinant in mpmath")
def best_rotation(run: Run) -> list[Cell]:
    return matrix_cells(best_rotated, WIDTHS, 1e-20)


def sphere_moment(d: int, *halves: int) -> Any:
    """E u_1^(2 a) u_2^(2 b) ... on the sphere: prod (1/2)_a / (d/2)_(a+b+...), Dirichlet."""

    def rising(x: Any, k: int) -> Any:
        return math.prod(x + j for j in range(k))

    half = flint.fmpq(1, 2)
    return math.prod(rising(half, a) for a in halves) / rising(half * d, sum(halves))


def _fourth_moments(d: int) -> list[Any]:
    """A row is uniform on the sphere; the rest follows from W W^T = I.

    sum_l E w_ik^2 w_jl^2 = E w_ik^2 = 1/d, and sum_l E w_ik w_jk w_il w_jl = 0.
    """
    fourth, same_row = sphere_moment(d, 2), sphere_moment(d, 1, 1)
    apart = (flint.fmpq(1, d) - same_row) / (d - 1)
    return [fourth, same_row, same_row, apart, -same_row / (d - 1)]


@exact("meterez2024:weingarten-moments", domain="d = 2 to 59")
@routes("the printed rational functions", "Dirichlet moments and W W^T = I, exact rationals")
def moments_from_orthogonality(run: Run) -> list[Cell]:
    return [Cell({"d": d}, _fourth_moments(d), label=f"d = {d}") for d in range(2, 60)]


def _monomials(order: int, largest: int) -> list[Factors]:
    """Every monomial of this order in the entries w_ij with i, j <= largest."""
    entries = [(i, j) for i in range(1, largest + 1) for j in range(1, largest + 1)]
    return list(combinations_with_replacement(entries, order))


@exact("meterez2024:weingarten-formula")
@routes("the double sum over pairings", "one column integrated after the other, exact rationals")
@domain("monomials of order 2 to 6 in blocks of size 2 and 3, d = 3, 5")
def integration_by_columns(run: Run) -> Iterator[Cell]:
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
def row_moments_from_the_sphere(run: Run) -> Iterator[Cell]:
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
