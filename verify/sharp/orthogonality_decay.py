"""Checks of theory/sharp/orthogonality_decay.py: chains sampled as for theorem 1, and the proof."""

import math
from typing import Any

import mpmath

from verify.chains.gaussian_cells import GAPS_UNDER_A1, gaps_under_a1
from verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from verify.proofs.orthogonality import drift_condition, gap_below_the_smallest
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, sampled


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


@proved("sharp:orthogonality-decay")
@argument("theorem 5's and lemma 4's certificates, unrolled over the layers")
@domain("the mean over the event A1(alpha, l), every alpha, n, depth, d >= n and d = inf")
def unrolled_drift(run: Run) -> Reduction:
    cells = []
    for n, first in STARTS[3:6:2]:
        chain = limit_chain(n, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], n)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": n, "d": math.inf}
            cells.append(Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input"))

    def bound(alpha: Any, l: int, n: int, d: Any) -> Any:
        noise = 0 if d == math.inf else 3 * n / (alpha**2 * mpmath.sqrt(d))
        return 2 * mpmath.exp(l * mpmath.log(1 - 2 * alpha**2 / 3)) + noise

    shares = [(mpmath.mpf(a) / 10, mpmath.mpf(d)) for a in (1, 4) for d in (5, 1000)]
    points = [{"alpha": alpha, "l": 7, "n": 5, "d": d} for alpha, d in shares]
    proofs = [*drift_condition(), *gap_below_the_smallest()]
    return Reduction(bound, proofs, cells, points=points)
