"""Every claim that has a plot of its own."""

from lemmata.theory.evidence import Figure
from lemmata.theory.ledger import LEDGER


def picture_of(claim_id: str) -> Figure | None:
    """The plot of a claim; None where its cells are drawn."""
    from lemmata.props.drawn.deep import FIGURES
    from lemmata.props.drawn.depths import SWEEPS
    from lemmata.props.drawn.layers import LAYERS
    from lemmata.props.drawn.sweeping import picture

    if claim_id in FIGURES:
        return FIGURES[claim_id]()
    sweep = {**LAYERS, **SWEEPS}.get(claim_id)
    return picture(claim_id, sweep) if sweep and claim_id in LEDGER.properties else None
