"""``lemmata hunt``: a hunt with a clock, what it prints while it climbs, and what it found."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import flint
import mpmath
from rich.console import Console
from rich.progress import TimeRemainingColumn

from lemmata.props import recipes
from lemmata.props.hunting.climbing import Tell
from lemmata.props.hunting.hunter import Hunt
from lemmata.props.hunting.supremum import Attacked, Found, Supremum
from lemmata.props.hunting.together import TOGETHER as TOGETHER
from lemmata.props.hunting.together import hunt_for
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import LEDGER, Claim
from lemmata.theory.numerics.backends import Array
from lemmata.verify.commands.text.terminal import progress
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.runner import DIGITS
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Pool

_PER_ENTRY = 1024  # bytes of a number of mpmath in the matrices that a case takes
_BETWEEN = 0.3  # seconds from one line of a climb to the next
_SHOWN = 15  # digits of a number in the report; the witness has them all
_NO_GRADIENT = "no gradient leads from one of its cases to another"
_MEANING = {
    Supremum.EXCEEDED: "exceeded: the claim is false there",
    Supremum.ATTAINED: "attained: both sides are equal, also with twice the digits",
    Supremum.APPROACHED: "approached to 1 % or less; not seen to be attained",
    Supremum.BELOW: "not reached: the largest ratio found is below 1",
    Supremum.UNDECIDED: "undecided: the sides are too close to tell",
}
_OF_AN_EQUATION = {
    Supremum.EXCEEDED: "the sides differ: the claim is false there",
    Supremum.ATTAINED: "the sides are equal, also with twice the digits",
    Supremum.APPROACHED: "the sides are equal as far as they are known",
    Supremum.UNDECIDED: "undecided: the sides are too close to tell",
}


class CannotHunt(Misuse):
    """A claim without a ratio to climb."""


def _attacked(claim: Claim) -> Attacked:
    """The closed form and the property to climb; else the reason why there is none."""
    if not claim.kind.is_bound:
        raise CannotHunt(f"{claim.id} states no bound ({claim.kind}): there is no ratio to climb")
    by = LEDGER.properties.get(claim.id)
    if by is not None and claim.formula is not None and by.space is not None:
        return Attacked(by, claim.formula)
    sampled = by is None or claim.formula is None
    raise CannotHunt(
        f"{claim.id} cannot be hunted: "
        + ("its left-hand side is sampled, not computed" if sampled else _NO_GRADIENT)
        + f"; lemmata run {claim.id} {'estimates' if sampled else 'attacks'} it"
    )


def hunt(
    claim: Claim, seed: int, seconds: float, console: Console, workers: AbstractContextManager[Pool]
) -> Hunt:
    """The rounds begun in that time or until Ctrl-C."""
    attacked = _attacked(claim)
    with workers as pool, _telling(console, seconds) as tell:
        return hunt_for(attacked, Address(seed) / "hunt" / claim.id, seconds, tell, pool)


@contextmanager
def _telling(console: Console, seconds: float) -> Iterator[Tell]:
    """A bar that fills with the time where there is a terminal, else a line for each new best."""
    begun = time.monotonic()
    best, printed = float("-inf"), float("-inf")
    with progress(console, TimeRemainingColumn()) as bar:
        task = bar.add_task("", total=seconds)

        def tell(where: str, ratio: float) -> None:
            nonlocal best, printed
            elapsed = time.monotonic() - begun
            if ratio > best + 1e-3 * abs(best) or best == float("-inf"):
                best = ratio
                if elapsed - printed >= _BETWEEN:
                    printed = elapsed
                    bar.console.print(
                        f"{elapsed:7.1f} s  {_told(best):<18} at {where}", highlight=False
                    )
            bar.update(task, completed=min(elapsed, seconds), description=_told(best))

        yield tell


def _told(height: float) -> str:
    """A ratio, or below 0 how far the left-hand side is from a bound that is 0."""
    return f"worst {height:.6g}" if height >= 0 else f"distance {-height:.6g}"


def evaluate(claim: Claim, text: str) -> dict[int, Found]:
    """Every bound, or equation, of the claim at a case given as text."""
    by, formula = LEDGER.properties.get(claim.id), claim.formula
    if by is None or formula is None:
        raise CannotHunt(f"{claim.id} has no cases: no property attacks it")
    attacked, case = Attacked(by, formula), recipes.read(text)
    try:
        memory.require_bytes("cpu", _PER_ENTRY * recipes.entries(case), "the case")
        with mpmath.workdps(DIGITS):
            bounds = len(attacked.sides(case, recipes.in_mpf))
            return {entry: attacked.judge(case, entry) for entry in range(bounds)}
    except HypothesisError as error:
        raise recipes.NotACase(f"the case is outside {claim.id}: {error}") from error
    except memory.NotEnoughMemory as error:
        raise recipes.NotACase(str(error)) from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise recipes.NotACase(f"not a case of {claim.id}: {text}") from error
    except Exception as error:  # a case by hand may be anything: no number, no end, no convergence
        why = f"{type(error).__name__}: {error}"
        raise recipes.NotACase(f"{claim.id} cannot be evaluated at {text}: {why}") from error


def _shown(value: Array) -> str:
    """A rational number as it is, any other with some of its digits."""
    if isinstance(value, flint.fmpq):
        return str(value)
    return str(mpmath.nstr(mpmath.mpf(value), _SHOWN))


def report(claim: Claim, best: dict[int, Found]) -> Iterator[tuple[str, str]]:
    """What was found as named lines: the supremum, both sides, the witness, a command."""
    for entry, found in best.items():
        if len(best) > 1:
            yield "bound", f"{entry + 1} of {len(best)}"
        if found.where:
            yield "found at", found.where
        if claim.kind.is_bound:
            yield "supremum", _MEANING[found.supremum]
            zero = "none: the bound is 0, and the distance to it is sought"
            yield "worst ratio", f"{found.ratio:.15g}" if found.rhs or found.ratio else zero
        else:
            yield "equation", _OF_AN_EQUATION[found.supremum]
        yield "lhs", _shown(found.lhs)
        yield "rhs", _shown(found.rhs)
        if found.decided is not None:
            yield "referee", f"{found.decided.ruling} at {found.decided.digits} digits"
        yield "witness", str(found.case)
        yield "again", recipes.command(claim.id, found.case)
