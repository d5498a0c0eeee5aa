"""Checks of theory/sharp/orthogonality_decay.py: chains sampled as for theorem 1, and the proof."""

import math

from theory.expressions.functions import mean
from theory.expressions.vocabulary import ALPHA, l, n
from verify.chains.gaussian_cells import GAPS_UNDER_A1, gaps_under_a1
from verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from verify.kernel.lemmas.decay import WIDTHS, R, many_layers
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes, sampled


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


@exact("sharp:orthogonality-decay", domain="d = inf, two spectra, depth 5 and 100")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[3:6:2]:
        chain = limit_chain(size, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], size)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": size, "d": math.inf}
            yield Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input")


@proof("sharp:orthogonality-decay")
def drift_unrolled(p: Proof) -> list[Theorem]:
    """Theorem 5 at every layer on the event, by induction; then V <= 2 n Vhat."""
    last = []
    for part, (noise, context, chain) in enumerate(WIDTHS):
        unit = p.fact("states of chain 1", chain, l + 1)
        below = p.state("V and Vhat", p.claim("daneshmand2021:lemma-4"), chain, l + 1, {}, unit)
        A = chain.family("A", l)
        event = p.fact("event A1", chain, "not negative", l)
        weighted = p.arith("on the event", A * below.shows.lhs <= A * below.shows.rhs, (below, A),
                           given=[event])  # fmt: skip
        averaged = p.expect("mean of V", weighted, chain.name)
        bound = 2 * R**l + 3 * n * noise / ALPHA**2
        last.append(p.arith("the claim", mean(weighted.shows.lhs, chain.name) <= bound, averaged,
                            (many_layers(p, part), 2 * n), under=[*context, 0 <= l]))  # fmt: skip
    return last
