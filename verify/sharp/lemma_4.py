"""Checks of theory/sharp/lemma_4.py: states of the limit chain."""

from lemmata.verify.chains.limit import lemma_4_cells
from lemmata.verify.registry import Cells, Run, exact, routes


@exact("sharp:lemma-4", domain="extreme states, n = 2 to 50; one large eigenvalue attains it")
@routes("the bound", "V and Vhat from eigenvalues in mpmath")
def gaps_of_states(run: Run) -> Cells:
    yield from lemma_4_cells()
