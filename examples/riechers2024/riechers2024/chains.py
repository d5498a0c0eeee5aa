"""Chains in depth: random rotations alternate with LayerNorm, compared with BN.

The samples are the n columns of X, (d, n). LayerNorm takes from each of them its part along 1, and
scales it to one length. After a Haar rotation 1 is a uniform direction u: the squared volume of n
samples falls by the factor 1 - |u_S|^2, S their span, where |u_S|^2 is Beta(n/2, (d-n)/2), and the
squared length of each by 1 - Beta(1/2, (d-1)/2). So with eps = 0 and gains 1 the isometry gap
phi(X) = log(tr X^T X/n) - log det(X^T X)/n grows by the same mean in every layer, whatever X is.
"""

import mpmath

import lemmata
from lemmata import Array, Kind, Mutant, Verdict, figures, hypotheses

LAYERS = (1, 5, 10, 20, 40)
D, N = 16, 8  # neurons and samples of the figure


def _lost(d: Array, k: int) -> Array:
    """E log(1 - Beta(k/2, (d-k)/2)) = psi((d-k)/2) - psi(d/2)."""
    half = mpmath.mpf(1) / 2
    return mpmath.digamma((d - k) * half) - mpmath.digamma(d * half)


@lemmata.claim(
    "riechers2024:gap-rate",
    title="LayerNorm after a rotation loses isometry at a constant rate",
    statement=r"\mathbb{E}\, \phi(\mathrm{LN}(W X)) - \phi(X) = \psi(\tfrac{d-1}2) - \psi(\tfrac"
    r" d2) - \tfrac1n (\psi(\tfrac{m}2) - \psi(\tfrac d2)),\quad d = n + m",
    kind=Kind.IDENTITY,
    hypotheses=[hypotheses.natural("n", 2), hypotheses.natural("m")],
    source="derived here: the volume and the lengths that a uniform direction takes away",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("the lengths forgotten", lambda n, m: -_lost(n + m, n) / n, {"n": 2, "m": 2}),
        Mutant("1/n forgotten", lambda n, m: _lost(n + m, 1) - _lost(n + m, n), {"n": 2, "m": 2}),
    ],
)
def gap_rate(n: int, m: int) -> Array:
    return _lost(n + m, 1) - _lost(n + m, n) / n


@lemmata.claim(
    "riechers2024:full-batch",
    title="A full batch loses rank in one layer",
    statement=r"\operatorname{rank} \mathrm{LN}(X) \le \min(n, d - 1)",
    variables={"X": "X"},
    kind=Kind.UPPER_BOUND,
    hypotheses=[hypotheses.matrix("X")],
    expected=Verdict.HOLDS,
    source="Abstract: an (N-1)-dimensional hyperplane, for n samples; after",
    mutants=[Mutant("d - 2", lambda X: min(len(X[0]), len(X) - 2), {"X": [[1, 0], [0, 1]]})],
)
def largest_rank(X: Array) -> int:
    return min(len(X[0]), len(X) - 1)


@lemmata.claim(
    "riechers2024:typical",
    title="Typical inputs land near the surface",
    statement=r"\mathbb{E}[1 - \|z\|^2 / N] \le \frac{N \varepsilon}{(N-3) s^2},\quad a \sim"
    r" \mathcal{N}(0, s^2 I)",
    variables={"N": "N", "eps": r"\varepsilon", "s": "s"},
    kind=Kind.UPPER_BOUND,
    source="Abstract, for Gaussian inputs: E 1/chi^2_(N-1) = 1/(N-3); after",
    hypotheses=[hypotheses.natural("N", 4), hypotheses.positive("s"), hypotheses.positive("eps")],
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "half of it",
            lambda N, eps, s: N * eps / (2 * (N - 3) * s**2),
            {"N": 64, "eps": 0.01, "s": 1.0},
        )
    ],
)
def typical_depth(N: int, eps: float, s: float) -> float:
    return N * eps / ((N - 3) * s**2)


GROWTH = "growth a layer under LayerNorm, over its law"
DEPTH = figures.figure(
    figures.FigureClaim(
        "riechers2024:depth",
        title="LayerNorm and BN in depth, after random rotations",
        sentence="The gap of samples grows linearly under LayerNorm, and stays bounded under BN.",
        says={
            GROWTH: figures.Said(
                r"\frac{\phi_{40} - \phi_1}{39\, r(d, n)}", figures.about(1, 0.15)
            ),
            "gap after 40 layers of BN": figures.Said(r"\phi_{40}", figures.at_most(0.25)),
        },
        x="layer",
        y=r"isometry gap $\phi(X_\ell)$",
    ),
    source="measured here: the comparison that the two papers on BN invite",
    decided_by="chains at d = 16, n = 8, 96 of them a run",
    wrong={"the law twice": {GROWTH: figures.about(2, 0.15)}},
)
