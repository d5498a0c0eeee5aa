"""Certificates of theory/daneshmand2021/main.py: one proof, and counterexamples in balls."""

from __future__ import annotations

import functools
import math
from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Decision, Evidence, Method
from verify.cases import TIGHT
from verify.chains.finite_width import radii
from verify.daneshmand2021.main import gram_eigenvalues, literal_gap
from verify.proofs.prover import Proof, always, certificate, non_negative_from
from verify.proofs.steps import cauchy_schwarz, variables
from verify.registry import Run, check

Ball = Any  # flint.arb
X = flint.fmpz_poly([0, 1])  # a variable
_CHAIN_DIGITS = 400  # a ball loses less than a digit a layer


def roots_below_differences() -> Proof:
    """W2^2 = (1/n) sum (sqrt(a_i) - 1)^2 <= (1/n) sum |a_i - 1| <= sqrt(n) V, a_i = n q_i.

    With r = sqrt(a): |a - 1| = |r - 1| (r + 1), and |r - 1| <= r + 1, being r - 1 or 1 - r: the
    differences are 2 and 2 r. Then Cauchy and Schwarz, (sum |a_i - 1|)^2 <= n sum (a_i - 1)^2, and
    V = ||a - 1||/n. For a random H_l couple given H_l: W2^2 of the mixture is at most the
    expectation.
    """
    r = variables("r")[0]
    return always(
        r**2 - 1 == (r - 1) * (r + 1),
        (r + 1) - (r - 1) == 2,
        (r + 1) - (1 - r) == 2 * r,
        bool(cauchy_schwarz()),
    )


