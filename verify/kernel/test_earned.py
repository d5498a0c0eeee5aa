"""How the word is earned: a script's last theorems against the statements, and what it rests on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from theory.expressions.formal import Formal, Statement, natural
from theory.expressions.functions import mean
from theory.expressions.nodes import Named, Relation, Variable, Whole, equal, term
from theory.ledger import LEDGER, Decision, Kind, Method, get
from verify import runner
from verify.kernel import registry
from verify.kernel.facts import FACTS, fact
from verify.kernel.proof import (
    Checked,
    Proof,
    Written,
    check,
    checked_of,
    formal_of,
    inside,
    is_claim,
    proved_by_slope,
    statements,
    steps,
    unproved,
)
from verify.kernel.theorem import Theorem, follows, signs

runner.load()
x, y, z = (Variable(name) for name in "xyz")
ID = "meterez2024:lemma-C.11"
MODEL = get(ID)
SQUARE = Formal({"v": x}, [0 <= y], x - 1)


def claimed(formal: Any, formula: Any = lambda v: v**2, kind: Kind = Kind.UPPER_BOUND) -> Any:
    return replace(MODEL, formal=formal, formula=formula, kind=kind)


def square(p: Proof) -> Theorem:
    return p.arith("last", x - 1 <= x**2, (p.arith("first", 0 <= (x - term("1/2")) ** 2), 1))


def test_a_statement_is_the_closed_form_on_symbols() -> None:
    assert SQUARE.statements(Kind.UPPER_BOUND, lambda v: v**2) == [
        Statement(frozenset({0 <= y}), x - 1 <= x**2)
    ]
    assert SQUARE.relations(Kind.LOWER_BOUND, lambda v: v**2) == [x**2 <= x - 1]
    assert SQUARE.relations(Kind.IDENTITY, lambda v: v**2) == [equal(x - 1, x**2)]
    attained = replace(SQUARE, attained=[equal(x, z)])
    bound, equality = attained.statements(Kind.UPPER_BOUND, lambda v: v**2)
    assert bound == Statement(frozenset({0 <= y}), x - 1 <= x**2)
    assert equality == Statement(frozenset({0 <= y, equal(x, z)}), equal(x - 1, x**2))
    assert str(bound) == "x - 1 <= x^2"


def test_every_entry_of_a_closed_form_is_claimed() -> None:
    many = replace(SQUARE, lhs=[x, y], witness={"C": Fraction(3)})
    wanted = [x <= 3 * x, y <= x**2]
    for form in (list, np.array):
        made: Any = lambda v, C, form=form: form([C * v, v**2])  # noqa: E731
        assert many.relations(Kind.UPPER_BOUND, made) == wanted
    one = replace(SQUARE, lhs=y)
    assert one.relations(Kind.UPPER_BOUND, lambda v: [v, v**2]) == [y <= x, y <= x**2]
    with pytest.raises(ValueError, match="zip"):
        many.relations(Kind.UPPER_BOUND, lambda v, C: [v])

    @dataclass
    class Entries:
        entry: Any

    assert one.relations(Kind.UPPER_BOUND, lambda v: Entries(v**2)) == [y <= x**2]
    assert natural(x) == [Whole(x), 1 <= x]
    assert natural(x, 2) == [Whole(x), 2 <= x]


def test_formal_statements_may_be_one_many_or_made_when_asked_for() -> None:
    assert formal_of(claimed(SQUARE)) == formal_of(claimed(lambda: SQUARE)) == [SQUARE]
    assert formal_of(claimed([SQUARE, SQUARE])) == [SQUARE, SQUARE]
    assert formal_of(claimed(None)) == []
    assert [str(s) for s in statements(claimed([SQUARE, SQUARE]))] == ["x - 1 <= x^2"] * 2
    assert [str(s) for s in statements(claimed(SQUARE), lambda v: 2 * v)] == ["x - 1 <= 2 x"]


def test_a_proof_is_checked() -> None:
    found = check(claimed(SQUARE), square)
    assert (found.failure, found.step, len(found.theorems)) == ("", "", 1)
    assert [t.name for t in steps(found.theorems)] == ["first", "last"]
    both = check(claimed([SQUARE, SQUARE]), lambda p: [square(p), square(p)])
    assert len(both.theorems) == 2
    own = Proof()
    assert check(claimed(SQUARE), square, proof=own).theorems[0] in own.theorems


FAILURES: dict[str, tuple[Any, Any, str, str]] = {
    "nothing stated": (None, square, f"{ID} has no formal statement", "the claim"),
    "one too few": ([SQUARE, SQUARE], square, "1 theorems for 2 statements", "the claim"),
    "one too many": (
        SQUARE, lambda p: [square(p), square(p)], "2 theorems for 1 statements", "the claim"
    ),
    "of another proof": (
        SQUARE, lambda p: square(Proof()), "x - 1 <= x^2 is no theorem of this proof",
        "x - 1 <= x^2",
    ),
    "the second is wrong": (
        [SQUARE, SQUARE], lambda p: [square(p), p.arith("weak", x - 1 <= x**2 + 1, square(p))],
        "step 'weak' is not the claim: it shows x - 1 <= x^2 + 1, the claim says x - 1 <= x^2",
        "weak",
    ),
    "it assumes more": (
        SQUARE, lambda p: p.arith("more", x - 1 <= x**2, p.assume(x - 1 <= x**2)),
        "step 'more' is not the claim: it assumes x - 1 <= x^2, which the claim does not", "more",
    ),
    "a step is refused": (
        SQUARE, lambda p: p.arith("no", x <= x**2),
        "step 'no' (x <= x^2) is rejected: the sign of the rest cannot be read off: x^2 - x", "no",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILURES)
def test_a_proof_fails(name: str) -> None:
    formal, script, why, step = FAILURES[name]
    found = check(claimed(formal), script)
    assert (found.theorems, found.failure, found.step) == ((), why, step)


def test_what_a_theorem_assumes_follows_from_what_is_claimed() -> None:
    p = Proof()
    stated = Statement(frozenset({1 <= y, Whole(z)}), x - 1 <= x**2)
    weaker = p.arith("", x - 1 <= x**2, square(p), under=[0 < y, Whole(2 * z + 1), 1 <= y])
    assert is_claim(weaker, stated) == ""
    for more in (2 <= y, Whole(z / 2), Whole(y), equal(y, 1)):
        stronger = p.arith("", x - 1 <= x**2, square(p), under=[more])
        assert is_claim(stronger, stated) == f"it assumes {more}, which the claim does not"
    strict = p.assume(x - 1 < x**2)
    assert is_claim(strict, replace(stated, assumes=strict.assumes)) == ""
    assert follows(0 <= y, frozenset({0 < y}), signs([]))
    assert not follows(0 < y, frozenset({0 <= y}), signs([]))
    assert not follows(equal(y, 0), frozenset({0 <= y}), signs([]))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another script for the model claim."""
    kept = LEDGER.proofs[ID]

    def write(script: Any) -> None:
        monkeypatch.setitem(LEDGER.proofs, ID, replace(kept, script=script))

    return write


