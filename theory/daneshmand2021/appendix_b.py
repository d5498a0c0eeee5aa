"""daneshmand2021, appendix B: the drift condition and the lemmas behind it.

s_i are the singular values of H with sum s_i^2 = 1, q_i = s_i^2, and
p_i = E[q_i w_i^2 / sum_k q_k w_k^2] with w ~ N(0, I_n): the expected Gram matrix of the next layer
in the right singular basis of H is diag(p_i).
"""

import math

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.hypotheses import (
    Hypothesis,
    natural,
    non_negative,
    positive,
    sum_one,
    unit_norm,
    within,
)
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of, exp, log, sqrt, stack
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.layers import gram_map


@claim(
    "daneshmand2021:lemma-4",
    title="The smallest singular value controls the orthogonality gap",
    statement=r"V(H) \le 2 n \hat V(H)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("n"), unit_norm(), non_negative("v_hat")],
    quotation="V(H) <= 2n Vhat(H)",
    subject="two measures of orthogonality",
    source="Appendix B, Lemma 4",
    sharp="sharp:lemma-4",
    expected=Verdict.PROVED,
    mutants=[Mutant("n/2 for 2 n", lambda n, v_hat: n * v_hat / 2, {"n": 3, "v_hat": 0.1})],
    formal=Formal({"n": rocq.n, "v_hat": rocq.Vhat(rocq.H)}, rocq.V(rocq.H)),
)
def gap_from_smallest_singular_value(n: int, v_hat: Array) -> Array:
    return 2 * n * v_hat


@claim(
    "daneshmand2021:theorem-5",
    headline="Each layer of a wide random network brings samples nearer to orthogonal",
    title="In the mean the smallest singular value grows, up to a noise of order 1/sqrt(d)",
    statement=r"\mathbb{E}[\hat V(H_{l+1}) | H_l] \le"
    r" \left(1 - \tfrac{2}{3} (\tfrac{1}{n} - \hat V(H_l))\right) \hat V(H_l)"
    r" + \frac{1}{\sqrt{d}}",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[natural("n"), width(), unit_norm(), non_negative("v_hat", r"\hat V(H_l)")],
    quotation="E[Vhat(H_(l+1)) | H_l] <= (1 - (2/3)(1/n - Vhat(H_l))) Vhat(H_l) + 1/sqrt(d)",
    subject="the drift condition",
    source="Appendix B, Theorem 5; without A1",
    uses=["daneshmand2021:lemma-7", "daneshmand2021:lemma-8"],
    sharp="sharp:drift-condition",
    trivial=Trivial(
        lambda n, d, v_hat: 1 / n,
        "Vhat <= 1/n for every H; half of it before the layer",
        {"n": BATCH, "d": WIDTH, "v_hat": 1 / (2 * BATCH)},
        "d",
        "sharp:next-smallest",
    ),
    mutants=[
        Mutant(
            "n times the contraction",
            lambda n, d, v_hat: contraction(n, v_hat, 3) + 1 / sqrt(d),
            {"n": 8, "d": math.inf, "v_hat": 0.001},
        )
    ],
    formal=[
        Formal(
            {"n": rocq.n, "d": rocq.d, "v_hat": rocq.Vhat(rocq.H)},
            rocq.mean(rocq.GAUSSIAN, "W", rocq.Vhat(rocq.LAYER)),
        ),
        Formal(
            {"n": rocq.n, "d": math.inf, "v_hat": 1 / rocq.n - rocq.q.min()}, rocq.LIMIT_OF_VHAT
        ),
    ],
)
def drift_condition(n: int, d: float, v_hat: Array) -> Array:
    return contraction(n, v_hat, 3 * n) + 1 / sqrt(as_array(d) if d != math.inf else d)


def contraction(n: Array, v_hat: Array, below: Array) -> Array:
    """(1 - 2 n s_n^2/below) Vhat, with n s_n^2 = 1 - n Vhat."""
    return (1 - 2 * (1 - n * v_hat) / below) * v_hat


