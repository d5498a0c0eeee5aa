"""Certificates of theory/sharp/wasserstein_decay.py and mixing.py: lemmas combined over depth."""

from __future__ import annotations

import math
from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Evidence
from verify.daneshmand2021.appendix_b_steps import (
    drift_condition,
    gap_below_the_smallest,
    log_convexity,
    tangent_at_isometry,
)
from verify.daneshmand2021.main import STARTS, alpha_of, limit_chain
from verify.daneshmand2021.main_certificates import roots_below_differences
from verify.proofs.prover import Proof, always, certificate, non_negative_from
from verify.proofs.steps import variables
from verify.registry import Run, check

X = flint.fmpz_poly([0, 1])  # a variable
NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


def one_layer_less() -> Proof:
    """sqrt(n) (2 r^(l-1) + 3n/(alpha^2 sqrt(d))) is below the printed form, r = 1 - 2/3 alpha^2.

    r >= 1 - 2/(3n) >= 2/3 for n >= 2: 2 sqrt(n)/r <= 3 sqrt(n) <= 4n, that is 9n <= 16 n^2, and
    3 n sqrt(n) <= 6 n^2, that is 9 n^3 <= 36 n^4. For n = 1, V = 0.
    """
    return always(
        non_negative_from(3 * (3 * X - 2) - 2 * 3 * X, 2),  # 1 - 2/(3n) >= 2/3
        non_negative_from(16 * X**2 - 9 * X, 1),
        non_negative_from(36 * X**4 - 9 * X**3, 1),
    )


def distance_is_at_most_two() -> Proof:
    """W2^2 given H_l is sum (sqrt(q_i) - 1/sqrt(n))^2 <= sum q_i + sum 1/n = 2: 2 a b >= 0.

    So E W2^2 <= E[W2^2; A_1] + 2 P[not A_1], and the mixture over H_l is no further away.
    """
    a, b = variables("a b")
    return always(a**2 + b**2 - (a - b) ** 2 == 2 * a * b)


@check("sharp:wasserstein-decay")
def lemma_2_and_the_decay(run: Run) -> Evidence:
    cells, fifth = [], mpmath.mpf(1) / 5
    for n, first in ((2, "0.9"), (150, "0.05")):
        chain = limit_chain(n, first, 520)
        root = 1 / mpmath.sqrt(n)
        for depth in (1, 20, 520):
            one, rest = (mpmath.sqrt(q) - root for q in chain[depth])
            alpha = alpha_of(chain, depth)
            parameters = {"alpha": alpha, "l": depth, "n": n, "d": math.inf, "failure": NEVER}
            label = f"q_1 = {first} at the input"
            cells.append(Cell(parameters, one**2 + (n - 1) * rest**2, 1e-15, label=label))

    def bound(alpha: Any, l: int, n: int, d: Any, failure: Any) -> Any:
        noise = 0 if d == math.inf else 6 * (n / alpha) ** 2 / mpmath.sqrt(d)
        return 4 * mpmath.exp(l * mpmath.log(1 - 2 * alpha**2 / 3)) * n + noise + 2 * failure

    return certificate(
        run.formula,
        bound,
        [
            *drift_condition(),
            *gap_below_the_smallest(),
            roots_below_differences(),
            one_layer_less(),
            distance_is_at_most_two(),
        ],
        cells,
        argument="sharp:orthogonality-decay's and lemma 2's certificates, one layer less",
        domain="every alpha, n, depth l >= 1, d >= n and d = inf",
        points=[
            {"alpha": fifth, "l": 7, "n": 5, "d": mpmath.mpf(1000), "failure": fifth},
        ],
    )


def smallest_share_only_rises() -> Proof:
    """p_n >= q_n (1 + 2n/(n+2) Vhat) >= q_n: Vhat falls, and 1 - 2n/(n+2) (1/n - Vhat) with it.

    As a function of q = 1/n - Vhat the rate is 1 - c q, c >= 0: (1 - c q) - (1 - c p) = c (p - q).
    """
    c, p, q = variables("c p q")
    return always((1 - c * q) - (1 - c * p) == c * (p - q))


@check("sharp:mixing")
def the_rate_of_the_input_serves(run: Run) -> Evidence:
    cells = []
    for n, first in STARTS[:5]:
        chain = limit_chain(n, first, 40)
        for depth in (0, 1, 40):
            one, rest = (q - mpmath.mpf(1) / n for q in chain[depth])
            gap = mpmath.sqrt(one**2 + (n - 1) * rest**2)
            parameters = {"n": n, "v_hat": mpmath.mpf(1) / n - min(chain[0]), "l": depth}
            cells.append(Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input"))
    near = limit_chain(8, mpmath.mpf(1) / 8 + mpmath.mpf(10) ** -6, 10)[10]
    one, rest = (q - mpmath.mpf(1) / 8 for q in near)
    observed = mpmath.sqrt(one**2 + 7 * rest**2)
    parameters = {"n": 8, "v_hat": mpmath.mpf(10) ** -6 / 7, "l": 10}
    cells.append(Cell(parameters, observed, 1e-20, label="near isometry, n = 8"))

    def bound(n: int, v_hat: Any, l: int) -> Any:
        q = mpmath.mpf(1) / n - v_hat
        return mpmath.sqrt(n * n - n) * v_hat * (1 - 2 * n * q / (n + 2)) ** l

    return certificate(
        run.formula,
        bound,
        [
            log_convexity(),
            tangent_at_isometry(),
            smallest_share_only_rises(),
            *gap_below_the_smallest(),
        ],
        cells,
        argument="lemma 8's certificate layer by layer; the smallest eigenvalue only rises",
        domain="d = inf, every input of unit norm, every n and depth",
    )
