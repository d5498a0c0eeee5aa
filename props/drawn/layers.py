"""One-layer inequalities: both sides against the gap, along spectra with one eigenvalue apart.

One small eigenvalue drifts least and has the least of all, one large drifts most
(sharp:extremal-drift, sharp:eigenvalue-from-gap): most bounds are nearest there.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from lemmata.props import strategies as hard
from lemmata.props.drawn.sweeping import Sweep
from lemmata.props.recipes import Entries, Rotation, SingularValues, SpectrumRecipe
from lemmata.theory.definitions import isometry, isometry_gap

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


LAYERS: dict[str, Sweep] = {
    "meterez2024:remark-gap-range": Sweep(
        "largest over smallest singular value",
        r"$\phi(X)$",
        lambda p: np.linalg.cond(p["X"]),
        {f"d = {d}": matrices(d)[f"d = {d}"] for d in (2, 3, 5)},
        "One small singular value: the gap is 0 where all are equal, and has no bound.",
        log_y=False,
        span=(1.0, 1e4),
    ),
    "meterez2024:lemma-2": gaps(
        r"$I(\mathrm{BN}(W X)) / I(X)$",
        {
            name: [(case, Rotation(d, (3,))) for case in matrices(d)[name]]
            for d, name in ((2, "d = 2"), (8, "d = 8"))
        },
        "One small singular value, a rotation of all rows",
        over=lambda p: isometry(p["X"]),
    ),
    "meterez2024:theorem-3": gaps(
        r"$E\, I(\mathrm{BN}(W X))$",
        spectra((2,), sizes=EVEN),
        "d = 2, where the mean is exact",
        log_y=False,
        log_x=False,
        span=(0.0, 5.0),
    ),
    "meterez2024:remark-eigenvalues": gaps(
        r"$\lambda_{\max}(X X^\top)$",
        {f"d = {d}": tilted(d) for d in (2, 3, 5)},
        "BN outputs whose rows have one cosine with each other: the claim allows nothing above 1",
        log_y=False,
    ),
    "meterez2024:corollary-4": gaps(
        FALL, spectra(), minus=True, sharper=("sharp:drift-from-spread",)
    ),
    "meterez2024:lemma-A.1": gaps(
        r"$I(\mathrm{BN}(X)) / I(X)$",
        matrices(2, 8),
        "One small singular value between two rotations",
        over=lambda p: isometry(p["X"]),
    ),
    "meterez2024:lemma-B.1": gaps(r"$1 - \lambda_{\min}$", spectra(), entry=0, span=(1e-6, 1.0)),
    "meterez2024:lemma-B.2": gaps(FALL, spectra(), minus=True),
    "meterez2024:lemma-C.4": gaps(r"$\log \|J_{\mathrm{BN}}\|$", spectra(), span=(1e-5, 20.0)),
    "meterez2024:lemma-C.7": gaps(
        r"$\|J_{\mathrm{BN}}(X)\|^2$", matrices(2, 5), "One small singular value", span=(1e-3, 3.0)
    ),
    "meterez2024:lemma-C.8": gaps(r"$\lambda_{\min}$", spectra(), span=(1e-6, 5.0)),
    "meterez2024:lemma-C.11": gaps(
        "squared length of the shortest row", matrices(2, 5), "One small singular value"
    ),
    "sharp:drift-from-spread": gaps(FALL, spectra(), minus=True),
    "sharp:eigenvalue-from-gap": gaps(
        r"$\lambda_{\min}$",
        both_extremes(8, EVEN),
        "Three families of spectra: the claim is attained by the first",
        entry=0,
        log_y=False,
        log_x=False,
        span=(0.0, 3.0),
    ),
    "sharp:extremal-drift": gaps(
        FALL,
        both_extremes(8),
        "Three families of spectra: the claim, from below, is attained by the first",
        entry=0,
    ),
    "daneshmand2021:lemma-2": Sweep(
        r"$V(H)$",
        r"$W_2(W H, G/\sqrt{n})^2$",
        of("V"),
        spectra((2, 8, 64), hard.one_large, "n"),
        "One eigenvalue of the Gram matrix larger than the others.",
        span=(1e-3, 1.0),
    ),
    "daneshmand2021:lemma-4": Sweep(
        r"$\hat V(H)$",
        r"$V(H)$",
        of("v_hat"),
        spectra((2, 8, 64), hard.one_large, "n"),
        "One eigenvalue of the Gram matrix larger than the others, where the sharp form is"
        " attained.",
        span=(1e-5, 1.0),
        sharper=("sharp:lemma-4",),
    ),
    "daneshmand2021:theorem-5": Sweep(
        BATCH_GAP,
        NEXT,
        of("v_hat"),
        in_the_limit((2, 8, 64)),
        f"{ONE_SMALL}.",
        span=(1e-5, 1.0),
        sharper=("sharp:drift-condition",),
    ),
    "daneshmand2021:lemma-6": Sweep(
        "width $d$",
        r"$E \|C - E C\|_F^2$",
        of("d"),
        at_widths({f"n = {n}": hard.one_small(n, 1e-6) for n in (2, 8, 64)}),
        "Orthogonal samples, from d = n on.",
    ),
    "daneshmand2021:lemma-7": Sweep(
        "width $d$",
        r"mean square of the deviation",
        of("d"),
        at_widths(
            {
                "n = 2, orthogonal": hard.one_small(2, 1e-9),
                "n = 2, 9 to 1": hard.one_small(2, math.log(9)),
            }
        ),
        "Two samples; what is observed is a lower bound of it.",
    ),
    "daneshmand2021:lemma-8": Sweep(
        BATCH_GAP,
        NEXT,
        of("v_hat"),
        spectra((2, 8, 64), name="n"),
        f"{ONE_SMALL}.",
        span=(1e-5, 1.0),
    ),
    "daneshmand2021:lemma-10": Sweep(
        "$t$",
        "second derivative",
        of("t"),
        {
            f"n = {n}": [(t, n, 0.4) for t in np.geomspace(1e-3, 1e3, 60).tolist()]
            for n in (2, 8, 100)
        },
        "At 0.4 of the range of the deviation.",
        log_y=False,
    ),
    "sharp:lemma-4": Sweep(
        r"$\hat V(H)$",
        r"$V(H)$",
        of("v_hat"),
        {
            "n = 8, one large": spectra((8,), hard.one_large)["d = 8"],
            "n = 8, one small": spectra((8,))["d = 8"],
        },
        "Two families: one large eigenvalue attains it.",
        span=(1e-5, 1.0),
    ),
    "sharp:drift-condition": Sweep(
        BATCH_GAP, NEXT, of("v_hat"), in_the_limit((2, 8, 64)), f"{ONE_SMALL}.", span=(1e-5, 1.0)
    ),
    "sharp:majorisation": Sweep(
        "$V(H_l)$",
        r"$V(H_{l+1})$, $d = \infty$",
        lambda p: float(np.linalg.norm(p["q"] - 1 / len(p["q"]))),
        spectra((2, 8, 64), name="n"),
        f"{ONE_SMALL}.",
        entry=-1,
        span=(1e-4, 1.0),
    ),
    "sharp:wasserstein-from-gap": Sweep(
        "$V(H)^2$",
        r"$W_2(W H, G/\sqrt{n})^2$",
        of("square"),
        {
            "n = 8, one large": spectra((8,), hard.one_large)["d = 8"],
            "n = 8, two left": [hard.two_levels(-size, 6, 2) for size in SIZES],
        },
        "Two families: samples that are lost attain it.",
        span=(1e-6, 1.0),
    ),
    "sharp:power-sums": Sweep(
        "$s_2/s_1$",
        r"$(s_1^2 + s_2^2)^3$",
        lambda p: p["s"][1] / p["s"][0],
        {"n = 2": [(0.0, -x) for x in np.linspace(0.001, 7, 60).tolist()]},
        "Two singular values, the larger one 1: attained where they are equal, and approached as"
        " one vanishes.",
        log_y=False,
    ),
}
