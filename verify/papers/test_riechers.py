"""The example of a plug-in, LayerNorm's paper: its verdicts, its hard cases, its public names."""

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.theory.errors import NotPositive
from lemmata.theory.ledger import LEDGER, Verdict
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.papers import loading
from lemmata.verify.registry import Effort
from lemmata.verify.results.place import ROOT
from lemmata.verify.rocq.record import ARGUED
from lemmata.verify.runner import Settings, run_claim

PACKAGE = ROOT / "examples" / "riechers2024" / "riechers2024"
COSTLY = {"riechers2024:gap-rate", "riechers2024:depth"}  # seconds at standard effort
ALLOWED = {"lemmata", "numpy", "mpmath", "hypothesis", "torch", "riechers2024"}


@pytest.fixture
def paper() -> Iterator[list[str]]:
    """The ids of its claims."""
    runner.load()
    with registry.kept():
        loading.load([loading.find(str(PACKAGE))])
        yield list(LEDGER.sources[-1].claims)


def test_every_claim_has_the_verdict_that_it_expects(paper: list[str]) -> None:
    assert len(paper) >= 8
    found = {}
    for claim_id in paper:
        effort = Effort.SMOKE if claim_id in COSTLY else Effort.STANDARD
        found[claim_id] = run_claim(LEDGER.claims[claim_id], Settings(effort))
    assert {i: result.failures for i, result in found.items() if result.failures} == {}
    expected = {
        claim_id for claim_id in paper if LEDGER.claims[claim_id].expected is Verdict.PROVED
    }
    assert expected == {i for i, result in found.items() if ARGUED in result.judgement.why}
    assert found["riechers2024:dimension"].judgement.verdict is Verdict.REFUTED


@pytest.mark.usefixtures("paper")
def test_an_input_without_image_is_refused_by_name() -> None:
    image = importlib.import_module("riechers2024.image")
    a, b = [1.0, 2.0], [0.0, 0.0]
    with pytest.raises(NotPositive, match="a: positive fails"):  # a constant input at eps = 0
        image.on_the_surface([2.0, 2.0], [1.0, 1.0], b)
    with pytest.raises(NotPositive, match="g: positive fails"):  # its 1/g
        image.on_the_surface(a, [0.0, 1.0], b)


def test_the_example_imports_public_packages_only() -> None:
    for file in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            used = {name.partition(".")[0] for name in names}
            assert used <= ALLOWED | set(sys.stdlib_module_names), Path(file).name
