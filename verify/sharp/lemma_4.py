"""The certificate of theory/sharp/lemma_4.py."""

import mpmath

from verify.chains.limit import lemma_4_cells
from verify.proofs.orthogonality import gap_below_the_smallest
from verify.proofs.prover import Reduction, Run, argument, proved


@proved("sharp:lemma-4", domain="every H of unit norm, every n")
@argument("a sum of squares below the square of the sum")
def best_constant_by_a_square(run: Run) -> Reduction:
    """Attained where one x_i is n v and the others 0: one large eigenvalue, among the cells."""
    proofs = gap_below_the_smallest()
    return Reduction(lambda n, v_hat: v_hat * mpmath.sqrt(n * n - n), proofs, lemma_4_cells())
