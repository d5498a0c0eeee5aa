"""The content of NAME.audit.json -> the text of NAME.audit.html; reads nothing else."""

from collections.abc import Iterator

from markupsafe import Markup

from lemmata.reports.environment import environment
from lemmata.reports.formatting import exact
from lemmata.reports.plots.drawing import draw, make_curve, make_figure
from lemmata.verify.audit.schema import AuditedLaw, AuditedLayer, AuditRecord, Estimate
from lemmata.verify.results.schema import SeriesRecord

_DULL = ("scaling", "dropout", "shape")  # layers that no plot shows


# What is plotted: its key in the record, its title, and what it is.
QUANTITIES = {
    "gap": (
        "Isometry gap φ",
        "0 where samples are orthogonal and equally long, infinite where they are dependent",
    ),
    "orthogonality_gap": (
        "Orthogonality gap V",
        "at most √(1 - 1/n), where all samples are parallel",
    ),
    "log_gradient": (
        "log ‖dL/dX‖",
        "of what each layer gives out, for a random loss that is 1-Lipschitz in the outputs",
    ),
    "log_weight_gradient": ("log ‖dL/dW‖", "of the weights of linear layers"),
    "log_jacobian": (
        "log ‖J‖ of normalising layers",
        "the operator norm at the layer's own input",
    ),
}


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
    for key, (title, note) in QUANTITIES.items():
        law = next((one for one in audit["laws"] if one["plot"] == key), None)
        curves = layer_curves(layers, key, law, list(audit["spine"]))
        caption = f"{note}. Bars are confidence intervals over the seeds."
        figure = make_figure("layer", title, curves, caption, log_x=False)
        if plot := draw(f"audit-{key}", f"{title} by layer", figure):
            yield title, plot.caption, Markup(plot.svg)


def layer_curves(
    layers: list[AuditedLayer], key: str, law: AuditedLaw | None, spine: list[str]
) -> list[SeriesRecord]:
    """Training and evaluation mode over the layers, and the law where one applies."""
    series = []
    for mode, name in (("train", "training"), ("evaluation", "evaluation")):
        estimates: list[Estimate] = [layer[mode][key] for layer in layers]  # type: ignore[literal-required]
        points = [
            (k, one["mean"], *(one["interval"] or (one["mean"],) * 2))
            for k, one in enumerate(estimates)
            if exact(one["mean"]) is not None
        ]
        series.append(make_curve(name, "marks", points))
    places = {layer["name"]: k for k, layer in enumerate(layers)}
    predicted = zip(spine, law["curve"], strict=False) if law else ()
    beside = [(places[name], y) for name, y in predicted if name in places and y is not None]
    return [*series, make_curve(law["id"] if law else "", "law", beside)]
