"""Each rule used rightly: the whole theorem that it makes, and every premise looked at.

A use is the step called "s"; what it says stands in ``each_rule.toml``, hypotheses included, for a
hypothesis that is missing is a falsehood somewhere. Each rule against its conditions: see
``test_each_refusal.py``.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theory.expressions.changing import binders
from theory.expressions.nodes import Sum
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.proof import Proof
from verify.kernel.test_support import uses
from verify.kernel.test_support.uses_of_means import USES_OF_MEANS
from verify.kernel.theorem import Rejected, Theorem, means

runner.load()
USES = uses.USES | USES_OF_MEANS
SAID = tomllib.loads(Path(__file__).with_name("each_rule.toml").read_text(encoding="utf-8"))


def said(theorem: Theorem) -> str:
    """All of it, with what a printed sum or mean leaves out."""
    assumed = "; ".join(sorted(map(str, theorem.assumes)))
    numbers = ", ".join(sorted(map(str, theorem.numbers)))
    ends = [f"{s.index} to {s.count}" for s in binders(theorem.shows) if isinstance(s, Sum)]
    ends += [f"over {mean.over}" for mean in means(theorem.shows)]
    parts = [
        theorem.rule,
        theorem.checked,
        f"{assumed} |- {theorem.shows}",
        ", ".join(ends),
        numbers,
    ]
    return " / ".join(parts)


@over(USES)
def test_a_rule_makes_this_theorem(name: str) -> None:
    assert said(USES[name](Proof())) == SAID["theorems"][name]


class Forging(Proof):
    """The ``which``-th theorem that step "s" is given is a copy that this proof did not make."""

    def __init__(self, which: int = -1) -> None:
        super().__init__()
        self.which, self.given = which, list[Theorem]()

    def _given(self, rule: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        return self._forged((args, kwargs)) if args and args[0] == "s" else (args, kwargs)

    def _forged(self, value: Any) -> Any:
        if isinstance(value, Theorem):
            self.given.append(value)
            return replace(value) if len(self.given) == self.which else value
        if isinstance(value, tuple | list):
            return type(value)(map(self._forged, value))
        return {k: self._forged(v) for k, v in value.items()} if isinstance(value, dict) else value


@over(USES)
def test_a_rule_takes_no_premise_that_is_none(name: str) -> None:
    p = Forging()
    made = USES[name](p)
    assert {id(one) for one in made.premises} == {id(one) for one in p.given}
    for which in range(1, len(p.given) + 1):
        with pytest.raises(Rejected, match=r"step 's' \((?!None\)).* is no theorem of this proof"):
            USES[name](Forging(which))
