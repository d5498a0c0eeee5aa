"""The certificate of theory/sharp/mixing.py: lemma 8 over depth."""

from typing import Any

import mpmath

from verify.chains.limit import STARTS, gap_of, limit_chain, v_hat_of
from verify.proofs.orthogonality import gap_below_the_smallest, log_convexity, tangent_at_isometry
from verify.proofs.prover import Reduction, Shown, always, argument, proved, variables
from verify.registry import Cell, Run


def smallest_share_only_rises() -> Shown:
    """p_n >= q_n (1 + 2n/(n+2) Vhat) >= q_n, and the rate 1 - c q, c = 2n/(n+2), falls with q."""
    c, p, q = variables("c p q")
    return always((1 - c * q) - (1 - c * p) == c * (p - q))


@proved("sharp:mixing", domain="d = inf, every input of unit norm, every n and depth")
@argument("lemma 8's certificate layer by layer; the smallest eigenvalue only rises")
def the_rate_of_the_input_serves(run: Run) -> Reduction:
    cells = []
    for n, first in STARTS[:5]:
        chain = limit_chain(n, first, 40)
        for depth in (0, 1, 40):
            parameters = {"n": n, "v_hat": v_hat_of(chain[0], n), "l": depth}
            label = f"q_1 = {first} at the input"
            cells.append(Cell(parameters, gap_of(chain[depth], n), 1e-30, label=label))
    near = limit_chain(8, mpmath.mpf(1) / 8 + mpmath.mpf(10) ** -6, 10)[10]
    parameters = {"n": 8, "v_hat": mpmath.mpf(10) ** -6 / 7, "l": 10}
    cells.append(Cell(parameters, gap_of(near, 8), 1e-20, label="near isometry, n = 8"))

    def bound(n: int, v_hat: Any, l: int) -> Any:
        q = mpmath.mpf(1) / n - v_hat
        return mpmath.sqrt(n * n - n) * v_hat * (1 - 2 * n * q / (n + 2)) ** l

    proofs = [log_convexity(), tangent_at_isometry(), smallest_share_only_rises()]
    return Reduction(bound, [*proofs, *gap_below_the_smallest()], cells)
