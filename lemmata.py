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
| `claim`, `Mutant` | decorates the closed form of a claim of one's own; a wrong version of it |
| `exact`, `sampled`, `Cell` | decorate a check of it that yields cells: what was observed, where |
| `check`, `Evidence`, `Method`, `Decision`, `Run` | one that returns whole evidence |
| `attack` | a search for the worst case of it |
| `run`, `Effort`, `Result` | run the checks of claims; nothing is written |
| `moment`, `parse`, `Polynomial`, `RationalFunction` | exact means over the orthogonal group |
| `haar_matrix`, `haar_product`, `gaussian`, `Address` | samplers, and where their seeds come from |
| `gradients`, `readout`, `RandomWeights`, `Profile` | of a network of any depth |
| `Network`, `RowNorm`, `StandardBN`, `ACTIVATIONS` | what its layers do |
| `nn` | the papers' methods as torch modules: `help(lemmata.nn)` |
| `train`, `Training`, `Series` | networks of the papers, trained on data, with what was recorded |
| `load`, `Split` | the data sets |
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import verify as _caps_threads_before_numpy_is_loaded  # noqa: F401

if TYPE_CHECKING:
    import flint

    from props.attack import attack
    from theory.ledger import (
        Cell,
        Claim,
        Decision,
        Evidence,
        Grade,
        Kind,
        Method,
        Mutant,
        Verdict,
        claim,
        claims,
        get,
    )
    from theory.weingarten import Polynomial, RationalFunction, parse
    from verify import nn
    from verify.chains.weights import gaussian, haar_matrix, haar_product
    from verify.data.loading import Split, load
    from verify.depth.gradients import Profile, gradients, readout
    from verify.depth.network import ACTIVATIONS, Network, RandomWeights, RowNorm, StandardBN
    from verify.registry import Effort, Run, check, exact, sampled
    from verify.runner import Result
    from verify.seeds import Address
    from verify.training.running import train
    from verify.training.series import Series
    from verify.training.settings import Training

_PLACES = {
    "theory.ledger": "Cell Claim Decision Evidence Grade Kind Method Mutant Verdict claim claims"
    " get",
    "theory.weingarten": "Polynomial RationalFunction parse",
    "verify.registry": "Effort Run check exact sampled",
    "verify.runner": "Result",
    "verify.seeds": "Address",
    "verify.chains.weights": "gaussian haar_matrix haar_product",
    "verify.depth.gradients": "Profile gradients readout",
    "verify.depth.network": "ACTIVATIONS Network RandomWeights RowNorm StandardBN",
    "verify.data.loading": "Split load",
    "verify.training.running": "train",
    "verify.training.series": "Series",
    "verify.training.settings": "Training",
    "verify": "nn",
    "props.attack": "attack",
}
_WHERE = {name: place for place, names in _PLACES.items() for name in names.split()}

__all__ = [
    "ACTIVATIONS", "Address", "Cell", "Claim", "Decision", "Effort", "Evidence", "Grade", "Kind",
    "Method", "Mutant", "Network", "Polynomial", "Profile", "RandomWeights", "RationalFunction",
    "Result", "RowNorm", "Run", "Series", "Split", "StandardBN", "Training", "Verdict", "attack",
    "check", "claim", "claims", "exact", "gaussian", "get", "gradients", "haar_matrix",
    "haar_product", "load", "moment", "nn", "parse", "readout", "run", "sampled", "train",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'lemmata' has no attribute {name!r}")
    if name == "nn":  # a room
        return import_module("verify.nn")
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
