"""sharp:theorem-5: meterez2024's theorem 5 without an unknown constant.

||J_BN|| <= lambda_min^(-1/2) and -log lambda_min <= h(d phi) with h concave, so
E log ||J_BN(W_k X_k)|| <= h(d E phi_k)/2 <= h(d phi_0 r^k)/2 by sharp:theorem-1; sum over k.
"""

import math

import numpy as np

from lemmata.theory.audit import ROTATED, AuditRow
from lemmata.theory.hypotheses import (
    has_a_log,
    natural,
    of_full_rank,
    positive,
    trace_normalised,
    understood,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of, log
from lemmata.theory.numerics.special import exp_defect, lower_root
from lemmata.theory.rocq import Formal, gradients
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.extremal_drift import least_drift
from lemmata.theory.sharp.theorem_1 import contraction_rate

_SMALL = 1e-12  # below this h(s) = sqrt(2 s) + s/3 to 1e-18 of its value
_SLOW = 1e-3  # below this rate the sum is Euler and Maclaurin's, wrong by about rate^3/1000


def sum_of_roots(s_0: float, rate: float) -> float:
    """sum_{k >= 0} h(s_0 exp(-rate k)), h = ``lower_root``.

    Directly where the rate is large; else by Euler and Maclaurin, whose integral in h is
    (1/rate) int_0^{h(s_0)} x (1 - exp(-x)) / (x + exp(-x) - 1) dx, a smooth integrand.
    """
    if rate > _SLOW:
        count = max(0, math.ceil(math.log(s_0 / _SMALL) / rate))
        s = s_0 * np.exp(-rate * np.arange(count + 1))
        first, last = s[:-1], float(s[-1])
        tail = math.sqrt(2 * last) / -math.expm1(-rate / 2) - last / 3 / math.expm1(-rate)
        return float(np.sum(lower_root(first))) + tail if count else tail
    h_0 = float(lower_root(s_0))
    slope = -rate * s_0 / -math.expm1(-h_0)  # d/dk of h(s_0 exp(-rate k)) at k = 0
    return _integral(h_0) / rate + h_0 / 2 - slope / 12


def _integral(h_0: float) -> float:
    """int_0^{h_0} x (1 - exp(-x)) / (x + exp(-x) - 1) dx, Gauss's rule on pieces of length 1."""
    nodes, weights = np.polynomial.legendre.leggauss(20)
    pieces = max(1, math.ceil(h_0))
    left = np.arange(pieces)[:, None] * (h_0 / pieces)
    x = left + (nodes + 1) / 2 * (h_0 / pieces)
    return float(np.sum(weights * x * -np.expm1(-x) / exp_defect(-x)) * h_0 / pieces / 2)


@claim(
    "sharp:theorem-5",
    title="The expected log gradient norm is bounded at any depth, with every constant known",
    statement=r"\mathbb{E} \log \|\tfrac{\partial L}{\partial W_l}\|_F \le \log K"
    r" + \tfrac{1}{2} \log d + \tfrac{1}{2} \sum_{k \ge 0} h(d\, \phi_0\, r^k),\quad"
    r" h + e^{-h} - 1 = s,\; r = 1 - g(\phi_0)/\phi_0",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        positive("phi_0"),
        natural("d", at_least=2),
        trace_normalised(),
        positive("K"),
        understood(
            "K-Lipschitz",
            r"L \text{ differentiable},\;"
            r" \|\partial L/\partial X_L\|_F \le K",
            "K",
            "the checks read out linearly, a cell does not show it",
            *gradients.LOSS_BOUND,
        ),
        has_a_log(
            "a gradient",
            r"\partial L/\partial W_l \ne 0 \text{ a.s.},\;"
            r" \mathbb{E} |\log \|\partial L/\partial W_l\|| < \infty",
            "K",
            *gradients.LOG_GRADIENT_EXISTS,
        ),
        of_full_rank(),
    ],
    source="derived: X_0 with unit rows, or at least trace-normalised, a K-Lipschitz loss, n = d"
    " >= 2; where dL/dW_l is 0 with a positive probability, the left side is -inf",
    expected=Verdict.PROVED,
    uses=["sharp:theorem-1", "sharp:eigenvalue-from-gap", "meterez2024:lemma-C.12"],
    decided_by="gradients through 2000 layers of the chain (3)",
    mutants=[
        Mutant("K is lost", {"of_K": 0}, {"phi_0": 1e-6, "d": 4, "K": 1000.0}),
        Mutant("(1/2) log d with the other sign", {"sign": -1}, {"phi_0": 1e-6, "d": 4, "K": 1.0}),
    ],
    formal=Formal(
        {"phi_0": rocq.phi(rocq.START), "d": rocq.d, "K": gradients.LIPSCHITZ},
        gradients.mean_log_weight_gradient(),
    ),
    audit=AuditRow(
        "log ||dL/dW|| of the second linear map",
        ROTATED,
        lambda f, m: m.log_K + f(m.first_gap, m.width, 1.0),
        "second_log_weight_gradient",
        beyond="largest_log",
    ),
)
def expected_log_gradient(phi_0: float, d: int, K: float, *, of_K: int = 1, sign: int = 1) -> Array:
    constants = of_K * log(as_array(K)) + sign * log(as_array(d)) / 2
    symbolic = backend_of(phi_0).series
    if symbolic:
        r = contraction_rate(phi_0, d)
        return constants + symbolic(lambda k: lower_root(d * phi_0 * r**k)) / 2
    rate = -math.log1p(-float(least_drift(phi_0, d)) / phi_0)
    return constants + sum_of_roots(d * phi_0, rate) / 2