def run_of(formula: Any) -> Any:
    return SimpleNamespace(formula=formula)


def test_the_evidence_of_a_proof() -> None:
    found = registry._evidence(ID, run_of(MODEL.formula))
    assert (found.decision, found.covers, found.method) == (
        Decision.AGREES, True, Method.CERTIFICATE,
    )  # fmt: skip
    count = len(steps(checked_of(ID).theorems))
    assert found.routes == ("the closed form on symbols", f"a proof of {count} steps")
    assert found.domain == "all that the claim says"
    formula: Any = MODEL.formula
    other = registry._evidence(ID, run_of(lambda **given: formula(**given) * 2))
    assert (other.decision, other.covers) == (Decision.SILENT, False)
    assert other.domain.startswith("given what is not proved: step ")
    run = run_of(lambda **given: None.sum())  # type: ignore[attr-defined]
    torch_only = registry._evidence(ID, run)
    assert (torch_only.decision, torch_only.covers) == (Decision.SILENT, False)
    assert "another closed form: 'NoneType'" in torch_only.domain
    assert registry._other(ID, run).step == "the claim"


def test_what_was_shown_is_kept_with_the_proof_that_made_it() -> None:
    session = Proof()
    found = check(claimed(SQUARE), square, proof=session)
    assert (found.failure, found.session) == ("", session)


def test_a_broken_proof_is_an_error(written: Any) -> None:
    written(lambda p: p.arith("no", x <= x**2))
    with pytest.raises(registry.BrokenProof, match=rf"proof of {ID}: step 'no' "):
        registry._evidence(ID, run_of(MODEL.formula))
    assert unproved(ID).startswith(f"{ID}: step 'no' ")
    other = registry._evidence(ID, run_of(lambda **given: term(2)))
    assert (other.decision, other.covers) == (Decision.SILENT, False)
    assert other.domain.startswith("given what is not proved: step 'no' ")


