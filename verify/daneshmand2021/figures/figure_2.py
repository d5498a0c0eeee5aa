"""Figures 2a and 2b: the orthogonality gap against depth and against width, n = 4.

H_0 is diagonal with one entry 1 and the others 1e-6, as in the authors' code. The caption of 2b
averages layers 100 to 600, the code layers 1 to 500; it also divides by the number of runs once
more, which moves every point by the same log 20.
"""

from collections.abc import Mapping

import numpy as np

from theory.daneshmand2021.figures import FIGURE_2A, FIGURE_2B
from verify.figures.reproduction import (
    BAND,
    Reproduction,
    law,
    measured,
    ratio,
    reproduced,
    runs_of,
)
from verify.registry import Effort, Run
from verify.statistics.betting import Floats
from verify.statistics.intervals import student

N, SMALL = 4, 1e-6
DEPTH_WIDTHS, LAYERS = (32, 512), 50
WIDTHS = (16, 32, 64, 128, 256, 512)
READINGS = {"layers 100 to 600": (100, 600), "layers 1 to 500": (1, 500)}
# Times the runs of other figures: 240 and 24, the paper has 20. In a pilot of 8 the ratio of
# slopes scattered by 0.3, of a range of 0.5 on each side, and the slope in width by 0.012 of 0.05.
RUNS_IN_DEPTH, RUNS_IN_WIDTH = 20, 2


def gaps(run: Run, d: int, layers: int, times: int) -> Floats:
    """V(H_l), l = 1..layers: (layers, runs)."""
    import torch

    from verify.chains.chain import gaussian_layer, orthogonality_gap, trajectory
    from verify.chains.kernels import tensor_of

    entries = tensor_of([1.0] + [SMALL] * (N - 1), run.device)
    H = torch.eye(d, N, dtype=entries.dtype, device=entries.device) * entries
    H = H.expand(times * runs_of(run), -1, -1)
    stream = (run.address / d / layers).generator(run.device)
    (V,) = trajectory(gaussian_layer, H, layers, (orthogonality_gap,), stream)
    return np.asarray(V[1:].cpu().numpy())


@reproduced(
    FIGURE_2A, routes=("a straight line to layer 20", "the law-exact Gram chain, sampled"),
    domain="n = 4, d = 32 and 512, 50 layers",
)  # fmt: skip
def gap_in_depth(run: Run) -> Reproduction:
    layers = list(range(1, LAYERS + 1))
    found = {d: np.log(gaps(run, d, LAYERS, RUNS_IN_DEPTH)) for d in DEPTH_WIDTHS}
    quantities, series, remarks = {}, [], []
    for d, V in found.items():
        slopes = ratio(0.9 * (V[19] - V[9]), V[9] - V[0])
        name = "the same, d = 512" if d == 512 else (
            "slope of layers 10 to 20 over that of 1 to 10, d = 32")  # fmt: skip
        quantities[name] = slopes
        quantities[f"change from layer 30 to 50, d = {d}"] = V[49] - V[29]
        settled = float(np.log(radius(d)))
        first = layers[int(np.argmax(V.mean(1) < settled + 0.1))]
        remarks.append(
            f"At d = {d} the mean is within 0.1 of the stationary law from layer {first}."
        )
        series.append(measured(f"d = {d}", layers, V, of=f"d = {d}"))
        series.append(law(f"d = {d}: stationary law", layers, [settled] * LAYERS, of=f"d = {d}"))
    return Reproduction(quantities, series, remarks=remarks)


def radius(d: int) -> float:
    """sqrt(E V^2) of the stationary law, to leading order: (n-1)(n+2)^2/(4 n (n+1) d)."""
    return float(((N - 1) * (N + 2) ** 2 / (4 * N * (N + 1) * d)) ** 0.5)


@reproduced(
    FIGURE_2B, routes=("d^(-1/2)", "the law-exact Gram chain, sampled and averaged over layers"),
    domain="n = 4, d = 16 to 512, 600 layers, both readings of the layers",
)  # fmt: skip
def gap_in_width(run: Run) -> Reproduction:
    widths = WIDTHS[:3] if run.effort is Effort.SMOKE else WIDTHS
    found = {d: gaps(run, d, 600, RUNS_IN_WIDTH) for d in widths}
    quantities, series, slopes = {}, [], {}
    for name, (first, last) in READINGS.items():
        V = np.stack([found[d][first - 1 : last].mean(0) for d in widths])  # (widths, runs)
        slopes[name] = np.polyfit(np.log(widths), np.log(V), 1)[0]
        quantities[f"slope, {name}"] = slopes[name]
        series.append(measured(name, widths, V, of=name))
    drawn = [radius(d) for d in widths]
    series.append(law("stationary law of $\\sqrt{E\\,V^2}$", widths, drawn, of="layers 100 to 600"))
    said = " and ".join(f"{_with_band(v)} for {name}" for name, v in slopes.items())
    return Reproduction(
        quantities, series, {"slope": ((0,), slopes["layers 1 to 500"][None])},
        log_x=True, log_y=True,
        remarks=[
            f"The slopes are {said}, with their intervals at 95 %; that of sharp:stationary-gap is"
            " -1/2, for the root of the mean of V^2 at large widths.",
            _beside_the_law(found),
            *(["Smoke effort: widths to 64."] if len(widths) < len(WIDTHS) else []),
        ],
    )  # fmt: skip


def _with_band(values: Floats) -> str:
    """A mean with its interval at 95 %."""
    seen = student(values, BAND)
    return f"{seen.estimate:.3f} [{seen.lower:.3f}, {seen.upper:.3f}]"


def _beside_the_law(found: Mapping[int, Floats]) -> str:
    """d E V^2 of layers 100 to 600 over its limit at every width, and its slope."""
    first, last = READINGS["layers 100 to 600"]
    squares = np.stack([V[first - 1 : last] ** 2 for V in found.values()]).mean(1)  # (widths, runs)
    slope = np.polyfit(np.log(list(found)), np.log(squares) / 2, 1)[0]
    over = [one / radius(d) ** 2 for d, one in zip(found, squares, strict=True)]
    each = ", ".join(f"{_with_band(o)} at d = {d}" for d, o in zip(found, over, strict=True))
    return (
        f"The mean of V^2 itself has the slope {_with_band(2 * slope)} and is, over its law,"
        f" {each}: what the figure's widths are off -1 is the law's next order, not another power."
    )
