"""One eigenvalue takes at most the whole gap; lambda_k of mean 1, T = d phi."""

from fractions import Fraction

from theory.expressions.functions import exp, log, sqrt
from theory.expressions.nodes import Function, Variable
from theory.expressions.symbols import gram
from theory.expressions.vocabulary import SPECTRUM, X, d, j, k, lam, of_mean_one, phi
from verify.kernel.lemmas import once
from verify.kernel.lemmas.gap import gap_of_a_spectrum
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.theorem import Theorem

x, h, T = Variable("x"), Variable("h"), Variable("T")
CONTEXT = of_mean_one(1)
DEFECT = h + exp(-h) - 1
C = Fraction(38, 25)


@once
def defect_of_one(p: Proof) -> Theorem:
    """0 <= lambda_k - 1 - log lambda_k."""
    below = proved_by_slope(p, "log below its tangent", log(x) <= x - 1, x, 1, [0 < x])
    defect = p.arith("defect", 0 <= x - 1 - log(x), below)
    return p.at("each", defect, {x: lam(k)}, p.assume(CONTEXT[2]))


def one_eigenvalue_takes_at_most_the_whole_gap(p: Proof) -> Theorem:
    """lambda_j - 1 - log lambda_j <= d phi: the terms of d phi are not negative."""
    one = p.one_of_sum("one of them", defect_of_one(p), k, d)
    return p.at("the j-th", one, {k: j})


def square_root_of_a_small_gap(p: Proof) -> Theorem:
    """h + exp(-h) - 1 <= T <= 1/16 gives h <= 1.52 sqrt(T).

    h^2 <= 1.52^2 (h + exp(-h) - 1) up to h = 0.38, beyond which the defect exceeds 1/16.
    """
    said, end = h**2 <= C**2 * T, Fraction(19, 50)
    whole, small = p.assume(DEFECT <= T), p.assume(T <= Fraction(1, 16))
    parabola = p.box("parabola", h**2 <= C**2 * DEFECT, {h: (0, end)}, contact=(h, 0, 2))
    near = p.arith("near 0", said, parabola, (whole, C**2))
    least = Fraction(1, 16) + Fraction(1, 1000)
    beyond = p.split(
        "too much", h <= 2, p.box("up to 2", least <= DEFECT, {h: (end, 2)}),
        p.arith("beyond 2", least <= DEFECT, under=[2 < h]),
    )  # fmt: skip
    weight = 1000 * h**2
    none = p.arith("none there", said, (beyond, weight + C**2), (whole, weight + C**2),
                   (small, weight))  # fmt: skip
    far = p.at("", none, {}, p.arith("", end <= h, under=[end < h]))
    square = p.split("square", h <= end, near, far)
    root = p.monotone("roots", "sqrt", square)
    laws = [p.law("", "square of a root", h), p.law("", "root of a product", C**2, T),
            p.law("", "square of a root", C)]  # fmt: skip
    positive = p.at("", p.arith("root", h <= C * sqrt(T), root, (laws[0], -1), laws[1],
                                (laws[2], sqrt(T))), {})  # fmt: skip
    negative = p.arith("negative", h <= C * sqrt(T), p.assume(h < 0))
    return p.split("either sign", 0 <= h, positive, negative)


def gap_is_not_negative(p: Proof) -> Theorem:
    """0 <= d phi: every term x - 1 - log x is at least 0."""
    return p.arith("gap", 0 <= d * SPECTRUM.gap, p.sum("all", defect_of_one(p), k, d),
                   under=CONTEXT)  # fmt: skip


LEAST = Function("lambda_min", (gram(X),))


def least_eigenvalue_takes_at_most_the_whole_gap(p: Proof) -> tuple[Theorem, Theorem]:
    """0 < lambda_min, and lambda_min - 1 - log lambda_min <= d phi."""
    positive = p.fact("least of the eigenvalues")
    one = p.fact("least of the eigenvalues", x - 1 - log(x), x)
    return positive, p.at("whole gap", one, {}, defect_of_one(p))


def log_of_the_least_eigenvalue(p: Proof) -> tuple[Theorem, Theorem]:
    """-log lambda_min <= d phi + 1; and <= 1.52 sqrt(d phi) for d phi <= 1/16."""
    total, logs = d * SPECTRUM.gap, -log(LEAST)
    positive, whole = least_eigenvalue_takes_at_most_the_whole_gap(p)
    large = p.arith("any gap", logs <= total + 1, whole, positive, under=CONTEXT)
    inverse = p.at("exp and log", p.law("", "exp of a log", LEAST), {}, positive)
    one = p.arith("defect in logs", logs + exp(-logs) - 1 <= total, whole, inverse, under=CONTEXT)
    root = square_root_of_a_small_gap(p)
    return large, p.at("small gap", root, {h: logs, T: total}, one, gap_is_not_negative(p))


def log_of_the_least_eigenvalue_at_any_gap(p: Proof) -> Theorem:
    """-log lambda_min <= d phi + sqrt(2 d phi), as 1 - lambda_min <= sqrt(2 d phi)."""
    total = d * phi(X)
    positive, terms = least_eigenvalue_takes_at_most_the_whole_gap(p)
    whole = p.arith("whole gap", terms.shows.lhs <= total, terms, (gap_of_a_spectrum(p), -d),
                    under=CONTEXT)  # fmt: skip
    square = proved_by_slope(p, "square", (1 - x) ** 2 <= 2 * (x - 1 - log(x)), x, 1,
                             [0 < x, x <= 1], "below")  # fmt: skip
    there = p.at("square at lambda_min", square, {x: LEAST}, positive)
    below = p.arith("square below the gap", (1 - LEAST) ** 2 <= 2 * total, there, (whole, 2),
                    under=CONTEXT)  # fmt: skip
    roots = p.monotone("roots", "sqrt", below)
    small = p.arith("", 0 <= 1 - LEAST, under=[LEAST <= 1])
    undone = p.at("root of a square", p.law("", "square of a root", 1 - LEAST), {}, small)
    said = -log(LEAST) <= total + sqrt(2 * total)
    near = p.arith("below 1", said, whole, roots, (undone, -1), under=CONTEXT)
    far = p.arith("above 1", said, whole, p.assume(1 < LEAST), under=CONTEXT)
    return p.split("any gap", LEAST <= 1, near, far)
