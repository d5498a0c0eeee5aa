"""Facts at examples: each holds there, and the examples of a definition can fail."""

from typing import Any

import numpy as np
import pytest

from theory.test_support.comparing import over
from verify import runner
from verify.kernel.facts import FACTS

runner.load()


def holds_at_examples(name: str) -> None:
    fact = FACTS[name]
    pairs = list(fact.samples(np.random.default_rng(1)))
    assert pairs
    strict = name in ("positive definite", "full rank")
    bound = fact.bound or name in (
        "least eigenvalue", "largest eigenvalue", "range of Vhat", "event A1",
    )  # fmt: skip
    for lhs, rhs in pairs:
        assert lhs < rhs if strict else lhs <= rhs if bound else np.isclose(lhs, rhs)


@over(FACTS)
def test_a_fact_holds_at_examples(name: str) -> None:
    """Both sides of every fact at random matrices."""
    holds_at_examples(name)


def _next_first(layer: Any, X: Any, layers: int, generator: Any) -> Any:
    for _ in range(layers + 1):
        X = layer(X, generator)
        yield X


FALSE_WORLDS: dict[str, tuple[str, str, Any]] = {
    "a chain that starts after its first layer":
        ("start of chain 3", "verify.chains.chain.states", _next_first),
    "an event that forgets the layers before":
        ("event A1", "verify.kernel.textbooks.spectra.event",
         lambda least, alpha: [1.0, *(float(s >= alpha) for s in least)]),
    "an event one layer late":
        ("event A1", "verify.kernel.textbooks.spectra.event",
         lambda least, alpha: [float(all(s >= alpha for s in least[:max(l - 1, 0)]))
                               for l in range(len(least) + 1)]),
    "an event on the square":
        ("event A1", "verify.kernel.textbooks.spectra.event",
         lambda least, alpha: [float(all(s**2 >= alpha**3 for s in least[:l]))
                               for l in range(len(least) + 1)]),
    "rows that are all the same":
        ("fourth moments of independent rows", "verify.kernel.textbooks.moments.outcomes",
         lambda odds, width: [(chance, [k] * width) for k, chance in enumerate(odds)]),
    "an indicator that is neither 0 nor 1":
        ("event A1", "verify.kernel.textbooks.spectra.event",
         lambda least, alpha: [1.0, *[0.5] * 6]),
}  # fmt: skip


@over(FALSE_WORLDS)
def test_examples_of_a_definition_can_fail(name: str) -> None:
    fact, what, by = FALSE_WORLDS[name]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(what, by)
        with pytest.raises(AssertionError):
            holds_at_examples(fact)
