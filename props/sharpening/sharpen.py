"""``lemmata hunt --sharpen``: everything the evidence leaves of one bound, and how it is told.

From below: cases that need their constant, found by a hunt, or the cells of the checks where no
hunt can climb. From above: what proved theorems guarantee. Between them lies the best constant.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import mpmath
import numpy as np

from lemmata.props.attack import Property
from lemmata.props.hunting.climbing import Progress
from lemmata.props.hunting.command import CannotHunt, progress_display
from lemmata.props.hunting.parallel import hunt_for
from lemmata.props.recipes import NotACase, command, in_floats, in_mpf, read
from lemmata.props.sharpening.above import continued, guaranteed, own_constant, sharper_bounds
from lemmata.props.sharpening.hypotheses import Left, broken_by, leave
from lemmata.props.sharpening.needed import LOG2_RANGE, MOST, as_mpf, needed, target_of
from lemmata.props.sharpening.observed import evidence_of, rows_of_cells
from lemmata.props.sharpening.rows import FrontierRow, Trend, rounded, trends, worst
from lemmata.props.sharpening.search import Draws, Search, beyond_the_space, free_hunt
from lemmata.theory.evidence import entries
from lemmata.theory.ledger import LEDGER, Claim, Kind, claims, get
from lemmata.verify.machine.effort import Effort
from lemmata.verify.registry import Run
from lemmata.verify.rocq.record import checked
from lemmata.verify.runner import DIGITS, Settings
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Pool

_EQUAL = 1e-9  # relative: a constant that is witnessed and guaranteed
_RISES = 1e-5  # relative: how much worse the last size must be than the one before it
_GROWS = 0.05  # the slope from which on a constant may grow without end
_SHARE = 0.5  # of the time, for the free hunt, and as much again for hypotheses
_LEAST = 20.0  # seconds for the points beside the worst case, and for hypotheses
_SHOWN = 6  # digits of a constant in a sentence, rounded to the side on which it is true
_WHOLE = 1e9  # whole sizes below it are written out
_ROWS = 14  # of a table on the screen; the file has them all


@dataclass(frozen=True)
class Sharpened:
    """What is left of a claim: the rows of its frontier, and each hypothesis that can be left.

    ``how`` says how the rows were found, ``hunted`` whether by a hunt.
    """

    claim: Claim
    rows: Sequence[FrontierRow]
    left: Sequence[Left]
    how: str
    hunted: bool
    interrupted: bool = False

    @property
    def bounds(self) -> list[int]:
        return sorted({row.entry for row in self.rows})

    def of(self, entry: int) -> list[FrontierRow]:
        return [row for row in self.rows if row.entry == entry]

    def top(self, entry: int) -> FrontierRow:
        return worst(self.of(entry))

    def trends(self, entry: int) -> list[Trend]:
        return list(trends(self.of(entry)))

    @property
    def is_false(self) -> bool:
        """Whether a witness inside the hypotheses violates the claim, with any constant."""
        tops = map(self.top, self.bounds)
        if self.claim.constant:
            return any(top.sure > 0.99 * MOST for top in tops)
        return any(_violates(top) for top in tops)

    @cached_property
    def power(self) -> tuple[str, Fraction] | None:
        """A whole argument, and its power that the bound gives away or lacks."""
        if not self.claim.constant and len(self.bounds) == 1:
            for trend in self.trends(self.bounds[0]):
                if trend.name in self.claim.parameters and _whole(trend) and trend.power:
                    return trend.name, trend.power
        return None

    @cached_property
    def is_unbounded(self) -> bool:
        """Whether the constant grows without end, as far as its sizes were grown."""
        found = [one for entry in self.bounds for one in self.rising(entry)]
        return any(_is_unbounded(trend, largest) for trend, largest in found)

    @cached_property
    def own(self) -> Any:
        """The constant of the claim's own proof."""
        return own_constant(self.claim)

    def limit(self, entry: int) -> tuple[Any, str, Trend] | None:
        """The largest constant that a sharper theorem asks for along a trend, also beyond it."""
        found = [
            (value, size, trend)
            for trend in self.trends(entry)
            for size, value in continued(self.claim, trend)
        ]
        if not found or not sharper_bounds(self.claim):
            return None
        sign = 1 if self.top(entry).smaller else -1
        value, size, trend = max(found, key=lambda one: sign * one[0])
        return value, f"{trend.name} = {size:g}", trend

    def on_record(self, entry: int) -> Any:
        """The best factor that the attack's record names as implied by the sharp form."""
        by, top = LEDGER.properties.get(self.claim.id), self.top(entry)
        if self.claim.constant or by is None or not isinstance(by.supremum, float):
            return None
        known = mpmath.mpf(by.supremum)
        known = known if top.smaller else 1 / known
        sharper = known < top.sure if top.smaller else known > top.sure
        return top.sure if sharper else known

    def rising(self, entry: int) -> list[tuple[Trend, bool]]:
        """The sizes towards whose end the constant becomes the worst; whether it is the largest.

        There may be a plateau at the end: of a limit the last digits are all the same.
        """
        found = []
        for trend in self.trends(entry):
            for rows, largest in ((trend.rows[::-1], True), (trend.rows, False)):
                ends_worst = abs(rows[0].constant / worst(rows).constant - 1) < _EQUAL
                if ends_worst and any(_better(row, rows[0]) for row in rows):
                    found.append((trend, largest))
        return found


