"""Lemmas that proofs of several claims share, each a function of the proof that wants it."""

from collections.abc import Callable
from functools import wraps

from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

Lemma = Callable[[Proof], Theorem]


def once(lemma: Lemma) -> Lemma:
    """A lemma that a proof makes once, however often it is used."""

    @wraps(lemma)
    def made(p: Proof) -> Theorem:
        kept: dict[Lemma, Theorem] = p.__dict__.setdefault("lemmas", {})
        if lemma not in kept:
            kept[lemma] = lemma(p)
        return kept[lemma]

    return made
