"""Laws of deep layers, measured: gradients that stay bounded or grow, gaps that stay."""

import functools
from collections.abc import Callable, Sequence

from lemmata.props.drawn.measured import REPLICAS, gradients, growth, stationary
from lemmata.theory.evidence import Curve, Figure, Role
from lemmata.theory.sharp import degenerate_explosion, gaussian_explosion
from lemmata.theory.sharp.theorem_5 import expected_log_gradient

BELOW = r"layers between $W_\ell$ and the loss"
GRADIENT = r"$\log \|\partial \mathcal{L}/\partial W_\ell\|_F$"
FEW = 12  # replicas of wide networks
LAYERS = 80


def figure(series: Sequence[Curve], caption: str, replicas: int = FEW) -> Figure:
    told = f"The mean of {replicas} replicas with its band, a random read-out of norm 1"
    return Figure(f"{told}; {caption}", BELOW, GRADIENT, series)


@functools.cache
def bounded() -> Figure:
    """Chain (3) from Gaussian inputs of unit rows, beside sharp:theorem-5 at a gap of 1."""
    series: list[Curve] = []
    for d in (2, 4):
        found = gradients("orthogonal", d, d, LAYERS)
        series += growth(f"d = {d}", found)
        bound = float(expected_log_gradient(1.0, d, 1.0))
        below = list(range(LAYERS))
        series.append(
            Curve("sharp:theorem-5 (gap 1)", Role.LAW, below, [bound] * LAYERS, of=f"d = {d}")
        )
    caption = "rotations and an input of full rank. The bound of theorem 5 with C = 1 and a gap of"
    return figure(series, f"{caption} 1 is $2 d^5$, far above: 2048 at d = 4.", REPLICAS)


@functools.cache
def gaussian() -> Figure:
    """Gaussian weights: growth at the rate of the wide limit."""
    series: list[Curve] = []
    for n in (4, 8):
        rate = float(gaussian_explosion.log_growth(n))
        found = gradients("gaussian", 128, n, LAYERS, replicas=FEW)
        series += growth(f"n = {n}, d = 128", found, rate, "slope of sharp:gaussian-explosion")
    return figure(series, "Gaussian weights.")


@functools.cache
def degenerate() -> Figure:
    """Rotations, an input of few distinct samples."""
    series: list[Curve] = []
    for r in (4, 8):
        rate = float(degenerate_explosion.log_growth(r))
        found = gradients("orthogonal", 128, 2 * r, LAYERS, r, FEW)
        series += growth(f"rank {r}, d = 128", found, rate, "slope of sharp:degenerate-explosion")
    return figure(series, "rotations, and samples of which each stands twice.")


def stationary_gap() -> Figure:
    """Wide networks: the gap stays where noise and contraction balance."""
    found = stationary("sharp:stationary-gap", ((2, 256), (4, 256), (8, 256)), 40)
    return _square(found, "Above the critical width; the mean of 48 replicas with its band.")


def collapsed_gap() -> Figure:
    """Narrow networks: samples are lost."""
    found = stationary("sharp:collapsed-gap", ((20, 20), (24, 40)), 120)
    return _square(found, "Below the critical width; the mean of 48 replicas with its band.")


def _square(series: Sequence[Curve], caption: str) -> Figure:
    return Figure(caption, r"layer $\ell$", r"$d\, E\, V(H_\ell)^2$", series, log_y=True)


FIGURES: dict[str, Callable[[], Figure]] = {
    "meterez2024:theorem-5": bounded,
    "sharp:theorem-5": bounded,
    "meterez2024:remark-gaussian-explodes": gaussian,
    "sharp:gaussian-explosion": gaussian,
    "meterez2024:remark-degenerate": degenerate,
    "sharp:degenerate-explosion": degenerate,
    "sharp:stationary-gap": stationary_gap,
    "sharp:collapsed-gap": collapsed_gap,
}
