"""The scalar steps as Rocq reads them, and that it refuses what is false."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import Cases, Every, Relation, Variable, equal, term
from theory.expressions.partial import T
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.rocq import compiling
from verify.kernel.rocq.compiling import Checker, NotCompiled, missing
from verify.kernel.rocq.files import GENERAL, RULES, WRITERS, RocqFile, written
from verify.kernel.rocq.lemmas import Lemma, Recording
from verify.kernel.rocq.terms import NotScalar, Terms, comment
from verify.kernel.theorem import Theorem

x, y, d, k = (Variable(name) for name in ("x", "y", "d", "k"))
lam = Variable("lambda")
TERMS: dict[str, Any] = {
    "((-1) * (/ (x ^ 2)))": -1 / x**2,
    "((ln (x + 1)) + (3 / 4))": log(x + 1) + term("3/4"),
    "(Rpower x y)": x**y,
    "(if Rle_dec x y then x else (sqrt y))": Cases(x <= y, x, sqrt(y)),
    "lambda_k": lam(k),
    "((-2) * sum_1)": total(-2 * lam(k), k, d),
    "(expect_1 * y)": mean(y * Variable("w", (), "W"), "W"),
    "0 < (exp x)": 0 < exp(x),
    "x = (/ y)": equal(x, 1 / y),
}


@over(TERMS)
def test_terms_are_written_as_they_are(text: str) -> None:
    assert Terms().write(TERMS[text]) == text


def test_equal_sums_get_one_name_and_others_another() -> None:
    terms = Terms()
    first, other = terms.write(total(2 * lam(k), k, d)), terms.write(total(lam(k) ** 2, k, d))
    assert terms.write(total(lam(y) * 2, y, d)) == first
    assert (first, other) == ("(2 * sum_1)", "sum_2")
    with pytest.raises(NotScalar):
        terms.write(term(float("inf")))


def test_remarks_hold_no_remark_and_no_string() -> None:
    assert comment('a "b" (* c *)') == "(* a 'b' ( * c * ) *)"


def lemmas(*made: tuple[Recording, Theorem]) -> RocqFile:
    found = []
    for number, (p, theorem) in enumerate(made, 1):
        call = p.calls[id(theorem)]
        found.append(WRITERS[call[0]](theorem, call, f"step_{number}", theorem.name))
    return RocqFile("made:up", tuple(found), {})


def steps() -> list[tuple[Recording, Theorem]]:
    """One of each kind."""
    p = Recording()
    up = p.arith("rises", 0 <= 1 - 1 / x, under=[0 < x, 1 <= x])
    below = p.slope("tangent", log(x) <= x - 1, x, 1, up=up)
    product = p.arith("signs", 0 <= (x - 1) * (d - x) / (x * d), under=[1 <= x, x <= d, 1 <= d])
    multiple = p.arith("multiple", y**2 * log(x) <= y**2 * (x - 1), (below, y**2))
    strict = p.arith("strict", 0 < 1 / (d * (d + 2)) - 1 / (d + 3) ** 3, under=[2 <= d])
    far = p.arith("far", x <= x**2 + 1, under=[1 < x])
    near = p.arith("near", x <= x**2 + 1, (p.assume(x <= 1), 1))
    made = [
        up, below, product, multiple, strict, p.split("either", x <= 1, near, far),
        p.monotone("exp", "exp", below), p.law("law", "log of a power", x, -2),
        p.law("whole", "at least 1 by steps", d),
        p.box("contact inside", log(x) <= x - 1, {x: ("1/2", 2)}, contact=(x, 1, 2)),
        p.box("third order", exp(-x) <= 1 - x + x**2 / 2, {x: (0, 1)}, contact=(x, 0, 3)),
        p.arith("denominator of two", 0 < (x + 1) / (2 * x + 1), under=[0 < x]),
        p.box("cases", 0 < Cases(x <= y, y - x, x - y) + term("1/10"), {x: (0, 1), y: (0, 1)}),
    ]  # fmt: skip
    return [(p, theorem) for theorem in made]


def general_steps() -> list[tuple[Recording, Theorem]]:
    """A mean, an integral, a sum, one of its terms, and an induction."""
    p, random = Recording(), Variable("z", random="W")
    square = p.arith("square", 0 <= y * random**2, under=[0 <= y])
    fades = p.arith("fades", 0 <= lam(k) * exp(-T), under=[0 <= lam(k)])
    positive = p.arith("positive", 0 <= lam(k) ** 2 / (1 + k**2))
    falls = p.at("", p.assume(Every(k, lam(k + 1) <= lam(k))), {k: d})
    step = p.arith("step", lam(d + 1) <= lam(0), falls, p.assume(lam(d) <= lam(0)))
    base = p.arith("base", lam(0) <= lam(0))
    made = [
        p.expect("mean", square, "W"), p.integrate("integral", fades), p.sum("sum", fades, k, d),
        p.one_of_sum("one", positive, k, d), p.induct("layers", base, step, d),
    ]  # fmt: skip
    return [(p, theorem) for theorem in made]


def test_each_kind_of_step_states_what_the_kernel_showed() -> None:
    for (_, theorem), lemma in zip(steps(), lemmas(*steps()).lemmas, strict=True):
        said = Terms().write(theorem.shows)
        assert re.sub(r"\s+", " ", lemma.statement).endswith(f"{said}."), lemma.statement
        for h in theorem.assumes:
            assert not isinstance(h, Relation) or Terms().write(h) in lemma.statement


def test_a_proof_is_written_whole_and_admits_nothing() -> None:
    runner.load()
    found = written("meterez2024:lemma-C.8")
    assert {lemma.step for lemma in found.lemmas} >= {
        "logs",
        "square",
        "roots",
        "log below its tangent",
    }
    assert [lemma.step for lemma in found.lemmas if lemma.general] == ["one of them"]
    assert "substitution" in found.left_out
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter)\b", found.text)
    before = GENERAL.read_text() + RULES.read_text()
    assert found.text.count("Qed.\n") == len(found.lemmas) + before.count("Qed.\n")


def refused(lemma: Lemma, old: str, new: str) -> Lemma:
    assert old in lemma.statement
    return replace(lemma, statement=lemma.statement.replace(old, new))


def test_rocq_accepts_each_kind_of_step_and_refuses_wrong_constants() -> None:
    if absent := missing():
        pytest.skip(absent)
    right = lemmas(*steps())
    wrong = [
        refused(right.lemmas[1], "(ln x) <= (x + (-1))", "(ln x) <= (x + (-2))"),
        refused(right.lemmas[2], "x <= d", "x <= d + 1"),
    ]
    named = [replace(lemma, name=f"step_{n}", step=f"wrong {n}",
                     statement=re.sub(r"Lemma \w+", f"Lemma step_{n}", lemma.statement))
             for n, lemma in enumerate(wrong, 90)]  # fmt: skip
    general = lemmas(*general_steps())
    scoped = refused(
        general.lemmas[0], "(held_1 -> forall w : Omega, 0", "(forall w : Omega, held_2 w -> 0"
    )
    mixed = RocqFile(
        "made:up", (right.lemmas[0], *named, right.lemmas[4], replace(
            scoped, name="step_92", step="a hypothesis at one point",
            statement=scoped.statement.replace("Lemma step_1", "Lemma step_92").replace(
                "(held_1 : Prop)", "(held_1 : Prop) (held_2 : Omega -> Prop)"))), {"fact": 3},
    )  # fmt: skip
    with Checker() as checker:
        assert {"jensen for log", "geometric series", "monotone limit"} <= set(checker.rules)
        assert checker.compiled(right)["not_agreed"] == []
        assert checker.compiled(general)["agreed_general"] == len(general.lemmas) == 5
        assert checker.compiled(mixed) == {
            "steps": 8, "scalar": 4, "agreed": 2, "general": 1, "agreed_general": 0,
            "not_agreed": ["wrong 90", "wrong 91", "a hypothesis at one point"],
            "left_out": {"fact": 3}, "digest": mixed.digest,
        }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("RULES", "<= ln (E X).", "<= ln (E X) - 1."),
        ("GENERAL", "0 <= m -> l <= r ->", "m <= 0 -> l <= r ->"),
    ],
)
def test_a_general_rule_that_is_false_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, old: str, new: str
) -> None:
    """What fails outside the lemmas is said of none of them."""
    right: Path = getattr(compiling, name)
    text = right.read_text()
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter)\b", text)
    assert old in text
    if absent := missing():
        pytest.skip(absent)
    wrong = tmp_path / right.name
    wrong.write_text(text.replace(old, new))
    monkeypatch.setattr(compiling, name, wrong)
    with pytest.raises(NotCompiled):
        Checker()
