"""Mistakes in claims of one's own meet one line that says what to write instead."""

from pathlib import Path

import pytest

from lemmata.theory.ledger import get
from lemmata.verify.papers import loading
from lemmata.verify.papers.command import Like, example
from lemmata.verify.runner import Settings, run_claim

pytestmark = pytest.mark.usefixtures("own")
CHANGES = {
    "a claim without mutants": (
        Like.IDENTITY,
        ("mutants=[", "uses=[], hypotheses=[hypotheses.natural('n')] or ["),
        "no mutant is declared, so that nothing shows that the checks could fail; write"
        " mutants=[lemmata.Mutant(",
    ),
    "a hypothesis that no case meets": (
        Like.BOUND,
        ('hypotheses.square("X")', 'hypotheses.within("X", 2e40, 3e40)'),
        "worst_matrix meets the hypotheses of mine:hadamard: X: the range fails",
    ),
    "a formula without high precision": (
        Like.CONSTANT,
        ("backends.", "math."),
        "write lemmata.backends.sqrt, exp, log in the place of math's and numpy's",
    ),
    "a formula that takes no objects": (
        Like.BOUND,
        ("return (definitions.row_norms(X) ** 2)", "import numpy\n    return numpy.log(X)"),
        "write lemmata.backends.sqrt, exp, log in the place of math's and numpy's",
    ),
    "a sample outside its range": (
        Like.SAMPLED,
        ("high=[1],", "high=[0.01],"),
        "; lemmata.asymptotic samples what has no bounds (mine.py:",
    ),
    "a range without an end": (
        Like.SAMPLED,
        ("high=[1],", "high=[float('inf')],"),
        "; lemmata.asymptotic samples what has no bounds (mine.py:",
    ),
    "an observation by the closed form": (
        Like.IDENTITY,
        ("sum(k**3 for k in range(1, n + 1))", "square_of_the_sum(n)"),
        "it calls square_of_the_sum, the closed form under test: observe the other side by",
    ),
    "an observation by the run's formula": (
        Like.IDENTITY,
        ("sum(k**3 for k in range(1, n + 1))", "run.formula(n=n)"),
        "it observes run.formula, the closed form under test: observe the other side by",
    ),
}
IDS = {Like.BOUND: "hadamard", Like.IDENTITY: "cubes", Like.CONSTANT: "factorials"}
IDS[Like.SAMPLED] = "fourth-moment"


@pytest.mark.parametrize("mistake", CHANGES)
def test_a_mistake_meets_one_line_that_helps(mistake: str, tmp_path: Path) -> None:
    like, (right, wrong), says = CHANGES[mistake]
    text = example(like, "mine")
    assert right in text
    if mistake == "a claim without mutants":
        start, end = text.index("    mutants=["), text.index("    ],\n)") + len("    ],\n")
        text = text[:start] + text[end:]
    path = tmp_path / "mine.py"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    loading.load([loading.find(str(path))])
    found = run_claim(get(f"mine:{IDS[like]}"), Settings()).failures
    assert [why for why in found if says in why and "\n" not in why], found
    if "(mine.py:" in says:
        line = 1 + next(k for k, one in enumerate(text.splitlines()) if "lemmata.estimate(" in one)
        assert any(f"(mine.py:{line})" in why for why in found), found
