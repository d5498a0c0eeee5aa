"""Properties: hypothesis climbs lhs/rhs in float64, and mpmath judges the worst cases.

::

    @attack("meterez2024:lemma-A.1", hard.full_rank_square(), domain="square matrices")
    @routes("row norms", "det BN(X)")
    @pinned("attained", IDENTITY)
    def isometry_after_bn(X: Array) -> Observation:
        return {"X": X}, isometry(bn(X))

A float64 value decides nothing: the worst cases and the pinned examples are built again from their
recipes at the run's precision, and the referee confirms a violation before it becomes a cell.
"""

import inspect
import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from itertools import product
from typing import Any, Generic, TypeVar
from unittest.mock import patch

import mpmath
import numpy as np
from hypothesis import HealthCheck, Phase, example, given, reject, seed, settings, target
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from lemmata.props.hunting.referee import Ruling, referee
from lemmata.props.hunting.spaces import Space
from lemmata.props.recipes import Lift as Lift
from lemmata.props.recipes import command, in_floats, in_mpf
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import LEDGER, Cell, Decision, Evidence, Kind, Method, get, source_path
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import TIGHT
from lemmata.verify.registry import Effort, Function, Run, annotate, register
from lemmata.verify.registry import domain as domain
from lemmata.verify.registry import routes as routes
from lemmata.verify.verdicts.judging import aligned, judge_cell, ratio_of

# arguments of ``attack`` for observations by an integral in mpmath, and for slow ones
INTEGRAL: dict[str, Any] = {"tolerance": 1e-20, "digits": 30}
COSTLY: dict[str, Any] = {**INTEGRAL, "keep": 1}

Case = TypeVar("Case")
Observation = tuple[dict[str, Any], Any]  # the closed form's arguments, the observed side
Observe = Callable[[Case, Lift], Observation]
LONGEST = 4000  # characters of a command that can be pasted
# rounds of the hunter by effort: a number, not a time, so that results do not depend on the machine
HUNTS = {Effort.SMOKE: 0, Effort.STANDARD: 0, Effort.THOROUGH: 12, Effort.PAPER: 12}
# not more beyond standard effort, where the hunter climbs better
EXAMPLES = {Effort.SMOKE: 8, Effort.STANDARD: 60, Effort.THOROUGH: 60, Effort.PAPER: 60}
GAPS = tuple(product((2, 3, 4, 8, 16, 32, 64), (1e-3, 0.05, 0.5, 3.0, 50.0)))  # of widths and gaps
_SEARCH = settings(
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.target),
)


