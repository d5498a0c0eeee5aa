"""The plots of claims: each is declared beside its attack, and made when it is asked for."""

from collections.abc import Callable

from lemmata.theory.evidence import Figure
from lemmata.theory.ledger import LEDGER

Plot = Callable[[str], Figure]  # of the claim's id


def plot(claim_id: str, drawing: Plot) -> None:
    """Declare the plot of a claim: a ``Sweep``, or a function that makes the figure."""
    LEDGER.plots[claim_id] = drawing


def picture_of(claim_id: str) -> Figure | None:
    """The plot of a claim; None where its cells are drawn."""
    drawing: Plot | None = LEDGER.plots.get(claim_id)
    return drawing(claim_id) if drawing else None