def test_a_proof_of_another_closed_form_is_told_from_one_of_the_claim(
    monkeypatch: pytest.MonkeyPatch, written: Any
) -> None:
    cube = replace(claimed(SQUARE), formula=lambda v: v**3)
    for module in ("proof", "registry"):
        monkeypatch.setattr(f"verify.kernel.{module}.get", lambda _: cube)
    written(square)
    with pytest.raises(registry.BrokenProof, match="is not the claim"):
        registry._evidence(ID, run_of(cube.formula))
    other = registry._evidence(ID, run_of(lambda v: v**2))
    assert (other.decision, other.covers) == (Decision.AGREES, True)


def test_a_proof_is_checked_anew_where_script_or_closed_form_changed(
    monkeypatch: pytest.MonkeyPatch, written: Any
) -> None:
    found = checked_of(ID)
    assert checked_of(ID) is found
    formula: Any = MODEL.formula
    twice = replace(MODEL, formula=lambda **given: 2 * formula(**given))
    with monkeypatch.context() as changed:
        changed.setattr("verify.kernel.proof.get", lambda _: twice)
        assert "is not the claim" in checked_of(ID).failure
    assert checked_of(ID).failure == ""
    written(square)
    assert "is not the claim" in checked_of(ID).failure


def test_what_a_proof_rests_on_is_named() -> None:
    found = check(MODEL, lambda p: p.arith("", 0 <= term(1), given=[p.claim(ID), p.fact("trace")]))
    assert found.failure  # and so nothing is said of it
    p = Proof()
    last = p.arith("", 0 <= term(1), given=[p.claim(ID), p.fact("trace"), p.claim(ID)])
    assert (Checked((last,)).claims, Checked((last,)).facts) == ([ID], ["trace"])
    assert [t.source for t in steps([last])] == [ID, "trace", ID, ""]


def test_a_circle_is_named(written: Any) -> None:
    written(lambda p: p.claim(ID))
    assert unproved(ID) == f"{ID} rests on {ID}: a circle"


def test_a_claim_has_one_proof() -> None:
    with pytest.raises(ValueError, match=f"{ID} has two proofs"):
        registry.proof(ID)(square)


def test_a_proof_is_registered_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[tuple[Any, ...]] = []
    monkeypatch.setattr(registry, "register", lambda *given: checks.append(given))
    monkeypatch.delitem(LEDGER.proofs, ID)
    assert registry.proof(ID)(square) is square
    place = ("verify/kernel/test_earned.py", square.__code__.co_firstlineno)
    assert LEDGER.proofs[ID] == Written(ID, square, *place)
    (claim_id, name, check_of_it, where) = checks[0]
    assert (claim_id, name, where) == (ID, "square", place)
    with pytest.raises(registry.BrokenProof, match="is not the claim"):
        check_of_it(run_of(MODEL.formula))


def test_a_fact_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def states() -> Statement:
        return Statement(frozenset(), x <= x + 1)

    def samples(rng: Any) -> Iterator[tuple[float, float]]:
        yield 0.0, 1.0

    before = dict(FACTS)
    try:
        assert fact("one", "says", "book", samples, True)(states) is states
        made = FACTS["one"]
        assert (made.name, made.says, made.reference, made.states, made.samples, made.bound) == (
            "one", "says", "book", states, samples, True
        )  # fmt: skip
        fact("one", "says", "book", samples)(states)  # loaded again
        assert FACTS["one"].bound is False
        monkeypatch.setattr(states, "__module__", "elsewhere")
        with pytest.raises(ValueError, match="fact one is registered twice"):
            fact("one", "says", "book", samples)(test_a_claim_has_one_proof)  # type: ignore[arg-type]
    finally:
        FACTS.clear()
        FACTS.update(before)


def test_inside_a_mean_or_a_name() -> None:
    assert (inside(mean(x, "W")), inside(Named("s", y))) == (x, y)
    with pytest.raises(TypeError, match="x is no mean and no name"):
        inside(x)


def test_a_sign_from_a_derivative_on_either_side_of_the_start() -> None:
    p, said = Proof(), Relation("<=", term(0), x**2)
    assert proved_by_slope(p, "s", said, x, 0, []).assumes == frozenset()
    assert proved_by_slope(p, "s", said, x, 0, [0 <= y], "above").assumes == {0 <= x, 0 <= y}
    assert proved_by_slope(p, "s", said, x, 0, [0 <= y], "below").assumes == {x <= 0, 0 <= y}
    assert [t.name for t in p.theorems][:3] == ["s, rises", "s, falls", "s"]