@dataclass(frozen=True)
class Property(Generic[Case]):
    """How a claim is attacked.

    ``observe(case, lift)`` builds the case in the arithmetic of ``lift`` and observes the left-hand
    side by a route that does not use the closed form. ``examples`` are pinned cases by reason: the
    bound is attained or violated there, a mutant is caught, a formula breaks. ``weight`` multiplies
    the number of examples; ``keep`` is the number of worst cases that are judged; ``tolerance`` is
    the relative error of an observation in mpmath, at ``digits`` if the run's are too slow.
    ``space`` is the search space of the hunter: then ``observe`` must work on tensors too. ``name``
    is the name of the check, ``hunted`` that of a second check, which hunts gap by gap.
    ``supremum`` is the largest lhs/rhs that a sharp form implies, or the reason why it implies
    none; ``misses`` names mutants that only sampled cells catch.
    """

    claim_id: str
    cases: SearchStrategy[Case]
    observe: Observe[Case]
    routes: tuple[str, str]
    domain: str
    examples: Mapping[str, Case] = field(default_factory=dict)
    weight: float = 1.0
    keep: int = 4
    tolerance: float = TIGHT
    digits: int | None = None
    space: Space[Any] | None = None
    name: str = ""
    hunted: str = ""
    supremum: float | str | None = None
    misses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        LEDGER.properties[self.claim_id] = self
        place = source_path(inspect.unwrap(self.observe))
        for name, check in ((self.name, self.attack), (self.hunted, self.hunt_gaps)):
            if name:
                register(self.claim_id, name, check, place)

    def attack(self, run: Run) -> Evidence:
        """The pinned examples and the worst cases of the search, judged in mpmath."""
        worst = self.climb(run)
        hunted, how = self._hunt(run)
        with mpmath.workdps(self.digits or mpmath.mp.dps):
            cells = [self.cell(run, case) for case in (*self.examples.values(), *worst, *hunted)]
        return Evidence(Method.ADVERSARIAL, self.routes, f"{self.domain}{how}", cells)

    def climb(self, run: Run, keep: int | None = -1) -> list[Case]:
        """The worst cases that hypothesis finds, worst first; the address determines them.

        ``keep`` replaces how many are kept; None: all.
        """
        claim, found = get(self.claim_id), dict[str, tuple[float, Case]]()
        kind, outside = claim.kind, list[HypothesisError]()

        def visit(case: Case) -> None:
            with np.errstate(all="ignore"):
                parameters, lhs = self.observe(case, in_floats)
                try:
                    claim.require(**parameters)
                    claim.require_of(lhs)
                except HypothesisError as error:
                    outside.append(error)
                    reject()
                value = closeness(kind, lhs, run.formula(**parameters))
            found[repr(case)] = value, case
            if math.isfinite(value):
                target(value)

        searched = given(self.cases)(visit)
        for pinned in self.examples.values():
            searched = example(pinned)(searched)
        chosen = settings(_SEARCH, max_examples=max(1, int(self.weight * EXAMPLES[run.effort])))
        # hypothesis would try numbers from the sources of all imported modules: then a search would
        # depend on what else the process did
        with (
            patch.object(providers, "_get_local_constants", Constants),
            patch.object(providers, "CONSTANTS_CACHE", {}),
            suppress(Unsatisfiable),
        ):
            seed(run.address.seed)(chosen(searched))()
        if outside and not found:
            raise NoCase(self, outside)
        for pinned in self.examples.values():
            found.pop(repr(pinned), None)
        ranked = sorted(found.items(), key=lambda item: (-item[1][0], len(item[0]), item[0]))
        return [case for _, (value, case) in ranked if value >= 0][
            : self.keep if keep == -1 else keep
        ]

    def _hunt(self, run: Run) -> tuple[list[Case], str]:
        """The hunter's best cases in the rounds of the effort, and a note on the search."""
        if self.space is None or not HUNTS[run.effort]:
            return [], ""
        from lemmata.props.hunting.hunter import Hunt
        from lemmata.props.hunting.supremum import Target

        hunt = Hunt(Target(self, run.formula), run.address / "hunt")
        for _ in range(HUNTS[run.effort]):
            hunt.next_round()
        return [found.case for found in hunt.best.values()], f"; hunted for {hunt.summary}"

    def hunt_gaps(self, run: Run) -> Evidence:
        """The worst spectra of each width and gap; the domain counts those where both are attained.

        Beyond standard effort at every width and gap of the grid, in about two minutes.
        """
        from lemmata.props.hunting.hunter import Hunt
        from lemmata.props.hunting.supremum import Target

        points = GAPS if run.effort in (Effort.THOROUGH, Effort.PAPER) else ((4, 0.5),)
        cells: list[Cell] = []
        attained = 0
        for d, phi in points:
            hunt = Hunt(Target(self, run.formula), run.address / d / phi, point=(d, phi))
            attained += hunt.to_the_ends(4, starts=12, steps=60, polished=0)
            cells += [self.cell(run, hunt.best[k].case) for k in (0, 1) if k in hunt.best]
        domain = f"both ends attained at {attained} of {len(points)} widths and gaps"
        ways = "the extremal spectra", "gradient ascent"
        return Evidence(Method.ADVERSARIAL, ways, domain, cells)

    def cell(self, run: Run, case: Case) -> Cell:
        """The cell of a case in mpmath; a violation is first put before the referee."""

        def sides() -> tuple[Array, Array]:
            parameters, lhs = self.observe(case, in_mpf)
            return lhs, run.formula(**parameters)

        parameters, lhs = self.observe(case, in_mpf)
        kind, again = get(self.claim_id).kind, command(self.claim_id, case)
        again = again if len(again) <= LONGEST else ""
        cell = Cell(parameters, lhs, self.tolerance, label=str(case), again=again)
        judged = judge_cell(kind, cell, run.formula(**parameters))
        if judged.decision is not Decision.CONTRADICTS or not kind.is_bound:
            return cell
        decision = referee(kind, sides)
        if decision.ruling is Ruling.REAL:
            return cell
        # gone at higher precision: the change is the uncertainty of the observation
        with mpmath.workdps(decision.digits):
            moved = max(map(_moved, *aligned(lhs, decision.lhs), aligned(decision.rhs, lhs)[0]))
        # 1 if no digit is known: both sides are 0, or one was infinite
        uncertain = max(self.tolerance, 2 * moved) if moved < 0.5 else 1.0
        return replace(cell, lhs=decision.lhs, tolerance=uncertain, label=f"{case}; {decision}")


