"""Proofs of theory/meterez2024/appendix_c_1.py: the gap keeps the eigenvalues from zero."""

from theory.expressions.functions import exp, log, sqrt
from theory.expressions.jacobians import i
from theory.expressions.nodes import Cases, Expr, Variable, equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import SPECTRUM, X, d, j, k, lam, of_mean_one
from verify.kernel.lemmas.jacobian import (
    VECTOR,
    of_a_projection,
    slope_of,
    squared_jacobian_below_the_least_eigenvalue,
    trace_of,
)  # fmt: skip
from verify.kernel.lemmas.one_eigenvalue import one_eigenvalue_takes_at_most_the_whole_gap
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.registry import proof
from verify.kernel.textbooks.spectra import mu, u
from verify.kernel.theorem import Theorem

x = Variable("x")
CONTEXT = of_mean_one(1)


@proof("meterez2024:lemma-C.7")
def shortest_row_above_the_least_eigenvalue(p: Proof) -> Theorem:
    return squared_jacobian_below_the_least_eigenvalue(p)


@proof("meterez2024:lemma-C.9")
def jacobian_of_a_normalised_vector(p: Proof) -> Theorem:
    """The quotient rule, with ||x||^2 = sum_k x_k^2."""
    return slope_of(p, VECTOR, i, j)


@proof("meterez2024:corollary-C.10")
def eigenvalues_of_a_projection(p: Proof) -> Theorem:
    """J^2 = J/||x||, J = J^T and tr J = (n - 1)/||x||."""
    trace = trace_of(p, VECTOR)
    first, others = (of_a_projection(p, which, VECTOR, trace) for which in ("first", "others"))
    said = equal(first.shows.lhs, Cases(k <= 1, first.shows.rhs, others.shows.rhs))
    return p.cases("the claim", said, first, others)


@proof("meterez2024:lemma-C.11")
def rows_are_rayleigh_quotients(p: Proof) -> Theorem:
    """||X_j||^2 = e_j^T (X X^T) e_j = sum_k mu_k u_jk^2 >= lambda_min sum_k u_jk^2."""
    least = p.fact("least eigenvalue")
    square = u(j, k) ** 2
    weighted = p.arith("one term", least.shows.lhs * square <= mu(k) * square, (least, square))
    summed = p.sum("all terms", weighted, k, d)
    rows, unit = (p.fact("spectral theorem", which) for which in ("rows", "unit"))
    said = least.shows.lhs <= squared_row(X, j)
    return p.arith("the claim", said, summed, (rows, -1), (unit, -least.shows.lhs))


@proof("meterez2024:lemma-C.8")
def smallest_eigenvalue(p: Proof) -> list[Theorem]:
    """log lambda >= lambda - 1 - d phi > -1 - d phi; (1-x)^2 <= 2 (x - 1 - log x) below 1."""
    whole, T = one_eigenvalue_takes_at_most_the_whole_gap(p), d * SPECTRUM.gap
    positive = p.at("positive", p.assume(CONTEXT[2]), {k: j})
    logs = p.arith("logs", -T - 1 <= log(lam(j)), whole, under=CONTEXT)
    inverse = p.at("exp and log", p.law("inverse", "exp of a log", lam(j)), {}, positive)
    first = p.arith("exponential", exp(-T - 1) <= lam(j), p.monotone("exp", "exp", logs), inverse)
    return [first, p.split("root", lam(j) <= 1, near_one(p, whole, T), far(p, T))]


def near_one(p: Proof, whole: Theorem, T: Expr) -> Theorem:
    """lambda <= 1: (1 - lambda)^2 <= 2 d phi."""
    square = proved_by_slope(
        p, "square", (1 - x) ** 2 <= 2 * (x - 1 - log(x)), x, 1, [0 < x, x <= 1], "below"
    )
    at_j = p.at("square at lambda", square, {x: lam(j)}, p.at("", p.assume(CONTEXT[2]), {k: j}))
    below = p.arith(
        "square below the gap", (1 - lam(j)) ** 2 <= 2 * T, at_j, (whole, 2), under=CONTEXT
    )
    root = p.monotone("roots", "sqrt", below)
    small = p.arith("", 0 <= 1 - lam(j), under=[lam(j) <= 1])
    undone = p.at("root of a square", p.law("", "square of a root", 1 - lam(j)), {}, small)
    return p.arith("deviation", 1 - sqrt(2 * T) <= lam(j), root, (undone, -1))


def far(p: Proof, T: Expr) -> Theorem:
    return p.arith("above 1", 1 - sqrt(2 * T) <= lam(j), under=[1 < lam(j), *CONTEXT])
