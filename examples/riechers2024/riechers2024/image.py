"""The set of outputs of LayerNorm: a hyperplane, the inside of an ellipsoid, its axes."""

import numpy as np

import lemmata
from lemmata import Array, Grade, Kind, Mutant, Verdict, backends, hypotheses
from riechers2024.layernorm import (
    composed,
    layer_norm,
    not_constant,
    not_zero,
    projector,
    room,
)

POSITIVE_EPS = hypotheses.Hypothesis(
    "eps > 0", r"\varepsilon > 0", "eps", hypotheses.positive("eps").check
)
VARIABLES = {"a": "a", "g": "g", "b": "b", "eps": r"\varepsilon"}
AT = {"a": [1.0, 2.0, 4.0], "g": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 0.0], "eps": 0.5}
NEAR = {"a": AT["a"], "eps": 0.5}


@lemmata.claim(
    "riechers2024:formula",
    title="LayerNorm is a projection, a scaling and an affine map",
    statement=r"\frac{a - \bar a}{\sqrt{\operatorname{var} a + \varepsilon}} \odot g + b ="
    r" \frac{\sqrt N\, \operatorname{diag}(g) P a}{\sqrt{\|P a\|^2 + N \varepsilon}} + b",
    variables=VARIABLES,
    kind=Kind.IDENTITY,
    source="Abstract and summary, after",
    hypotheses=[POSITIVE_EPS],
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("eps without N", lambda a, g, b, eps: layer_norm(a, g, b, eps / len(a)), AT),
        Mutant(
            "sqrt N is lost",
            lambda a, g, b, eps: layer_norm(a, g / backends.sqrt(len(a) + 0 * eps), b, eps),
            AT,
        ),
    ],
)
def composition(a: Array, g: Array, b: Array, eps: Array) -> Array:
    return layer_norm(a, g, b, eps)


@lemmata.claim(
    "riechers2024:projection",
    title="The squared length that the projection leaves",
    statement=r"\|P a\|^2 = \textstyle\sum_i a_i^2 - \tfrac1N (\sum_i a_i)^2",
    kind=Kind.IDENTITY,
    source="Projection on the complement of 1; after",
    expected=Verdict.PROVED,
    variables={"a": "a"},
    mutants=[Mutant("without 1/N", lambda a: (a**2).sum(-1) - a.sum(-1) ** 2, {"a": AT["a"]})],
)
def squared_length(a: Array) -> Array:
    return (a**2).sum(-1) - a.sum(-1) ** 2 / a.shape[-1]


@lemmata.claim(
    "riechers2024:ball",
    title="The scaling maps into the ball of radius sqrt N",
    statement=r"\frac{N \|P a\|^2}{\|P a\|^2 + N \varepsilon} \le N",
    variables={"a": "a", "eps": r"\varepsilon"},
    kind=Kind.UPPER_BOUND,
    hypotheses=[POSITIVE_EPS],
    source="Summary, before the affine map; after",
    expected=Verdict.PROVED,
    mutants=[Mutant("N - 1", lambda a, eps: a.shape[-1] - 1, {"a": [0.0, 9.0], "eps": 1e-3})],
)
def squared_radius(a: Array, eps: Array) -> Array:
    return a.shape[-1]


@lemmata.claim(
    "riechers2024:depth-below-surface",
    title="How far an output lies below the surface",
    statement=r"1 - \frac{\|z\|^2}{N} = \frac{N \varepsilon}{\|P a\|^2 + N \varepsilon}",
    variables={"a": "a", "eps": r"\varepsilon"},
    kind=Kind.IDENTITY,
    hypotheses=[POSITIVE_EPS],
    source="Typical inputs are mapped near its surface: how near; after",
    expected=Verdict.PROVED,
    mutants=[Mutant("eps without N", lambda a, eps: eps / room(a, eps), NEAR)],
)
def below_the_surface(a: Array, eps: Array) -> Array:
    return a.shape[-1] * eps / room(a, eps)


@lemmata.claim(
    "riechers2024:hyperplane",
    title="All outputs lie in the hyperplane through b across 1/g",
    statement=r"\textstyle\sum_i y_i / g_i = \sum_i b_i / g_i,\quad y = \mathrm{LN}(a, g, b,"
    r" \varepsilon)",
    variables=VARIABLES,
    kind=Kind.IDENTITY,
    hypotheses=[POSITIVE_EPS, not_zero("g")],
    source="Abstract",
    expected=Verdict.HOLDS,
    mutants=[Mutant("across g", lambda a, g, b, eps: (b * g).sum(-1), AT)],
)
def height_of_the_hyperplane(a: Array, g: Array, b: Array, eps: Array) -> Array:
    return (b / g).sum(-1)


@lemmata.claim(
    "riechers2024:ellipsoid",
    title="All outputs lie inside an ellipsoid",
    statement=r"\textstyle\sum_i ((y_i - b_i) / g_i)^2 \le N,\quad y = \mathrm{LN}(a, g, b,"
    r" \varepsilon)",
    variables=VARIABLES,
    kind=Kind.UPPER_BOUND,
    hypotheses=[POSITIVE_EPS, not_zero("g")],
    source="Abstract",
    expected=Verdict.HOLDS,
    reason="the interior, as eps > 0: at eps = 0 every output lies on the surface",
    mutants=[
        Mutant("N - 1", lambda a, g, b, eps: len(a) - 1, {**AT, "a": [0.0, 0.0, 9.0], "eps": 1e-6})
    ],
)
def number_of_neurons(a: Array, g: Array, b: Array, eps: Array) -> Array:
    return a.shape[-1]


