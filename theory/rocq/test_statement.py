"""What Rocq is asked is what the record says: a change of the record changes the statement."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata.theory.hypotheses import Hypothesis, natural, non_negative
from lemmata.theory.ledger import Claim, Kind, Verdict, claims
from lemmata.theory.rocq import Formal, statement
from lemmata.theory.rocq.examples import TABLE, Example, statements
from lemmata.theory.rocq.statement import NoProposition, identifier
from lemmata.theory.rocq.terms import (
    INFINITE,
    Family,
    Real,
    Variable,
    fresh,
    natural_of,
    real,
    total,
)
from lemmata.theory.rocq.vocabulary import START, WEIGHTS_OF_ONE, d, l, mean, n, number, phi
from lemmata.theory.test_support.comparing import over

THEOREM_1 = claims()["meterez2024:theorem-1"]
STATED = [claim for claim in claims().values() if claim.formal is not None]


def small(**changed: Any) -> Claim:
    """phi(X_0) <= c phi(X_0), a claim for these tests."""
    record: dict[str, Any] = {
        "id": "tests:small",
        "title": "t",
        "statement": "s",
        "kind": Kind.UPPER_BOUND,
        "source": "s",
        "hypotheses": [non_negative("phi")],
        "expected": Verdict.HOLDS,
        "formula": lambda phi: 2 * phi,
        "formal": Formal({"phi": phi(START)}, phi(START)),
    }
    return Claim(**{**record, **changed})


def test_a_statement_has_its_variables_and_its_printed_hypotheses() -> None:
    assert statement(small()) == (
        "forall (d : nat) (X0 : 'M[R]_d),\n  (0 < d)%N ->\n  0 <= phi X0 ->\n  phi X0 <= 2 * phi X0"
    )


def test_a_constant_of_the_closed_form_is_one_of_the_statement() -> None:
    assert "phi X0 <= 3 * phi X0" in statement(small(formula=lambda phi: 3 * phi))


def test_a_hypothesis_that_is_dropped_is_gone_and_one_that_is_added_is_there() -> None:
    assert "0 <= phi X0 ->" not in statement(small(hypotheses=[]))
    wide = replace(
        small(),
        hypotheses=[natural("d", at_least=6)],
        formula=lambda phi, d: 2 * phi,
        formal=Formal({"phi": phi(START), "d": d}, phi(START)),
    )
    assert "(6 <= d)%N ->" in statement(wide)


def test_a_hypothesis_without_a_proposition_is_no_statement() -> None:
    mute = Hypothesis("mute", "x", "phi", lambda value: None)
    with pytest.raises(NoProposition, match="mute"):
        statement(small(hypotheses=[mute]))


def test_a_mean_brings_the_claim_that_it_exists() -> None:
    law = Real("L", variables=frozenset([Variable("L", "law R")]))
    drawn = mean(law, "x", Real("x"))
    said = statement(small(formal=Formal({"phi": phi(START)}, drawn)))
    assert "integrable L (fun x => x) /\\\n  mean L (fun x => x) <= 2 * phi X0" in said


def test_a_lower_bound_and_an_identity_are_printed_as_such() -> None:
    assert "2 * phi X0 <= phi X0" in statement(small(kind=Kind.LOWER_BOUND))
    assert "phi X0 = 2 * phi X0" in statement(small(kind=Kind.IDENTITY))


def test_equality_and_only_there_are_statements_of_their_own() -> None:
    where = [real(1) <= phi(START)]
    both = Formal({"phi": phi(START)}, phi(START), attained=where, only=True)
    bound, attained, only = statement(small(formal=both)).split(" /\\\n(")
    assert "phi X0 <= 2 * phi X0" in bound
    assert attained.endswith("1 <= phi X0 ->\n  phi X0 = 2 * phi X0)")
    assert only.endswith("phi X0 = 2 * phi X0 ->\n  1 <= phi X0)")


def test_d_squared_for_d_is_another_theorem_1() -> None:
    def steeper(phi_0: Any, l: Any, d: Any, C: Any) -> Any:
        from lemmata.theory.numerics.backends import exp

        return phi_0 * exp(-l / (C * d * (1 + d * phi_0)))

    changed = statement(replace(THEOREM_1, formula=steeper))
    assert "INR d ^ 2 * (1 + INR d * phi X0)" in statement(THEOREM_1)
    assert "- INR l / (INR d * (1 + INR d * phi X0))" in changed


@pytest.mark.parametrize("claim", STATED, ids=lambda claim: claim.id)
def test_every_formal_side_makes_a_statement(claim: Claim) -> None:
    said = statement(claim)
    assert said.count("(") == said.count(")")
    assert "+oo" not in said
    assert "None" not in said
    assert identifier(claim.id).isidentifier()


# ---------- terms ----------


x, y = number("x"), number("y")


@over(
    [
        (real(0.78), "39 / 50"),  # decimals are fractions
        ((x + y) * x - -y, "(x + y) * x - - y"),
        ((x * y) ** 2 / (x / y), "(x * y) ^ 2 / (x / y)"),
        (-(x**2), "- x ^ 2"),
        ((-x) ** 2, "(- x) ^ 2"),
        (x ** Fraction(1, 2), "Rpower x (1 / 2)"),
        (x + 0 * x, "x"),  # zero and the infinite width vanish
        (1 / (x * 0 + 1), "1 / 1"),
        (x + 1 / real(float("inf")), "x"),
        (x / INFINITE * x, "0"),
        (l + 1, "INR l.+1"),  # a natural number is one where nat is meant
        ((l + 1).nat, "l.+1"),
        (d + 2, "INR d + 2"),
        (real(2) ** l, "2 ^ l"),
        ((n >= 2).text, "(2 <= n)%N"),
        (WEIGHTS_OF_ONE.min(), "least (fun k => q k)"),  # a family binds its index
        ((WEIGHTS_OF_ONE**2).sum(), "\\S_(k < n) q k ^ 2"),
        (-WEIGHTS_OF_ONE.sum() - 1, "- (\\S_(k < n) q k) - 1"),  # a bare sum would take the rest in
    ]
)
def test_terms_are_written_as_rocq_reads_them(term: object, written: str) -> None:
    assert str(term) == written


def test_a_sum_that_would_bind_a_name_of_its_surroundings_is_an_error() -> None:
    k = fresh("k")
    layers = natural_of("k.+1", frozenset([k]))
    inside = Family(Real("q k", variables=layers.variables), n)
    with pytest.raises(ValueError, match="k is bound twice"):
        inside.min()
    assert str(total(inside.entry, k, l)) == "\\S_(k < l) q k"


@pytest.mark.parametrize("example", TABLE, ids=lambda e: e.name)
def test_python_computes_the_value_that_rocq_is_asked_for(example: Example) -> None:
    assert float(example.computed()) == pytest.approx(example.number, rel=1e-8)
    asked = f"Definition {example.name}_example : Prop := {example.every}{example.term} = "
    assert asked in statements()


def test_a_product_over_a_family_keeps_the_operations_of_the_reals() -> None:
    """The scope of mathcomp's product is the ring's, where x / y would be another division."""
    product = (1 - WEIGHTS_OF_ONE.indices() / d).prod()
    assert product.text == "(\\prod_(k < n) (1 - INR k / INR d)%R)%ring"