@claim(
    "daneshmand2021:lemma-6",
    symbols={
        "C": "the next Gram matrix, in the right singular basis of $H_l$",
    },
    title="The Gram matrix of the next layer concentrates",
    statement=r"C = H_{l+1}^\top H_{l+1}:\quad \mathbb{E} \|C - \mathbb{E} C\|_F^2 \le"
    r" \frac{1}{d},\quad \mathbb{E} C = \operatorname{diag}(p_i)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d"), unit_norm(variable="d")],
    expected=Verdict.PROVED,
    quotation="E||C - E[C]||_F^2 <= 1/d",
    subject="the next Gram matrix",
    source="Appendix B, Lemma 6; in the right singular basis of H_l",
    uses=["daneshmand2021:lemma-9"],
    sharp="sharp:gram-variance",
    trivial=Trivial(
        lambda d: 1 - 1 / BATCH,
        f"a Gram matrix of trace 1 has E||C - E C||_F^2 <= 1 - 1/n; n = {BATCH}",
        {"d": WIDTH},
        "d",
    ),
    mutants=[Mutant("1/d^2", lambda d: 1 / as_array(d) ** 2, {"d": 8})],
    formal=Formal(
        {"d": rocq.d},
        rocq.mean(rocq.GAUSSIAN, "W", rocq.GRAM_NOISE),
        also=rocq.mean_gram_is_diagonal(),
    ),
)
def gram_variance(d: int) -> Array:
    return 1 / as_array(d)


@claim(
    "daneshmand2021:lemma-7",
    title="The smallest singular value concentrates",
    statement=r"\mathbb{E} \left(\hat V(H_{l+1}) - (\tfrac{1}{n} - p_n)\right)^2 \le \frac{1}{d}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d"), unit_norm(variable="d")],
    expected=Verdict.PROVED,
    quotation="E(Vhat(H_(l+1)) - (1/n - p_n))^2 <= 1/d",
    subject="the next smallest singular value",
    source="Appendix B, Lemma 7",
    uses=["daneshmand2021:lemma-6"],
    sharp="sharp:lemma-7",
    reason="no variance of order 1/d says anything of Vhat <= 1/n unless d > n^2: of 500"
    " orthogonal samples one layer of width 800 leaves Vhat at 0.96 of 1/n"
    " (sharp:next-smallest, which speaks from d = n + 1 on)",
    trivial=Trivial(
        lambda d: 1 / BATCH**2,
        f"both terms lie in [0, 1/n]; n = {BATCH}",
        {"d": WIDTH},
        "d",
        "sharp:next-smallest",
    ),
    decided_by="one layer of the chain (1) from prescribed spectra, sampled",
    mutants=[Mutant("1/d^2", lambda d: 1 / as_array(d) ** 2, {"d": 8})],
    formal=Formal(
        {"d": rocq.d},
        rocq.mean(
            rocq.GAUSSIAN, "W", (rocq.Vhat(rocq.LAYER) - (1 / rocq.n - rocq.LEAST_SHARE)) ** 2
        ),
    ),
)
def smallest_eigenvalue_variance(d: int) -> Array:
    return 1 / as_array(d)


@claim(
    "daneshmand2021:lemma-8",
    title="The expected smallest eigenvalue contracts",
    statement=r"\tfrac{1}{n} - p_n \le \left(1 - \tfrac{2}{3} (\tfrac{1}{n} - \hat V)\right)"
    r" \hat V;\quad \tfrac{1}{n} - p_n \le"
    r" \left(1 - \tfrac{2 n}{n+2} (\tfrac{1}{n} - \hat V)\right) \hat V",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("n"), unit_norm(), non_negative("v_hat")],
    quotation="1/n - p_n <= (1 - (2/3)(1/n - Vhat)) Vhat",
    subject="the mean smallest eigenvalue",
    source="Appendix B, Lemma 8; beside it the sharper form inside its proof",
    expected=Verdict.PROVED,
    uses=["daneshmand2021:lemma-9", "daneshmand2021:lemma-10"],
    sharp="sharp:gram-map",
    mutants=[Mutant("2 n/(n+1) for 2 n/(n+2)", {"more": 1}, {"n": 4, "v_hat": 1e-6})],
    formal=Formal(
        {"n": rocq.n, "v_hat": 1 / rocq.n - rocq.LEAST_EIGENVALUE}, 1 / rocq.n - rocq.LEAST_SHARE
    ),
)
def smallest_eigenvalue_contraction(n: int, v_hat: Array, *, more: int = 2) -> Array:
    return stack([contraction(n, v_hat, 3 * n), contraction(n, v_hat, n + more)])


