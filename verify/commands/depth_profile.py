"""What a deep network's profile says: a table, a slope and a plot.

matplotlib is loaded when something is drawn, not before.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lemmata.verify.commands.text.terminal import table
from lemmata.verify.results import file as results

if TYPE_CHECKING:
    from rich.table import Table

    from lemmata.verify.depth.gradients import Profile

POINTS = 500  # of a curve in the plot, evenly, and as many towards each of its ends


def _geometric(count: int) -> list[int]:
    """1, 2, 5, 10, ... up to ``count``, which is the last."""
    steps = (m * 10**k for k in range(len(str(count))) for m in (1, 2, 5))
    return [*(step for step in steps if step < count), count]


def norms(found: Profile) -> Table:
    """The logs of the norms, and the gap if it is known, at some layers; means over replicas."""
    observed = {
        "log ||dL/dW||": (found.log_dW, ".4f"),
        "log ||dL/dX||": (found.log_dX, ".4f"),
        "log ||J_N||": (found.log_jacobian, ".4f"),
    }
    if found.gap is not None:
        observed["gap"] = (found.gap, ".3g")
    layers = len(found.log_dW)
    rows = [
        [str(k), *(format(float(v[layers - k].mean()), form) for v, form in observed.values())]
        for k in _geometric(layers - found.first)
    ]
    return table(("before the loss", *observed), rows)


def slope(found: Profile) -> float | None:
    """Growth of log ||dL/dX|| a layer, from the loss to the shallowest layer done; a mean."""
    done = len(found.log_dW) - found.first
    if not done:
        return None
    return float((found.log_dX[found.first] - found.log_dX[-1]).mean()) / done


def draw(found: Profile, name: str, title: str) -> Path:
    """log ||dL/dW|| and log ||dL/dX|| against the distance from the loss, as SVG."""
    import matplotlib
    from matplotlib.figure import Figure

    from lemmata.verify.results.schema import FIGURES

    layers = len(found.log_dW)
    done = layers - found.first
    near = np.geomspace(1, done, POINTS)
    places = np.concatenate([near, done + 1 - near, np.linspace(1, done, POINTS)])
    before = np.unique(places.round().astype(int))  # layers before the loss
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        for by, values, line in (("X", found.log_dX, "-"), ("W", found.log_dW, "--")):
            y = values[layers - before].cpu().numpy()
            axes.plot(before, y.mean(-1), line, label=f"log ||dL/d{by}||", linewidth=1)
            if y.shape[-1] > 1:
                axes.fill_between(before, y.min(-1), y.max(-1), alpha=0.2, linewidth=0)
        axes.set(xlabel="layers before the loss", title=title)
        axes.title.set_fontsize(8)
        axes.legend(frameon=False)
        path = results.PATH.parent / FIGURES / f"{name}.svg"
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    results.replaced(path, drawn.getvalue())
    return path
