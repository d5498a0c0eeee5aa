"""``lemmata hunt``: the worst case of a bound, sought or evaluated again."""

from typing import Annotated

import typer

from lemmata.theory.ledger import Verdict
from lemmata.verify.commands.common import (
    FAILED,
    INTERRUPTED,
    ClaimId,
    From,
    Seed,
    Workers,
    find_claim,
    workers_for,
)
from lemmata.verify.commands.text.terminal import console, print_pairs

A_YEAR = 525_600.0  # minutes: what shows the progress cannot count without end

Minutes = Annotated[
    float, typer.Option(min=0, max=A_YEAR, help="How long once all is loaded; one round at least.")
]


def command(
    claim_id: ClaimId,
    minutes: Minutes = 1.0,
    seed: Seed = 0,
    workers: Workers = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="CASE", help="Evaluate this witness instead, as a hunt printed it."),
    ] = None,
    from_: From = None,
) -> int:
    """Search for the largest lhs/rhs of a bound by gradient ascent.

    From random starts, over spectra, whole matrices, depths and widths, whatever the claim leaves
    free; then polished and judged in mpmath; on every core. Prints the worst case, a command that
    evaluates it again, and whether the supremum 1 is attained, approached or exceeded. Ctrl-C ends
    it with the best so far.

    Example: lemmata hunt sharp:eigenvalue-from-gap --minutes 0.2
    """
    from lemmata.props.hunting import command as hunting
    from lemmata.verify.runner import Settings

    _, claim = find_claim(claim_id, from_)
    writer, interrupted = console(), False
    if at is not None:
        best = hunting.evaluate(claim, at)
    else:
        them = workers_for(hunting.ROUNDS_AT_ONCE, Settings(), workers)
        found = hunting.hunt(claim, seed, 60 * minutes, writer, them)
        best, interrupted = found.best, found.interrupted
        writer.print(f"{found.summary}, seed {seed}", highlight=False)
    print_pairs(hunting.report(claim, best))
    if interrupted:
        return INTERRUPTED
    exceeded = any(worst.supremum == "exceeded" for worst in best.values())
    return FAILED if exceeded and claim.expected is not Verdict.REFUTED else 0
