"""How printed formulas are read, and those that are no right side."""

import math

import pytest

from theory.expressions.changing import free
from theory.expressions.evaluating import evaluate
from theory.ledger import get
from theory.test_support.comparing import over
from theory.test_support.latex_values import Unread, value
from verify.kernel.proof import formal_of
from verify.kernel.test_printed_values import CONVEX, ROOTS


def test_what_is_printed_as_convex_has_the_second_derivative_that_is_proved() -> None:
    """By differences of the printed g, at some t, n and delta."""
    claim, h = get("daneshmand2021:lemma-10"), 1e-4
    (formal,) = formal_of(claim)
    for t, n, delta in ((0.7, 4.0, 0.1), (3.0, 2.0, 0.3), (0.05, 9.0, 0.02)):
        g = [value(CONVEX, {"t": t, "n": n, r"\delta": delta + k * h}) for k in (-1, 0, 1)]
        at = {v: {"t": t, "n": n, "delta": delta}[v.name] for v in free(formal.lhs)}
        assert (g[0] - 2 * g[1] + g[2]) / h**2 == pytest.approx(
            evaluate(formal.lhs, at), rel=1e-3, abs=1e-6
        )


def test_the_printed_equations_of_the_eigenvalues_have_these_roots() -> None:
    """-W(y) is the x with -x e^(-x) = y."""
    claim = get("sharp:eigenvalue-from-gap")
    for phi, d in ((0.02, 3), (0.5, 2), (2.0, 7)):
        low, high, least, most = (abs(float(v)) for v in claim.closed_form(phi=phi, d=d))
        names = {"x_-": low, "x_+": high, "d": float(d), r"\phi": phi}
        below, both, above, argument = (value(one, names) for one in ROOTS)
        assert [below, above] == pytest.approx([both, both])
        assert [-x * math.exp(-x) for x in (least, most)] == pytest.approx([argument] * 2)
        assert least <= low <= 1 <= high <= most


@over(["2 +", r"\frac{1}", "x", ")", r"\sum_k 2"])
def test_what_cannot_be_read_is_refused(latex: str) -> None:
    with pytest.raises((Unread, ValueError)):
        value(latex, {"y": 1.0})


def test_formulas_are_read_as_they_are_meant() -> None:
    names = {"x": 3.0, r"\lambda": 2.0}
    assert value(r"-2 x^2 (1 + \lambda)/4 - \tfrac12 \sqrt{x + 1}", names) == -13.5 - 1
    assert value(r"e^{-x} \log\left(\lambda\right)", names) == math.exp(-3) * math.log(2)
    assert value(r"\left(x^{2} + 1\right)^{-1/\lambda}", names) == 10**-0.5