@lemmata.claim(
    "riechers2024:dimension",
    title="The linear part has rank N - 1",
    statement=r"\operatorname{rank}(\operatorname{diag}(g) - g 1^\top / N) = N - 1",
    kind=Kind.IDENTITY,
    source="Abstract: an (N-1)-dimensional hyperplane; after",
    variables={"g": "g"},
    expected=Verdict.REFUTED,
    grade=Grade.EDGE,
    sharp="riechers2024:rank",
    reason="a gain that is 0 takes its coordinate away: one such gain leaves the rank as it is,"
    " since e_i is not orthogonal to 1, but with two of them e_i - e_j is lost too. Trained gains"
    " are hardly ever 0, so that this is an edge; pruned ones are.",
)
def one_less(g: Array) -> int:
    return len(g) - 1


def _zeros(g: Array) -> int:
    return sum(bool(v == 0) for v in np.asarray(g).flat)


@lemmata.claim(
    "riechers2024:rank",
    title="The rank for every choice of gains",
    statement=r"\operatorname{rank}(\operatorname{diag}(g) - g 1^\top / N) = N - \max(1,"
    r" \#\{i: g_i = 0\})",
    variables={"g": "g"},
    kind=Kind.IDENTITY,
    source="derived here: range(P) meets the kernel of diag(g) in the vectors of sum 0 that live"
    " on the zeros of g",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("N less the zeros", lambda g: len(g) - _zeros(g), {"g": [1.0, 1.0]}),
        Mutant("one less yet", lambda g: len(g) - 1 - _zeros(g), {"g": [0.0, 1.0]}),
    ],
)
def rank_for_all_gains(g: Array) -> int:
    return len(g) - max(1, _zeros(g))


@lemmata.claim(
    "riechers2024:left-null-space",
    title="What is orthogonal to the image",
    statement=r"(I - u u^\top) M = M = \operatorname{diag}(g) - g 1^\top / N,\quad u = g^{-1} /"
    r" \|g^{-1}\|",
    variables={"g": "g"},
    kind=Kind.IDENTITY,
    hypotheses=[not_zero("g")],
    source="Summary: the left null space of diag(g) - g 1^T/N",
    expected=Verdict.HOLDS,
    mutants=[Mutant("transposed", lambda g: composed(g).T, {"g": [1.0, 2.0]})],
)
def linear_part(g: Array) -> Array:
    return composed(g)


def axes(matrix: Array, count: int) -> Array:
    """sqrt(N/lambda) for the eigenvalues but the first, which is 0: descending, (N - 1,)."""
    return backends.sqrt(count / backends.eigenvalues(matrix)[1:])


@lemmata.claim(
    "riechers2024:axes",
    title="The principal axes of the ellipsoid in its hyperplane",
    statement=r"\sqrt{N}\, \sigma_k(\operatorname{diag}(g) P) = \sqrt{N / \lambda_k},\quad"
    r" \lambda_k = \lambda_k(Q G^{-2} Q) > 0,\ G = \operatorname{diag}(g)",
    variables={"g": "g"},
    kind=Kind.IDENTITY,
    hypotheses=[not_zero("g")],
    source="Abstract and summary; the left-hand side after",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "without Q", lambda g: axes(np.diag(1 / np.asarray(g) ** 2), len(g)), {"g": [1.0, 2.0]}
        ),
        Mutant("without the root of N", lambda g: axes(_confined(g), 1), {"g": [1.0, 2.0]}),
    ],
)
def semi_axes(g: Array) -> Array:
    return axes(_confined(g), len(g))


def _confined(g: Array) -> Array:
    """Q G^-2 Q."""
    Q = projector(g)
    return Q @ np.diag(1 / np.asarray(g) ** 2) @ Q


@lemmata.claim(
    "riechers2024:longest-axis",
    title="No axis is longer than the largest gain allows",
    statement=r"\sqrt{N}\, \sigma_1(\operatorname{diag}(g) P) \le \sqrt{N}\, \max_i |g_i|",
    variables={"g": "g"},
    kind=Kind.UPPER_BOUND,
    hypotheses=[not_zero("g")],
    source="derived here: ||diag(g) P|| <= ||diag(g)||",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "the smallest gain",
            lambda g: backends.sqrt(len(g) * min(v * v for v in g)),
            {"g": [1.0, 2.0]},
        )
    ],
)
def largest_gain(g: Array) -> Array:
    return backends.sqrt(len(g) * max(v * v for v in np.asarray(g)))


@lemmata.claim(
    "riechers2024:surface",
    title="Without eps every output lies on the surface",
    statement=r"\textstyle\sum_i ((y_i - b_i) / g_i)^2 = N,\quad y = \mathrm{LN}(a, g, b, 0)",
    variables={"a": "a", "g": "g", "b": "b"},
    kind=Kind.IDENTITY,
    hypotheses=[not_constant("a"), not_zero("g")],
    expected=Verdict.HOLDS,
    source="Abstract: the interior; at eps = 0 it is the boundary. After",
    mutants=[Mutant("N - 1", lambda a, g, b: len(a) - 1, {name: AT[name] for name in "agb"})],
)
def on_the_surface(a: Array, g: Array, b: Array) -> Array:
    return len(a)