@check("daneshmand2021:lemma-2")
def wasserstein_by_roots(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        root = 1 / mpmath.sqrt(len(q))
        distance = mpmath.fsum((mpmath.sqrt(v) - root) ** 2 for v in q)
        cells.append(Cell({"n": len(q), "V": literal_gap(q)}, distance, TIGHT, label=label))
    return certificate(
        run.formula,
        lambda n, V: V * 2 * n,
        [roots_below_differences(), always(non_negative_from(4 * X**2 - X, 1))],  # sqrt(n) <= 2 n
        cells,
        argument="(sqrt(a) - 1)^2 <= |a - 1|, Cauchy and Schwarz, sqrt(n) <= 2 n",
        domain="every H_l of unit norm, every n",
    )


def limit_chain_in_balls(n: int, first: Ball, layers: int) -> list[tuple[Ball, Ball]]:
    """(q_1, q_rest) of H_l^T H_l at d = inf, l = 0..layers, each enclosed.

    One eigenvalue q_1 and n - 1 equal ones stay so: with a/b = q_1/q_rest the share of the first
    is (a/b) 2F1(1, 3/2; n/2 + 1; 1 - a/b)/n (Euler's integral).
    """
    states = [(first, (1 - first) / (n - 1))]
    b, c = flint.arb(3) / 2, flint.arb(n) / 2 + 1
    for _ in range(layers):
        ratio = states[-1][0] / states[-1][1]
        one = ratio * (1 - ratio).hypgeom_2f1(1, b, c) / n
        states.append((one, (1 - one) / (n - 1)))
    return states


def _least(values: list[Ball]) -> Ball:
    return functools.reduce(lambda least, value: least.min(value), values)


def _alpha(states: list[tuple[Ball, Ball]], depth: int) -> Ball:
    """The largest alpha for which A1(alpha, depth) holds: all states have q_1 above the others."""
    inner = states[1 : depth + 1]
    if not all(one > rest for one, rest in inner):
        raise ArithmeticError("the balls do not tell which eigenvalue is the smallest")
    return _least([rest for _, rest in inner]).sqrt()


def _gap(one: Ball, rest: Ball, n: int) -> Ball:
    mean = flint.arb(1) / n
    return ((one - mean) ** 2 + (n - 1) * (rest - mean) ** 2).sqrt()


def _root_distance(one: Ball, rest: Ball, n: int) -> Ball:
    root = 1 / flint.arb(n).sqrt()
    return ((one.sqrt() - root) ** 2 + (n - 1) * (rest.sqrt() - root) ** 2).sqrt()


def _refutation(lhs: Ball, rhs: Ball, domain: str, witness: dict[str, Any]) -> Evidence:
    return Evidence(
        Method.CERTIFICATE,
        ("the bound in balls", "2F1 in balls, layer by layer"),
        domain,
        decision=Decision.CONTRADICTS if lhs > rhs else Decision.SILENT,
        witness={**witness, "lhs": lhs.str(10), "rhs": rhs.str(10)},
    )


@check("daneshmand2021:theorem-1")
def gap_above_the_bound(run: Run) -> Evidence:
    """n = 16, d = inf: the gap contracts by about 8/9 a layer, the bound by 5/6."""
    n, depth = 16, 85
    states = limit_chain_in_balls(n, flint.arb(1) / 5, depth + 1)
    lhs = _gap(*states[-1], n)
    rhs = _bound(run, _alpha(states, depth), depth, n)
    return _refutation(lhs, rhs, "one chain, n = 16, l = 85, d = inf", {"n": n, "q_1": "1/5"})


@check("daneshmand2021:corollary-3")
def distance_above_the_bound(run: Run) -> Evidence:
    """n = 150, d = inf: the distance contracts by about (75/76)^2 a layer, the bound by 0.946."""
    n, depth = 150, 520
    with flint.ctx.workdps(_CHAIN_DIGITS):
        states = limit_chain_in_balls(n, flint.arb(1) / 20, depth)
    lhs = _root_distance(*states[-1], n) ** 2
    rhs = _bound(run, _alpha(states, depth), depth, n)
    return _refutation(lhs, rhs, "one chain, n = 150, l = 520, d = inf", {"n": n, "q_1": "1/20"})


def _beside(states: list[tuple[Ball, Ball]], n: int, d: Ball, failure: Ball) -> tuple[Ball, Ball]:
    """The last radius of finite_width, and an alpha for which A1 holds within all of them.

    Of n q - 1 the first is the larger, and as many times further from 0 as there are others.
    """
    seen = [(n * rest - 1, n * one - 1) for one, rest in states]
    found = radii(seen, n, d, failure)
    if not all(size > 0 for _, size in seen):
        raise ArithmeticError("the balls do not tell which eigenvalue is the smallest")
    least = [(1 + low - radius) / n for (low, _), radius in zip(seen[1:], found[1:], strict=True)]
    return found[-1], _least(least).sqrt()


@check("daneshmand2021:theorem-1")
def gap_above_the_bound_at_finite_widths(run: Run) -> Evidence:
    """n = 36, d = 1e19: what the width takes from the gap and adds to the bound is less than
    what lies between them; a larger width takes less and adds less.

    E[V(H_(l+1)) | A1] is at least its part where the chain stays within the radii.
    """
    n, depth, d, failure = 36, 100, flint.arb(10) ** 19, flint.arb(1) / 128
    states = limit_chain_in_balls(n, flint.arb(13) / (10 * n), depth + 1)
    radius, alpha = _beside(states, n, d, failure)
    lhs = (1 - failure) * (_gap(*states[-1], n) - radius / n)
    rhs = _bound(run, alpha, depth, n, mpmath.mpf(10) ** 19)
    witness = {"n": n, "q_1": "13/360", "d": "1e19 or more"}
    return _refutation(lhs, rhs, "chains with n = 36, l = 100, every d >= 1e19", witness)


@check("daneshmand2021:corollary-3")
def distance_above_the_bound_at_finite_widths(run: Run) -> Evidence:
    """n = 150, d = 1e42, likewise: W2 is at least the distance of the roots of E[C_l | A1]
    (Gelbrich), which is within radius/n of c_l on the event, and within sqrt(2) elsewhere;
    ||A^(1/2) - c^(1/2)|| <= ||A - c||/(smallest eigenvalue of c)^(1/2).
    """
    n, depth, d, failure = 150, 520, flint.arb(10) ** 42, flint.arb(10) ** -14
    with flint.ctx.workdps(_CHAIN_DIGITS):
        states = limit_chain_in_balls(n, flint.arb(2) / n, depth)
    radius, alpha = _beside(states, n, d, failure)
    one, rest = states[-1]
    beside = (radius / n + 2 * failure) / rest.sqrt()
    lhs = (_root_distance(one, rest, n) - beside).max(flint.arb(0)) ** 2
    rhs = _bound(run, alpha, depth, n, mpmath.mpf(10) ** 42)
    witness = {"n": n, "q_1": "1/75", "d": "1e42 or more"}
    return _refutation(lhs, rhs, "chains with n = 150, l = 520, every d >= 1e42", witness)


def _bound(run: Run, alpha: Ball, depth: int, n: int, d: Any = math.inf) -> Ball:
    """The bound; it decreases in alpha, so the least counts.

    The closed form takes numbers: the lower end of alpha as an exact mpf, and 40 digits kept.
    """
    mantissa, exponent = alpha.lower().man_exp()
    with mpmath.workdps(60):
        low = mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))
        value = run.formula(alpha=low, l=depth, n=n, d=d)
        rounded = flint.arb(mpmath.nstr(value, 40))
    return rounded * (1 + flint.arb(0, 1e-35))


