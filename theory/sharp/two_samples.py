"""Two samples, n = 2, where the law of chain (1) of daneshmand2021 is elementary at every depth."""

import numpy as np

from lemmata.theory.errors import OutOfRange
from lemmata.theory.hypotheses import Hypothesis, matrix, natural, no_zero_row, unit_norm, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, expm1, log1p, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import real


# sharp:two-samples, sharp:moebius-layer: n = 2, the whole law of depth.
#
# Let q = (1 +- c)/2 be the eigenvalues of H^T H, c = sqrt(2) V: for two samples of one norm c is
# their |cosine|. A row of W H is (sqrt(q_1) z_1, sqrt(q_2) z_2), z ~ N(0, I_2), in the right
# singular basis; its angle, doubled, has the cosine (c + x)/(1 + c x),
# x + i y = zeta = (z_1 + i z_2)^2/|z|^2 uniform on the circle. With a = c/(1 + sqrt(1 - c^2)), so
# that c = 2 a/(1 + a^2), the doubled angle is that of (a + zeta)/(1 + a zeta), a Moebius map of the
# circle, and the Gram matrix of the next layer is the mean of d of them:
# c' = |(1/d) sum_j (a + zeta_j)/(1 + a zeta_j)|. Such a map is analytic in the disc, so its mean is
# its value a at 0: at d = inf c' = a, and as c = 2 a/(1 + a^2) is tanh's formula for the double
# argument, artanh c halves in every layer. At a finite width E c'^2 = a^2 + (1 - a^2)/d.
def _below_one(c: Array) -> None:
    within("c", 0, 1).check(c)
    if np.any(as_array(c, "c") >= 1):
        raise OutOfRange("c", f"{c}; expected 0 <= c < 1: independent samples")


INDEPENDENT = Hypothesis(
    "independent samples", r"0 \le c < 1", "c", _below_one, rocq=lambda c: [real(0) <= c, c < 1]
)


@claim(
    "sharp:two-samples",
    title="Of two samples the area tangent of the cosine halves in every layer",
    statement=r"n = 2,\; d \to \infty:\quad \sqrt{2}\, V(H_l) ="
    r" \tanh\left(2^{-l} \operatorname{artanh} c\right),\quad c = \sqrt{2}\, V(H_0)",
    kind=Kind.IDENTITY,
    hypotheses=[INDEPENDENT, natural("l", at_least=0), unit_norm(rocq.TWO_FIRST, "c")],
    source="derived: the Gram map at n = 2",
    uses=["sharp:gram-map"],
    expected=Verdict.PROVED,
    reason="that the Gram matrix at d = inf is its mean is the definition of that layer in Rocq",
    mutants=[Mutant("the local rate everywhere", lambda c, l: c / 2**l, {"c": 0.9, "l": 1})],
    formal=Formal(
        {"c": rocq.root_two(rocq.gap_of(rocq.q_of_two)), "l": rocq.l},
        rocq.root_two(rocq.gap_of(rocq.wide(rocq.l, rocq.q_of_two))),
    ),
)
def cosine_in_depth(c: Array, l: int) -> Array:
    c = as_array(c)
    less = expm1(log1p(-2 * c / (1 + c)) / 2**l)  # ((1-c)/(1+c))^(2^-l) - 1
    return -less / (2 + less)


