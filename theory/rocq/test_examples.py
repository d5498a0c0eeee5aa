"""The examples of the definitions, computed; verify/rocq/examples.v proves the same values."""

import pytest

from lemmata.theory.rocq.examples import TABLE, Example, statements


@pytest.mark.parametrize("example", TABLE, ids=lambda e: e.name)
def test_python_computes_the_value_that_rocq_is_asked_for(example: Example) -> None:
    assert float(example.computed()) == pytest.approx(example.number, rel=1e-8)
    asked = f"Definition {example.name}_example : Prop := {example.every}{example.term} = "
    assert asked in statements()
