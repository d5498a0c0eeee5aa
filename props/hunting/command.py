"""``lemmata hunt``: a hunt of limited time, its progress display and its report."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import flint
import mpmath
from rich.console import Console
from rich.progress import TimeRemainingColumn

from lemmata.props import recipes
from lemmata.props.hunting.climbing import Progress
from lemmata.props.hunting.hunter import Hunt
from lemmata.props.hunting.parallel import ROUNDS_AT_ONCE as ROUNDS_AT_ONCE
from lemmata.props.hunting.parallel import hunt_for
from lemmata.props.hunting.supremum import JudgedCase, Supremum, Target
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import LEDGER, Claim
from lemmata.theory.numerics.backends import Array
from lemmata.verify.commands.text.terminal import progress
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.runner import DIGITS
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Pool

_PER_ENTRY = 1024  # bytes of an entry of a matrix in mpmath
_BETWEEN = 0.3  # seconds between two printed lines
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


def _target(claim: Claim) -> Target:
    """The closed form and the property to climb; ``CannotHunt`` says why there is none."""
    if not claim.kind.is_bound:
        raise CannotHunt(f"{claim.id} states no bound ({claim.kind}): there is no ratio to climb")
    by = LEDGER.properties.get(claim.id)
    if by is not None and claim.formula is not None and by.space is not None:
        return Target(by, claim.formula)
    sampled = by is None or claim.formula is None
    raise CannotHunt(
        f"{claim.id} cannot be hunted: "
        + ("its left-hand side is sampled, not computed" if sampled else _NO_GRADIENT)
        + f"; lemmata run {claim.id} {'estimates' if sampled else 'attacks'} it"
    )


def hunt(
    claim: Claim, seed: int, seconds: float, console: Console, workers: AbstractContextManager[Pool]
) -> Hunt:
    """Hunt for so many seconds, or until Ctrl-C."""
    target = _target(claim)
    with workers as pool, progress_display(console, seconds) as show:
        return hunt_for(target, Address(seed) / "hunt" / claim.id, seconds, show, pool)


@contextmanager
def progress_display(console: Console, seconds: float) -> Iterator[Progress]:
    """On a terminal a bar that fills with the time; a line for each new best."""
    begun = time.monotonic()
    best, printed = float("-inf"), float("-inf")
    with progress(console, TimeRemainingColumn()) as bar:
        task = bar.add_task("", total=seconds)

        def show(where: str, ratio: float) -> None:
            nonlocal best, printed
            elapsed = time.monotonic() - begun
            if ratio > best + 1e-3 * abs(best) or best == float("-inf"):
                best = ratio
                if elapsed - printed >= _BETWEEN:
                    printed = elapsed
                    bar.console.print(
                        f"{elapsed:7.1f} s  {_describe_height(best):<18} at {where}",
                        highlight=False,
                    )
            bar.update(task, completed=min(elapsed, seconds), description=_describe_height(best))

        yield show


def _describe_height(height: float) -> str:
    """The worst ratio; a negative height is minus the distance to a bound that is 0."""
    return f"worst {height:.6g}" if height >= 0 else f"distance {-height:.6g}"


def evaluate(claim: Claim, text: str) -> dict[int, JudgedCase]:
    """Every bound, or equation, of the claim at a case given as text."""
    by, formula = LEDGER.properties.get(claim.id), claim.formula
    if by is None or formula is None:
        raise CannotHunt(f"{claim.id} has no cases: no property attacks it")
    target, case = Target(by, formula), recipes.read(text)
    try:
        memory.require_bytes("cpu", _PER_ENTRY * recipes.entries(case), "the case")
        with mpmath.workdps(DIGITS):
            bounds = len(target.sides(case, recipes.in_mpf))
            return {entry: target.judge(case, entry) for entry in range(bounds)}
    except HypothesisError as error:
        raise recipes.NotACase(f"the case is outside {claim.id}: {error}") from error
    except memory.NotEnoughMemory as error:
        raise recipes.NotACase(str(error)) from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise recipes.NotACase(f"not a case of {claim.id}: {text}") from error
    except Exception as error:  # a case from the command line may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise recipes.NotACase(f"{claim.id} cannot be evaluated at {text}: {why}") from error


def _shown(value: Array) -> str:
    """A rational number exactly, any other with 15 digits."""
    if isinstance(value, flint.fmpq):
        return str(value)
    return str(mpmath.nstr(mpmath.mpf(value), _SHOWN))


def report(claim: Claim, best: dict[int, JudgedCase]) -> Iterator[tuple[str, str]]:
    """The lines of the report by name: the supremum, both sides, the witness, a command."""
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
        if found.decision is not None:
            yield "referee", f"{found.decision.ruling} at {found.decision.digits} digits"
        yield "witness", str(found.case)
        yield "again", recipes.command(claim.id, found.case)
