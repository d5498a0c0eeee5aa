"""Textbook theorems that are used and not proved here.

Few, each used by name, each with a reference and with what it says as a statement, which may have
parameters (any matrix A). ``samples`` yields both sides at examples, by which a fact is attacked
like any claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from theory.expressions.formal import Statement

Sides = Iterator[tuple[float, float]]
States = Callable[..., Statement]
Samples = Callable[[np.random.Generator], Sides]


@dataclass(frozen=True)
class Fact:
    name: str
    says: str
    reference: str
    states: States
    samples: Samples
    bound: bool = False  # whether the left side of a sample is at most the right, or equal to it


FACTS: dict[str, Fact] = {}


def fact(
    name: str,
    says: str,
    reference: str,
    samples: Samples,
    bound: bool = False,
) -> Callable[[States], States]:
    """Register the decorated statement as a fact."""

    def decorate(states: States) -> States:
        if name in FACTS and FACTS[name].states.__module__ != states.__module__:
            raise ValueError(f"fact {name} is registered twice")
        FACTS[name] = Fact(name, says, reference, states, samples, bound)
        return states

    return decorate