@check("daneshmand2021:remark-mixing")
def a_mean_that_is_left(run: Run) -> Evidence:
    """n = 2, d = inf, q = (9/10, 1/10): the next q_1 is 3/(3+1), as sqrt(q_1/q_2) = 3, exactly.

    f = (q_1 - 1/2)(q_1 - 9/10) is 0 at H_0 and in the limit q_1 = 1/2, and -3/80 at H_1: above
    gamma |f(H_0) - 0| = 0 for every gamma. And at any width equal samples stay equal: f = 1 there
    and 0 at full rank keeps the distance 1 to its mean under the law reached from full rank.
    """
    first, ratio = flint.fmpq(9, 10), flint.fmpq(3)
    after = ratio / (ratio + 1)
    squared = ratio**2 == first / (1 - first)
    value = (after - flint.fmpq(1, 2)) * (after - first)
    gamma = flint.arb(1) - flint.arb(2) ** -20
    violated = abs(flint.arb(value)) > run.formula(gamma=gamma, l=1, first=flint.arb(0))
    kept = flint.arb(1) > run.formula(gamma=gamma, l=1, first=flint.arb(1))
    return Evidence(
        Method.CERTIFICATE,
        ("the bound in balls", "one step of the Gram map at n = 2, exact rationals"),
        "n = 2, d = inf, one polynomial f; equal samples at any width",
        decision=Decision.CONTRADICTS if squared and violated and kept else Decision.SILENT,
        witness={"q_1 of H_0": "9/10", "q_1 of H_1": "3/4", "f(H_0)": 0, "f(H_1)": "-3/80"},
    )


@check("daneshmand2021:table-1")
def equal_samples_stay_away(run: Run) -> Evidence:
    """n = 2 equal samples: H_l^T H_l has the eigenvalues 1 and 0 at every depth and width.

    W2^2 = (1 - 1/sqrt(2))^2 + 1/2 = 2 - sqrt(2); at d = (2C)^4 the bound is 1/2, for every C.
    """
    root = 1 / flint.arb(2).sqrt()
    distance = ((1 - root) ** 2 + root**2).sqrt()
    bounds = [run.formula(d=flint.arb(2 * C) ** 4, C=flint.arb(C)) for C in (1, 10, 10**6)]
    return Evidence(
        Method.CERTIFICATE,
        ("the bound in balls", "the distance of a rank-one Gram matrix in balls"),
        "n = 2 equal samples, every depth, d = (2C)^4 for C = 1, 10, 10^6",
        decision=Decision.CONTRADICTS if all(distance > b for b in bounds) else Decision.SILENT,
        witness={"H_0": [[1, 1], [0, 0]], "W2": distance.str(10), "bound at d = (2C)^4": "1/2"},
    )


@check("daneshmand2021:remark-sigma-min")
def a_singular_sign_matrix(run: Run) -> Evidence:
    """The 4 x 2 matrix of ones has probability 2^-8 and H^T H of determinant 0: s_min = 0."""
    ones = flint.fmpz_mat([[1, 1]] * 4)
    singular = (ones.transpose() * ones).det() == 0
    positive = run.formula(d=flint.arb(4), n=flint.arb(2)) > 0
    return Evidence(
        Method.CERTIFICATE,
        ("the bound in balls", "a determinant of integers"),
        "sign matrices, (d, n) = (4, 2)",
        decision=Decision.CONTRADICTS if singular and positive else Decision.SILENT,
        witness={"H_0": [[1, 1]] * 4, "s_min": 0, "bound": "2 - sqrt(2)"},
    )