def _better(row: FrontierRow, end: FrontierRow) -> bool:
    """Whether a row asks for less than that at an end: of two intervals none overlaps."""
    apart = row.high is None or end.low is None or row.high < end.low or end.high < row.low
    return bool(apart and abs(row.constant / end.constant - 1) > _RISES)


def sharpen(
    claim: Claim,
    seed: int,
    seconds: float,
    console: Any,
    workers: AbstractContextManager[Pool],
    rounds: int | None = None,
    **options: Any,
) -> Sharpened:
    """Sharpen a bound for so many seconds, or with so many rounds of each hunt; or until Ctrl-C.

    ``options`` are those of a round of the free hunt, where the rounds are counted.

    A claim whose left-hand side no hunt can climb is sharpened by the cells of its checks.
    """
    if not claim.kind.is_bound:
        raise CannotHunt(f"{claim.id} states no bound ({claim.kind}): no constant can be sharpened")
    if claim.formula is None:
        raise CannotHunt(f"{claim.id} has no closed form: no constant can be sharpened")
    by, address = LEDGER.properties.get(claim.id), Address(seed) / "sharpen" / claim.id
    interrupted, inside = False, list[Any]()
    if by is not None and _always_zero(claim, by):
        raise CannotHunt(f"{claim.id}: its bound is 0, and every multiple of 0 is the same bound")
    with mpmath.workdps(DIGITS), np.errstate(all="ignore"):
        if by is not None and by.space is not None:
            with workers as pool, progress_display(console, seconds) as show:
                search = _search(claim, by, address, seconds, show, pool, rounds, options)
                rows = list(search.rows())
                run = Run(claim.closed_form, Effort.SMOKE, address, "cpu")
                drawn = [] if search.interrupted else [*by.examples.values(), *by.climb(run)]
                rows += beyond_the_space(search.hunt.target, drawn, rows)
            how, interrupted = search.summary, search.interrupted
            inside = [*by.examples.values(), *(row.case for row in rows)]
        else:
            settings = Settings(Effort.STANDARD, seed)
            evidence, errors = evidence_of(claim, settings, "" if by is None else by.name)
            rows = list(rows_of_cells(claim, evidence))
            how = f"{len(rows)} cells of {len(evidence)} checks, no hunt: " + (
                "its left-hand side is sampled, or computed at given cases"
                if by is None
                else "no gradient leads from one case to another"
            )
            if by is not None:
                draws, begun = Draws(by, address), time.time()
                with progress_display(console, seconds) as show:
                    draws.draw(begun + (seconds if rounds is None else 0.0), show)
                rows += draws.rows
                seen = f"{len(draws.cases)} cases of the attack in {draws.rounds} rounds"
                how, interrupted = f"{seen}, {how}", draws.interrupted
                inside = list(draws.cases.values())
            how += "".join(f"; {error}" for error in errors)
        if not rows and interrupted:
            raise KeyboardInterrupt
        if not rows:
            raise CannotHunt(
                f"{claim.id}: at no case that was seen does lhs/rhs ask for a constant"
            )
        found = list[Left]()
        if by is not None and inside and not interrupted:
            more = math.inf if rounds is not None else max(_LEAST, _SHARE * seconds)
            found = leave(claim, by, inside, address / "hypotheses", time.time() + more)
        rows = guaranteed(claim, list(_of_one_sign(claim, rows)))
    return Sharpened(claim, rows, found, how, by is not None and by.space is not None, interrupted)


