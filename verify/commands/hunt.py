"""``lemmata hunt``: the worst case of a bound, sought or evaluated again."""

from pathlib import Path
from typing import Annotated

import typer

from lemmata.theory.ledger import Claim, Verdict
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
from lemmata.verify.errors import Misuse

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
    sharpen: Annotated[
        bool,
        typer.Option(
            "--sharpen", help="Seek the best constant and the weakest hypotheses instead."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="With --sharpen: for its table, plot and draft."),
    ] = None,
    from_: From = None,
) -> int:
    """Search for the largest lhs/rhs of a bound by gradient ascent.

    From random starts, over spectra, whole matrices, depths and widths, whatever the claim leaves
    free; then polished and judged in mpmath; on every core. Prints the worst case, a command that
    evaluates it again, and whether the supremum 1 is attained, approached or exceeded. Ctrl-C ends
    it with the best so far.

    With --sharpen: the best constant that the evidence leaves, witnessed from below and guaranteed
    by theorems from above, as a function of each size of the worst case; and which hypotheses a
    case that breaks them alone shows to be needed. --out DIR keeps the table, a plot, and a draft
    of the sharpened claim that lemmata run --from reads.

    Example: lemmata hunt sharp:eigenvalue-from-gap --minutes 0.2

    Example: lemmata hunt daneshmand2021:lemma-4 --sharpen --out sharpened
    """
    from lemmata.props.hunting import command as hunting
    from lemmata.verify.runner import Settings

    if out is not None and (not sharpen or at is not None):
        raise Misuse("--out goes with --sharpen, and not with --at")
    _, claim = find_claim(claim_id, from_)
    writer, interrupted = console(), False
    if sharpen:
        return _sharpen(claim, minutes, seed, workers, at, out)
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


def _sharpen(
    claim: Claim, minutes: float, seed: int, workers: int | None, at: str | None, out: Path | None
) -> int:
    """Sharpen a claim, or evaluate the constant that one case needs."""
    from lemmata.props.hunting.parallel import ROUNDS_AT_ONCE
    from lemmata.props.sharpening import files
    from lemmata.props.sharpening import sharpen as sharpening
    from lemmata.verify.commands.sharpening import svg
    from lemmata.verify.runner import Settings

    if at is not None:
        print_pairs(sharpening.evaluate(claim, at))
        return 0
    kept = files.files_of(claim, out) if out is not None else {}  # before the hunt, not after it
    them, writer = workers_for(ROUNDS_AT_ONCE, Settings(), workers), console()
    found = sharpening.sharpen(claim, seed, 60 * minutes, writer, them)
    writer.print(f"{found.how}, seed {seed}", highlight=False, markup=False)
    files.show(found)
    if kept:
        plot = svg(claim.id, sharpening.name_of(claim), found.how, files.curves(found))
        files.write(found, kept, plot)
    return INTERRUPTED if found.interrupted else 0
