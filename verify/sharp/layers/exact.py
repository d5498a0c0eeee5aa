"""Exact checks of theory/sharp/layers.py."""

from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf
from numpy.typing import NDArray

from lemmata.theory.definitions import bn, gram
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from lemmata.theory.numerics.enclosures import enclose_gram_map
from lemmata.theory.spectrum import from_eigenvalues
from lemmata.verify.cases import mpf_array
from lemmata.verify.chains.limit import STARTS, gap_of, limit_chain, share_cells, v_hat_of
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import second_writing


def integers(d: int, n: int) -> NDArray[np.int64]:
    """A d x n matrix of full rank."""
    return np.array([[(i * 3 + j * 5) % 7 + 1 + (i == j) for j in range(n)] for i in range(d)])


@exact("sharp:gram-chain", domain="integer matrices, (d, n) = (2, 2), (4, 2), (7, 3)")
@routes("H^T H / d", "the root of the Gram matrix in mpmath, squared")
def covariances_by_the_root(run: Run) -> Cells:
    """Rows of Z are N(0, I/d), so rows of Z K^(1/2) are N(0, K^(1/2) K^(1/2)/d)."""
    for d, n in ((2, 2), (4, 2), (7, 3)):
        H = mpf_array(integers(d, n))
        root = mpmath.sqrtm(mpmath.matrix(gram(H).tolist()))
        covariance = np.array((root.T * root / d).tolist(), dtype=object)
        yield Cell({"H": H}, covariance, 1e-30, label=f"d = {d}, n = {n}")


@exact("sharp:gram-map", domain="deviations of 1e-15 from 1/n, n = 2, 3, 10")
@routes("trapezoidal quadrature in log t", "the linearised map")
def contraction_near_isometry(run: Run) -> Cells:
    """Deviations of 1e-15 contract by n/(n+2); the next term is 1e-30."""
    for n in (2, 3, 10):
        e = mpf_array([mpmath.mpf(2 * k - n + 1) / 10**15 for k in range(n)])
        mean = mpmath.mpf(1) / n
        yield Cell({"q": mean + e}, mean + e * n / (n + 2), 1e-27, label=f"n = {n}")


@exact("sharp:gram-map", domain="two-level spectra, n = 2 and 3")
@routes("trapezoidal quadrature in log t", "the closed form at n = 2, 2F1 in mpmath")
def shares_of_two_levels(run: Run) -> Cells:
    return share_cells()


@second_writing(
    "sharp:gram-map",
    Kind.IDENTITY,
    lambda: [{"q": np.array([mpf(q), 1 - mpf(q)])} for q in ("0.5", "0.8", "0.03")],
)
def shares_of_two_again(q: Any) -> Any:
    """n = 2: E a cos^2/(a cos^2 + b sin^2) = sqrt(a)/(sqrt(a) + sqrt(b))."""
    a, b = mpmath.sqrt(q[0]), mpmath.sqrt(q[1])
    return [a / (a + b), b / (a + b)]