def _of_one_sign(claim: Claim, rows: Sequence[FrontierRow]) -> Iterator[FrontierRow]:
    """The rows of each bound at which a sharper factor is a smaller one, or a larger one.

    Where a right side changes its sign, those where it is positive: there a sharper factor is asked
    for, and elsewhere the same factor makes the bound weaker.
    """
    usual = claim.kind is Kind.UPPER_BOUND or bool(claim.constant)
    for row in rows:
        if row.smaller is usual or not any(
            one.entry == row.entry and one.smaller is usual for one in rows
        ):
            yield row


def _violates(row: FrontierRow) -> bool:
    """Whether a case needs a weaker factor than 1."""
    return bool(row.sure > 1 + _EQUAL if row.smaller else row.sure < 1 - _EQUAL)


def _always_zero(claim: Claim, by: Property[Any]) -> bool:
    """Whether the bound is 0 at every pinned case."""
    with np.errstate(all="ignore"):
        pinned = [by.observe(case, in_floats)[0] for case in by.examples.values()]
        return bool(pinned) and not any(np.any(claim.closed_form(**given)) for given in pinned)


def _search(
    claim: Claim,
    by: Property[Any],
    address: Address,
    seconds: float,
    show: Progress,
    pool: Pool,
    rounds: int | None,
    options: dict[str, Any],
) -> Search:
    target, begun = target_of(claim, by), time.time()
    if rounds is None:
        search = Search(hunt_for(target, address, _SHARE * seconds, show, pool))
    else:
        search = Search(free_hunt(target, address, rounds, show, **options))
    search.interrupted = search.hunt.interrupted
    passes = 0
    while not search.interrupted and (
        passes < (rounds or 1) or (rounds is None and time.time() < begun + seconds)
    ):
        first = math.inf if rounds is not None else max(begun + seconds, time.time() + _LEAST)
        search.walk(pool, show, begun + seconds if passes else first)
        passes += 1
    return search


def evaluate(claim: Claim, text: str) -> Iterator[tuple[str, str]]:
    """The constant that a case needs, also of one that breaks hypotheses."""
    by = LEDGER.properties.get(claim.id)
    if by is None or claim.formula is None or not claim.kind.is_bound:
        raise CannotHunt(f"{claim.id} has no cases: no property attacks a bound of it")
    case = read(text)
    try:
        with mpmath.workdps(DIGITS):
            parameters, lhs = by.observe(case, in_mpf)
            broken = broken_by(claim, parameters)
            rhs, found = claim.formula(**parameters), needed(claim, parameters, lhs)
    except Exception as error:  # a case from the command line may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise NotACase(f"{claim.id} cannot be evaluated at {text}: {why}") from error
    yield "lhs", digits(lhs)
    yield "rhs", digits(rhs)
    for constant in found:
        yield name_of(claim), "no number" if constant is None else digits(constant)
    for k in broken:
        yield "outside", f"breaks {claim.hypotheses[k].name}"


def digits(value: Any, many: int = 15) -> str:
    """A number with its digits, several side by side; empty if there is none."""
    if value is None:
        return ""
    shown = (mpmath.nstr(as_mpf(one), many) for one in entries(value))
    return ", ".join(one.removesuffix(".0") for one in shown)


def name_of(claim: Claim) -> str:
    """What the constant is called."""
    return claim.constant or "c"


