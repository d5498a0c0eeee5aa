"""``lemmata hunt``, ``lemmata witness``: the worst case of a claim, sought or evaluated again."""

from __future__ import annotations

from typing import Annotated

import typer

from theory.ledger import Verdict
from verify.commands.common import FAILED, INTERRUPTED, Misuse, last_records, one
from verify.commands.terminal import console, print_pairs
from verify.runner import Settings


def hunt(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    minutes: Annotated[
        float, typer.Option(min=0, help="How long; the first round is finished.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same rounds.")] = 0,
    at: Annotated[
        str | None,
        typer.Option(metavar="CASE", help="Evaluate this witness instead, as a hunt printed it."),
    ] = None,
) -> int:
    """Search for the largest lhs/rhs of a bound by gradient ascent, from random starts.

    Over spectra, whole matrices, depths and widths, whatever the claim leaves free; then polished
    and judged in mpmath. Prints the worst case, a command that evaluates it again, and whether the
    supremum 1 is attained, approached or exceeded. Ctrl-C ends it with the best so far.
    """
    from props import recipes
    from props.hunting import command as chase

    _, claim = one(claim_id)
    writer, interrupted = console(), False
    try:
        if at is not None:
            best = chase.evaluate(claim, at)
        else:
            caught = chase.hunt(claim, seed, 60 * minutes, writer)
            best, interrupted = caught.best, caught.interrupted
            writer.print(f"{caught.summary}, seed {seed}", highlight=False)
    except (chase.CannotHunt, recipes.NotACase) as error:
        raise Misuse(str(error)) from error
    print_pairs(chase.report(claim, best))
    if interrupted:
        return INTERRUPTED
    exceeded = any(found.supremum == "exceeded" for found in best.values())
    return FAILED if exceeded and claim.expected is not Verdict.REFUTED else 0


def witness_(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a refuted claim.")],
    seed: Annotated[int, typer.Option(min=0, help="Where a search starts, if there is one.")] = 0,
) -> int:
    """Evaluate a refutation again at 50 digits: where it lies, both sides, and who found it."""
    from verify.commands import witness

    _, claim = one(claim_id)
    record = last_records().get(claim_id)
    found = witness.refuting_check(claim, record, Settings(seed=seed))
    if found is None:
        print(f"no check contradicts {claim_id}")
        return FAILED
    print_pairs(witness.lines(claim, *found))
    return 0
