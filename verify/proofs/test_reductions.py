"""A certificate agrees with what its reduction shows and is silent about anything else."""

from typing import Any

import mpmath
import pytest

from theory.ledger import Cell, Decision, Evidence, Method
from theory.test_support import registry
from verify.proofs import reductions
from verify.proofs.reductions import Shown, always, variables
from verify.registry import Effort, Run, checks_of, domain
from verify.seeds import Address

CELL = Cell({"x": mpmath.mpf(3)}, mpmath.mpf(8))


def double(x: Any) -> Any:
    return 2 * x


def decided(formula: Any, *steps: Shown) -> Decision | None:
    reduction = reductions.Reduction(double, steps, [CELL])
    return reduction.certify(formula, "by hand", "all x").decision


def test_a_certificate_agrees_only_with_what_was_shown() -> None:
    assert decided(double, always(True)) is Decision.AGREES
    assert decided(double, always(True), always(True, False)) is Decision.SILENT


def test_another_formula_is_not_covered() -> None:
    with mpmath.workdps(50):
        assert decided(lambda x: 2 * x + mpmath.mpf(10) ** -30, always(True)) is Decision.SILENT
    point = {"x": mpmath.mpf(1)}
    assert not reductions.same_formula(lambda x: [x, x], lambda x: [x, 2 * x], [point])
    # whole numbers are compared as they are: 2^62 + 2^62 is no number of 64 bits
    assert not reductions.same_formula(lambda x: 2**62, lambda x: -(2**62), [point])
    with pytest.raises(ValueError, match="zip"):
        reductions.same_formula(lambda x: [x, x], lambda x: x, [point])


def test_a_reduction_to_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^always\(\) was given no condition; expected at least"):
        always()
    difference: Any = variables("x")[0] * 2  # true where it is not zero, which says nothing
    with pytest.raises(TypeError, match="expected conditions that are true or false"):
        always(difference)
    cell = Cell({"x": mpmath.mpf(1)}, mpmath.mpf(2))
    with pytest.raises(ValueError, match=r"^a reduction without a step; expected one at least$"):
        reductions.Reduction(double, [], [cell])
    nowhere = reductions.Reduction(double, [always(True)], [])
    why = "^two closed forms were compared nowhere; expected at least one point$"
    with pytest.raises(ValueError, match=why):
        nowhere.certify(double, "an argument", "everywhere")
    with pytest.raises(ValueError, match="compared nowhere"):
        reductions.same_formula(double, lambda x: 3 * x, iter(()))


def test_formulas_are_compared_in_three_times_the_digits_and_integrals_in_those_there_are() -> None:
    digits: list[int] = []

    def formula(x: Any) -> Any:
        digits.append(mpmath.mp.dps)
        return x

    with mpmath.workdps(40):
        assert reductions.same_formula(formula, double, [{"x": 0}])
        assert reductions.same_formula(formula, double, [{"x": 0}], relative=reductions.INTEGRALS)
    assert digits == [120, 40]


def test_a_certificate_is_registered_with_its_words_or_refused_without_them() -> None:
    def halves(run: Run) -> reductions.Reduction:
        return reductions.Reduction(double, [always(True)], [CELL])

    run = Run(double, Effort.SMOKE, Address(0), "cpu")
    expected = Evidence(
        Method.CERTIFICATE, ("the closed form", "by hand"), "all x", [CELL],
        decision=Decision.AGREES,
    )  # fmt: skip
    with registry.only():
        with pytest.raises(TypeError, match="halves does not name its argument"):
            reductions.certificate("sharp:double")(halves)
        reductions.argument("by hand")(halves)
        with pytest.raises(TypeError, match="halves does not name its domain"):
            reductions.certificate("sharp:double")(halves)
        assert reductions.certificate("sharp:double", "all x")(halves) is halves
        reductions.certificate("sharp:double")(domain("all x")(halves))
        here, below = checks_of("sharp:double")
    assert here.function(run) == below.function(run) == expected
    assert (here.name, here.file) == ("halves", "verify/proofs/test_reductions.py")


def test_a_counterexample_contradicts_with_its_witness_and_is_silent_where_it_is_none() -> None:
    for violated, decision in ((True, Decision.CONTRADICTS), (False, Decision.SILENT)):
        found = reductions.refutation(violated, ("a", "b"), "x = 2", {"x": 2})
        assert found == Evidence(
            Method.CERTIFICATE, ("a", "b"), "x = 2", decision=decision, witness={"x": 2}
        )
