"""Figure 2: log ||dL/dW_1|| against depth, with all samples different and with repeated ones.

The paper does not say how many samples are repeated. In a pilot at (20261116, "pilot figures") with
20, 50, 80 and 99 different samples out of 100 the published slope to depth 500 was that of 20.
Classes are those of the batch before samples are repeated.
"""

from functools import partial

from lemmata.theory.evidence import Role
from lemmata.theory.meterez2024.figures import FIGURE_2
from lemmata.theory.sharp.gradients import degenerate_log_growth
from lemmata.verify.figures.depths import depths_of, growth, smaller, undecided
from lemmata.verify.figures.reproduction import (
    Reproduction,
    measured,
    points,
    reproduced,
    runs_of,
)
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

N, DISTINCT = 100, 20


@reproduced(
    FIGURE_2,
    routes=("the sentence", "gradients of the second layer, by hand-written derivatives"),
    domain="d = n = 100, all samples different or 20 of them, depths 5 to 1000, unit rows",
)
def gradients_in_depth(run: Run) -> Reproduction:
    import torch

    from lemmata.verify.depth.network import Network, RowNorm
    from lemmata.verify.figures.images import batch
    from lemmata.verify.figures.networks import Classifier

    depths, images = depths_of(run), batch(N, run)
    network, address = Network(RowNorm()), run.address / "networks"
    in_single = Classifier(network, distinct=DISTINCT)
    found = run.each(
        {
            **{
                name: partial(
                    Classifier(network, distinct=distinct, dtype=dtype).log_gradients,
                    images,
                    depths,
                    1,
                    runs_of(run),
                    address / name,
                )
                for name, distinct, dtype in (
                    ("non-degenerate", None, torch.float32),
                    ("degenerate", DISTINCT, torch.float64),
                )
            },
            "float32": partial(
                in_single.log_gradients,
                images,
                depths,
                1,
                runs_of(run),
                address / "degenerate",
                tied=False,
            ),
        }
    )
    single = found.pop("float32")
    values = found["degenerate"]
    return Reproduction(
        {f"growth, {name}": growth(depths, v) for name, v in found.items()},
        [
            *(measured(name, depths, v, of=name) for name, v in found.items()),
            measured("degenerate in float32", depths, single, "degenerate", Role.ANOTHER),
        ],
        {name: (depths, v) for name, v in found.items()},
        pending=undecided(run),
        note=f"Images: {images.origin}; {DISTINCT} different ones, each repeated.",
        remarks=[
            "The paper names neither its images nor how many of them differ.",
            _published_in_single(depths, values, single),
            *_remarks(depths, values, single),
            *smaller(run),
        ],
    )


def _published_in_single(depths: tuple[int, ...], values: Floats, single: Floats) -> str:
    """Each published point of the degenerate curve that differs from ours, in both arithmetics;
    runs in float32 enter no verdict. Rounding accounts for one if it takes ours at least half way.
    """
    both = (points(FIGURE_2, {"degenerate": (depths, v)}) for v in (values, single))
    differ = [(one, other) for one, other in zip(*both, strict=True) if not one.agrees]
    if not differ:
        return "Every published point of the degenerate curve agrees with ours."
    told = "; ".join(
        f"at depth {one.x} published {one.published:.2f}, in float64 {one.ours:.2f}, in float32"
        f" {other.ours:.2f}, so that rounding "
        + (
            "accounts for it"
            if 2 * abs(other.ours - one.published) <= abs(one.ours - one.published)
            else "does not account for it"
        )
        for one, other in differ
    )
    return f"Published points that differ from ours on the degenerate curve: {told}."


def _remarks(depths: tuple[int, ...], values: Floats, single: Floats) -> list[str]:
    """How fast it grows, in exact arithmetic and in float32."""
    span = depths[-1] - depths[-1] // 10
    rate, in_single = (float(growth(depths, v).mean()) / span for v in (values, single))
    limit, last = float(degenerate_log_growth(DISTINCT)), float(values[-1].mean())
    reached = float(single[-1].mean())
    return [
        f"From repeated samples the log gradient grows by {rate:.4f} a layer, {rate / limit:.2f}"
        f" times (1/2) log((r-1)/(r-2)) = {limit:.5f}, the limit of d much larger than r; repeated"
        " samples are kept equal, as in exact arithmetic.",
        f"In float32 without that it grows by {in_single:.4f} a layer, to {reached:.1f} at depth"
        f" {depths[-1]}, where exact arithmetic has {last:.1f}: rounding lets the rest of the"
        " gradient, which outgrows the part that reaches the weights, into it. The published curve"
        " bends upwards in the same way: beyond depth 500 it shows rounding.",
    ]
