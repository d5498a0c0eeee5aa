"""Proofs of what is algebra: the projected length, the ball, the depth below its surface."""

from lemmata import Proof, Theorem, expressions, proof
from riechers2024.image import ANY_INPUT, MEAN, SQUARES, e, k, n, x

POWERS = expressions.total(x(k) ** 2, k, n) - expressions.total(x(k), k, n) ** 2 / n


@proof("riechers2024:projection")
def expanded(p: Proof) -> Theorem:
    """sum (x_k - m)^2 = sum x_k^2 - 2 m sum x_k + N m^2, and sum x_k = N m."""
    return p.arith("the claim", expressions.equal(SQUARES, POWERS), under=expressions.natural(n))


def _squares(p: Proof) -> Theorem:
    """0 <= S, term by term."""
    square = p.arith("a square", 0 <= (x(k) - MEAN) ** 2, under=expressions.natural(n))
    return p.sum("squares", square, k, n)


s = expressions.Variable("s")  # any number that is not negative, in the place of S
ANY_LENGTH = [*ANY_INPUT, 0 <= s]


@proof("riechers2024:ball")
def what_is_missing(p: Proof) -> Theorem:
    """N - N s/(s + N eps) = N^2 eps/(s + N eps), at s := S."""
    below = p.arith("any length", n * s / (s + n * e) <= n, under=ANY_LENGTH)
    return p.at("the claim", below, {s: SQUARES}, _squares(p))


@proof("riechers2024:depth-below-surface")
def what_is_left(p: Proof) -> Theorem:
    """1 - s/(s + N eps) = N eps/(s + N eps), at s := S."""
    said = expressions.equal(1 - s / (s + n * e), n * e / (s + n * e))
    left = p.arith("any length", said, under=ANY_LENGTH)
    return p.at("the claim", left, {s: SQUARES}, _squares(p))
