"""The prover on true, false and tight inequalities: it never certifies a false one."""

from typing import Any

import flint
import mpmath
import pytest

from theory.ledger import Cell, Decision, Evidence, Method
from theory.numerics.backends import sqrt
from theory.test_support import registry
from theory.test_support.comparing import over
from verify.proofs import prover
from verify.proofs.prover import (
    Outcome,
    Shown,
    always,
    exp_quotient,
    log_quotient,
    prove,
    variables,
)
from verify.proofs.steps import no_negative_coefficient
from verify.registry import Effort, Run, checks_of, domain
from verify.seeds import Address

PROVED, FALSE, NOT_DECIDED = Outcome.PROVED, Outcome.FALSE, Outcome.NOT_DECIDED


@over(
    [
        ("exp above its tangent, away from it", lambda x: x.exp() - 1 - x, (0.1, 5), PROVED),
        ("a narrow gap", lambda x: x**2 - 2 * x + flint.arb("1.01"), (0, 2), PROVED),
        ("exp below its tangent", lambda x: 1 + x - x.exp(), (0, 5), FALSE),
        ("false near one end only", lambda x: flint.arb("0.9999") - x, (0, 1), FALSE),
        ("false on a tiny interval", lambda x: abs(x - 0.3) - flint.arb(1e-7), (0, 1), FALSE),
        ("sides that meet inside", lambda x: (x - flint.arb(1) / 3) ** 2, (0, 1), NOT_DECIDED),
        ("undefined everywhere", lambda x: (x - 2).log(), (0, 1), NOT_DECIDED),
        ("undefined at one end", lambda x: 1 / x, (0, 1), NOT_DECIDED),
        ("a contact factored out", lambda x: exp_quotient(-x), (0, 5), PROVED),
        ("equal everywhere", lambda x: 0 * x, (0, 1), PROVED),
    ]
)
def test_the_prover_decides(name: str, margin: Any, side: Any, outcome: Outcome) -> None:
    proof = prove(margin, side, budget=500)
    assert proof.outcome is outcome, name
    assert bool(proof) is (outcome is PROVED)


def test_a_false_inequality_comes_with_a_point() -> None:
    proof = prove(lambda x, y: x + y - 1, (0, 1), (0, 1))
    assert proof.witness is not None
    x, y = proof.witness
    assert x + y < 1


def test_two_variables_are_subdivided_along_the_longer_side() -> None:
    proof = prove(lambda x, y: x**2 + y**2 - x * y + flint.arb("0.01"), (-1, 1), (-4, 4))
    assert proof.outcome is PROVED


def test_nothing_is_decided_when_the_budget_ends() -> None:
    assert prove(lambda x: x.exp() - 1 - x, (0.001, 5), budget=3).outcome is NOT_DECIDED


@over(["1e-2", "1e-8", "1e-40", "0"])
def test_a_dip_below_zero_is_never_certified(depth: str) -> None:
    """(x - c)^2 - depth: false however narrow the dip; at depth 0 the sides meet."""
    for k in range(1, 20):
        centre = flint.arb(k) / 23
        proof = prove(lambda x, c=centre: (x - c) ** 2 - flint.arb(depth), (0, 1), budget=300)
        assert proof.outcome is not PROVED
        if depth == "1e-2":
            assert proof.outcome is FALSE


def test_what_a_closed_form_refuses_is_not_a_number() -> None:
    def root(x: Any) -> list[Any]:
        return [x, sqrt(x)]

    box = flint.arb(1).union(flint.arb(4))
    assert prover.on_a_box(root, entry=1, x=box).contains(flint.arb(2))
    assert prover.on_a_box(root, x=flint.arb(4)) == 4
    assert type(prover.on_a_box(lambda x: [x, x], x=4)) is int  # in its own arithmetic
    assert prover.on_a_box(root, x=flint.arb(-1)).is_nan()
    proof = prove(lambda x: prover.on_a_box(root, entry=1, x=x), (-2, -1), budget=20)
    assert proof.outcome is NOT_DECIDED


@over(["1e-40", "1e-9", "0.1", "0.24", "0.26", "0.9", "-0.2", "-0.9"])
def test_quotients_enclose_the_literal_values(x: str) -> None:
    with mpmath.workdps(150), flint.ctx.workprec(128):
        y = mpmath.mpf(x)
        ball = flint.arb(x)
        for enclosure, literal in (
            (log_quotient(ball), (y - mpmath.log(1 + y)) / y**2),
            (exp_quotient(ball), (y + mpmath.exp(-y) - 1) / y**2),
            (prover.log_ratio(ball), -mpmath.log(1 - y) / y),
        ):
            assert enclosure.overlaps(flint.arb(str(literal)))
            assert float(enclosure.rad()) < 1e-25