class NoCase(ValueError):
    """An attack whose cases all lie outside the claim's hypotheses."""

    def __init__(self, by: Property[Any], outside: list[HypothesisError]) -> None:
        none = f"none of {len(outside)} cases of {by.name} meets the hypotheses of {by.claim_id}"
        how = "draw cases that do, such as lemmata.strategies.full_rank_square()"
        super().__init__(f"{none}: {outside[-1]}; {how}")


def pinned(reason: str, case: Any) -> Callable[[Function], Function]:
    """Pin a case: the decorated attack always judges it, for this reason."""

    def decorate(observe: Function) -> Function:
        return annotate(observe, examples={reason: case, **vars(observe).get("examples", {})})

    return decorate


def hunt_in(space: Space[Any]) -> Callable[[Function], Function]:
    """The space in which the hunter searches for the worst case of the decorated attack."""
    return partial(annotate, space=space)


def supremum(value: float | str) -> Callable[[Function], Function]:
    """The largest lhs/rhs of the decorated attack, or the reason why it is unknown."""
    return partial(annotate, supremum=value)


def searched(**settings: Any) -> Callable[[Function], Function]:
    """Set fields of the decorated attack, such as ``weight`` and ``keep``."""
    return partial(annotate, **settings)


def _moved(before: Array, lhs: Array, rhs: Array) -> float:
    """The change of an observation relative to the larger side; inf if both are 0."""
    size = max(abs(lhs), abs(rhs))
    return float(abs(before - lhs) / size) if size else math.inf


def attack(
    claim_id: str, cases: SearchStrategy[Case] | Property[Case], **more: Any
) -> Callable[[Callable[..., Observation]], Property[Case]]:
    """Make the decorated observation a property and a check of the same name (or ``name``).

    The observation takes a case and a lift, or only the matrix or spectrum that they build. Routes,
    domain, examples and other fields may have decorators of their own. If ``cases`` is another
    property, the fields that are not set here are its fields.
    """

    def decorate(observe: Any) -> Property[Case]:
        takes_built = len(inspect.signature(observe).parameters) == 1

        @wraps(observe)
        def of_case(case: Any, lift: Lift) -> Observation:
            seen: Observation = observe(case.build(lift)) if takes_built else observe(case, lift)
            return seen

        like = vars(cases) if isinstance(cases, Property) else {"cases": cases}
        own = {"examples": {}, "name": observe.__name__, "supremum": None, "misses": ()}
        named = {**own, **vars(observe), **more}
        return Property(**like | named | {"claim_id": claim_id, "observe": of_case})

    return decorate


def closeness(kind: Kind, lhs: Array, rhs: Array) -> float:
    """The score of the search: lhs/rhs of a bound, the relative difference of an identity.

    It is -1 where both sides are 0, as at isometry.
    """
    if not np.any(lhs) and not np.any(rhs):
        return -1.0
    if kind.is_bound:
        ratios = [ratio_of(kind, a, b) for a, b in zip(*aligned(lhs, rhs), strict=True)]
        known = [r for r in ratios if r is not None and not math.isnan(r)]
        return float(max(known, default=0.0))
    left, right = np.asarray(lhs, dtype=float), np.asarray(rhs, dtype=float)
    size = np.maximum(np.abs(left), np.abs(right)).max()
    return float(np.abs(left - right).max() / size) if size > 0 else 0.0