def _two_samples(q: Array, d: int) -> Array:
    """n = 2, by integrals over the angle of w: u_i^2 = q_i w_i^2/(q_1 w_1^2 + q_2 w_2^2)."""

    def mean(function: Any) -> Array:
        def at(angle: Array) -> Array:
            x, y = q[0] * mpmath.cos(angle) ** 2, q[1] * mpmath.sin(angle) ** 2
            return function(x / (x + y), y / (x + y))

        return mpmath.quad(at, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi

    p = mean(lambda a, b: a)
    scatter = mean(lambda a, b: (a - p) ** 2 + (b - 1 + p) ** 2 + 2 * a * b) / d
    return np.array([scatter, scatter + 2 * (p - mpmath.mpf(1) / 2) ** 2])


@exact("sharp:gram-variance", domain="n = 2, q_1 = 1/5 and 1/2, d = 2 and 3")
@routes("the Gram map", "integrals over the angle in mpmath")
def moments_of_two_samples(run: Run) -> Cells:
    for first, width in (("0.2", 2), ("0.5", 3)):
        shares = mpf_array([first, 1 - mpmath.mpf(first)])
        observed = _two_samples(shares, width)
        given = {"q": shares, "d": width}
        yield Cell(given, observed, 1e-20, label=f"q_1 = {first}, d = {width}")


def _moment(q: Array, k: int) -> Array:
    """E cos(2t)^k, t the angle of a row (sqrt(q_1) g_1, sqrt(q_2) g_2)."""

    def at(angle: Array) -> Array:
        x, y = q[0] * mpmath.cos(angle) ** 2, q[1] * mpmath.sin(angle) ** 2
        return ((x - y) / (x + y)) ** k

    return mpmath.quad(at, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi


def walk(q: Array, d: Array) -> Array:
    """E V^4 = E|S|^4/(4 d^4), S a sum of d unit vectors u of the plane, at twice the rows' angles.

    |S|^2 = d + 2 sum_(r < s) u_r u_s; E u = (a, 0) and E u u^T = diag(c, 1 - c), so that
    E (u u')^2 = c^2 + (1 - c)^2 and E (u u')(u u'') = a^2 c.
    """
    a, c = (_moment(q, k) for k in (1, 2))
    pairs, triples = d * (d - 1) / 2, d * (d - 1) * (d - 2)
    squares = pairs * (c**2 + (1 - c) ** 2) + triples * a**2 * c
    squares += (pairs**2 - pairs - triples) * a**4
    return (d**2 + 4 * d * pairs * a**2 + 4 * squares) / (4 * d**4)


@exact("sharp:gram-fourth-moment")
@routes("the Gram map", "a random walk of d unit steps, by integrals over the angle in mpmath")
@domain("n = 2, q_1 = 1/100, 1/5, 1/2, d = 1 to 10,000")
def two_samples(run: Run) -> Cells:
    for first, widths in (("0.01", (1, 10_000)), ("0.2", (2, 30)), ("0.5", (3, 10_000))):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        for width in widths:
            given = {"q": q, "d": width}
            label = f"q_1 = {first}, d = {width}"
            yield Cell(given, walk(q, mpmath.mpf(width)), 1e-20, label=label)


def largest_sums(p: Array) -> Array:
    """The sums of the k largest, k = 1..n-1, and the distance from 1/n."""
    largest, n = sorted(p, reverse=True), len(p)
    gap = mpmath.sqrt(mpmath.fsum((v - mpmath.mpf(1) / n) ** 2 for v in p))
    return np.array([*(mpmath.fsum(largest[:k]) for k in range(1, n)), gap])


def two_levels() -> Iterator[tuple[str, Array, Array]]:
    """(label, q, p): m equal eigenvalues of this share of 1/n, the others equal."""
    for size, m in ((2, 1), (3, 1), (3, 2), (8, 1), (8, 4), (8, 7), (40, 39)):
        for text in ("0.999999", "0.9", "0.3", "1e-6"):
            few = mpmath.mpf(text) / size
            rest = (1 - m * few) / (size - m)
            one = reference.mean_share_two_level(few, m, rest, size - m)
            p = [one] * m + [(1 - m * one) / (size - m)] * (size - m)
            values = mpf_array([few] * m + [rest] * (size - m))
            yield f"{m} of {size} at {text}/n", values, mpf_array(p)


@exact("sharp:majorisation", domain="two-level spectra, n = 2 to 40, q_n from 1e-6/n to 1/n")
@routes("the bound", "2F1 in mpmath")
def two_level_spectra(run: Run) -> Cells:
    for label, values, p in two_levels():
        yield Cell({"q": values}, largest_sums(p), 1e-28, label=label)


SPREAD = (("0.1", "0.2", "0.3", "0.4"), ("0.001", "0.009", "0.09", "0.9"), ("0.2", "0.3", "0.5"))


def enclosed_shares(q: Array) -> Array:
    """The expected Gram spectrum p of q, by flint's own quadrature, which encloses it."""
    levels = sorted(set(q))
    counts = [list(q).count(v) for v in levels]
    balls = from_eigenvalues(elementwise(as_ball)(mpf_array(levels) * len(q)), counts)
    share = dict(zip(levels, enclose_gram_map(balls), strict=True))
    return np.array([as_mpf(share[v]) for v in q])


@exact("sharp:majorisation", domain="spectra of three and four levels")
@routes("the bound", "flint's own quadrature, which encloses the shares")
def spread_spectra(run: Run) -> Cells:
    for texts in SPREAD:
        values = mpf_array(texts)
        yield Cell(
            {"q": values}, largest_sums(enclosed_shares(values)), 1e-25, label=", ".join(texts)
        )


ANGLES = 512  # the trapezoidal rule, whose error is (1 - sqrt(r))/(1 + sqrt(r)) to this power


@exact("sharp:mixed-rotations", domain="d = n = 2, q_1 from 1/2 + 1e-6 to 0.98, rotated samples")
@routes("the bound", "BN of W X and its Gram matrix, averaged over the angle of W")
def rotations_of_the_plane(run: Run) -> Cells:
    angles = [mpmath.pi * (2 * m + 1) / ANGLES for m in range(ANGLES // 2)]
    for text in ("0.500001", "0.6", "0.9", "0.98"):
        first = mpmath.mpf(text)
        X = np.diag([mpmath.sqrt(2 * first), mpmath.sqrt(2 - 2 * first)])
        C = sum(
            gram(
                bn(mpf_array([[mpmath.cos(t), -mpmath.sin(t)], [mpmath.sin(t), mpmath.cos(t)]]) @ X)
            )
            for t in angles
        ) / (2 * len(angles))
        least, most = sorted(mpmath.eigsy(mpmath.matrix(C.tolist()), eigvals_only=True))
        seen = np.array([most, (most - least) / mpmath.sqrt(2)])  # the trace is 1
        yield Cell({"q": mpf_array([first, 1 - first])}, seen, 1e-20, label=f"q_1 = {text}")


@exact("sharp:mixing", domain="d = inf, one eigenvalue apart, depth 0, 1 and 40; near isometry")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[:5]:
        chain = limit_chain(size, first, 40)
        for depth in (0, 1, 40):
            parameters = {"n": size, "v_hat": v_hat_of(chain[0], size), "l": depth}
            label = f"q_1 = {first} at the input"
            yield Cell(parameters, gap_of(chain[depth], size), 1e-30, label=label)
    near = limit_chain(8, mpmath.mpf(1) / 8 + mpmath.mpf(10) ** -6, 10)[10]
    parameters = {"n": 8, "v_hat": mpmath.mpf(10) ** -6 / 7, "l": 10}
    yield Cell(parameters, gap_of(near, 8), 1e-20, label="near isometry, n = 8")
