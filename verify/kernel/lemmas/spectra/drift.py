"""E log sum_k c_k w_jk^2 as an integral, for weights c_k > 0.

X = sum c_k g_k^2 and Y = sum g_k^2 for standard normals g_k, so that X/Y has the law of a row. For
c_k <= d the integrand of log(d Y/X) = int (exp(-t X) - exp(-t d Y)) dt/t is not negative: means and
integral change places, and E exp(-t X) is a product. The same at c_k = 1, subtracted.
"""

from collections.abc import Callable

from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.layers import g
from theory.expressions.nodes import Expr, equal, term
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import OF_MEAN_ONE, d, k, lam
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import eigenvalue_below_the_sum
from verify.kernel.lemmas.one_eigenvalue import defect_of_one
from verify.kernel.proof import Proof
from verify.kernel.textbooks.integrals import x, y
from verify.kernel.theorem import Theorem

Weights = Callable[[Expr], Expr]
SQUARES = total(g(k) ** 2, k, d)


def product(c: Weights) -> Expr:
    """prod_k (1 + 2 t c_k)^(-1/2)."""
    return exp(-total(log(1 + 2 * T * c(k)), k, d) / 2)


def _form(c: Weights) -> Expr:
    return total(c(k) * g(k) ** 2, k, d)


def _form_of_normals(p: Proof, c: Weights, low: Theorem) -> Theorem:
    """m Y <= X."""
    square = g(k) ** 2
    one = p.arith("least weight", low.shows.lhs * square <= c(k) * square, (low, square))
    summed = p.sum("least weights", one, k, d)
    return p.arith("form from below", low.shows.lhs * SQUARES <= _form(c), summed)


def log_of_a_form(p: Proof, c: Weights, each: Theorem, low: Theorem, high: Theorem) -> Theorem:
    """int [prod_k (1 + 2 t c_k)^(-1/2) - (1 + 2 t d)^(-d/2)] dt/t = log d + E (log Y - log X).

    ``each`` says 0 < c_k, ``low`` m <= c_k and ``high`` c_k <= d; m is positive as it stands.
    """
    m, X, Y, square = low.shows.lhs, _form(c), SQUARES, g(k) ** 2
    length, below = p.fact("direction of normals", "length"), _form_of_normals(p, c, low)
    one = p.arith("largest weight", c(k) * square <= d * square, (high, square))
    above = p.arith("form from above", X <= d * Y, p.sum("largest weights", one, k, d))
    form = p.arith("form", 0 < X, below, given=[length])
    logs = p.at("as an integral", p.fact("Frullani"), {x: X, y: d * Y}, form, _scaled(p))
    exponents = p.arith("exponents", -d * Y * T <= -X * T, (above, T))
    product_m = p.at("log of m Y", p.law("", "log of a product", m, Y), {}, length)
    ordered = p.monotone("logs", "log", below, length)
    bounded = p.arith("bounded", logs.shows.lhs <= log(d) - log(m), logs, ordered, _product(p),
                      (product_m, -1))  # fmt: skip
    sign = p.arith("weight", 0 <= c(k), each)
    return _exchanged(p, c, exponents, bounded, logs, sign)


def log_of_the_width(p: Proof) -> Theorem:
    """int [(1 + 2 t)^(-d/2) - (1 + 2 t d)^(-d/2)] dt/t = log d: the same for c_k = 1."""
    Y, length = SQUARES, p.fact("direction of normals", "length")
    logs = p.at("width as an integral", p.fact("Frullani"), {x: Y, y: d * Y}, length)
    exponents = p.arith("wider", -d * Y * T <= -Y * T, under=natural(d))
    bounded = p.arith("bounded by log d", logs.shows.lhs <= log(d), logs, _product(p))
    return _exchanged(p, lambda k: term(1), exponents, bounded, logs)


@once
def _scaled(p: Proof) -> Theorem:
    """0 < d Y."""
    length = p.fact("direction of normals", "length")
    return p.arith("scaled", 0 < d * SQUARES, under=natural(d), given=[length])


