"""Each rule against each of its conditions: refused, and for that reason.

The reasons stand in ``each_rule.toml``; a condition that is no longer looked at is not hidden by
another that refuses as well. What the step "s" says is false somewhere, or is not known to follow.
"""

import pytest

from theory.test_support.comparing import over
from verify.kernel import boxes
from verify.kernel.proof import Proof
from verify.kernel.test_each_rule import SAID
from verify.kernel.test_support import refusals
from verify.kernel.test_support.refusals_of_means import REFUSED_OF_MEANS
from verify.kernel.test_support.refusals_of_sums import REFUSED_OF_SUMS
from verify.kernel.theorem import Rejected

REFUSED = refusals.REFUSED | REFUSED_OF_SUMS | REFUSED_OF_MEANS


@pytest.fixture(autouse=True)
def few_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "_BUDGET", 50)


def refusal(name: str) -> str:
    with pytest.raises(Rejected) as error:
        REFUSED[name](Proof())
    return str(error.value)


@over(REFUSED)
def test_a_rule_refuses_and_says_why(name: str) -> None:
    assert refusal(name) == SAID["refusals"][name]
