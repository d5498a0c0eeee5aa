"""Checks of theory/daneshmand2021/section_4.py by sampling chain (1): see chains/gaussian_cells."""

from collections.abc import Iterator

from theory.ledger import Cell
from verify.chains.gaussian_cells import A1_SHAPES, Shape, distances
from verify.registry import Run, domain, routes, sampled

# The distance is the larger beside V the nearer H_l is to rank one.
SHAPES = (
    Shape(2, 2, 1 - 1e-6, 0.0, 1000),
    Shape(2, 16, 0.999, 0.0, 500),
    Shape(4, 4, 0.001, 0.0, 500),
    Shape(8, 64, 0.5, 0.0, 125),
)


@sampled("daneshmand2021:lemma-2")
@routes("the bound at the mean of V", "couplings given H_l and Gelbrich's bound")
@domain("the law-exact Gram chain, n = 2 to 8, d = n to 8 n, depth 1 and 5")
def sampled_distance_from_the_mean_gap(run: Run) -> Iterator[Cell]:
    """E V(H_l) enters by the lower end of its own interval, so that agreement is certain."""
    for seen in distances(run, SHAPES, (1, 5)):
        yield seen.cell({"n": seen.shape.n, "V": float(seen.lower[1])}, *seen.enclosure())


@sampled("daneshmand2021:corollary-3")
@routes("the bound", "couplings given H_l and Gelbrich's bound, on the event A1")
@domain("the law-exact Gram chain, n = 2, 4, 8, d = 2 to 8192, depth 1 to 20")
def sampled_distance_under_a1(run: Run) -> Iterator[Cell]:
    """At finite width the term 6 n^2/(alpha sqrt(d)) hides the rate, which d = inf refutes."""
    for seen in distances(run, A1_SHAPES):
        yield seen.cell(seen.shape.under_a1(seen.l), *seen.enclosure())
