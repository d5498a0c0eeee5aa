"""Exact laws: the drift, the Gram map and the isometry gap, by width."""

import numpy as np

from benchmarks.measuring import Call, Prepared, called
from theory.definitions import isometry_gap
from theory.numerics.sphere import drift
from theory.sharp.extremal_drift import least_drift
from theory.sharp.gram_map import gram_map
from theory.spectrum import from_eigenvalues


class Drift(Prepared):
    """One drift: of a spread spectrum, and the least one of a gap."""

    params = (["spread", "least"], [2, 100, 10_000])
    param_names = ("spectrum", "width")
    time_drift = called

    def prepared(self, kind: str, width: int) -> Call:
        if kind == "least":
            return lambda: least_drift(0.5, width)
        values = np.linspace(0.5, 1.5, width)
        spectrum = from_eigenvalues(values / values.mean())
        return lambda: drift(spectrum)


class GramMap(Prepared):
    """One layer of the Gram chain at infinite width."""

    params = ([2, 64],)
    param_names = ("batch",)
    time_gram_map = called

    def prepared(self, batch: int) -> Call:
        q = np.arange(1.0, batch + 1) / (batch * (batch + 1) / 2)
        return lambda: gram_map(q)


class IsometryGap(Prepared):
    """The accurate gap, beside numpy's log-determinant of the Gram matrix."""

    params = (["lemmata", "numpy slogdet"], ["Gaussian", "nearly isometric"], [16, 256])
    param_names = ("engine", "matrix", "width")
    time_gap = called

    def prepared(self, engine: str, matrix: str, width: int) -> Call:
        X = np.random.default_rng(0).standard_normal((width, width))
        X = np.linalg.qr(X)[0] if matrix == "nearly isometric" else X
        return lambda: isometry_gap(X) if engine == "lemmata" else by_determinant(X)


def by_determinant(X: np.ndarray) -> object:
    gram, width = X.T @ X, len(X)
    return np.log(np.trace(gram) / width) - np.linalg.slogdet(gram)[1] / width
