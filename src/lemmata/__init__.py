"""Lemmata from Python: the claims, checks of one's own, exact moments, samplers, gradients, runs.

Each name is loaded when it is first used; what samples loads torch, nothing else does::

    import lemmata

    lemmata.claims()                            # every claim by id, with its closed form
    lemmata.get("sharp:drift").formula          # of one of them
    lemmata.moment("w11^2 w22^2")               # (d+1)/(d (d-1) (d+2)), for every d at once
    lemmata.moment("w11^2 w22^2", d=5)          # 3/70, a rational number
    lemmata.run(["sharp:lemma-4"], effort="smoke")[0].judgement.verdict

| names | what they are |
|---|---|
| `claims`, `get`, `Claim`, `Kind`, `Verdict`, `Grade` | the ledger: statements, closed forms |
| `paper` | declares a paper of one's own: `lemmata run --from FILE` reads its claims |
| `claim`, `observed`, `Mutant`, `Trivial` | state a claim, and false ones in its place |
| `hypotheses`, `definitions`, `backends`, `Array` | what it assumes; any kind of numbers |
| `exact`, `sampled`, `Cell`, `cases` | a check that yields what it observed; hard cases |
| `estimate`, `asymptotic`, `cells_of`, `sampled_cell` | sampling until decided, or so many times |
| `check`, `Evidence`, `Method`, `Decision`, `Run` | a check that returns whole evidence |
| `attack`, `pinned`, `searched`, `hunt_in`, `Observation` | a search for the worst case |
| `routes`, `domain` | say of a check or an attack what it compares, and where it looks |
| `strategies`, `recipes`, `Lift`, `spaces` | where it looks: hard matrices and spectra |
| `figures`, `reproduction` | a figure as a claim, and its re-run |
| `Formal`, `rocq` | the formal side of a claim, from which its statement in Rocq is made |
| `run`, `Effort`, `Result` | run the checks of claims; nothing is written |
| `moment`, `parse`, `Polynomial`, `RationalFunction` | exact means over the orthogonal group |
| `haar_matrix`, `haar_product`, `gaussian`, `Address` | samplers, and where their seeds come from |
| `gradients`, `readout`, `RandomWeights`, `Profile` | of a network of any depth |
| `Network`, `RowNorm`, `StandardBN`, `ACTIVATIONS` | what its layers do |
| `nn` | the papers' methods as torch modules: `help(lemmata.nn)` |
| `train`, `Training`, `Series` | networks of the papers, trained on data, with what was recorded |
| `load`, `Split` | the data sets |
| `audit`, `Audit` | a model of one's own beside the theory |
| `Misuse` | the error that refuses what cannot be done, with one line of why; of its kind are: |
| `NotLoaded`, `DataError`, `CannotAudit` | files of claims, data and models that cannot be used |
| `BatchTooSmall`, `LostSignal` | networks whose gradients are not defined |
| `HypothesisError`, `WeingartenError` | a hypothesis that fails; a moment that has no answer |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

# The rooms are packages of lemmata: inside it where it is installed, at the top of a clone.
_LINK = Path(__file__).with_name("theory")
if _LINK.is_symlink():
    __path__.insert(0, str(_LINK.resolve().parent))

if TYPE_CHECKING:
    import flint
    from torch import Tensor
    from torch.nn import Module

    from lemmata.props import recipes, strategies
    from lemmata.props.attack import Observation, attack, hunt_in, pinned, searched
    from lemmata.props.hunting import spaces
    from lemmata.props.recipes import Lift
    from lemmata.theory import definitions, figures, hypotheses
    from lemmata.theory.errors import HypothesisError
    from lemmata.theory.ledger import (
        Cell,
        Claim,
        Decision,
        Evidence,
        Grade,
        Kind,
        Method,
        Mutant,
        Trivial,
        Verdict,
        claim,
        claims,
        get,
        observed,
        paper,
    )
    from lemmata.theory.numerics import backends
    from lemmata.theory.numerics.backends import Array
    from lemmata.theory.rocq import vocabulary as rocq
    from lemmata.theory.rocq.statement import Formal
    from lemmata.theory.weingarten import Polynomial, RationalFunction, WeingartenError, parse
    from lemmata.verify import cases, nn
    from lemmata.verify.audit.audit import Audit
    from lemmata.verify.audit.errors import CannotAudit
    from lemmata.verify.chains.weights import gaussian, haar_matrix, haar_product
    from lemmata.verify.data.errors import DataError
    from lemmata.verify.data.loading import Split, load
    from lemmata.verify.depth.gradients import (
        BatchTooSmall,
        LostSignal,
        Profile,
        gradients,
        readout,
    )
    from lemmata.verify.depth.network import (
        ACTIVATIONS,
        Network,
        RandomWeights,
        RowNorm,
        StandardBN,
    )
    from lemmata.verify.errors import Misuse
    from lemmata.verify.figures import reproduction
    from lemmata.verify.papers.examining import NotLoaded
    from lemmata.verify.registry import Effort, Run, check, domain, exact, routes, sampled
    from lemmata.verify.runner import Result
    from lemmata.verify.seeds import Address
    from lemmata.verify.statistics.estimate import asymptotic, estimate
    from lemmata.verify.statistics.intervals import cells_of, sampled_cell
    from lemmata.verify.training.running import train
    from lemmata.verify.training.series import Series
    from lemmata.verify.training.settings import Training

_PLACES = {
    "lemmata.theory.errors": "HypothesisError",
    "lemmata.theory.ledger": "Cell Claim Decision Evidence Grade Kind Method Mutant Trivial"
    " Verdict claim claims get observed paper",
    "lemmata.theory.numerics.backends": "Array",
    "lemmata.theory.rocq.statement": "Formal",
    "lemmata.theory.weingarten": "Polynomial RationalFunction WeingartenError parse",
    "lemmata.verify.registry": "Effort Run check domain exact routes sampled",
    "lemmata.verify.statistics.estimate": "asymptotic estimate",
    "lemmata.verify.statistics.intervals": "cells_of sampled_cell",
    "lemmata.verify.runner": "Result",
    "lemmata.verify.audit.audit": "Audit",
    "lemmata.verify.audit.errors": "CannotAudit",
    "lemmata.verify.data.errors": "DataError",
    "lemmata.verify.errors": "Misuse",
    "lemmata.verify.papers.examining": "NotLoaded",
    "lemmata.verify.seeds": "Address",
    "lemmata.verify.chains.weights": "gaussian haar_matrix haar_product",
    "lemmata.verify.depth.gradients": "BatchTooSmall LostSignal Profile gradients readout",
    "lemmata.verify.depth.network": "ACTIVATIONS Network RandomWeights RowNorm StandardBN",
    "lemmata.verify.data.loading": "Split load",
    "lemmata.verify.training.running": "train",
    "lemmata.verify.training.series": "Series",
    "lemmata.verify.training.settings": "Training",
    "lemmata.props.attack": "Observation attack hunt_in pinned searched",
    "lemmata.props.recipes": "Lift",
}
_ROOMS = {  # modules as a whole, by their last name
    "lemmata.theory": "definitions figures hypotheses",
    "lemmata.theory.numerics": "backends",
    "lemmata.verify": "cases nn",
    "lemmata.verify.figures": "reproduction",
    "lemmata.props": "recipes strategies",
    "lemmata.props.hunting": "spaces",
}
_WHERE = {name: place for place, names in _PLACES.items() for name in names.split()}
_MODULES = {name: f"{room}.{name}" for room, names in _ROOMS.items() for name in names.split()}
_MODULES["rocq"] = "lemmata.theory.rocq.vocabulary"

__all__ = [
    "ACTIVATIONS",
    "Address",
    "Array",
    "Audit",
    "BatchTooSmall",
    "CannotAudit",
    "Cell",
    "Claim",
    "DataError",
    "Decision",
    "Effort",
    "Evidence",
    "Formal",
    "Grade",
    "HypothesisError",
    "Kind",
    "Lift",
    "LostSignal",
    "Method",
    "Misuse",
    "Mutant",
    "Network",
    "NotLoaded",
    "Observation",
    "Polynomial",
    "Profile",
    "RandomWeights",
    "RationalFunction",
    "Result",
    "RowNorm",
    "Run",
    "Series",
    "Split",
    "StandardBN",
    "Training",
    "Trivial",
    "Verdict",
    "WeingartenError",
    "asymptotic",
    "attack",
    "audit",
    "backends",
    "cases",
    "cells_of",
    "check",
    "claim",
    "claims",
    "definitions",
    "domain",
    "estimate",
    "exact",
    "figures",
    "gaussian",
    "get",
    "gradients",
    "haar_matrix",
    "haar_product",
    "hunt_in",
    "hypotheses",
    "load",
    "moment",
    "nn",
    "observed",
    "paper",
    "parse",
    "pinned",
    "readout",
    "recipes",
    "reproduction",
    "rocq",
    "routes",
    "run",
    "sampled",
    "sampled_cell",
    "searched",
    "spaces",
    "strategies",
    "train",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("lemmata")
    import_module("lemmata.verify")  # caps the threads, before numpy is loaded
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _WHERE:
        raise AttributeError(f"module 'lemmata' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def moment(polynomial: str | Polynomial, d: int | None = None) -> flint.fmpq | RationalFunction:
    """The mean of a polynomial in the entries of a Haar matrix of O(d), exactly.

    A rational number for a dimension d; else a rational function of d that says from which d on
    it holds. What has no answer raises ``WeingartenError``.
    """
    import_module("lemmata.verify")  # caps the threads, before numpy is loaded
    from lemmata.theory.weingarten import expect, parse

    return expect(parse(polynomial) if isinstance(polynomial, str) else polynomial, d)


def run(
    ids: str | Iterable[str] | None = None,
    effort: Effort | str = "standard",
    seed: int = 0,
    device: str = "cpu",
) -> list[Result]:
    """Run the checks of the claims that ids or patterns name, else of all; writes nothing.

    Same settings, same results as ``lemmata run``. A name that no claim has is a ``Misuse``.
    """
    from lemmata.verify import runner
    from lemmata.verify.commands.common import select
    from lemmata.verify.registry import Effort

    settings = runner.Settings(Effort(effort), seed, device)
    chosen = select(runner.load(), [ids] if isinstance(ids, str) else ids)
    return [runner.run_claim(claim, settings) for claim in chosen]


def audit(
    model: Module,
    batch: Tensor,
    *,
    make: Callable[[], Module] | None = None,
    seeds: int = 5,
    out: str | Path | None = None,
) -> Audit:
    """Set a model beside the theory, as ``lemmata audit`` does; the model is not changed.

    ``batch``: (n, ...), what the model takes. ``make``: makes it anew, with weights from the global
    random numbers, which are put back; without it the seeds differ in the loss alone. ``out``: a
    folder for JSON and page. What cannot be audited raises ``CannotAudit``.
    """
    from lemmata.verify.audit.audit import Audit
    from lemmata.verify.audit.running import audited
    from lemmata.verify.audit.work import Subject
    from lemmata.verify.audit.writing import written

    name = type(model).__name__
    found = Audit(audited(Subject(model, batch, make, name), seeds=seeds))
    if out is not None:
        written(found.record, Path(out))
    return found
