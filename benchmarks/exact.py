"""Exact laws: the drift, the Gram map and the isometry gap, by width."""

import numpy as np

from theory.definitions import isometry_gap
from theory.numerics.sphere import drift
from theory.sharp.extremal_drift import least_drift
from theory.sharp.gram_map import gram_map
from theory.spectrum import from_eigenvalues


class Drift:
    """One drift of a spread spectrum."""

    params = ([2, 100, 10_000],)
    param_names = ("width",)

    def setup(self, width: int) -> None:
        values = np.linspace(0.5, 1.5, width)
        self.spectrum = from_eigenvalues(values / values.mean())

    def time_drift(self, width: int) -> None:
        drift(self.spectrum)

    def time_least_drift(self, width: int) -> None:
        least_drift(0.5, width)


class GramMap:
    """One layer of the Gram chain at infinite width."""

    params = ([2, 64],)
    param_names = ("batch",)

    def setup(self, batch: int) -> None:
        self.q = np.arange(1.0, batch + 1) / (batch * (batch + 1) / 2)

    def time_gram_map(self, batch: int) -> None:
        gram_map(self.q)


class IsometryGap:
    """The accurate gap, beside numpy's log-determinant of the Gram matrix."""

    params = (["lemmata", "numpy slogdet"], ["Gaussian", "nearly isometric"], [16, 256])
    param_names = ("engine", "matrix", "width")

    def setup(self, engine: str, matrix: str, width: int) -> None:
        X = np.random.default_rng(0).standard_normal((width, width))
        self.X = np.linalg.qr(X)[0] if matrix == "nearly isometric" else X

    def time_gap(self, engine: str, matrix: str, width: int) -> None:
        if engine == "lemmata":
            isometry_gap(self.X)
        else:
            gram = self.X.T @ self.X
            np.log(np.trace(gram) / width) - np.linalg.slogdet(gram)[1] / width
