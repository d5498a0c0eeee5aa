"""The text of an audit in 80 columns: the conclusion, its numbers, advice, and the details."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from lemmata.verify.audit.schema import AuditedAdvice, AuditedLaw, AuditRecord, Estimate
from lemmata.verify.results.schema import Number

WIDTH = 80
_SHOWN = 18  # layers
_DULL = ("scaling", "dropout", "shape")
_HEADLINES = {
    "harmless": "depth is not seen to harm this network {given}",
    "slow": "depth slows training: networks like this trained slowly",
    "fails": "depth stops training: networks like this did not train",
    "unknown": "not all could be measured",
    "overflow": "its numbers are not all finite",
}
_IN_EVALUATION = {
    "harmless": "depth is not seen to harm this network in evaluation mode",
    "slow": "in evaluation mode depth harms this network",
    "fails": "in evaluation mode depth ruins this network",
}
_LEGEND = (
    "rank, phi, V: of a layer's outputs, a column a sample. phi, the isometry gap, and V, the"
    " orthogonality gap, are 0 where samples are orthogonal and equally long; phi is inf where they"
    " are dependent. log dX: log of the norm of the loss's gradient by these outputs, for a random"
    " linear loss. log J: log of the operator norm of the layer's Jacobian, where it normalises."
    " V eval: V in evaluation mode, where all else is in training mode. phi(W): of the weights, 0"
    " where they are orthogonal."
)


def text(record: AuditRecord) -> str:
    """The whole text."""
    return "\n".join(line.rstrip() for line in _lines(record))


def summary(record: AuditRecord) -> str:
    """The conclusion alone."""
    return "\n".join(line.rstrip() for line in _conclusion(record))


def _lines(record: AuditRecord) -> Iterator[str]:
    yield from _conclusion(record)
    yield ""
    yield from _numbers(record)
    if record["advice"]:
        yield ""
        yield from _advice(record["advice"])
    yield ""
    yield "Details"
    yield from _subject(record)
    yield ""
    yield from _layers(record)
    yield ""
    yield from _laws(record["laws"])
    if not record["finished"]:
        yield ""
        yield f"interrupted: {record['seeds']} seeds are measured, and not all advice is tried"


def _conclusion(record: AuditRecord) -> Iterator[str]:
    found, model = record["conclusion"], record["model"]
    fixed = not model["training"] and "batch norm" in model["kinds"]
    says = {**_HEADLINES, **(_IN_EVALUATION if fixed else {})}[found["grade"]]
    given = "with these weights" if model["checkpoint"] else "as it is initialised"
    yield from _wrap(f"{model['name']}: {says.format(given=given)}", 0)
    yield ""
    for sentence in found["sentences"]:
        yield from _wrap(sentence)


def _numbers(record: AuditRecord) -> Iterator[str]:
    found = record["conclusion"]
    yield f"{'name':<12}{'mean over the seeds':<44}{'value':>9}  {'judged':<12}"
    for row in found["rows"]:
        if row["value"]["mean"] is not None:
            value = _cell(row["value"]["mean"])
            value = "0" if "e-" in value else value  # of numbers of size one
            yield f"{row['name']:<12}{row['quantity']:<44}{value:>9}  {row['judged']:<12}"
    yield from _wrap(f"Judged by a study: {found['thresholds']}.", 0)


def _subject(record: AuditRecord) -> Iterator[str]:
    model, batch = record["model"], record["batch"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in model["kinds"].items())
    weights = f"weights of {model['checkpoint']}" if model["checkpoint"] else "at initialisation"
    yield from _pair("model", f"{model['name']}, {model['parameters']} parameters, {weights}")
    yield from _pair("layers", kinds or "none")
    shape = " x ".join(map(str, batch["shape"]))
    rank = ""
    if batch["rank"] is not None:
        gaps = f"phi {short(batch['gap'])}, V {short(batch['orthogonality_gap'])}"
        rank = f"; rank {batch['rank']}, {gaps}"
    yield from _pair("batch", f"{shape} ({batch['source']}){rank}")
    yield from _pair("measured", record["precision"])
    for note in record["notes"]:
        yield from _pair("note", note)


def _pair(name: str, value: str) -> Iterator[str]:
    for k, line in enumerate(textwrap.wrap(value, WIDTH - 10) or [""]):
        yield f"{name if k == 0 else '':<10}{line}"


def short(value: Number | None, digits: int = 3) -> str:
    """A number with so many digits; rounding errors become 0, and None a dash."""
    if value is None or isinstance(value, str):
        return value or "-"
    return f"{value if abs(value) > 1e-12 else 0:.{digits}g}"


def interval(value: Estimate) -> str:
    ends = value["interval"]
    return f" [{short(ends[0])}, {short(ends[1])}]" if ends else ""


def _layers(record: AuditRecord) -> Iterator[str]:
    """At most 18 of the layers that do something, from the first to the last."""
    layers = [one for one in record["layers"] if one["kind"] not in _DULL]
    count = len(layers)
    places = sorted({round(k * (count - 1) / (_SHOWN - 1)) for k in range(_SHOWN)})
    chosen = [layers[k] for k in places] if count > _SHOWN else layers
    names = ("layer", "kind", "rank", "phi", "V", "log dX", "log J", "V eval", "phi(W)")
    yield _row(names)
    for one in chosen:
        train, evaluation, weights = one["train"], one["evaluation"], one["weights"]
        found = [train[key]["mean"] for key in ("rank", "gap", "orthogonality_gap")]
        found += [train["log_gradient"]["mean"], train["log_jacobian"]["mean"]]
        found += [evaluation["orthogonality_gap"]["mean"]]
        found += [weights["gap"]["mean"] if weights else None]
        yield _row((one["name"], one["kind"], *map(_cell, found)))
    if count > len(chosen):
        yield f"{len(chosen)} of {count} layers; the page and the JSON have all of them"
    yield from _wrap(_LEGEND, 0)
    if record["spine"]:
        growth = record["growth"]
        yield (
            f"log ||dL/dX|| grows by {short(growth['mean'])}{interval(growth)} a layer, over"
            f" {len(record['spine'])} layers"
        )


def _row(cells: Sequence[str]) -> str:
    name, kind, rank, *numbers = cells
    name = name if len(name) <= 14 else "…" + name[-13:]
    return f"{name:<15}{kind:<12}{rank:>4}" + "".join(f" {one:>7}" for one in numbers)


def _cell(value: Number | None) -> str:
    """Two digits in seven characters, or all before the point, or one digit."""
    if not isinstance(value, float | int):
        return short(value)
    whole = f"{value:.0f}" if 100 <= abs(value) < 1e5 else short(value, 2)
    return whole if len(whole) <= 7 else short(value, 1)


def _laws(laws: Sequence[AuditedLaw]) -> Iterator[str]:
    applying = [law for law in laws if law["applies"]]
    yield f"{len(applying)} of {len(laws)} laws apply" + (":" if applying else "")
    for law in applying:
        sign = {"at most": "<=", "at least": ">=", "limit": "->"}.get(law["relation"], "=")
        yield f"  {law['id']}" + (f" ({law['verdict']})" if law["verdict"] == "refuted" else "")
        line = (
            f"{law['quantity']}: {short(law['measured']['mean'])}{interval(law['measured'])},"
            f" predicted {sign} {short(law['predicted'])}"
        )
        if law["informative"] is not None:
            beyond = short(law["beyond"])
            more = f", {beyond} without it" if law["informative"] else ""
            line += more or f"; says nothing beyond {beyond}"
        yield from _wrap(line, 4)
    yield from _unmet([law for law in laws if not law["applies"]])


def _unmet(laws: Sequence[AuditedLaw]) -> Iterator[str]:
    """A line a law: the first hypothesis that is not met, and how many more."""
    if laws:
        yield "Laws that do not apply, and a hypothesis that is not met:"
    for law in laws:
        unmet = [one for one in law["hypotheses"] if not one["met"]]
        more = f" (+{len(unmet) - 1})" if len(unmet) > 1 else ""
        first = f"  {law['id']}: {unmet[0]['states']}: {unmet[0]['found']}"
        room = WIDTH - len(more)
        yield (first if len(first) <= room else first[: room - 1] + "…") + more


def _wrap(line: str, indent: int = 2) -> list[str]:
    return textwrap.wrap(" " * indent + line, WIDTH, subsequent_indent=" " * (indent + 2))


def _advice(advice: Sequence[AuditedAdvice]) -> Iterator[str]:
    """The trials with their effects, the best first; the others in one line each."""
    yield "Tried on copies of the model, what lowers the gradient's growth most first:"
    for one in advice:
        if one["refused"]:
            yield from _wrap(f"{one['name']}: not tried, {one['refused']}")
            continue
        yield from _wrap(f"{one['name']}: {one['tried']}")
        for effect in one["effects"]:
            before, after = effect["before"]["mean"], effect["after"]["mean"]
            yield from _wrap(
                f"{effect['quantity']}: {short(before)} -> {short(after)}, a change of"
                f" {short(effect['difference']['mean'])}{interval(effect['difference'])}:"
                f" {effect['effect']}",
                4,
            )
