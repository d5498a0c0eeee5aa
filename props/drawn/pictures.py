"""Every claim that has a plot of its own."""

from theory.evidence import Figure
from theory.ledger import LEDGER


def picture_of(claim_id: str) -> Figure | None:
    """The plot of a claim; None where its cells are drawn."""
    from props.drawn.deep import FIGURES
    from props.drawn.depths import SWEEPS
    from props.drawn.layers import LAYERS
    from props.drawn.sweeping import picture

    if claim_id in FIGURES:
        return FIGURES[claim_id]()
    sweep = {**LAYERS, **SWEEPS}.get(claim_id)
    return picture(claim_id, sweep) if sweep and claim_id in LEDGER.properties else None
