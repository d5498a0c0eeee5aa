"""Figure 2a: the orthogonality gap against depth, n = 4, d = 32 and 512."""

import numpy as np

from lemmata.theory.daneshmand2021.figures import FIGURE_2A
from lemmata.verify.daneshmand2021.figures.four_samples import gaps, radius
from lemmata.verify.figures.reproduction import Reproduction, law, measured, ratio, reproduced
from lemmata.verify.registry import Run

WIDTHS, LAYERS = (32, 512), 50
# Times the runs of other figures: 240, the paper has 20. In a pilot of 8 the ratio of slopes
# scattered by 0.3, of a range of 0.5 on each side.
TIMES = 20


@reproduced(
    FIGURE_2A,
    routes=("a straight line to layer 20", "the law-exact Gram chain, sampled"),
    domain="n = 4, d = 32 and 512, 50 layers",
)
def gap_in_depth(run: Run) -> Reproduction:
    layers = list(range(1, LAYERS + 1))
    found = {d: np.log(gaps(run, d, LAYERS, TIMES)) for d in WIDTHS}
    quantities, series, remarks = {}, [], []
    for d, V in found.items():
        slopes = ratio(0.9 * (V[19] - V[9]), V[9] - V[0])
        quantities[f"slope of layers 10 to 20 over that of 1 to 10, d = {d}"] = slopes
        quantities[f"change from layer 30 to 50, d = {d}"] = V[49] - V[29]
        settled = float(np.log(radius(d)))
        first = layers[int(np.argmax(V.mean(1) < settled + 0.1))]
        remarks.append(
            f"At d = {d} the mean is within 0.1 of the stationary law from layer {first}."
        )
        series.append(measured(f"d = {d}", layers, V, of=f"d = {d}"))
        series.append(law(f"d = {d}: stationary law", layers, [settled] * LAYERS, of=f"d = {d}"))
    return Reproduction(quantities, series, remarks=remarks)
