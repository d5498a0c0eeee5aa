"""How many times our cost each peer's is, drawn over the size that was varied most."""

from collections.abc import Sequence
from typing import Any

from lemmata.reports.claims import Plot
from lemmata.reports.formatting import approximate
from lemmata.reports.plots.drawing import draw, make_curve, make_figure

LEAST = 3  # sizes, below which a table says it as well
Row = tuple[tuple[str, ...], list[tuple[float | None, float | None]]]


def ratio_plot(
    name: str, parameters: Sequence[str], engines: Sequence[str], rows: Sequence[Row]
) -> Plot | None:
    """A curve for each peer and each value of the other parameters, and our level, 1.

    ``rows``: as those of a `Comparison`. None where no parameter has several sizes.
    """
    values = [[approximate(at[k]) for at, _ in rows] for k in range(len(parameters))]
    sizes = [{value for value in column if value is not None} for column in values]
    count, k = max(((len(found), -k) for k, found in enumerate(sizes)), default=(0, 0))
    if count < LEAST:
        return None
    across, curves = -k, []
    for e, engine in enumerate(engines):
        found: dict[str, list[tuple[Any, float]]] = {}
        for at, entries in rows:
            x, ratio = approximate(at[across]), entries[e][1]
            others = [
                f"{p} {v}"
                for j, (p, v) in enumerate(zip(parameters, at, strict=True))
                if j != across
            ]
            if x is not None and ratio is not None:
                found.setdefault(", ".join(others), []).append((x, ratio))
        for where, points in found.items():
            label = f"{engine}: {where}" if where else engine
            curves.append(make_curve(label, "measured", sorted(points), engine))
    if not curves:
        return None
    ends = [(x, 1.0) for x in (min(sizes[across]), max(sizes[across]))]
    curves.append(make_curve("ours", "claimed", ends))
    figure = make_figure(parameters[across], "times our cost", curves)
    figure["log_y"] = True
    return draw(f"ratios of {name}", f"{name}: the cost of others over ours", figure)
