"""Rows of a layer on two samples: their doubled angles, as Moebius maps of the circle.

Of a row (z_1, z_2) of Z, c the difference of the eigenvalues (1 +- c)/2 of K: r = sqrt(1 - c^2),
a = c/(1 + r), so that 1 + a^2 = 2/(1 + r) and 1 - a^2 = 2 r/(1 + r); and u = K^(1/2) z.
"""

from theory.expressions.functions import sqrt
from theory.expressions.nodes import Every, Expr, equal, term
from theory.expressions.vocabulary import j
from theory.sharp.two_samples import NORMALS, C
from verify.kernel.lemmas import once
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

ONE, TWO = NORMALS(j, 1), NORMALS(j, 2)
NORM, BALANCE = ONE**2 + TWO**2, (1 + C) * ONE**2 - (1 - C) * TWO**2
RAW = (1 + C) * ONE**2 + (1 - C) * TWO**2
ROOT, LONG, SHORT = sqrt((1 - C) * (1 + C)), sqrt((1 + C) / 2), sqrt((1 - C) / 2)
LENGTH = LONG**2 * ONE**2 + SHORT**2 * TWO**2
"""|u|^2, and twice that is RAW."""
A, X = C / (1 + ROOT), (ONE - TWO) * (ONE + TWO) / NORM
BELOW, SCALE = X * (2 * A) + (1 + A * A), NORM * (1 + ROOT)
WITHIN = [0 <= C, C < 1]


@once
def no_zero_row(p: Proof) -> Theorem:
    return p.assume(Every(j, 0 < NORM))


@once
def raw(p: Proof) -> Theorem:
    return p.arith("raw", 0 < RAW, (no_zero_row(p), 1 - C), under=WITHIN)


@once
def squared_root(p: Proof) -> Theorem:
    """r^2 = (1 - c)(1 + c)."""
    sign = p.arith("", 0 <= (1 - C) * (1 + C), under=WITHIN)
    return p.at("r^2", p.law("", "root of a square", (1 - C) * (1 + C)), {}, sign)


@once
def not_zero(p: Proof) -> Theorem:
    """|1 + a zeta|^2 > 0, times what it is divided by."""
    clear = NORM * ((1 + ROOT) ** 2 + C**2) + 2 * C * (1 + ROOT) * (ONE**2 - TWO**2)
    return p.arith("not zero", 0 < clear, (raw(p), 2 * (1 + ROOT)), (squared_root(p), -NORM))


def moebius(p: Proof, top: Expr, value: Expr, by: Expr) -> Theorem:
    """top/|1 + a zeta|^2 = value/(2 RAW), top = value/SCALE by r^2 = 1 - c^2."""
    long, square = no_zero_row(p), squared_root(p)
    bottom = p.arith("bottom", equal(BELOW, 2 * RAW / SCALE), (square, 1 / (1 + ROOT) ** 2),
                     given=[long])  # fmt: skip
    upper = p.arith("top", equal(top, value / SCALE), (square, by / (1 + ROOT) ** 2), given=[long])
    return p.arith("quotient", equal(top / BELOW, value / (2 * RAW)), (upper, 1 / BELOW),
                   (bottom, -value / (2 * RAW * BELOW)),
                   given=[long, raw(p), not_zero(p)])  # fmt: skip


@once
def roots_of_k(p: Proof) -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """The squares of the roots of (1 +- c)/2, their product r/2, and |u|^2 > 0."""
    halves = [(1 + sign * C) / 2 for sign in (1, -1)]
    signs = [p.arith("", 0 <= half, under=WITHIN[at : at + 1]) for at, half in enumerate(halves)]
    up, down = (
        p.at("", p.law("", "root of a square", half), {}, sign)
        for half, sign in zip(halves, signs, strict=True)
    )
    product = p.at("", p.law("", "root of a product", *halves), {}, *signs)
    square, quarter = (1 - C) * (1 + C), term(1) / 4
    apart = p.at("", p.law("", "root of a product", square, quarter), {},
                 p.arith("", 0 <= square, under=WITHIN))  # fmt: skip
    half = p.law("", "square of a root", term(1) / 2)
    both = p.arith("r/2", equal(LONG * SHORT, ROOT / 2), (product, -1), apart, (half, ROOT))
    length = p.arith("|u|^2", 0 < LENGTH, (raw(p), term(1) / 2), (up, -(ONE**2)),
                     (down, -(TWO**2)))  # fmt: skip
    return up, down, both, length


def entries(p: Proof) -> tuple[Theorem, Theorem, Theorem]:
    """u_1^2/|u|^2 = (1 + c) z_1^2/RAW, u_2^2/|u|^2 = ..., and u_1 u_2/|u|^2 = r z_1 z_2/RAW."""
    up, down, both, length = roots_of_k(p)
    size = 2 / (RAW * LENGTH)
    twice = ONE**2 * TWO**2 * size
    first, second = (
        p.arith("a square", equal(u**2 * z**2 / LENGTH, (1 + sign * C) * z**2 / RAW),
                (up, sign * SHORT**2 * twice), (down, -sign * LONG**2 * twice),
                given=[raw(p), length])
        for u, z, sign in ((LONG, ONE, 1), (SHORT, TWO, -1))
    )  # fmt: skip
    edge = ONE * TWO * LONG * SHORT
    across = p.arith("a product", equal(edge / LENGTH, ROOT * ONE * TWO / RAW),
                     (both, 2 * ONE * TWO / RAW), (up, -(ONE**2) * edge * size),
                     (down, -(TWO**2) * edge * size), given=[raw(p), length])  # fmt: skip
    return first, second, across


def rows(p: Proof) -> tuple[Theorem, Theorem]:
    """A Moebius map's parts by the entries of b b^T, b = u/|u|."""
    first, second, across = entries(p)
    real = moebius(p, X * (1 + A * A) + 2 * A, 2 * BALANCE, X)
    imaginary = moebius(p, 2 * ONE * TWO / NORM * (1 - A * A), 4 * ROOT * ONE * TWO,
                        -2 * ONE * TWO / NORM)  # fmt: skip
    given = [no_zero_row(p), roots_of_k(p)[3], not_zero(p), raw(p)]
    u, v, w = (t.shows.lhs for t in (first, second, across))
    return (
        p.arith("real part", equal(real.shows.lhs, u - v), real, (first, -1), second,
                given=given),
        p.arith("imaginary part", equal(imaginary.shows.lhs, 2 * w), imaginary, (across, -2),
                given=given),
    )  # fmt: skip
