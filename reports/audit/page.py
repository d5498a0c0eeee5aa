"""The content of NAME.audit.json -> the text of NAME.audit.html; reads nothing else."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from lemmata.reports.build import environment
from lemmata.reports.formatting import exact
from lemmata.reports.plots.curves import Drawing, PlottedPoint
from lemmata.reports.plots.drawing import picture_of
from lemmata.verify.audit.schema import AuditedLaw, AuditedLayer, AuditRecord, Estimate

_DULL = ("scaling", "dropout", "shape")  # layers that no plot shows


class PlottedQuantity(NamedTuple):
    key: str
    title: str
    note: str


QUANTITIES = (
    PlottedQuantity(
        "gap",
        "Isometry gap φ",
        "0 where samples are orthogonal and equally long, infinite where they are dependent",
    ),
    PlottedQuantity(
        "orthogonality_gap",
        "Orthogonality gap V",
        "at most √(1 - 1/n), where all samples are parallel",
    ),
    PlottedQuantity(
        "log_gradient",
        "log ‖dL/dX‖",
        "of what each layer gives out, for a random loss that is 1-Lipschitz in the outputs",
    ),
    PlottedQuantity("log_weight_gradient", "log ‖dL/dW‖", "of the weights of linear layers"),
    PlottedQuantity(
        "log_jacobian",
        "log ‖J‖ of normalising layers",
        "the operator norm at the layer's own input",
    ),
)


def render(audit: AuditRecord) -> str:
    """The page as one self-contained text."""
    template = environment().get_template("audit.html.j2")
    return template.render(
        audit=audit,
        plots=list(plots(audit)),
        applying=[law for law in audit["laws"] if law["applies"]],
        others=[law for law in audit["laws"] if not law["applies"]],
    )


def plots(audit: AuditRecord) -> Iterator[tuple[str, str, Markup]]:
    """By quantity: its title, what it is, and the SVG; none where no layer has it."""
    layers = [one for one in audit["layers"] if one["kind"] not in _DULL]
    for quantity in QUANTITIES:
        law = next((one for one in audit["laws"] if one["plot"] == quantity.key), None)
        drawn = drawing(layers, quantity, law, list(audit["spine"]))
        if drawn is not None:
            name = f"audit-{quantity.key}"
            picture = picture_of(drawn, name, f"{quantity.title} by layer")
            yield quantity.title, f"{quantity.note}. {picture.caption}", Markup(picture.svg)


def drawing(
    layers: list[AuditedLayer], quantity: PlottedQuantity, law: AuditedLaw | None, spine: list[str]
) -> Drawing | None:
    """Training and evaluation mode over the layers, and the law where one applies."""
    beside = dict(zip(spine, law["curve"], strict=False)) if law else {}
    curves: dict[str, list[PlottedPoint]] = {}
    for mode, name in (("train", "training"), ("evaluation", "evaluation")):
        points = []
        for k, layer in enumerate(layers):
            value: Estimate = layer[mode][quantity.key]  # type: ignore[literal-required]
            predicted = beside.get(layer["name"]) if mode == "train" else None
            if exact(value["mean"]) is not None or predicted is not None:
                points.append(_point(k, value, predicted))
        if points:
            curves[name] = points
    if not curves:
        return None
    return Drawing(curves, "layer", "", "", "measured", shared=False, law=law["id"] if law else "")


def _point(k: int, value: Estimate, predicted: Any) -> PlottedPoint:
    ends = value["interval"]
    interval = (ends[0], ends[1]) if ends and len(ends) == 2 else None
    return PlottedPoint(k, None, value["mean"], interval, False, predicted)
