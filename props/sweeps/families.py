"""Families of cases along which claims are plotted: spectra of one layer, chains in depth.

Most bounds are closest at one small eigenvalue, which drifts least, or at one large, which drifts
most. At d = 2 the gap of chain (3) is a Markov chain, and at d = inf the Gram chain of
daneshmand2021 is deterministic: both are computed densely, without sampling.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.gram_chains import one_share
from lemmata.props.recipes import Entries, Rotation, SingularValues, SpectrumRecipe, in_tensors
from lemmata.props.sweeps import sampled
from lemmata.props.sweeps.sweep import Sweep as Sweep
from lemmata.theory.definitions import isometry_gap

GAP, BATCH_GAP = r"isometry gap $\phi$", r"$\hat V(H_l)$"
WIDTHS = (2, 8, 64)
SIZES = np.geomspace(0.01, 200, 50).tolist()  # of a logarithm of an eigenvalue
EVEN = np.linspace(0.01, 25, 60).tolist()  # the same, where axes are linear
SPAN = (1e-3, 20.0)  # of the gap


def gap_of(parameters: Mapping[str, Any]) -> Any:
    if "phi" in parameters:
        return parameters["phi"]
    return parameters["spectrum"].gap if "spectrum" in parameters else isometry_gap(parameters["X"])


def of(name: str) -> Callable[[Mapping[str, Any]], Any]:
    """An argument of the closed form as the abscissa."""
    return lambda parameters: parameters[name]


def spectra(
    widths: Iterable[int] = WIDTHS,
    shape: Callable[..., Any] = hard.one_small,
    name: str = "d",
    sizes: Iterable[float] = SIZES,
) -> dict[str, list[Any]]:
    return {f"{name} = {d}": [shape(d, size) for size in sizes] for d in widths}


def matrices(*widths: int) -> dict[str, list[Any]]:
    """One small singular value between two rotations: rows of several lengths."""
    return {
        f"d = {d}": [
            SingularValues((-size / 2, *[0.0] * (d - 1)), Rotation(d, (1, 4)), Rotation(d))
            for size in SIZES
        ]
        for d in widths
    }


def at_widths(recipes: Mapping[str, SpectrumRecipe]) -> dict[str, list[Any]]:
    widths = np.unique(np.geomspace(2, 1000, 60).round()).astype(int).tolist()
    return {
        name: [(recipe, d) for d in widths if d >= recipe.width] for name, recipe in recipes.items()
    }


def in_the_limit(widths: Iterable[int]) -> dict[str, list[Any]]:
    found = spectra(widths, name="n")
    return {name: [(case, math.inf) for case in cases] for name, cases in found.items()}


def tilted(d: int) -> list[Entries]:
    """Rows of cosine c with each other, c from 0 to nearly 1."""
    return [
        Entries("tilted", tuple(tuple(1.0 if i == j else c for j in range(d)) for i in range(d)))
        for c in (1 - np.geomspace(1, 1e-6, 60)).tolist()
    ]


ONE_SMALL = "One eigenvalue smaller than the others, which are equal"
FALL = r"expected fall of $\phi$ in a layer"
NEXT = r"$\hat V$ a layer later, $d = \infty$"


def both_extremes(d: int, sizes: Iterable[float] = SIZES) -> dict[str, list[Any]]:
    return {
        f"d = {d}, one small": [hard.one_small(d, size) for size in sizes],
        f"d = {d}, one large": [hard.one_large(d, size) for size in sizes],
        f"d = {d}, two clusters": [hard.two_levels(size, d // 2, d - d // 2) for size in sizes],
    }


def gaps(y: str, curves: dict[str, list[Any]], caption: str = ONE_SMALL, **more: Any) -> Sweep:
    return Sweep(GAP, y, gap_of, curves, f"{caption}.", **{"span": SPAN, **more})


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


def crossing(*sharper: str) -> Sweep:
    """Where theorem 1 fails: n = 16 alone, as at n = 4 it does not."""
    return in_depth(V, {"n = 16, d = ∞": a1(SIXTEEN)}, f"{REFUTED}.", sharper=sharper)


def orthogonality(*sharper: str, caption: str, power: int = 1) -> Sweep:
    curves = {"n = 16, d = ∞": a1(SIXTEEN), "n = 4, d = ∞": a1(FOUR)}
    return in_depth(
        V if power == 1 else V_SQUARE,
        curves,
        f"{caption}{MEASURED}.",
        sharper=sharper,
        span=(0, 100),
        beside=lambda claim_id: sampled.under_a1(claim_id, sharper, 4, 1024, power),
    )


def distances(caption: str, *sharper: str) -> Sweep:
    curves = {"n = 150, d = ∞": a1(WIDE, depths=LONG), "n = 4, d = ∞": a1(FOUR)}
    return in_depth(W2, curves, f"{caption}.", sharper=sharper)
