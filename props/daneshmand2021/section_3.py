"""Attacks on theory/daneshmand2021/section_3.py."""

import math

from hypothesis import strategies as st

from lemmata.props import recipes
from lemmata.props import strategies as hard
from lemmata.props.attack import (
    COSTLY,
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
)
from lemmata.props.gram_chains import (
    GAPS,
    UnderA1,
    gap_under_a1,
    limit_states,
    one_share,
    two_levels,
)
from lemmata.props.hunting import spaces
from lemmata.props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    Rotation,
    SingularValues,
    SpectrumRecipe,
)
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import gram, gram_spectrum
from lemmata.theory.numerics.backends import sqrt
from lemmata.verify.cases import without_dust


@attack("daneshmand2021:theorem-1", **GAPS)
@pinned("a violation at a finite width", (two_levels(50, 12, 0.032), 93, 1e13, 1.0))
@pinned("a violation", (one_share(16, 0.2), 85, math.inf, 1.0))
@pinned("a violation at a larger n", (one_share(50, 0.2), 100, math.inf, 1.0))
@pinned("none at n = 4", (one_share(4, 0.3), 30, math.inf, 1.0))
@pinned("none from a nearly singular input", (one_share(2, 0.01), 1, math.inf, 1.0))
def gap_in_depth(case: UnderA1, lift: Lift) -> Observation:
    return gap_under_a1(case, lift)


@attack("daneshmand2021:remark-whitening", hard.full_rank_tall(decades=2), tolerance=1e-25)
@routes("the identity matrix", "eigenvectors of M^T M")
@domain("full-rank d x n matrices, n = 1 to 4, condition numbers to 1e4")
@pinned("BN is not enough", SingularValues((0.0, 2.0), Rotation(3, (2, 5)), Rotation(2, (3,))))
def whitened_gram(case: MatrixRecipe, lift: Lift) -> Observation:
    """(M M^T)^(-1/2) M = M (M^T M)^(-1/2), formed on the side of the samples."""
    M = case.build(lift)
    values, Q = recipes.eigenvectors(gram(M), lift)
    return {"M": M}, without_dust(gram(M @ ((Q / sqrt(values)) @ Q.T)), 1e-25)


GAMMA = 1 - 2.0**-20  # the larger gamma, the weaker the claim
PAIRS = st.floats(0.05, 0.45).map(lambda q: one_share(2, q))
NINE_TENTHS = SpectrumRecipe((0.8, -0.8), (1, 1), deviations=True)
Forgetting = tuple[SpectrumRecipe, float, int]  # two samples, a root of f, depth


@attack(
    "daneshmand2021:remark-mixing", st.tuples(PAIRS, st.floats(0, 1), st.sampled_from((1, 2, 5)))
)
@searched(weight=0.5, **COSTLY)
@routes("the bound", "a polynomial of the Gram chain at d = inf: quadrature, 2F1 when judging")
@domain("n = 2, d = inf, f of second degree, gamma = 1 - 1e-6, depth 1 to 10")
@pinned("f vanishes at the input, 9/10, exactly, not at 3/4", (NINE_TENTHS, 0.9, 1))
@pinned("nor later", (NINE_TENTHS, 0.9, 10))
@hunt_in(
    spaces.Space(
        ((1, 2, 5),),
        lambda depth: 2,
        lambda point, z: (
            SpectrumRecipe((*spaces.row(z[:1]), 0.0), (1, 1)),
            spaces.row(z[1:])[0],
            point[0],
        ),
        lambda depth: f"depth {depth}",
    )
)
def polynomials_that_leave_their_mean(case: Forgetting, lift: Lift) -> Observation:
    """|f(q_1)| for f = (q_1 - 1/2)(q_1 - c), whose stationary mean is f(1/2) = 0."""
    recipe, root, depth = case
    states, _ = limit_states(recipe, depth, lift)
    c, gamma = lift([root, GAMMA])
    values = [abs(states[k][0] / 2 * ((1 + states[k][0]) / 2 - c)) for k in (0, depth)]
    return {"gamma": gamma, "l": depth, "first": values[0]}, values[1]


def signs(d: int, n: int, bits: int) -> Entries:
    entries = [[float(1 - 2 * (bits >> (i * n + j) & 1)) for j in range(n)] for i in range(d)]
    return Entries("signs", tuple(tuple(row) for row in entries))


@attack(
    "daneshmand2021:remark-sigma-min",
    st.sampled_from(((4, 2), (4, 3), (5, 2), (6, 3))).flatmap(
        lambda shape: st.integers(0, 2 ** (shape[0] * shape[1]) - 1).map(
            lambda bits: signs(*shape, bits)
        )
    ),
)
@routes("the bound", "eigenvalues of H^T H")
@domain(
    "sign matrices, (d, n) = (2, 1), (3, 2), (4, 2), (4, 3), (5, 2), (6, 3); hunted, any"
    " matrix as Gaussian entries may give it"
)
@pinned("equal columns", signs(4, 2, 0))
@pinned("opposite columns", signs(3, 2, 0b101010))
@pinned("one column is as long as the others", signs(2, 1, 0))
@hunt_in(spaces.matrices((4, 2), (6, 3), (9, 4)))
def sign_matrices(case: MatrixRecipe, lift: Lift) -> Observation:
    H = case.build(lift)
    smallest = abs(gram_spectrum(H)[0])
    dust = 1e-12 if lift is recipes.in_floats else 1e-40
    exact = lift is not recipes.in_tensors and smallest < dust
    width, batch = lift([float(side) for side in H.shape])
    return {"d": width, "n": batch}, 0 * smallest if exact else sqrt(smallest)


plot(
    "daneshmand2021:theorem-1",
    families.crossing("sharp:orthogonality-decay"),
)
plot(
    "daneshmand2021:remark-mixing",
    families.in_depth(
        r"$|E f(H_\ell) - E_\pi f|$",
        {"n = 2": [(NINE_TENTHS, 0.9, l) for l in range(1, 16)]},
        "Two samples, d = inf, exactly; f vanishes at the input, so that what is printed allows"
        " nothing.",
        log_y=False,
    ),
)
