"""The registry of checks: plain functions from a run to what they saw, each naming its claim.

``exact`` and ``sampled`` take the cells that a function yields; ``check`` takes whole evidence::

    @exact("meterez2024:lemma-C.11", routes=("the bound", "eigenvalues in mpmath"), domain="d = 3")
    def rows_of_integer_matrices(run: Run) -> Iterator[Cell]:
        ...

What does not fit there may stand in decorators of its own below it, ``routes`` and ``domain``.
"""

import importlib
import pkgutil
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from lemmata.theory.ledger import (
    ANOTHER,
    LEDGER,
    PAPERS,
    Evidence,
    Formula,
    Method,
    UsesItself,
    source_path,
)
from lemmata.theory.ledger import Cell as Cell
from lemmata.verify.machine.effort import Effort as Effort
from lemmata.verify.seeds import Address

Found = TypeVar("Found")
Case = TypeVar("Case")


@dataclass(frozen=True)
class Run:
    """What a check may depend on.

    ``formula`` is the closed form under test: the claim's own, or a mutant's. ``address`` is where
    the check's random numbers come from, ``device`` where its tensors live; ``alpha`` is the
    probability with which a sampling check may contradict a true claim. ``train``: whether networks
    may be trained that are not kept. ``doing``: what is done with the parts of a check, by which
    they become tasks of their own.
    """

    formula: Formula
    effort: Effort
    address: Address
    device: str
    alpha: float = 1e-8
    train: bool = False
    doing: "Doing | None" = None

    def each(self, parts: Mapping[str, Callable[[], Found]]) -> dict[str, Found]:
        """What each part of a check finds: parts that know nothing of one another, each with an
        address of its own, so that any process may do it. A check calls this once.
        """
        if self.doing is not None:
            return self.doing(parts)
        return {name: part() for name, part in parts.items()}

    def over(self, cases: Iterable[Case], cells: Callable[[Case], Iterable[Cell]]) -> list[Cell]:
        """The cells of every case, in their order; each case is a part."""
        parts = {str(k): partial(_listed, cells, case) for k, case in enumerate(cases)}
        return [cell for found in self.each(parts).values() for cell in found]


def _listed(cells: Callable[[Case], Iterable[Cell]], case: Case) -> list[Cell]:
    return list(cells(case))


Doing = Callable[[Mapping[str, Callable[[], Any]]], dict[str, Any]]


CheckFunction = Callable[[Run], Evidence]
Cells = Iterable[Cell]
CellFunction = Callable[[Run], Cells]
Routes = tuple[str, str]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Check:
    """A registered check with the place where it stands."""

    claim_id: str
    name: str
    function: CheckFunction
    file: str
    line: int


def register(claim_id: str, name: str, function: CheckFunction, place: tuple[str, int]) -> None:
    """Add a check; ``name`` is part of the address of its random numbers."""
    added = Check(claim_id, name, function, *place)
    LEDGER.checks[claim_id] = (*LEDGER.checks.get(claim_id, ()), added)


def check(*claim_ids: str) -> Callable[[CheckFunction], CheckFunction]:
    """Register the decorated function as a check of the named claims."""

    def decorate(function: CheckFunction) -> CheckFunction:
        for claim_id in claim_ids:
            register(claim_id, function.__name__, function, source_path(function))
        return function

    return decorate


def routes(first: str, second: str) -> Callable[[Function], Function]:
    """The two ways, without a formula in common, that the decorated check compares."""
    return partial(annotate, routes=(first, second))


def domain(text: str) -> Callable[[Function], Function]:
    """Where the decorated check, or proof, looks."""
    return partial(annotate, domain=text)


def annotate(function: Function, **words: Any) -> Function:
    """Keep with a function what the decorator that registers it is to say."""
    vars(function).update(words)
    return function


def exact(
    *claim_ids: str, routes: Routes | None = None, domain: str = ""
) -> Callable[[CellFunction], CellFunction]:
    """The decorated function yields cells that no sampling enters."""
    return _observed(Method.EXACT, claim_ids, routes, domain)


def sampled(
    *claim_ids: str, routes: Routes | None = None, domain: str = "", margin: float = 0.0
) -> Callable[[CellFunction], CellFunction]:
    """The decorated function yields cells with confidence intervals."""
    return _observed(Method.STATISTICAL, claim_ids, routes, domain, margin)


def _observed(
    method: Method, ids: Iterable[str], routes: Routes | None, domain: str, margin: float = 0.0
) -> Callable[[CellFunction], CellFunction]:
    def decorate(observe: CellFunction) -> CellFunction:
        ways, where = (
            routes or annotation(observe, "routes"),
            domain or annotation(observe, "domain"),
        )

        def evidence(run: Run) -> Evidence:
            returned: list[Any] = []

            def formula(**arguments: Any) -> Any:
                returned.append(run.formula(**arguments))
                return returned[-1]

            cells = list(observe(replace(run, formula=formula)))
            if cells and all(any(cell.lhs is value for value in returned) for cell in cells):
                raise UsesItself(f"it observes run.formula, the closed form under test: {ANOTHER}")
            return Evidence(method, ways, where, cells, margin=margin)

        for claim_id in ids:
            register(claim_id, observe.__name__, evidence, source_path(observe))
        return observe

    return decorate


def annotation(function: Callable[..., Any], name: str) -> Any:
    """What a function is annotated with."""
    if name not in vars(function):
        raise TypeError(f"{function.__name__} does not name its {name}")
    return vars(function)[name]


def checks_of(claim_id: str) -> list[Check]:
    """As they stand, attacks last: of a claim that is false, the fairest counterexample first."""
    return sorted(LEDGER.checks.get(claim_id, ()), key=lambda check: check.file.startswith("props"))


def loaded_from(claim_id: str) -> str:
    """What a command has to say so that the claim is known: where it was loaded from, if it was."""
    for source in LEDGER.sources:
        if claim_id in source.claims:
            return f" --from {shlex.quote(source.named)}"
    return ""


def load_checks(rooms: Iterable[str]) -> None:
    """Import the sub-packages of the named rooms that are called after papers: checks stand there.

    A room's other modules and packages are its tools.
    """
    for room in rooms:
        for package in pkgutil.iter_modules(importlib.import_module(room).__path__, f"{room}."):
            if package.ispkg and package.name.rpartition(".")[2] in PAPERS:
                path = importlib.import_module(package.name).__path__
                for module in pkgutil.walk_packages(path, f"{package.name}."):
                    if not module.name.rpartition(".")[2].startswith("test_"):
                        importlib.import_module(module.name)