def test_what_is_left_of_a_series_is_enclosed_too() -> None:
    """Coefficients that are 0 as far as they are summed, and may be 1 from there on."""
    terms = flint.ctx.prec // 2 + 4
    found = prover._alternating(flint.arb(-0.25), lambda j: flint.arb(0))
    assert found.contains(flint.arb(4) ** -terms * 4 / 3)
    assert found.abs_upper() < 4.001 * flint.arb(4) ** -terms


def test_quotients_over_an_interval_contain_both_ends() -> None:
    wide = flint.arb(-0.2).union(flint.arb(0.2))
    for quotient in (log_quotient, exp_quotient):
        for end in (-0.2, 0.0, 0.2):
            assert quotient(wide).contains(quotient(flint.arb(end)).mid())


def test_a_polynomial_beyond_a_point() -> None:
    x, y = variables("x y")
    assert no_negative_coefficient((x - 1) ** 2 * y, 1, 0)
    assert not no_negative_coefficient((x - 1) ** 2, 0, 0)  # true too, but not by its coefficients
    assert not no_negative_coefficient(2 - x, 1, 0)


CELL = Cell({"x": mpmath.mpf(3)}, mpmath.mpf(8))


def double(x: Any) -> Any:
    return 2 * x


def decided(formula: Any, *proofs: Shown) -> Decision | None:
    reduction = prover.Reduction(double, proofs, [CELL])
    return reduction.certify(formula, "by hand", "all x").decision


def test_a_certificate_agrees_only_with_what_was_proved() -> None:
    assert decided(double, always(True)) is Decision.AGREES
    assert decided(double, always(True), always(True, False)) is Decision.SILENT
    assert decided(double, Shown(NOT_DECIDED)) is Decision.SILENT
    assert decided(double, Shown(FALSE)) is Decision.CONTRADICTS


def test_another_formula_is_not_covered() -> None:
    with mpmath.workdps(50):
        assert decided(lambda x: 2 * x + mpmath.mpf(10) ** -30, always(True)) is Decision.SILENT
    point = {"x": mpmath.mpf(1)}
    assert not prover.same_formula(lambda x: [x, x], lambda x: [x, 2 * x], [point])
    with pytest.raises(ValueError, match="zip"):
        prover.same_formula(lambda x: [x, x], lambda x: x, [point])


def test_a_proof_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^always\(\) was given no condition; expected at least"):
        always()
    difference: Any = variables("x")[0] * 2  # true where it is not zero, which says nothing
    with pytest.raises(TypeError, match="expected conditions that are true or false"):
        always(difference)
    cell = Cell({"x": mpmath.mpf(1)}, mpmath.mpf(2))
    with pytest.raises(ValueError, match=r"^a reduction without a proof; expected one at least$"):
        prover.Reduction(double, [], [cell])
    nowhere = prover.Reduction(double, [always(True)], [])
    why = "^two closed forms were compared nowhere; expected at least one point$"
    with pytest.raises(ValueError, match=why):
        nowhere.certify(double, "an argument", "everywhere")
    with pytest.raises(ValueError, match="compared nowhere"):
        prover.same_formula(double, lambda x: 3 * x, iter(()))


def test_formulas_are_compared_in_three_times_the_digits_and_integrals_in_those_there_are() -> None:
    digits: list[int] = []

    def formula(x: Any) -> Any:
        digits.append(mpmath.mp.dps)
        return x

    with mpmath.workdps(40):
        assert prover.same_formula(formula, double, [{"x": 0}])
        assert prover.same_formula(formula, double, [{"x": 0}], relative=prover.INTEGRALS)
    assert digits == [120, 40]


def test_a_proof_is_registered_with_its_words_or_refused_without_them() -> None:
    def halves(run: Run) -> prover.Reduction:
        return prover.Reduction(double, [always(True)], [CELL])

    run = Run(double, Effort.SMOKE, Address(0), "cpu")
    expected = Evidence(
        Method.CERTIFICATE, ("the closed form", "by hand"), "all x", [CELL],
        decision=Decision.AGREES,
    )  # fmt: skip
    with registry.only():
        with pytest.raises(TypeError, match="halves does not name its argument"):
            prover.proved("sharp:double")(halves)
        prover.argument("by hand")(halves)
        with pytest.raises(TypeError, match="halves does not name its domain"):
            prover.proved("sharp:double")(halves)
        assert prover.proved("sharp:double", "all x")(halves) is halves
        prover.proved("sharp:double")(domain("all x")(halves))
        here, below = checks_of("sharp:double")
    assert here.function(run) == below.function(run) == expected
    assert (here.name, here.file) == ("halves", "verify/proofs/test_prover.py")


def test_a_counterexample_contradicts_with_its_witness_and_is_silent_where_it_is_none() -> None:
    for violated, decision in ((True, Decision.CONTRADICTS), (False, Decision.SILENT)):
        found = prover.refutation(violated, ("a", "b"), "x = 2", {"x": 2})
        assert found == Evidence(
            Method.CERTIFICATE, ("a", "b"), "x = 2", decision=decision, witness={"x": 2}
        )
