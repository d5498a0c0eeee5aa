"""Checks of theory/daneshmand2021/section_4.py: a proof, balls, chain (1) sampled."""

import flint
import mpmath

from theory.ledger import Cell, Evidence
from verify.cases import TIGHT
from verify.chains.gaussian_cells import A1_SHAPES, Shape, distances
from verify.chains.limit import extreme_states, gap_of, limit_chain_in_balls, squared_distance
from verify.daneshmand2021 import section_3 as chains
from verify.proofs.orthogonality import roots_below_differences
from verify.proofs.prover import Reduction, always, argument, proved, refutation, variables
from verify.proofs.steps import no_negative_coefficient
from verify.registry import Cells, Run, check, domain, routes, sampled

_CHAIN_DIGITS = 400  # a ball loses less than a digit a layer


@proved("daneshmand2021:lemma-2", domain="every H_l of unit norm, every n")
@argument("(sqrt(a) - 1)^2 <= |a - 1|, Cauchy and Schwarz, sqrt(n) <= 2 n")
def wasserstein_by_roots(run: Run) -> Reduction:
    cells = [
        Cell({"n": n, "V": gap_of(state, n)}, squared_distance(state, n), TIGHT, label=label)
        for label, n, state in extreme_states()
    ]
    (x,) = variables("x")  # n
    proofs = [roots_below_differences(), always(no_negative_coefficient(4 * x**2 - x, 1))]
    return Reduction(lambda n, V: V * 2 * n, proofs, cells)


@check("daneshmand2021:corollary-3")
def distance_above_the_bound(run: Run) -> Evidence:
    """n = 150, d = inf: the distance contracts by about (75/76)^2 a layer, the bound by 0.946."""
    n, depth = 150, 520
    with flint.ctx.workdps(_CHAIN_DIGITS):
        states = limit_chain_in_balls(n, flint.arb(1) / 20, depth)
    lhs = squared_distance(states[-1], n)
    rhs = chains.bound_in_balls(run, chains.alpha_in_balls(states, depth), depth, n)
    return chains.larger(lhs, rhs, "one chain, n = 150, l = 520, d = inf", {"n": n, "q_1": "1/20"})


@check("daneshmand2021:corollary-3")
def distance_above_the_bound_at_finite_widths(run: Run) -> Evidence:
    """n = 150, d = 1e42, likewise: W2 is at least the distance of the roots of E[C_l | A1]
    (Gelbrich), which is within radius/n of c_l on the event, and within sqrt(2) elsewhere;
    ||A^(1/2) - c^(1/2)|| <= ||A - c||/(smallest eigenvalue of c)^(1/2).
    """
    n, depth, d, failure = 150, 520, flint.arb(10) ** 42, flint.arb(10) ** -14
    with flint.ctx.workdps(_CHAIN_DIGITS):
        states = limit_chain_in_balls(n, flint.arb(2) / n, depth)
    radius, alpha = chains.beside(states, n, d, failure)
    away = (radius / n + 2 * failure) / states[-1][1].sqrt()
    lhs = (squared_distance(states[-1], n).sqrt() - away).max(flint.arb(0)) ** 2
    rhs = chains.bound_in_balls(run, alpha, depth, n, mpmath.mpf(10) ** 42)
    witness = {"n": n, "q_1": "1/75", "d": "1e42 or more"}
    return chains.larger(lhs, rhs, "chains with n = 150, l = 520, every d >= 1e42", witness)


@check("daneshmand2021:table-1")
def equal_samples_stay_away(run: Run) -> Evidence:
    """n = 2 equal samples: H_l^T H_l has the eigenvalues 1 and 0 at every depth and width.

    W2^2 = (1 - 1/sqrt(2))^2 + 1/2 = 2 - sqrt(2); at d = (2C)^4 the bound is 1/2, for every C.
    """
    root = 1 / flint.arb(2).sqrt()
    distance = ((1 - root) ** 2 + root**2).sqrt()
    bounds = [run.formula(d=flint.arb(2 * C) ** 4, C=flint.arb(C)) for C in (1, 10, 10**6)]
    routes = ("the bound in balls", "the distance of a rank-one Gram matrix in balls")
    domain = "n = 2 equal samples, every depth, d = (2C)^4 for C = 1, 10, 10^6"
    witness = {"H_0": [[1, 1], [0, 0]], "W2": distance.str(10), "bound at d = (2C)^4": "1/2"}
    return refutation(all(distance > b for b in bounds), routes, domain, witness)


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
def sampled_distance_from_the_mean_gap(run: Run) -> Cells:
    """E V(H_l) enters by the lower end of its own interval, so that agreement is certain."""
    for at in distances(run, SHAPES, (1, 5)):
        yield at.cell({"n": at.shape.n, "V": float(at.seen.lower[1])}, *at.enclosure())


@sampled("daneshmand2021:corollary-3")
@routes("the bound", "couplings given H_l and Gelbrich's bound, on the event A1")
@domain("the law-exact Gram chain, n = 2, 4, 8, d = 2 to 8192, depth 1 to 20")
def sampled_distance_under_a1(run: Run) -> Cells:
    """At finite width the term 6 n^2/(alpha sqrt(d)) hides the rate, which d = inf refutes."""
    for at in distances(run, A1_SHAPES):
        yield at.cell(at.shape.under_a1(at.l), *at.enclosure())
