"""Bounds in depth: the exact law where there is one, measured means at finite widths, the bound.

At d = 2 the gap of chain (3) is a Markov chain, at d = inf the Gram chain of daneshmand2021 is
deterministic: both are drawn densely, without sampling.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.daneshmand2021.section_3 import NINE_TENTHS
from lemmata.props.drawn import measured as chains
from lemmata.props.drawn.layers import of
from lemmata.props.drawn.sweeping import Sweep
from lemmata.props.gram_chains import one_share
from lemmata.props.recipes import SpectrumRecipe, in_tensors

LAYER = r"layer $\ell$"
DEEP = np.unique(np.geomspace(1, 100, 40).round()).astype(int).tolist()


def to_depth(recipe: SpectrumRecipe, *more: Any, depths: Iterable[int] = DEEP) -> list[Any]:
    return [(recipe, depth, *more) for depth in depths]


def in_depth(y: str, curves: dict[str, list[Any]], caption: str, **more: Any) -> Sweep:
    settings: dict[str, Any] = {"log_x": False, "lift": in_tensors}
    return Sweep(LAYER, y, of("l"), curves, caption, **{**settings, **more})


V, V_SQUARE, W2 = (
    r"$E\, V(H_{\ell+1})$",
    r"$E\, V(H_{\ell+1})^2$",
    r"$W_2(W_\ell H_\ell, G/\sqrt{n})^2$",
)
REFUTED = "d = inf, exactly, with the largest alpha for which A1 holds: what is printed is crossed"
LIMIT = "d = inf, exactly, with the largest alpha for which A1 holds"
MEASURED = "; at a finite width the mean of 48 replicas with its band"
MEANS = "d = 2 exactly, else the mean of 48 replicas with its band."
SIXTEEN, FOUR = one_share(16, 0.2), one_share(4, 0.7)
WIDE, LONG = one_share(150, 0.05), list(range(20, 601, 20))


def a1(recipe: SpectrumRecipe, **more: Any) -> list[Any]:
    return to_depth(recipe, math.inf, 1.0, **more)


def orthogonality(claim_id: str, *sharper: str, caption: str, power: int = 1) -> Sweep:
    curves = {"n = 16, d = ∞": a1(SIXTEEN), "n = 4, d = ∞": a1(FOUR)}
    return in_depth(
        V if power == 1 else V_SQUARE,
        curves,
        f"{caption}{MEASURED}.",
        sharper=sharper,
        span=(0, 100),
        beside=lambda: chains.under_a1(claim_id, sharper, 4, 1024, power),
    )


def distances(caption: str, *sharper: str) -> Sweep:
    curves = {"n = 150, d = ∞": a1(WIDE, depths=LONG), "n = 4, d = ∞": a1(FOUR)}
    return in_depth(W2, curves, f"{caption}.", sharper=sharper)


SWEEPS: dict[str, Sweep] = {
    "meterez2024:theorem-1": in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1, with C = 1; {MEANS}",
        beside=lambda: chains.decay("meterez2024:theorem-1", ("sharp:theorem-1",), (2, 8, 32)),
    ),
    "sharp:theorem-1": in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {MEANS}",
        beside=lambda: chains.decay("sharp:theorem-1", (), (2, 8, 32)),
    ),
    "sharp:absolute-constant": in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {MEANS}",
        beside=lambda: chains.decay("sharp:absolute-constant", ("sharp:theorem-1",), (2, 8, 32)),
    ),
    "daneshmand2021:theorem-1": orthogonality(
        "daneshmand2021:theorem-1", "sharp:orthogonality-decay", caption=REFUTED
    ),
    "sharp:orthogonality-decay": orthogonality("sharp:orthogonality-decay", caption=LIMIT),
    "sharp:gap-in-depth": orthogonality("sharp:gap-in-depth", caption=LIMIT, power=2),
    "daneshmand2021:corollary-3": distances(REFUTED),
    "sharp:wasserstein-decay": distances(LIMIT, "sharp:wasserstein-radius"),
    "sharp:wasserstein-radius": distances(LIMIT),
    "sharp:mixing": in_depth(
        r"$V(H_\ell)$",
        {f"n = {n}": to_depth(one_share(n, q)) for n, q in ((2, 0.9), (8, 0.5), (50, 0.2))},
        "d = inf, exactly, from one eigenvalue larger than the others.",
    ),
    "daneshmand2021:appendix-C": in_depth(
        "average over the layers",
        {
            "n = 2": to_depth(hard.one_small(2, 4.6), math.inf),
            "n = 4": to_depth(one_share(4, 0.001), math.inf),
        },
        "d = inf, exactly, from a nearly singular input.",
        sharper=(),
        log_x=True,
    ),
    "sharp:average-in-depth": in_depth(
        "average over the layers",
        {
            "n = 2": to_depth(hard.one_small(2, 4.6), math.inf),
            "n = 4": to_depth(one_share(4, 0.001), math.inf),
        },
        "d = inf, exactly, from a nearly singular input.",
        log_x=True,
    ),
    "daneshmand2021:remark-mixing": in_depth(
        r"$|E f(H_\ell) - E_\pi f|$",
        {"n = 2": [(NINE_TENTHS, 0.9, l) for l in range(1, 16)]},
        "Two samples, d = inf, exactly; f vanishes at the input, so that what is printed allows"
        " nothing.",
        log_y=False,
    ),
    "daneshmand2021:table-1": Sweep(
        "width $d$",
        r"$W_2(W_1 H_1, G/\sqrt{n})$",
        of("d"),
        {"n = 4, one layer": [(one_share(4, 0.7), 1, 10.0**k) for k in range(6, 61, 2)]},
        "After one layer from an input of one large eigenvalue, with C = 1: what is observed is a"
        " lower bound of the distance, which no width makes small.",
    ),
    "meterez2024:lemma-C.2": Sweep(
        r"size $R$ of the logits $-R\, y$",
        r"$\|\nabla_z L\|$ of the squared error",
        lambda p: p["C"],
        {},
        "Ten classes, with C = 1: no constant bounds it.",
        beside=lambda: chains.loss_gradients("meterez2024:lemma-C.2"),
    ),
    "meterez2024:lemma-C.3": Sweep(
        r"gap of the input $\phi_0$",
        "sum over all layers",
        of("phi_0"),
        {"d = 2": np.geomspace(0.01, 20, 40).tolist()},
        "d = 2, where the sum over all layers is known; C = 1.",
    ),
    "meterez2024:lemma-C.6": Sweep(
        r"gap of the input $\phi_0$",
        r"$E\, \tau$",
        of("phi_0"),
        {"d = 2": np.geomspace(0.032, 20, 40).tolist()},
        "d = 2, where the mean is known; C = 8.",
    ),
}