@claim(
    "daneshmand2021:lemma-9",
    title="The mean Gram matrix has eigenvalues that are integrals of one variable",
    statement=r"\mathbb{E} \frac{q_i w_i^2}{\sum_k q_k w_k^2} ="
    r" \int_0^\infty \frac{q_i}{1 + 2 t q_i} \prod_j (1 + 2 t q_j)^{-1/2}\, dt",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q")],
    quotation="p_i = int_0^inf s_i^2/(1 + 2 t s_i^2) prod_j (1 + 2 t s_j^2)^(-1/2) dt",
    subject="the mean Gram matrix",
    symbols={"w_i": "independent standard normal variables"},
    source="Appendix B, Lemma 9; after Sawa 1972, q_i = s_i^2",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("n p_i: the weight n lost", lambda q: gram_map(q) * len(q), {"q": [0.25, 0.75]}),
        Mutant("no mixing: p_i = q_i", lambda q: as_array(q), {"q": [0.25, 0.75]}),
    ],
    formal=Formal({"q": rocq.WEIGHTS_OF_ONE}, rocq.normals_mean(rocq.QUOTIENT)),
)
def expected_gram(q: Array) -> Array:
    """p_i = int_0^inf q_i/(1 + 2 t q_i) prod_j (1 + 2 t q_j)^(-1/2) dt: (..., n) -> (..., n)."""
    symbolic = backend_of(q).integral
    return q.map(lambda _: symbolic(lambda t: _sawa(q, t))) if symbolic else gram_map(q)


def _sawa(q: Array, t: Array) -> Array:
    """The integrand at t, as it stands."""
    factors = 1 + 2 * t * q
    return (q / factors * exp(-log(factors).sum() / 2)).entry


AT_MOST_A_SHARE = Hypothesis(  # n >= 2 is another argument: 1/2 is what can be asked of delta
    "at most 1/n",
    r"\delta \le \tfrac{1}{n}",
    "delta",
    within("delta", 0, 0.5).check,
    rocq=lambda delta: [delta <= 1 / rocq.n],
)


@claim(
    "daneshmand2021:lemma-10",
    title="The integrand of lemma 9 is convex in the deviation",
    statement=r"g(\delta) = \left(1 + 2t(\tfrac{1}{n} - \delta)\right)^{-3/2}"
    r" \left(1 + 2t(\tfrac{1}{n} + \tfrac{\delta}{n-1})\right)^{-(n-1)/2}"
    r" \text{ is convex on } [0, \tfrac{1}{n}]",
    kind=Kind.LOWER_BOUND,
    hypotheses=[positive("t"), natural("n", at_least=2), non_negative("delta"), AT_MOST_A_SHARE],
    quotation="(1 + 2t(1/n - delta))^(-3/2) (1 + 2t(1/n + delta/(n-1)))^(-(n-1)/2)",
    subject="the convexity of an integrand",
    source="Appendix B, Lemma 10",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("strongly convex", lambda t, n, delta: t * 0 + 1, {"t": 1e-3, "n": 4, "delta": 0.1})
    ],
    formal=lambda: Formal(
        {"t": rocq.number("t"), "n": rocq.n, "delta": rocq.number("delta")},
        rocq.second_derivative(integrand, "delta"),
        also=[rocq.differentiable_twice(integrand, "delta")],
    ),
)
def least_second_derivative(t: Array, n: int, delta: Array) -> int:
    """0 <= g''(delta)."""
    return 0


def integrand(t: Array, n: Array, delta: Array) -> Array:
    """g(delta) of lemma 10."""
    first = -3 * log(1 + 2 * t * (1 - n * delta) / n) / 2
    second = -(n - 1) * log(1 + 2 * t * (n - 1 + n * delta) / (n * (n - 1))) / 2
    return exp(first + second)
