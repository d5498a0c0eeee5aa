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
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import verify as _caps_threads_before_numpy_is_loaded  # noqa: F401

if TYPE_CHECKING:
    import flint
    from torch import Tensor
    from torch.nn import Module

    from props import recipes, strategies
    from props.attack import Observation, attack, hunt_in, pinned, searched
    from props.hunting import spaces
    from props.recipes import Lift
    from theory import definitions, figures, hypotheses
    from theory.ledger import (
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
    from theory.numerics import backends
    from theory.numerics.backends import Array
    from theory.rocq import vocabulary as rocq
    from theory.rocq.statement import Formal
    from theory.weingarten import Polynomial, RationalFunction, parse
    from verify import cases, nn
    from verify.audit.audit import Audit
    from verify.chains.weights import gaussian, haar_matrix, haar_product
    from verify.data.loading import Split, load
    from verify.depth.gradients import Profile, gradients, readout
    from verify.depth.network import ACTIVATIONS, Network, RandomWeights, RowNorm, StandardBN
    from verify.figures import reproduction
    from verify.registry import Effort, Run, check, domain, exact, routes, sampled
    from verify.runner import Result
    from verify.seeds import Address
    from verify.statistics.estimate import asymptotic, estimate
    from verify.statistics.intervals import cells_of, sampled_cell
    from verify.training.running import train
    from verify.training.series import Series
    from verify.training.settings import Training

_PLACES = {
    "theory.ledger": "Cell Claim Decision Evidence Grade Kind Method Mutant Trivial Verdict claim"
    " claims get observed paper",
    "theory.numerics.backends": "Array",
    "theory.rocq.statement": "Formal",
    "theory.weingarten": "Polynomial RationalFunction parse",
    "verify.registry": "Effort Run check domain exact routes sampled",
    "verify.statistics.estimate": "asymptotic estimate",
    "verify.statistics.intervals": "cells_of sampled_cell",
    "verify.runner": "Result",
    "verify.audit.audit": "Audit",
    "verify.seeds": "Address",
    "verify.chains.weights": "gaussian haar_matrix haar_product",
    "verify.depth.gradients": "Profile gradients readout",
    "verify.depth.network": "ACTIVATIONS Network RandomWeights RowNorm StandardBN",
    "verify.data.loading": "Split load",
    "verify.training.running": "train",
    "verify.training.series": "Series",
    "verify.training.settings": "Training",
    "props.attack": "Observation attack hunt_in pinned searched",
    "props.recipes": "Lift",
}
_ROOMS = {  # modules as a whole, by their last name
    "theory": "definitions figures hypotheses",
    "theory.numerics": "backends",
    "verify": "cases nn",
    "verify.figures": "reproduction",
    "props": "recipes strategies",
    "props.hunting": "spaces",
}
_WHERE = {name: place for place, names in _PLACES.items() for name in names.split()}
_MODULES = {name: f"{room}.{name}" for room, names in _ROOMS.items() for name in names.split()}
_MODULES["rocq"] = "theory.rocq.vocabulary"

__all__ = [
    "ACTIVATIONS", "Address", "Array", "Audit", "Cell", "Claim", "Decision", "Effort",
    "Evidence", "Formal", "Grade", "Kind", "Lift", "Method", "Mutant", "Network", "Observation",
    "Polynomial", "Profile", "RandomWeights", "RationalFunction", "Result", "RowNorm",
    "Run", "Series", "Split", "StandardBN", "Training", "Trivial",
    "Verdict", "asymptotic", "attack", "audit", "backends", "cases", "cells_of", "check",
    "claim", "claims", "definitions", "domain", "estimate", "exact",
    "figures", "gaussian", "get", "gradients", "haar_matrix", "haar_product", "hunt_in",
    "hypotheses", "load", "moment", "nn", "observed", "paper", "parse", "pinned",
    "readout", "recipes", "reproduction", "rocq", "routes", "run", "sampled", "sampled_cell",
    "searched", "spaces", "strategies", "train",
]  # fmt: skip


def __getattr__(name: str) -> Any:
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
    it holds. What has no answer raises ``theory.weingarten.WeingartenError``.
    """
    from theory.weingarten import expect, parse

    return expect(parse(polynomial) if isinstance(polynomial, str) else polynomial, d)


def run(
    ids: str | Iterable[str] | None = None,
    effort: Effort | str = "standard",
    seed: int = 0,
    device: str = "cpu",
) -> list[Result]:
    """Run the checks of the claims that ids or patterns name, else of all; writes nothing.

    Same settings, same results as ``lemmata run``. A name that no claim has is a ``ValueError``.
    """
    from verify import runner
    from verify.commands.common import select
    from verify.registry import Effort

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
    folder for JSON and page. What cannot be audited is a ``ValueError`` of one line.
    """
    from verify.audit.audit import Audit
    from verify.audit.running import audited
    from verify.audit.work import Subject
    from verify.audit.writing import written

    name = type(model).__name__
    found = Audit(audited(Subject(model, batch, make, name), seeds=seeds))
    if out is not None:
        written(found.record, Path(out))
    return found