def report(found: Sharpened) -> Iterator[tuple[str, str]]:
    """The lines of the report by name, for each bound: the interval, and how it is closed."""
    claim, name = found.claim, name_of(found.claim)
    if domain := searched(claim):
        yield "searched", domain
    for entry in found.bounds:
        top = found.top(entry)
        if len(found.bounds) > 1:
            yield "bound", f"{entry + 1} of {len(found.bounds)}"
        worse, better = ("least", "smaller") if top.smaller else ("largest", "larger")
        if claim.constant:
            meaning = f"the {worse} {name} with which the bound holds"
        else:
            meaning = f"the {worse} c with lhs {'<=' if _upper(claim) else '>='} c * rhs"
        yield "sought", meaning
        yield "found", between(found, entry)
        yield "witnessed", f"{digits(top.sure)} at {place(top)}: no {better} one will do"
        if top.low is not None or top.high is not None:
            yield "interval", f"{digits(top.low, 6)} to {digits(top.high, 6)} there"
        for line in _guarantees(found, entry, top):
            yield "guaranteed", line
        for line in states(found, entry):
            yield "state", line
        for line in exponents(found, entry):
            yield "exponent", line
        if found.power is not None:
            size, power = found.power
            yield "sharper", f"with {size}^({power}) beside the right side: the draft states it"
        if top.again:
            yield "again", _sharpening(top.again)
    for one in found.left:
        yield "hypothesis", f"{one.hypothesis.name} ({one.hypothesis.variable}): {told(found, one)}"
        if one.case is not None and one.fails and not found.is_false:
            yield "again", _sharpening(command(claim.id, one.case))


def between(found: Sharpened, entry: int) -> str:
    """Between what the best constant lies, and what says so: the report in one sentence."""
    claim, top, name = found.claim, found.top(entry), name_of(found.claim)
    least, most = ("at least", "at most") if top.smaller else ("at most", "at least")
    many = 2 * _SHOWN if found.is_false else _SHOWN  # a violation may be a small one
    shown = rounded(top.sure, not top.smaller, digits=many)
    from_below = f"{name} is {least} {shown:.{many}g}, by a witness"
    if found.is_false:
        what = "with any constant" if claim.constant else "with its own constant 1"
        nearest = f"; {_verdict(claim.sharp)} is true" if claim.sharp in claims() else ""
        return f"{from_below}: the claim is false {what}{nearest}"
    known = [(found.own, f"by the proof of {claim.id}")] * (found.own is not None)
    if (implied := found.on_record(entry)) is not None:
        known.append((implied, f"as {_verdict(claim.sharp)} implies"))
    if not known:
        return f"{from_below}; nothing on record bounds it from the other side"
    sign = 1 if top.smaller else -1
    value, why = min(known, key=lambda one: sign * one[0])
    if abs(value / top.sure - 1) < _EQUAL:
        return f"{name} is {digits(value, _SHOWN)}: a witness asks for it, and {why} it is enough"
    return (
        f"{from_below}, and {most} {rounded(value, top.smaller, digits=_SHOWN):.{_SHOWN}g}, {why}"
    )


def _verdict(claim_id: str | None) -> str:
    """A sharp form, and whether it is proved."""
    if claim_id is None or claim_id not in claims():
        return "the attack's record"
    return f"{claim_id} ({'proved' if checked(get(claim_id)) else 'not proved'})"


def searched(claim: Claim) -> str:
    """Where the attack looks, and what its record says of the supremum."""
    by = LEDGER.properties.get(claim.id)
    if by is None:
        return ""
    return f"{by.domain}; {by.supremum}" if isinstance(by.supremum, str) else by.domain


def _upper(claim: Claim) -> bool:
    return str(claim.kind) == "upper bound"


def _sharpening(again: str) -> str:
    return again.replace(" --at ", " --sharpen --at ", 1)


