"""The plot of ``lemmata hunt --sharpen``, which the plot engine of the page draws."""

from collections.abc import Iterable

Points = list[tuple[float, float]]
_MOST = 3  # plots beside each other


def svg(
    claim_id: str, constant: str, how: str, curves: Iterable[tuple[str, Points, Points]]
) -> str:
    """The frontier over each size: what cases need, and what theorems guarantee."""
    from lemmata.reports.claims import Plot
    from lemmata.reports.plots.drawing import draw, make_curve, make_figure, standalone_svg

    plots = list[Plot | None]()
    for size, needed, guaranteed in curves:
        series = [make_curve("needed: a witness for each", "measured", needed)]
        if guaranteed:
            series.append(make_curve("guaranteed by sharper theorems", "law", guaranteed))
        figure = make_figure(size, constant, series, f"The constant of {claim_id}.")
        plots.append(draw(f"frontier-{len(plots)}", claim_id, figure))
    note = f"{claim_id}: the {constant} that cases need, and what proved theorems guarantee. {how}."
    return standalone_svg(*plots[:_MOST], note=note)
