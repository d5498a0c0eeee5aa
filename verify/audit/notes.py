"""Remarks on a model beside its numbers: on seeds, precision, overflow and tracing."""

from __future__ import annotations

import torch

from lemmata.verify.audit.measuring.copying import copy_model
from lemmata.verify.audit.measuring.passing import Pass, run_pass
from lemmata.verify.audit.work import Subject, Work, address_of


def first_notes(subject: Subject) -> list[str]:
    if subject.checkpoint:
        return ["the weights are those of the checkpoint: seeds differ in the loss alone"]
    if subject.make is None:
        return ["one model was given: seeds differ in the loss alone"]
    states = [[p.detach() for p in subject.at(seed).parameters()] for seed in range(2)]
    if states[0] and all(map(torch.equal, *states)):
        return ["make_model makes the same weights at every seed: seeds differ in the loss alone"]
    return []


def own_precision(work: Work) -> None:
    """Run the first seed in the model's own precision and note overflow and rounding."""
    model = copy_model(work.subject.at(0)).to(work.X.device)
    X = work.given.detach().to(work.X.device)
    found = run_pass(model, X, address_of(0), train=True, only=(), whole=work.whole)
    dtype = str(next((p.dtype for p in model.parameters() if p.is_floating_point()), X.dtype))
    kind = dtype.removeprefix("torch.")
    if (at := found.overflows_at) is not None:
        whole = work.train[0].overflows_at is None  # then it is no NaN of the model's own
        end = f"the forward pass overflows at {at}" if whole else _end_of(found, at)
        work.overflow = f"in {kind} {end}"
        work.notes.append(work.overflow)
        return
    pairs = [
        (one.stage.name, one.log_gradient, other.log_gradient)
        for one, other in zip(found.seen, work.train[0].seen, strict=True)
    ]
    if lost := next((name for name, a, b in reversed(pairs) if a is not None and a != a), None):
        work.overflow = f"in {kind} the gradient overflows at {lost}, coming from the output"
        work.notes.append(work.overflow)
        return
    known = [(abs(a - b), name) for name, a, b in pairs if a is not None and b is not None]
    finite = [one for one in known if one[0] < float("inf")]
    if finite and max(finite)[0] > 0.01:
        far, name = max(finite)
        work.notes.append(f"in {kind} rounding changes log ||dL/dX|| by up to {far:.2g}, at {name}")


def _end_of(found: Pass, at: str) -> str:
    """How numbers end at the first stage where they do."""
    stage = next(one for one in found.seen if one.stage.name == at)
    return f"the forward pass {'gives NaN' if stage.is_nan else 'overflows'} at {at}"


def notes_of(work: Work) -> list[str]:
    chain, notes = work.chains[0], list(work.notes)
    for passes, mode in ((work.train, "training"), (work.evaluation, "evaluation")):
        if (at := passes[0].overflows_at) is not None:
            notes.append(f"in {mode} mode {_end_of(passes[0], at)}, in float64 too")
    for name, why in work.train[0].opaque.items():
        notes.append(f"{name} cannot be followed ({why}): its layers are seen by hooks")
    if chain.batch_norms:
        fresh = chain.unbatched()
        if fresh:
            notes.append(
                f"{fresh} of {len(chain.batch_norms)} BN have seen no batch: in evaluation mode"
                " they divide by 1"
            )
        notes.append("in evaluation mode BN is a fixed affine map: no law of batches applies there")
    return notes