def _guarantees(found: Sharpened, entry: int, top: FrontierRow) -> Iterator[str]:
    claim = found.claim
    if found.own is not None:
        yield f"{digits(found.own, 6)} everywhere: {claim.id} is proved"
    if top.above is not None and top.by != claim.id:
        yield f"{digits(top.above)} at the witness's own arguments, by {top.by}"
    limit = found.limit(entry)
    if limit is not None and limit[2].rows:
        value, at, _ = limit
        if abs(value / top.constant - 1) > _EQUAL:
            end = "most" if top.smaller else "least"
            yield f"{digits(value, 10)} at the {end} along the frontier and beyond it, at {at}"
    if (known := found.on_record(entry)) is not None and abs(known / top.constant - 1) > _EQUAL:
        yield f"{digits(known, 10)} as the supremum, says the attack's record of the sharp form"
    if found.own is None and top.above is None:
        yield "nothing: no theorem on record bounds it from the other side"


def states(found: Sharpened, entry: int) -> Iterator[str]:
    """Whether the constant is attained, approached, or without a bound, as far as it was grown."""
    top, rising = found.top(entry), found.rising(entry)
    equal = not found.claim.constant and abs(top.sure - 1) < _EQUAL
    sign = 1 if top.smaller else -1
    if top.above is not None and sign * (top.sure / top.above - 1) > _EQUAL:
        yield f"contradiction: the witness asks for more than {top.by} guarantees; one is wrong"
    elif top.above is not None and abs(top.above / top.constant - 1) < _EQUAL and not equal:
        yield f"the witness and {top.by} agree: there is no better one at these arguments"
    if found.claim.constant and found.is_false:
        yield f"no {name_of(found.claim)} up to 2^{LOG2_RANGE} is enough there: the bound is false"
        return
    for trend, largest in rising:
        yield _rises(trend, largest)
    if equal:
        yield "the two sides are equal there: the claim's own constant is the best"
    elif not rising:
        yield "no size is worst at an end of what was searched: attained inside, or constant"


def exponents(found: Sharpened, entry: int) -> Iterator[str]:
    """Whether the bound has the right power of each size, where that is largest."""
    for trend in found.trends(entry):
        last = trend.rows[-1].at[trend.name]
        if not trend.slopes or not _whole(trend) or last == math.inf:
            continue
        slope, name, constant = trend.slopes[-1], trend.name, name_of(found.claim)
        if abs(slope) < _GROWS:
            says = f"the power of {name} is right, as far as it was grown"
        elif (slope < 0) is found.top(entry).smaller:
            says = f"the bound gives away this power of {name}, as far as it was grown"
        else:
            says = f"the bound lacks this power of {name}, if it goes on"
        like = _like(name, trend.slopes)
        yield f"{name}: {constant} goes {like} at the last, {_size(last)}: {says}"


def _whole(trend: Trend) -> bool:
    sizes = (row.at[trend.name] for row in trend.rows)
    return all(size.is_integer() for size in sizes if size < math.inf)


def _rises(trend: Trend, largest: bool) -> str:
    """How the constant behaves towards an end of a trend at which it is worst."""
    name, end = trend.name, trend.rows[-1 if largest else 0].at[trend.name]
    if _whole(trend) and not largest:
        return f"worst at the least {name} that was searched, {_size(end)}"
    slopes = trend.slopes if largest else trend.slopes[::-1]
    if _is_unbounded(trend, largest):
        return (
            f"unbounded as far as it was grown: {_like(name, slopes)} at {name} = {_size(end)}; no"
            " constant does if that goes on"
        )
    if len(slopes) == 1 and abs(slopes[-1]) > _GROWS:
        return f"worst at the last {name}, {_size(end)}: too few sizes to say whether it ends"
    towards = "grows" if largest else "falls"
    worst_at = f"approached as {name} {towards}: worst at its last value, {name} = {_size(end)}"
    if not largest or (tends := trend.limit) is None:
        return worst_at
    value, error = tends
    known = max(2, min(10, int(-mpmath.log10(error / abs(value) + mpmath.mpf(10) ** -10))))
    return f"{worst_at}; the rows tend to {digits(value, known)}"


def _is_unbounded(trend: Trend, largest: bool) -> bool:
    """Whether the constant goes on growing towards an end of a trend at which it is worst."""
    slopes = trend.slopes if largest else trend.slopes[::-1]
    grows = len(slopes) > 1 and abs(slopes[-1]) > _GROWS and not _flattens(slopes)
    return grows and (largest or not _whole(trend))