@claim(
    "sharp:moebius-layer",
    title="A layer on two samples is a mean of Moebius maps of the circle",
    statement=r"\sqrt{2}\, V(H_{l+1}) = \left| \tfrac{1}{d} \sum_j"
    r" \frac{a + \zeta_j}{1 + a \zeta_j} \right|,\quad c = \sqrt{2}\, V(H_l),\quad"
    r" a = \frac{c}{1 + \sqrt{1 - c^2}},\quad \zeta_j = \frac{(Z_{j1} + i Z_{j2})^2}{\|Z_j\|^2}",
    kind=Kind.IDENTITY,
    hypotheses=[INDEPENDENT, matrix("Z"), no_zero_row("Z")],
    source="derived: the angles of the rows, doubled; Z as in sharp:gram-chain, d x 2",
    uses=["sharp:gram-chain"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "c for a",
            lambda c, Z: _mean_of_maps(as_array(c), Z),
            {"c": 0.5, "Z": [[1.0, 0.0], [1.0, 2.0]]},
        )
    ],
    formal=Formal({"c": rocq.number("c"), "Z": rocq.Z}, rocq.root_two(rocq.V(rocq.LAYER_OF_TWO))),
)
def moebius_layer(c: Array, Z: Array) -> Array:
    c = as_array(c)
    return _mean_of_maps(c / (1 + sqrt((1 - c) * (1 + c))), Z)


def _mean_of_maps(a: Array, Z: Array) -> Array:
    """(a + zeta)/(1 + a zeta) = (2 a + (1 + a^2) x + i (1 - a^2) y)/(1 + 2 a x + a^2)."""
    Z = as_matrix(Z, "Z")  # (d, 2)
    first, second = Z[:, 0], Z[:, 1]
    norm = first * first + second * second
    x, y = (first - second) * (first + second) / norm, 2 * first * second / norm
    below = x * (2 * a) + (1 + a * a)
    real, imaginary = (x * (1 + a * a) + 2 * a) / below, y * (1 - a * a) / below
    return sqrt(real.mean() ** 2 + imaginary.mean() ** 2)


# sharp:two-samples-at-rest: the lower half of sharp:stationary-gap at n = 2, at every width.
#
# With q the eigenvalues of H^T H and p their Gram map, sqrt(2) V(H) = q_1 - q_2, and by
# sharp:gram-variance E V(H')^2 = (1 - 1/d) (p_1 - p_2)^2/2 + 1/(2d). A row is (sqrt(q_1) g_1,
# sqrt(q_2) g_2); with X = g_1^2 and Y = g_2^2 exchanged in one of two terms
# p_1 - p_2 = E (q_1^2 - q_2^2) X Y/((q_1 X + q_2 Y)(q_1 Y + q_2 X)), and the two factors below sum
# to X + Y: it is at least (q_1 - q_2) E 4 X Y/(X + Y)^2 = (q_1 - q_2)/2. Hence
# E V(H_{l+1})^2 >= r E V(H_l)^2 + 1/(2d), r = (1 - 1/d)/4, from any input. From orthogonal samples
# it is attained at l = 1, and d times it tends to 2/3, the limit of sharp:stationary-gap. The other
# half, a bound from above that tends to 2/3, needs a width that grows with the depth, as samples
# that have once become parallel stay so: sharp:stationary-gap-above.
@claim(
    "sharp:two-samples-at-rest",
    title="Of two samples the squared gap does not fall below 2/(3 d + 1)",
    statement=r"n = 2:\quad \mathbb{E} V(H_l)^2 \ge \frac{2}{3 d + 1} \left(1 - r^l\right),\quad"
    r" r = \tfrac{1}{4} (1 - \tfrac{1}{d})",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("d"), natural("l", at_least=0)],
    source="derived: the lower half of sharp:stationary-gap, for two samples of any input",
    uses=["sharp:gram-variance"],
    expected=Verdict.PROVED,
    mutants=[Mutant("half for a quarter", {"rate": 2}, {"d": 16, "l": 20})],
    formal=Formal(
        {"d": rocq.d, "l": rocq.l},
        rocq.mean(
            rocq.weights(rocq.GAUSSIAN, rocq.l),
            "W",
            rocq.V(rocq.hidden(rocq.TWO_FIRST, rocq.l)) ** 2,
        ),
    ),
    not_attacked="a mean over layers without a law but at the first: sampled",
)
def squared_gap_at_rest(d: Array, l: int, *, rate: int = 4) -> Array:
    r = (1 - 1 / d) / rate
    return rate * (1 - r**l) / (2 * ((rate - 1) * d + 1))
