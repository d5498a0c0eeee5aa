"""Certificates of theory/meterez2024/appendix_a.py: proofs over the whole domain."""

from collections import Counter

import flint
import mpmath

from theory.definitions import bn, isometry, row_norms
from theory.ledger import Decision, Evidence, Method
from theory.weingarten import RationalFunction, moment, weingarten
from theory.weingarten.reference import coset_type, pairings
from verify.cases import matrix_cells
from verify.meterez2024.appendix_a.exact import best_rotated
from verify.proofs.isometry import AM_GM, bn_identity_and_am_gm, isometry_gain
from verify.proofs.prover import Proof, Reduction, always, argument, proved
from verify.proofs.steps import variables
from verify.registry import Run, check


@proved("meterez2024:lemma-A.1", domain="every non-degenerate X, every d")
@argument(AM_GM)
def geometric_below_arithmetic_mean(run: Run) -> Reduction:
    return Reduction(
        lambda X: isometry_gain(row_norms(X)) * isometry(X),
        bn_identity_and_am_gm(),
        matrix_cells(lambda X: isometry(bn(X)), (2, 8)),
    )


def rows_of_a_rotated_matrix() -> Proof:
    """U^T X = Sigma V^T has the rows s_j v_j: BN leaves v_j, and V^T V = I.

    Row by row s v / sqrt(sum (s v_i)^2) = v for s > 0, as sum (s v_i)^2 = s^2 |v|^2: term by term.
    """
    s, v = variables("s v")
    return always((s * v) ** 2 == s**2 * v**2)


@proved("meterez2024:corollary-A.3", domain="every X of full rank, every d")
@argument("U^T X = Sigma V^T has orthogonal rows, and BN makes them unit")
def singular_vectors(run: Run) -> Reduction:
    return Reduction(
        lambda X: mpmath.mpf(1),
        [rows_of_a_rotated_matrix()],
        matrix_cells(best_rotated, (2,), 1e-20),
    )


ONE = flint.fmpz_poly([1])
D = flint.fmpz_poly([0, 1])  # the width as a polynomial: what holds for it holds for every d

FOURTH = (
    ((1, 1, 1, 1), (1, 1, 1, 1)),
    ((1, 1, 1, 1), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 1, 1, 1)),
    ((1, 1, 2, 2), (1, 1, 2, 2)),
    ((1, 1, 2, 2), (1, 2, 1, 2)),
)


def _certificate(agrees: bool, routes: tuple[str, str], domain: str, covers: bool) -> Evidence:
    decision = Decision.AGREES if agrees else Decision.CONTRADICTS
    return Evidence(Method.CERTIFICATE, routes, domain, decision=decision, covers=covers)


@check("meterez2024:weingarten-moments")
def moments_as_rational_functions(run: Run) -> Evidence:
    agrees = all(
        printed == moment(rows, cols)
        for printed, (rows, cols) in zip(run.formula(d=D), FOURTH, strict=True)
    )
    return _certificate(
        agrees,
        ("the printed rational functions", "zonal polynomials, symbolic in d"),
        "every integer d >= 2",
        covers=True,
    )


ORDERS = range(1, 7)  # k pairs, order 2k; (2k-1)!! = 10395 pairings at k = 6


def _rows_of_the_gram_matrix(k: int) -> dict[tuple[int, ...], Counter[tuple[int, tuple[int, ...]]]]:
    """For one pairing p of each coset type with the first: how many q have each (loops, type)."""
    listed = list(pairings(tuple(range(2 * k))))
    first = listed[0]
    types = [coset_type(q, first) for q in listed]
    chosen = {kind: p for p, kind in zip(listed, types, strict=True)}
    return {
        kind: Counter(
            (len(coset_type(p, q)), type_q) for q, type_q in zip(listed, types, strict=True)
        )
        for kind, p in chosen.items()
    }


@check("meterez2024:weingarten-formula")
def inverse_of_the_gram_matrix(run: Run) -> Evidence:
    """sum_q d^loops(p, q) Wg_d(q, r) = delta(p, r), as rational functions of d, for k = 1 to 6.

    E W^(x 2k) is the projection onto the tensors that O(d) leaves fixed, which the pairings span
    (Brauer) and, for d >= k, are a basis of: it is sum_{p,q} v_p G^(-1)(p, q) v_q^T with
    G(p, q) = <v_p, v_q> = d^loops(p, q). So the formula holds at every k; that the engine's Wg is
    this inverse is shown here order by order, by symmetry for one r, and one p of each type.
    """
    agrees = True
    for k in ORDERS:
        identity = (1,) * k  # the coset type of r with itself
        for kind, terms in _rows_of_the_gram_matrix(k).items():
            total = RationalFunction.polynomial(0)
            for (loops, type_q), count in terms.items():
                total += RationalFunction(count * D**loops, ONE) * weingarten(type_q)
            agrees &= total == RationalFunction.polynomial(int(kind == identity))
    return _certificate(
        agrees,
        ("Weingarten functions, symbolic in d", "the Gram matrix d^loops, pairings enumerated"),
        "orders 2 to 12, every coset type, every integer d >= k",
        covers=False,
    )


@check("meterez2024:rows-of-WX")
def row_moments_as_rational_functions(run: Run) -> Evidence:
    """Expand a_j = sum_k lambda_k w_jk^2 with sum lambda = d and sum lambda^2 = S + d.

    Both sides are affine in S: they are compared at S = 0, 1, 2.
    """
    fourth, same_row, same_column, apart, _ = (moment(rows, cols) for rows, cols in FOURTH)
    agrees = True
    for S in (0, 1, 2):
        squares, cross = RationalFunction(D + S, ONE), RationalFunction(D * D - D - S, ONE)
        expanded = [
            RationalFunction.polynomial(1),
            squares * fourth + cross * same_row,
            squares * same_column + cross * apart,
        ]
        agrees &= expanded == run.formula(S=S, d=D)
    return _certificate(
        agrees,
        ("the printed moments", "zonal polynomials, symbolic in d"),
        "every integer d >= 2, every spectrum of mean 1",
        covers=True,
    )
