"""Attacks on theory/meterez2024/section_3_1.py.

At d = 2 expectations over a rotation are exact: of the gap by ``verify.chains.width_two``, of the
isometry by Gauss's means.
"""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import recipes
from lemmata.props import strategies as hard
from lemmata.props.attack import (
    INTEGRAL,
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting import spaces
from lemmata.props.orthogonal_chains import at_least
from lemmata.props.recipes import (
    Entries,
    MatrixRecipe,
    Rotation,
    Scaled,
    SingularValues,
    SpectrumRecipe,
)
from lemmata.props.sweeps import families, sampled
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import bn, gram_spectrum, isometry, isometry_gap
from lemmata.theory.numerics.backends import Array, exp, sqrt
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum
from lemmata.verify.chains.width_two import expected_gap_in_two_layers

IDENTITY = Rotation(2)
ONE_TWO = SingularValues((0.0, 0.6931471805599453), IDENTITY, IDENTITY)  # diag(1, 2)
OUTLIER = SingularValues((*[0.0] * 7, 0.7), Rotation(8), Rotation(8))  # one long row of eight

CLOSE = 1 + 2.0**-30
NEARLY_PARALLEL = Entries(
    "nearly parallel", ((CLOSE, 1.0, 1.0), (1.0, CLOSE, 1.0), (1.0, 1.0, CLOSE))
)


@attack(
    "meterez2024:remark-gap-range",
    hard.any_matrices().filter(lambda r: r.build(recipes.in_floats).any()),
)
@routes("zero", "singular values and exact determinants")
@domain("matrices of any shape and rank, one ulp from singular, subnormal")
@pinned("attained", IDENTITY)
@pinned("singular: an infinite gap", Entries("ones", ((1.0, 1.0), (1.0, 1.0))))
@pinned("nearly singular", NEARLY_PARALLEL)
@pinned("rows of sizes 1, 1e3, 1e6", Scaled(Rotation(3, (1,)), (0, 3, 6)))
@hunt_in(spaces.matrices((2, 2), (3, 2), (3, 3), (5, 4)))
def gap_of_any_matrix(X: Array) -> Observation:
    return {"X": X}, isometry_gap(X)


@attack("meterez2024:theorem-1", st.tuples(hard.spectra(choices=(2,)), st.just(1)))
@supremum(1.0)
@searched(weight=0.5, keep=1, tolerance=1e-12, digits=30)
@routes("the bound with C = 1", "the law of a layer at d = 2, integrated")
@domain("d = 2, two layers from any spectrum; 2 to 65 layers from gaps up to 50")
@pinned("the drift is bounded, so approached as phi_0 grows", (hard.one_small(2, 600.0), 1))
@pinned("a common gap", (hard.one_small(2, 1.0), 1))
@pinned("a common gap, far down", (hard.one_small(2, 1.0), 16))
@hunt_in(
    spaces.Space(
        ((1, 4, 16, 64),),
        lambda l: 1,
        lambda point, z: (
            SpectrumRecipe((*spaces.row(100 - 200 / (1 + exp(z))), 0.0), (1, 1)),
            point[0],
        ),
        lambda l: f"d = 2, depth {l}",
    )
)
def chains_at_width_2(case: tuple[SpectrumRecipe, int], lift: recipes.Lift) -> Observation:
    """E phi(X_(l+1)) from phi(X_0): two layers in mpmath as an integral over the angle."""
    s, l = case[0].build(lift), case[1]
    in_two = lift is recipes.in_mpf and l == 1
    mean = expected_gap_in_two_layers(s.gap) if in_two else at_least(s.gap, l + 1, lift)
    return {"phi_0": s.gap, "l": l, "d": 2, "C": 1.0}, mean


@st.composite
def matrix_and_rotation(draw: st.DrawFn) -> tuple[MatrixRecipe, Rotation]:
    case = draw(hard.full_rank_square())
    return case, draw(hard.rotations(len(case.build(recipes.in_floats))))


@attack("meterez2024:lemma-2", matrix_and_rotation(), space=spaces.with_rotation(2, 3, 4))
@supremum(1.0)
@routes("row norms of W X and det X", "det BN(W X)")
@domain("full-rank square matrices and products of reflections, d = 1 to 5")
@pinned("no rotation", (ONE_TWO, IDENTITY))
@pinned("one that makes the rows nearly equal", (ONE_TWO, Rotation(2, (3,))))
@pinned("one long row: the variance may not stand twice", (OUTLIER, Rotation(8)))
@pinned("nearly singular", (NEARLY_PARALLEL, Rotation(3, (2,))))
def isometry_after_rotation(case: tuple[MatrixRecipe, Rotation], lift: recipes.Lift) -> Observation:
    X, W = case[0].build(lift), case[1].build(lift)
    return {"X": X, "W": W}, isometry(bn(W @ X))


@attack("meterez2024:theorem-3", **hard.on_spectra(2), tolerance=1e-30)
@supremum(1.0)
@routes("the bound", "the mean over the angle by arithmetic-geometric means")
@pinned("near isometry both sides are 1", hard.one_small(2, 1e-9))
@pinned("1/2 and 3/2", hard.one_small(2, 1.0986122886681098))
def isometry_at_width_2(s: Spectrum) -> Observation:
    """E I(BN(W X)) = r (2/pi) K(e^2) = r / agm(1, r)."""
    r = exp(-s.gap)
    a, b = 1 + 0 * r, r
    for _ in range(20):  # means double their digits; 300 decades take ten of them
        a, b = (a + b) / 2, sqrt(a * b)
    return {"spectrum": s}, r / a


@attack("meterez2024:remark-eigenvalues", hard.full_rank_square(choices=(1, 2, 3)))
@routes("the bound 1", "eigenvalues of BN(X)^T BN(X)")
@domain("BN outputs, d = 1 to 3")
@pinned("a violation", Entries("tilted", ((1.0, 1.0), (0.0, 2.0))))
@pinned("nearly d, the most there is", NEARLY_PARALLEL)
@hunt_in(spaces.matrices((2, 2), (3, 3), (5, 5)))
def largest_eigenvalue(M: Array) -> Observation:
    X = bn(M)
    return {"X": X}, gram_spectrum(X)[-1]


@attack("meterez2024:corollary-4", **hard.on_spectra(1, 2, 3, 5, 16, 64, hunted=(2, 3, 5, 8, 16)))
@supremum(1 / 4)  # sharp:local-rate at d = 2
@searched(**INTEGRAL)
@routes("the bound", "the drift as an integral over t")
@pinned("the local rate at d = 2, the supremum", hard.one_small(2, 1e-6))
@pinned("1/2, 1/2, 3/2, 3/2: d^2 is needed", SpectrumRecipe((-1.0986122886681098, 0.0), (2, 2)))
def drift_of_hard_spectra(spectrum: Spectrum) -> Observation:
    return {"spectrum": spectrum}, drift(spectrum)


plot(
    "meterez2024:remark-gap-range",
    families.Sweep(
        "largest over smallest singular value",
        r"$\phi(X)$",
        lambda p: np.linalg.cond(p["X"]),
        {f"d = {d}": families.matrices(d)[f"d = {d}"] for d in (2, 3, 5)},
        "One small singular value: the gap is 0 where all are equal, and has no bound.",
        log_y=False,
        span=(1.0, 1e4),
    ),
)
plot(
    "meterez2024:theorem-1",
    families.in_depth(
        r"$E\, \phi(X_\ell)$",
        {},
        f"From a gap of 1, with C = 1; {families.MEANS}",
        beside=lambda claim_id: sampled.decay(claim_id, ("sharp:theorem-1",), (2, 8, 32)),
    ),
)
plot(
    "meterez2024:lemma-2",
    families.gaps(
        r"$I(\mathrm{BN}(W X)) / I(X)$",
        {
            name: [(case, Rotation(d, (3,))) for case in families.matrices(d)[name]]
            for d, name in ((2, "d = 2"), (8, "d = 8"))
        },
        "One small singular value, a rotation of all rows",
        over=lambda p: isometry(p["X"]),
    ),
)
plot(
    "meterez2024:theorem-3",
    families.gaps(
        r"$E\, I(\mathrm{BN}(W X))$",
        families.spectra((2,), sizes=families.EVEN),
        "d = 2, where the mean is exact",
        log_y=False,
        log_x=False,
        span=(0.0, 5.0),
    ),
)
plot(
    "meterez2024:remark-eigenvalues",
    families.gaps(
        r"$\lambda_{\max}(X X^\top)$",
        {f"d = {d}": families.tilted(d) for d in (2, 3, 5)},
        "BN outputs whose rows have one cosine with each other: the claim allows nothing above 1",
        log_y=False,
    ),
)
plot(
    "meterez2024:corollary-4",
    families.gaps(
        families.FALL, families.spectra(), minus=True, sharper=("sharp:drift-from-spread",)
    ),
)
