"""What a deep network's profile says: a table, a slope and a plot.

matplotlib is loaded when something is drawn, not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from verify.depth.gradients import Profile

Floats = NDArray[np.float64]

POINTS = 500  # of a curve in the plot, evenly, and as many towards each of its ends
FIGURES = Path(__file__).resolve().parents[2] / "reports" / "figures"


def geometric(count: int) -> Iterator[int]:
    """1, 2, 5, 10, ... up to ``count``, which is the last."""
    scale = 1
    while scale < count:
        yield from (k for m in (1, 2, 5) if (k := m * scale) < count)
        scale *= 10
    yield count


def table(found: Profile) -> list[tuple[int, list[float], float | None]]:
    """At layers k before the loss: k, [log ||dL/dW||, log ||dL/dX||, log ||J||], gap; means."""
    layers = len(found.log_dW)
    rows = []
    for k in geometric(layers - found.first):
        l = layers - k
        gap = None if found.gap is None else float(found.gap[l].mean())
        observed = (found.log_dW[l], found.log_dX[l], found.log_jacobian[l])
        rows.append((k, [float(v.mean()) for v in observed], gap))
    return rows


def slope(found: Profile) -> float | None:
    """Growth of log ||dL/dX|| a layer, from the loss to the shallowest layer done; a mean."""
    done = len(found.log_dW) - found.first
    if not done:
        return None
    return float((found.log_dX[found.first] - found.log_dX[-1]).mean()) / done


def draw(found: Profile, name: str, title: str) -> Path:
    """log ||dL/dW|| and log ||dL/dX|| against the distance from the loss, as SVG."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    layers = len(found.log_dW)
    done = layers - found.first
    near = np.geomspace(1, done, POINTS)
    places = np.concatenate([near, done + 1 - near, np.linspace(1, done, POINTS)])
    before = np.unique(places.round().astype(int))  # layers before the loss
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        for by, values, line in (("X", found.log_dX, "-"), ("W", found.log_dW, "--")):
            y: Floats = values[layers - before].cpu().numpy()
            axes.plot(before, y.mean(-1), line, label=f"log ||dL/d{by}||", linewidth=1)
            if y.shape[-1] > 1:
                axes.fill_between(before, y.min(-1), y.max(-1), alpha=0.2, linewidth=0)
        axes.set(xlabel="layers before the loss", title=title)
        axes.title.set_fontsize(8)
        axes.legend(frameon=False)
        FIGURES.mkdir(parents=True, exist_ok=True)
        path = FIGURES / f"{name}.svg"
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(path, metadata={"Date": None})
    return path
