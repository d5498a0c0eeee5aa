"""Checks of theory/daneshmand2021/main.py in high precision and in the limit d = inf.

At finite width they are sampled: see main_sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np

from theory.definitions import bn, gram
from theory.ledger import Cell, Evidence, Method
from theory.numerics import reference
from theory.numerics.backends import Array, sqrt
from verify.cases import TIGHT, mpf_array, rotation, square_matrices
from verify.registry import Run, check


def tall_matrices() -> Iterator[tuple[str, Array]]:
    """Full-rank d x n matrices with d >= n: columns of hard square ones."""
    for d, n in ((2, 1), (2, 2), (3, 2), (4, 3), (6, 2)):
        for label, X in square_matrices(d):
            yield f"{label}, d = {d}, n = {n}", X[:, :n] + rotation(d, 3)[:, :n] / 7


@check("daneshmand2021:eq-1-frobenius")
def norm_of_a_layer(run: Run) -> Evidence:
    cells = [
        Cell({"M": M}, sqrt(((bn(M) / sqrt(mpmath.mpf(len(M)))) ** 2).sum()), TIGHT, label=label)
        for label, M in tall_matrices()
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the value 1", "entries of BN(M)/sqrt(d) in mpmath"),
        "full-rank matrices, d = 2 to 6, n = 1 to 3",
        cells,
    )


def whitening_cells() -> list[Cell]:
    """(M M^T)^(-1/2) from the eigenvectors of the d x d matrix, zero eigenvalues dropped."""
    cells = []
    for label, M in tall_matrices():
        values, vectors = mpmath.eigsy(mpmath.matrix((M @ M.T).tolist()))
        Q = np.array(vectors.tolist(), dtype=object)
        largest = max(values)
        roots = np.array([1 / sqrt(v) if v > largest * 1e-35 else mpmath.mpf(0) for v in values])
        H = (Q * roots) @ Q.T @ M
        K = np.vectorize(lambda v: mpmath.chop(v, 1e-15), otypes=[object])(gram(H))
        cells.append(Cell({"M": M}, K, 1e-12, label=label))
    return cells


@check("daneshmand2021:remark-whitening")
def whitened_gram(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("the identity matrix", "eigenvectors of M M^T in mpmath"),
        "full-rank matrices, d = 2 to 6, n = 1 to 3",
        whitening_cells(),
    )


def limit_chain(n: int, first: Any, layers: int) -> list[tuple[Any, Any]]:
    """Eigenvalues (q_1, q_rest) of H_l^T H_l, l = 0..layers, at d = inf from q_1 = ``first``.

    Two-level spectra stay two-level; the share of the first is a 2F1 (sharp:gram-map's law, by
    another formula).
    """
    first = mpmath.mpf(first)
    chain = [(first, (1 - first) / (n - 1))]
    for _ in range(layers):
        one = reference.mean_share_two_level(chain[-1][0], 1, chain[-1][1], n - 1)
        chain.append((one, (1 - one) / (n - 1)))
    return chain


def alpha_of(chain: list[tuple[Any, Any]], depth: int) -> Any:
    """The largest alpha for which A1(alpha, depth) holds."""
    return sqrt(min(min(q) for q in chain[1 : depth + 1])) if depth else sqrt(min(chain[0]))


STARTS = [(2, "0.9"), (2, "0.01"), (4, "0.7"), (4, "0.001"), (8, "0.5"), (50, "0.2"), (200, "0.1")]


@check("daneshmand2021:theorem-1")
def gap_in_the_limit_of_width(run: Run) -> Evidence:
    cells = []
    for n, first in STARTS:
        chain = limit_chain(n, first, 101)
        for depth in (1, 5, 20, 50, 100):
            one, rest = chain[depth + 1]
            gap = sqrt((one - mpmath.mpf(1) / n) ** 2 + (n - 1) * (rest - mpmath.mpf(1) / n) ** 2)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": n, "d": math.inf}
            cells.append(Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1 in mpmath"),
        "d = inf, n = 2 to 200, depth 1 to 100",
        cells,
        witness={"n": 50, "q_1 of H_0": "0.2", "other q_i": "0.8/49", "l": 100, "d": "inf"},
    )


@check("daneshmand2021:remark-mixing")
def a_function_that_leaves_its_mean(run: Run) -> Evidence:
    """n = 2, d = inf: f = (q_1 - 1/2)(q_1 - 9/10) vanishes at H_0 and in the limit, not at H_1."""
    half, start = mpmath.mpf(1) / 2, mpmath.mpf(9) / 10
    chain = limit_chain(2, start, 10)
    values = [abs((one - half) * (one - start)) for one, _ in chain]
    cells = [
        Cell({"gamma": gamma, "l": l, "first": values[0]}, values[l], 1e-30, label=f"depth {l}")
        for gamma in (mpmath.mpf("0.5"), mpmath.mpf("0.999999"))
        for l in (1, 2, 10)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1 in mpmath"),
        "n = 2, d = inf, a polynomial f",
        cells,
        witness={"q_1 of H_0": "9/10", "f": "(q_1 - 1/2)(q_1 - 9/10)", "q_1 of H_1": "3/4"},
    )


@check("daneshmand2021:corollary-3")
def wasserstein_in_the_limit_of_width(run: Run) -> Evidence:
    cells = []
    for n, first in [*STARTS, (200, "0.05")]:
        chain = limit_chain(n, first, 600)
        for depth in (1, 20, 100, 600):
            one, rest = chain[depth]
            if abs(one - mpmath.mpf(1) / n) < 1e-30:
                continue  # of 50 digits too few are left: the distance is of second order
            root = 1 / sqrt(mpmath.mpf(n))
            distance = (sqrt(one) - root) ** 2 + (n - 1) * (sqrt(rest) - root) ** 2
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": n, "d": math.inf}
            cells.append(Cell(parameters, distance, 1e-15, label=f"q_1 = {first} at the input"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1, Bures distance"),
        "d = inf, n = 2 to 200, depth 1 to 600",
        cells,
        witness={"n": 200, "q_1 of H_0": "0.05", "other q_i": "0.95/199", "l": 600, "d": "inf"},
    )


@check("daneshmand2021:remark-sigma-min")
def sign_matrices(run: Run) -> Evidence:
    """All sign matrices of one shape: the entries are i.i.d. centred with unit variance."""
    cells = []
    for d, n in ((2, 1), (3, 2)):
        for bits in range(2 ** (d * n)):
            H = mpf_array([[1 - 2 * (bits >> (i * n + j) & 1) for j in range(n)] for i in range(d)])
            smallest = min(mpmath.eigsy(mpmath.matrix(gram(H).tolist()), eigvals_only=True))
            observed = sqrt(mpmath.chop(smallest, 1e-30))
            parameters = {"d": mpmath.mpf(d), "n": mpmath.mpf(n)}
            cells.append(Cell(parameters, observed, TIGHT, label=f"sign matrix {bits}, d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "every sign matrix, eigenvalues in mpmath"),
        "sign matrices, (d, n) = (2, 1), (3, 2)",
        cells,
        witness={"H_0": [[1, 1], [1, 1], [1, 1]], "s_min": 0, "probability": "1/4"},
    )


def gram_eigenvalues() -> Iterator[tuple[str, Array]]:
    """Eigenvalues q of H^T H, sum 1: extreme, near 1/n, spread."""
    for n in (2, 3, 8):
        for first in ("1e-30", "1e-3", "0.3", "0.999", "0.999999999999"):
            one = mpmath.mpf(first)
            yield f"one {first}, n = {n}", mpf_array([one, *[(1 - one) / (n - 1)] * (n - 1)])
        near = [mpmath.mpf(1) / n + mpmath.mpf(2 * k - n + 1) / 10**9 for k in range(n)]
        yield f"near 1/n, n = {n}", mpf_array(near)
        total = mpmath.fsum(mpmath.mpf(3) ** k for k in range(n))
        yield f"geometric, n = {n}", mpf_array([mpmath.mpf(3) ** k / total for k in range(n)])


def literal_gap(q: Array) -> Any:
    """V = || q - 1/n ||."""
    return sqrt(((q - mpmath.mpf(1) / len(q)) ** 2).sum())


@check("daneshmand2021:lemma-2")
def wasserstein_against_gap(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        distance = ((sqrt(q) - 1 / sqrt(mpmath.mpf(len(q)))) ** 2).sum()
        cells.append(Cell({"n": len(q), "V": literal_gap(q)}, distance, TIGHT, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "roots of the Gram eigenvalues in mpmath"),
        "Gram spectra given H_l, n = 2, 3, 8",
        cells,
    )


@check("daneshmand2021:table-1")
def distance_at_a_fixed_depth(run: Run) -> Evidence:
    """At d = inf the bound is 0 for every C; the distance is not."""
    cells = []
    for n, first in ((2, "0.9"), (4, "0.7"), (50, "0.2")):
        chain = limit_chain(n, first, 50)
        for depth in (1, 5, 50):
            root = 1 / sqrt(mpmath.mpf(n))
            one, rest = (sqrt(q) - root for q in chain[depth])
            distance = sqrt(one**2 + (n - 1) * rest**2)
            label = f"n = {n}, q_1 = {first} at the input, depth {depth}"
            cells.append(Cell({"d": math.inf, "C": mpmath.mpf(1)}, distance, 1e-15, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1, Bures distance"),
        "d = inf, n = 2 to 50, depth 1 to 50",
        cells,
        witness={"n": 2, "q_1 of H_0": "0.9", "l": 1, "d": "inf", "q_1 of H_1": "3/4"},
    )
