"""Attacks on theory/sharp/isometry.py."""

from itertools import accumulate

from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import (
    COSTLY,
    INTEGRAL,
    Lift,
    Observation,
    attack,
    domain,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting.spaces import EXTREMES
from lemmata.props.orthogonal_chains import CHAINS, Chain, chain_gap
from lemmata.props.recipes import Entries, Rotation, Scaled, SpectrumRecipe, in_floats
from lemmata.props.sweeps import families, sampled
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import bn, isometry_gap
from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, exp, stack
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum


@attack("sharp:bn-identity", **hard.on_squares(), tolerance=1e-20)
@routes("row norms", "determinants of X and BN(X)")
@pinned("lengths 1 and 10: lemma A.1 is not sharp", Scaled(Rotation(2), (0, 1)))
@pinned("nearly singular", Entries("nearly parallel", ((1.0, 1.0), (1.0, 1.000001))))
def ratio_of_determinants(X: Array) -> Observation:
    return {"X": X}, exp(isometry_gap(X) - isometry_gap(bn(X)))


@attack("sharp:eigenvalue-from-gap", **hard.on_spectra(2, 3, 8, 64, largest=2.5, space=EXTREMES))
@supremum(1.0)
@searched(keep=2, tolerance=1e-30, hunted="hunted_eigenvalues")
@routes("Newton's method on the defining equations", "the eigenvalues themselves")
@pinned("one extreme", hard.one_small(3, 1.0))
@pinned("the other", hard.one_large(3, 1.0))
@pinned("between them", SpectrumRecipe((-0.5, 0.5), (2, 2), deviations=True))
@pinned("an extreme at a gap of about 1e-30", hard.one_small(64, 1e-15))
def extremes_of_hard_spectra(s: Spectrum) -> Observation:
    low, high = exp(s.log_eigenvalues.min()), -exp(s.log_eigenvalues.max())
    return {"phi": s.gap, "d": s.width}, stack([low, high, low, high])


plot(
    "sharp:eigenvalue-from-gap",
    families.gaps(
        r"$\lambda_{\min}$",
        families.both_extremes(8, families.EVEN),
        "Three families of spectra: the claim is attained by the first",
        entry=0,
        log_y=False,
        log_x=False,
        span=(0.0, 3.0),
    ),
)


@attack("sharp:drift", st.lists(st.floats(0.05, 60), min_size=1, max_size=4).map(tuple))
@searched(weight=0.5, keep=2, tolerance=1e-30)
@routes("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences")
@domain("eigenvalues in pairs, d = 4 to 10, over 100 decades")
@pinned("1/2, 1/2, 3/2, 3/2: far from the local law", (1.0986122886681098,))
def drift_of_pairs(case: tuple[float, ...], lift: Lift) -> Observation:
    """A case has the differences of the logarithms of distinct eigenvalues, each twice."""
    logs = tuple(accumulate(case, initial=0.0))
    spectrum = SpectrumRecipe(logs, (2,) * len(logs)).build(lift)
    value = reference.mean_log_doubled(list(spectrum.eigenvalues))
    return {"spectrum": spectrum}, float(value) if lift is in_floats else value


SIZE = 1e-14  # the rate is off by about the size of the deviations
PATTERNS = st.lists(st.integers(-4, 4), min_size=2, max_size=8).filter(lambda p: min(p) < max(p))


@attack("sharp:local-rate", PATTERNS.map(tuple), weight=0.5, keep=2, tolerance=1e-12, digits=30)
@routes("d/(d+2)", "the drift over the gap near isometry")
@domain("deviations of 1e-14 in any pattern, d = 2 to 8")
@pinned("neither extreme", (-1, 0, 1))
def rate_of_any_pattern(case: tuple[int, ...], lift: Lift) -> Observation:
    recipe = SpectrumRecipe(tuple(SIZE * p for p in case), (1,) * len(case), deviations=True)
    s = recipe.build(lift)
    return {"d": s.width}, 1 + drift(s) / s.gap


@attack("sharp:drift-from-spread", **hard.on_spectra(1, 2, 3, 5, 16, 64, hunted=(2, 3, 5, 8, 16)))
@supremum(1.0)
@searched(**INTEGRAL)
@routes("the bound", "the drift as an integral over t")
@pinned("near isometry the local rate", hard.one_small(2, 1e-6))
@pinned("lambda_max is needed", SpectrumRecipe((0.7, -0.1), (1, 7), deviations=True))
def drift_of_hard_spectra(spectrum: Spectrum) -> Observation:
    return {"spectrum": spectrum}, drift(spectrum)


plot("sharp:drift-from-spread", families.gaps(families.FALL, families.spectra(), minus=True))


@attack("sharp:extremal-drift", **hard.on_spectra(3, 4, 8, space=EXTREMES))
@supremum(1.0)
@searched(**COSTLY, name="drift_of_hard_spectra", hunted="hunted_drifts")
@routes("the drift of the extremal spectra, by Newton's method", "that of other spectra")
@pinned("one extreme", hard.one_small(4, 3.0))
@pinned("the other", hard.one_large(4, 3.0))
def drift_beside_the_extremes(s: Spectrum) -> Observation:
    value = drift(s)
    return {"phi": s.gap, "d": s.width}, stack([-value, value])


plot(
    "sharp:extremal-drift",
    families.gaps(
        families.FALL,
        families.both_extremes(8),
        "Three families of spectra: the claim, from below, is attained by the first",
        entry=0,
    ),
)


@attack("sharp:theorem-1", **CHAINS)
@supremum(1.0)
@pinned("attained in one layer, far from the local rate", (hard.one_small(2, 6.0), 1))
@pinned("nearly attained in many, at the local rate", (hard.one_small(2, 1e-3), 16))
def chains_from_hard_spectra(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)


plot(
    "sharp:theorem-1",
    families.in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {families.MEANS}",
        beside=lambda claim_id: sampled.decay(claim_id, (), (2, 8, 32)),
    ),
)


@attack("sharp:absolute-constant", **CHAINS, name="chains_from_hard_spectra")
@supremum(1.0)
@pinned("near isometry the local rate", (hard.one_small(2, 1e-6), 1))
@pinned("and it stays the rate", (hard.one_small(2, 1e-6), 40))
def chains_near_isometry(case: Chain, lift: Lift) -> Observation:
    return chain_gap(case, lift)


plot(
    "sharp:absolute-constant",
    families.in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1; {families.MEANS}",
        beside=lambda claim_id: sampled.decay(claim_id, ("sharp:theorem-1",), (2, 8, 32)),
    ),
)
