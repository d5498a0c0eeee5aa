"""Attacks on theory/meterez2024/appendix_c_1.py."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched, supremum
from lemmata.props.recipes import Entries, Lift, Rotation, Scaled, in_floats
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import row_norms
from lemmata.theory.numerics.backends import Array, eigenvalues, exp, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.theory.spectrum import Spectrum
from lemmata.verify.cases import without_dust


@attack("meterez2024:lemma-C.7", **hard.on_squares(2, 3, 5), weight=0.5, tolerance=1e-30)
@supremum(1.0)
@routes("the smallest eigenvalue", "row norms")
@pinned("n = 1: the Jacobian is 0", Rotation(1))
@pinned("attained by equal rows", Rotation(2))
@pinned("the square is needed", Scaled(Rotation(2), (-1, -1)))
def jacobian_of_hard_matrices(X: Array) -> Observation:
    """||J_BN||^2 from the eigenvalues of the blocks: 1/||X_j||^2 for n >= 2, 0 for n = 1."""
    shortest = row_norms(X).min()
    return {"X": X}, (1 / shortest**2 if X.shape[1] > 1 else 0 * shortest)


@attack("meterez2024:lemma-C.8", **hard.on_spectra(1, 2, 3, 5, 16, 64, 1000), weight=2)
@supremum(1.0)
@routes("the bounds", "the smallest eigenvalue itself")
@pinned("the root, as phi -> 0", hard.one_small(64, 1e-9))
@pinned("the exponential", hard.one_small(64, 120.0))
@pinned("at d = 2", hard.one_small(2, 80.0))
@pinned("approached as phi and d grow", hard.one_small(1000, 600.0))
def smallest_eigenvalue_of_hard_spectra(s: Spectrum) -> Observation:
    return {"phi": s.gap, "d": s.width}, exp(s.log_eigenvalues.min())


STEP = 1e-5  # of the differences in float64
# a hundredfold either way, so that no entry of the Jacobian drowns in the error of the differences
ENTRIES = st.one_of(
    st.integers(-3, 3).map(float),
    st.tuples(hard.magnitudes(-2, 2), st.sampled_from((-1, 1))).map(lambda p: p[0] * p[1]),
)


def normalised(x: Array) -> Array:
    return x / sqrt((x * x).sum())


def differences(x: Array, lift: Lift) -> Array:
    """The Jacobian of x -> x/||x|| by central differences."""
    if lift is not in_floats:
        return jacobian(normalised, x)
    steps = STEP * np.abs(x).max() * np.eye(len(x))
    columns = [normalised(x + h) - normalised(x - h) for h in steps]
    return np.stack(columns, axis=-1) / (2 * steps.max())


def _cleaned(values: Array, lift: Lift) -> Array:
    """What is 0 up to the error of the differences is 0."""
    return without_dust(values, float(abs(values).max()) * (1e-8 if lift is in_floats else 1e-25))


@attack("meterez2024:lemma-C.9", st.lists(ENTRIES, min_size=1, max_size=5).filter(any).map(tuple))
@searched(weight=0.5, tolerance=1e-15)
@routes("the formula", "central differences")
@domain("vectors of length 1 to 5, entries 0 and 1e-2 to 1e2")
@pinned("of length sqrt(5)", (1.0, 2.0))
@pinned("with a zero, of length 5", (0.0, 3.0, 4.0))
@pinned("n = 1: the Jacobian is 0", (3.0,))
@pinned("over five decades", (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0))
def jacobian_of_hard_vectors(case: tuple[float, ...], lift: Lift) -> Observation:
    x = lift(list(case))
    return {"x": x}, _cleaned(differences(x, lift), lift)


@attack("meterez2024:corollary-C.10", jacobian_of_hard_vectors)
@searched(examples=jacobian_of_hard_vectors.examples)
@routes("the formula", "eigenvalues of central differences")
def eigenvalues_for_hard_vectors(case: tuple[float, ...], lift: Lift) -> Observation:
    x = lift(list(case))
    J = differences(x, lift)
    return {"x": x}, _cleaned(eigenvalues((J + J.T) / 2), lift)


@attack("meterez2024:lemma-C.11", **hard.on_squares(2, 3, 5), weight=0.5, tolerance=1e-30)
@supremum(1.0)
@routes("eigenvalues of X^T X", "squared row norms")
@pinned("d = 1", Rotation(1))
@pinned("attained by equal rows", Rotation(2))
@pinned("attained, far below the mean", Scaled(Rotation(2), (0, 1)))
@pinned("nearly parallel", Entries("nearly parallel", ((1.0, 1.0), (1.0, 1.000001))))
def rows_of_hard_matrices(X: Array) -> Observation:
    return {"X": X}, (X * X).sum(axis=1).min()


plot(
    "meterez2024:lemma-C.7",
    families.gaps(
        r"$\|J_{\mathrm{BN}}(X)\|^2$",
        families.matrices(2, 5),
        "One small singular value",
        span=(1e-3, 3.0),
    ),
)
plot(
    "meterez2024:lemma-C.8",
    families.gaps(r"$\lambda_{\min}$", families.spectra(), span=(1e-6, 5.0)),
)
plot(
    "meterez2024:lemma-C.11",
    families.gaps(
        "squared length of the shortest row", families.matrices(2, 5), "One small singular value"
    ),
)
