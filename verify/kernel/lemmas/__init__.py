"""Lemmas that proofs of several claims share, each a function of the proof that wants it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from verify.kernel.proof import Proof

Made = TypeVar("Made")


def once(lemma: Callable[[Proof], Made]) -> Callable[[Proof], Made]:
    """A lemma, or several, that a proof makes once, however often it is used."""

    @wraps(lemma)
    def made(p: Proof) -> Made:
        kept: dict[Any, Made] = p.__dict__.setdefault("lemmas", {})
        if lemma not in kept:
            kept[lemma] = lemma(p)
        return kept[lemma]

    return made
