"""Exact laws: the drift, the Gram map and the isometry gap, by width."""

from functools import partial

import numpy as np

from benchmarks.measuring import Call, Prepared, called, over
from lemmata.theory.definitions import isometry_gap
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.sharp.isometry import least_drift
from lemmata.theory.sharp.layers import gram_map
from lemmata.theory.spectrum import from_eigenvalues


@over({"width": (2, 100, 10_000)})
class Drift:
    """One drift of a spread spectrum."""

    def setup(self, width: int) -> None:
        values = np.linspace(0.5, 1.5, width)
        self.spectrum = from_eigenvalues(values / values.mean())

    def time_drift(self, width: int) -> None:
        drift(self.spectrum)

    def time_least_drift(self, width: int) -> None:
        least_drift(0.5, width)


@over({"batch": (2, 64)})
class GramMap(Prepared):
    """One layer of the Gram chain at infinite width."""

    time_gram_map = called

    def prepared(self, batch: int) -> Call:
        return partial(gram_map, np.arange(1.0, batch + 1) / (batch * (batch + 1) / 2))


def by_slogdet(X: np.ndarray) -> float:
    gram = X.T @ X
    return float(np.log(np.trace(gram) / len(X)) - np.linalg.slogdet(gram)[1] / len(X))


ENGINES = {"lemmata": isometry_gap, "numpy slogdet": by_slogdet}


@over({"engine": ENGINES, "matrix": ("Gaussian", "nearly isometric"), "width": (16, 256)})
class IsometryGap(Prepared):
    """The accurate gap, beside numpy's log-determinant of the Gram matrix."""

    time_gap = called

    def prepared(self, engine: str, matrix: str, width: int) -> Call:
        X = np.random.default_rng(0).standard_normal((width, width))
        return partial(ENGINES[engine], X if matrix == "Gaussian" else np.linalg.qr(X)[0])
