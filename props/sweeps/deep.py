"""Plots of laws in depth: gradients that stay bounded or grow, gaps that settle."""

import functools
from collections.abc import Sequence

from lemmata.props.sweeps.sampled import REPLICAS, Limit, gradients, growth, stationary
from lemmata.theory.evidence import Curve, Figure, Role
from lemmata.theory.ledger import get

BELOW = r"layers between $W_\ell$ and the loss"
GRADIENT = r"$\log \|\partial \mathcal{L}/\partial W_\ell\|_F$"
FEW = 12  # replicas of wide networks
LAYERS = 80


def figure(series: Sequence[Curve], caption: str, replicas: int = FEW) -> Figure:
    method = f"The mean of {replicas} replicas with its band, a random read-out of norm 1"
    return Figure(f"{method}; {caption}", BELOW, GRADIENT, series)


@functools.cache
def bounded(law: str) -> Figure:
    """Chain (3) from Gaussian inputs of unit rows, beside a bound at a gap of 1."""
    series: list[Curve] = []
    for d in (2, 4):
        found = gradients("orthogonal", d, d, LAYERS)
        series += growth(f"d = {d}", found)
        bound = float(get(law).closed_form(1.0, d, 1.0))
        below = list(range(LAYERS))
        series.append(Curve(f"{law} (gap 1)", Role.LAW, below, [bound] * LAYERS, of=f"d = {d}"))
    caption = "rotations and an input of full rank. The bound of theorem 5 with C = 1 and a gap of"
    return figure(series, f"{caption} 1 is $2 d^5$, far above: 2048 at d = 4.", REPLICAS)


@functools.cache
def gaussian(law: str) -> Figure:
    """Gaussian weights: growth at the rate of the wide limit."""
    series: list[Curve] = []
    for n in (4, 8):
        rate = float(get(law).closed_form(n))
        found = gradients("gaussian", 128, n, LAYERS, replicas=FEW)
        series += growth(f"n = {n}, d = 128", found, rate, f"slope of {law}")
    return figure(series, "Gaussian weights.")


@functools.cache
def degenerate(law: str) -> Figure:
    """Rotations, an input of few distinct samples."""
    series: list[Curve] = []
    for r in (4, 8):
        rate = float(get(law).closed_form(r))
        found = gradients("orthogonal", 128, 2 * r, LAYERS, r, FEW)
        series += growth(f"rank {r}, d = 128", found, rate, f"slope of {law}")
    return figure(series, "rotations, and samples of which each stands twice.")


def settling(limit: Limit, sizes: Sequence[tuple[int, int]], layers: int, where: str) -> Figure:
    """The gap settles at a limit; ``where`` names the widths."""
    caption = f"{where} the critical width; the mean of {REPLICAS} replicas with its band."
    series = stationary(limit, sizes, layers)
    return Figure(caption, r"layer $\ell$", r"$d\, E\, V(H_\ell)^2$", series, log_y=True)
