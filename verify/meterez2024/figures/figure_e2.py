"""Figure E2: the explosion rate against the gain exponent, in the first layers."""

from functools import partial

from lemmata.theory.meterez2024.figures import FIGURE_E2
from lemmata.verify.figures.images import batch
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio, reproduced
from lemmata.verify.meterez2024.figures.explosion_rates import ACTIVATIONS, LAYERS, N, few, rates
from lemmata.verify.registry import Run

EXPONENTS, EARLY = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5), (1, 21)


@reproduced(
    FIGURE_E2,
    routes=("a smaller rate", "slopes of the log gradient at gains l^-e"),
    domain="d = n = 100, 100 layers, exponents 0 to .5, tanh and sin",
)
def rate_by_exponent(run: Run) -> Reproduction:
    exponents, images = few(run, EXPONENTS), batch(N, run)
    found = run.each(
        {
            name: partial(rates, run, images, name, [(1.0, e) for e in exponents], EARLY)
            for name in ACTIVATIONS
        }
    )
    at = exponents.index(0.4)
    return Reproduction(
        {
            f"rate at e = .4 over rate at e = 0, {name}": ratio(R[at], R[0])
            for name, R in found.items()
        },
        [measured(name, exponents, R, of=name) for name, R in found.items()],
        note=f"Images: {images.origin}.",
        remarks=[f"Rates from layer {EARLY[0]} to layer {EARLY[1]} of {LAYERS}."],
    )
