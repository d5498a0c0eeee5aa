"""Checks of theory/sharp/mixing.py: lemma 8 over depth."""

import mpmath

from lemmata.verify.chains.limit import STARTS, gap_of, limit_chain, v_hat_of
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:mixing", domain="d = inf, one eigenvalue apart, depth 0, 1 and 40; near isometry")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[:5]:
        chain = limit_chain(size, first, 40)
        for depth in (0, 1, 40):
            parameters = {"n": size, "v_hat": v_hat_of(chain[0], size), "l": depth}
            label = f"q_1 = {first} at the input"
            yield Cell(parameters, gap_of(chain[depth], size), 1e-30, label=label)
    near = limit_chain(8, mpmath.mpf(1) / 8 + mpmath.mpf(10) ** -6, 10)[10]
    parameters = {"n": 8, "v_hat": mpmath.mpf(10) ** -6 / 7, "l": 10}
    yield Cell(parameters, gap_of(near, 8), 1e-20, label="near isometry, n = 8")
