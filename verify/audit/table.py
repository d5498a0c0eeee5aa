"""The text of an audit in 80 columns: layers, laws and advice."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from lemmata.verify.audit.schema import AuditedAdvice, AuditedLaw, AuditRecord, Estimate
from lemmata.verify.results.schema import Number

WIDTH = 80
_SHOWN = 18  # layers
_DULL = ("scaling", "dropout", "shape")


def text(record: AuditRecord) -> str:
    """The whole text."""
    return "\n".join(line.rstrip() for line in _lines(record))


def _lines(record: AuditRecord) -> Iterator[str]:
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
    yield ""
    yield from _layers(record)
    yield ""
    yield from _laws(record["laws"])
    if record["advice"]:
        yield ""
        yield from _advice(record["advice"])
    if not record["finished"]:
        yield ""
        yield f"interrupted: {record['seeds']} seeds are measured, and not all advice is tried"


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
    """Each hypothesis that is not met, its distance, and the laws that need it."""
    needed: dict[tuple[str, str], list[str]] = {}
    for law in laws:
        for one in law["hypotheses"]:
            if not one["met"]:
                unseen = "not to be seen, " if one["met"] is None else ""
                needed.setdefault((one["states"], unseen + one["found"]), []).append(law["id"])
    if needed:
        yield "Hypotheses that are not met, and the laws that need them:"
    for (states, found), ids in needed.items():
        yield from _wrap(f"{states}: {found}")
        indent = " " * 4
        yield from textwrap.wrap(
            indent + ", ".join(ids), WIDTH, subsequent_indent=indent, break_on_hyphens=False
        )


def _wrap(line: str, indent: int = 2) -> list[str]:
    return textwrap.wrap(" " * indent + line, WIDTH, subsequent_indent=" " * (indent + 2))


def _advice(advice: Sequence[AuditedAdvice]) -> Iterator[str]:
    yield "Tried on copies of the model:"
    for one in advice:
        yield from _wrap(
            f"{one['name']}: "
            + (f"not tried, {one['refused']}" if one["refused"] else one["tried"])
        )
        if one["refused"]:
            continue
        for effect in one["effects"]:
            before, after = effect["before"]["mean"], effect["after"]["mean"]
            yield from _wrap(
                f"{effect['quantity']}: {short(before)} before, {short(after)} after,"
                f" size changes by {short(effect['difference']['mean'])}"
                f"{interval(effect['difference'])}: {effect['effect']}",
                4,
            )
