"""Checks of theory/sharp/lemma_4.py: states of the limit chain, and the proof."""

from verify.chains.limit import lemma_4_cells
from verify.kernel.lemmas.layers import gap_from_the_smallest
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cells, Run, exact, routes


@exact("sharp:lemma-4", domain="extreme states, n = 2 to 50; one large eigenvalue attains it")
@routes("the bound", "V and Vhat from eigenvalues in mpmath")
def gaps_of_states(run: Run) -> Cells:
    yield from lemma_4_cells()


@proof("sharp:lemma-4")
def best_constant_by_a_square(p: Proof) -> Theorem:
    """The x_k = q_k - q_n >= 0 sum to n Vhat, and sum x_k^2 <= (sum x_k)^2."""
    return gap_from_the_smallest(p)