@once
def _product(p: Proof) -> Theorem:
    """log (d Y) = log d + log Y."""
    law = p.law("", "log of a product", d, SQUARES)
    return p.at("log of d Y", law, {}, p.fact("direction of normals", "length"))


def _exchanged(
    p: Proof, c: Weights, exponents: Theorem, bounded: Theorem, logs: Theorem, *sign: Theorem
) -> Theorem:
    """The mean of ``logs``, an integral, as the integral of means of exponentials."""
    small, large = exponents.shows.lhs, exponents.shows.rhs
    f = (exp(large) - exp(small)) / T
    smaller = p.monotone("exponentials", "exp", exponents)
    swapped = p.swap("exchanged", p.arith("not negative", 0 <= f, (smaller, 1 / T)), bounded, "g")
    averaged, split = (p.expect("", one, "g") for one in (logs, _product(p)))
    value = log(d) + mean(log(SQUARES), "g") - mean(log(_form(c)), "g")
    inner = _means_of_exponentials(p, c, f, *sign)
    return p.arith("log of a form", equal(inner.shows.rhs, value), (inner, -1), (swapped, -1),
                   averaged, split)  # fmt: skip


def _means_of_exponentials(p: Proof, c: Weights, f: Expr, *sign: Theorem) -> Theorem:
    """int E f dt, the means being products; ``sign`` says 0 <= c_k, where it must be said."""
    means = []
    for weight, given in ((c, sign), (lambda k: d, [p.arith("", 0 <= d, under=[1 <= d])])):
        fact = p.fact("Gaussian transform", "plain", T * weight(k), k, d)
        scaled = p.arith("times t", 0 <= T * weight(k), given=given)
        means.append(p.at("Gaussian transform", fact, {}, scaled))
    products = (product(c) - product(lambda k: d)) / T
    at_t = p.arith("means of exponentials", equal(mean(f, "g"), products), (means[0], 1 / T),
                   (means[1], -1 / T))  # fmt: skip
    return p.integrate("integrated", at_t)


def mean_of_a_log(
    p: Proof, c: Weights, each: Theorem, low: Theorem, high: Theorem, *discharged: Theorem
) -> Theorem:
    """E log sum_k c_k w_jk^2 = int [(1 + 2 t)^(-d/2) - prod_k (1 + 2 t c_k)^(-1/2)] dt/t.

    What is given is as in ``log_of_a_form``; that c_k > 0 is ``discharged`` where it is no
    hypothesis.
    """
    weights, ones = log_of_a_form(p, c, each, low, high), log_of_the_width(p)
    X, Y = _form(c), SQUARES
    length = p.fact("direction of normals", "length")
    form = p.arith("form of weights", 0 < X, _form_of_normals(p, c, low), given=[length])
    share = p.arith("share", 0 < X / Y, given=[form, length])
    quotient = p.at("log of a share", p.law("", "log of a product", X / Y, Y), {}, share, length)
    of_normals = p.expect("mean log of a share", quotient, "g")
    law = p.fact("direction of normals", "law", c(k), k)
    law = p.at("row as normals", law, {}, *discharged) if discharged else law
    value = integral((product(lambda k: term(1)) - product(c)) / T)
    return p.arith("mean of a log", equal(law.shows.lhs, value), law, (of_normals, -1),
                   weights, (ones, -1), given=[length])  # fmt: skip


def drift_of_a_row(p: Proof) -> Theorem:
    """E log a_j as an integral, for eigenvalues lambda_k of mean 1: exp(-1 - d phi) <= lambda_k."""
    each, one = p.assume(OF_MEAN_ONE[2]), p.one_of_sum("one of the gap", defect_of_one(p), k, d)
    logs = -1 - one.shows.rhs
    below = p.monotone("exponentials of it", "exp", p.arith(
        "log of one", logs <= log(lam(k)), one, under=[OF_MEAN_ONE[2]]))  # fmt: skip
    undone = p.at("exp of a log", p.law("", "exp of a log", lam(k)), {}, each)
    low = p.arith("least eigenvalue", exp(logs) <= lam(k), below, undone)
    return mean_of_a_log(p, lam, each, low, eigenvalue_below_the_sum(p))
