"""Textbook integrals, and Gaussian vectors: see ``facts``. g_1, g_2, ... are standard normals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from theory.expressions.changing import substituted
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.layers import g
from theory.expressions.nodes import Every, Expr, Variable, equal
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import d, j, k, w
from verify.kernel.facts import Sides, fact

x, y = Variable("x"), Variable("y")


_LOGS = np.linspace(-60, 30, 9001)
_TIMES = np.exp(_LOGS)


def _over_the_half_line(values: Any) -> float:
    """The trapezoidal rule in log t, which is exact to all digits for these."""
    return float((values * _TIMES).sum() * (_LOGS[1] - _LOGS[0]))


def _frullani(random: Any) -> Sides:
    for a, b in ((1.0, 3.0), (0.01, 7.0), (5.0, 0.2)):
        apart = np.exp(-a * _TIMES) - np.exp(-b * _TIMES)
        yield _over_the_half_line(apart / _TIMES), math.log(b / a)


@fact(
    "Frullani", "int (exp(-x t) - exp(-y t))/t dt = log y - log x for x, y > 0.",
    "Gradshteyn and Ryzhik, 3.434.2", _frullani,
)  # fmt: skip
def frullani() -> Statement:
    value = integral((exp(-x * T) - exp(-y * T)) / T)
    return Statement(frozenset([0 < x, 0 < y]), equal(value, log(y) - log(x)))


def _exponential(random: Any) -> Sides:
    for a in (0.03, 1.0, 8.0):
        yield _over_the_half_line(np.exp(-a * _TIMES)), 1 / a


@fact(
    "integral of an exponential", "int exp(-x t) dt = 1/x for x > 0.",
    "the fundamental theorem of calculus", _exponential,
)  # fmt: skip
def integral_of_an_exponential() -> Statement:
    return Statement(frozenset([0 < x]), equal(integral(exp(-x * T)), 1 / x))


def _beta(random: Any) -> Sides:
    for a, b in ((2.0, 1.0), (0.3, 2.5), (5.0, 0.7)):
        for n, m in ((1, 1), (1, 3), (2, 3), (6, 6)):
            value = math.gamma(n) * math.gamma(b + m - n) / math.gamma(b + m) / a**n
            yield _over_the_half_line(_TIMES ** (n - 1) * (1 + a * _TIMES) ** (-b - m)), value


@fact(
    "beta integral",
    "int t^(n-1) (1 + x t)^(-m-y) dt = (n-1)!/(x^n (y+m-n) ... (y+m-1)) for x, y > 0 and whole"
    " 1 <= n <= m.",
    "NIST Digital Library of Mathematical Functions, 5.12.3", _beta,
)  # fmt: skip
def beta_integral(n: int, m: int) -> Statement:
    if not 1 <= n <= m:
        raise ValueError(f"the powers {n} and {m}; expected 1 <= n <= m")
    value = math.factorial(n - 1) / x**n
    for below in range(m - n, m):
        value = value / (y + below)
    body = exp(-y * log(1 + x * T)) * T ** (n - 1) / (1 + x * T) ** m
    return Statement(frozenset([0 < x, 0 < y]), equal(integral(body), value))


_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
_PAIRS = np.stack(np.meshgrid(_NODES, _NODES))
_MASS = np.outer(_WEIGHTS, _WEIGHTS) / _WEIGHTS.sum() ** 2


def _transforms(random: Any) -> Sides:
    for c in ((0.3, 1.2), (0.0, 2.0)):
        decay = np.exp(-(np.array(c)[:, None, None] * _PAIRS**2).sum(0))
        value = float(np.prod([1 + 2 * v for v in c])) ** -0.5
        yield float((_MASS * decay).sum()), value
        yield float((_MASS * decay * _PAIRS[1] ** 2).sum()), value / (1 + 2 * c[1])


@fact(
    "Gaussian transform",
    "E exp(-sum_k c_k g_k^2) = prod_k (1 + 2 c_k)^(-1/2) for c_k >= 0; with the factor g_j^2,"
    " j one of the k, it is divided by 1 + 2 c_j.",
    "Muirhead, Aspects of Multivariate Statistical Theory, section 1.3: chi-square laws",
    _transforms,
)  # fmt: skip
def gaussian_transform(which: str, c: Expr, x: Variable, count: Expr) -> Statement:
    """c_k is ``c``, a term in x, at x = k."""
    c_k, c_j = (substituted(c, {x: at}) for at in (k, j))
    decay, value = exp(-total(c_k * g(k) ** 2, k, count)), total(log(1 + 2 * c_k), k, count)
    assumes = [*natural(count), Every(k, 0 <= c_k)]
    said = {
        "plain": (assumes, equal(mean(decay, g.random), exp(-value / 2))),
        "square": ([*assumes, *natural(j), j <= count],
                   equal(mean(g(j) ** 2 * decay, g.random), exp(-value / 2) / (1 + 2 * c_j))),
    }  # fmt: skip
    return Statement(frozenset(said[which][0]), said[which][1])


def _directions(random: Any) -> Sides:
    """Two dimensions: the angle of a pair of normals, by quadrature, and of a Haar matrix."""
    angle = np.linspace(0, 2 * np.pi, 2000, endpoint=False)
    for c in ((0.5, 1.5), (0.9, 1.1)):
        row = c[0] * np.cos(angle) ** 2 + c[1] * np.sin(angle) ** 2
        squares = _PAIRS**2
        share = c[0] * squares[0] + c[1] * squares[1]
        length = (_MASS * squares.sum(0) ** 2).sum()  # independent of the direction
        yield float((row**2).mean() * length), float((_MASS * share**2).sum())
    yield 1.0, float((_PAIRS**2).sum(0).min() > 0)


@fact(
    "direction of normals",
    "A row of a Haar matrix of O(d) has the law of g/|g|, g a vector of d independent standard"
    " normals: E log sum_k c_k w_jk^2 = E log(sum_k c_k g_k^2/sum_k g_k^2) for c_k > 0; and"
    " |g| > 0 but where all are 0, which has probability 0.",
    "Muirhead, Aspects of Multivariate Statistical Theory, theorem 1.5.6", _directions,
)  # fmt: skip
def direction_of_normals(which: str, c: Expr = x, x: Variable = x) -> Statement:
    """c_k is ``c``, a term in x, at x = k."""
    squares, c_k = total(g(k) ** 2, k, d), substituted(c, {x: k})
    rows, shares = total(c_k * w(j, k) ** 2, k, d), total(c_k * g(k) ** 2, k, d) / squares
    said = {
        "law": equal(mean(log(rows), w.random), mean(log(shares), g.random)), "length": 0 < squares,
    }  # fmt: skip
    positive = [Every(k, 0 < c_k)] if which == "law" else []
    return Statement(frozenset([*natural(d), *positive]), said[which])


def _poisson(random: Any) -> Sides:
    angle = np.linspace(0, 2 * np.pi, 4000, endpoint=False)
    c, s = np.cos(angle) ** 2, np.sin(angle) ** 2
    for a in (0.0, 0.3, -0.6, 0.95):
        yield float(((1 - a * a) / ((1 + a) ** 2 * c + (1 - a) ** 2 * s)).mean()), 1.0


@fact(
    "Poisson kernel",
    "E (1 - x^2)/|1 + x zeta|^2 = 1 for |x| < 1, zeta uniform on the circle; the square of the"
    " direction of two independent standard normals is: |1 + x zeta|^2 = ((1 + x)^2 g_1^2"
    " + (1 - x)^2 g_2^2)/(g_1^2 + g_2^2).",
    "Gradshteyn and Ryzhik, 3.613.2; Muirhead, theorem 1.5.6", _poisson,
)  # fmt: skip
def poisson_kernel() -> Statement:
    first, second = g(1) ** 2, g(2) ** 2
    kernel = (1 - x**2) * (first + second) / ((1 + x) ** 2 * first + (1 - x) ** 2 * second)
    return Statement(frozenset([-1 < x, x < 1]), equal(mean(kernel, g.random), 1))