def _like(name: str, slopes: Sequence[float]) -> str:
    """The last power; where the powers themselves grow, as those of an exponential do, none."""
    fast = len(slopes) > 1 and abs(slopes[-1]) > max(2.0, 1.5 * abs(slopes[-2]))
    return f"faster than any power of {name}" if fast else f"like {name}^{slopes[-1]:.2f}"


def _flattens(slopes: Sequence[float]) -> bool:
    """Whether the last slope is much smaller than the one before it."""
    return len(slopes) > 1 and abs(slopes[-1]) < 0.8 * abs(slopes[-2])


def place(row: FrontierRow) -> str:
    """The sizes of a row, or its label."""
    return ", ".join(f"{name} = {_size(size)}" for name, size in row.at.items()) or row.where


def _size(size: float) -> str:
    """A whole number with all its digits, any other with four."""
    return f"{size:.0f}" if size.is_integer() and abs(size) < _WHOLE else f"{size:.4g}"


def told(found: Sharpened, one: Left) -> str:
    """What leaving a hypothesis showed."""
    if not one.tried:
        return "built into the cases; no change of their numbers breaks it alone"
    cases, name = f"{one.tried} cases that break it alone", name_of(found.claim)
    share = "lhs/rhs" if _upper(found.claim) else "rhs/lhs"
    if one.case is None:
        return f"{cases}, at none of which both sides are numbers"
    if one.fails and found.is_false:
        return "the bound fails inside the hypotheses, and outside of this one as well"
    if one.fails:
        ratio = "no constant does" if not math.isfinite(one.ratio) else f"{share} = {one.ratio:.6g}"
        return f"needed: {ratio} at {one.case}, which breaks it alone"
    if one.ratio == -math.inf:
        return f"not needed as far as {cases} show: the bound says nothing there"
    kept = f"not needed as far as {cases} show: {share} at most {max(one.ratio, 0.0):.6g}"
    tops = [found.top(entry) for entry in found.bounds]
    if one.constant is not None and len(tops) == 1:
        inside = tops[0].constant
        worse = one.constant > inside if tops[0].smaller else one.constant < inside
        if worse and abs(one.constant / inside - 1) > _EQUAL:
            return f"{kept}; but outside {name} = {digits(one.constant, 6)} is asked for"
    return kept


def tables(found: Sharpened) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Each trend as a table: its title, its heads, its rows."""
    name = name_of(found.claim)
    for entry in found.bounds:
        for trend in found.trends(entry):
            of = f" of bound {entry + 1}" if len(found.bounds) > 1 else ""
            slopes: list[float | None] = [None, *_aligned(trend)]
            heads = [trend.name, f"{name} needed", "guaranteed", "slope"]
            rows = [
                [
                    _size(row.at[trend.name]),
                    _with_interval(row),
                    digits(row.above, 8),
                    "" if slope is None else f"{slope:+.3f}",
                ]
                for row, slope in zip(trend.rows, slopes, strict=True)
            ]
            yield f"{name}{of} as a function of {trend.name}", heads, _thinned(rows)


def _thinned(rows: list[list[str]]) -> list[list[str]]:
    """So many rows that fit a screen, the first and the last among them."""
    if len(rows) <= _ROWS:
        return rows
    places = np.unique(np.geomspace(1, len(rows), _ROWS).round().astype(int)) - 1
    return [rows[k] for k in places]


def _with_interval(row: FrontierRow) -> str:
    if row.low is None or row.high is None:
        return digits(row.constant, 10)
    return f"{digits(row.constant, 5)} [{digits(row.low, 4)}, {digits(row.high, 4)}]"


def _aligned(trend: Trend) -> list[float | None]:
    """The slope before each row but the first; None where a size is 0 or infinite."""
    slopes, found = iter(trend.slopes), list[float | None]()
    for a, b in zip(trend.rows, trend.rows[1:], strict=False):
        usable = 0 < a.at[trend.name] < b.at[trend.name] < math.inf
        found.append(next(slopes) if usable else None)
    return found
