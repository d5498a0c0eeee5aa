"""The registry as a test may change it: what is registered or forgotten is as it was after."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy

from lemmata.theory.ledger import LEDGER, Claim


def forget() -> None:
    """Know no claim, and load none."""
    LEDGER.claims, LEDGER.checks, LEDGER.properties, LEDGER.writings = {}, {}, {}, {}
    LEDGER.plots, LEDGER.complete = {}, True


@contextmanager
def kept() -> Iterator[None]:
    """Whatever is registered or forgotten within is as it was after.

    What is to stay has to be loaded before: no module registers its checks twice.
    """
    before = vars(LEDGER).copy()
    vars(LEDGER).update({name: copy(table) for name, table in before.items()})
    try:
        yield
    finally:
        vars(LEDGER).update(before)


@contextmanager
def only(*records: Claim) -> Iterator[None]:
    """Know these claims alone, without checks, for a while."""
    with kept():
        forget()
        for record in records:
            LEDGER.add(record)
        yield
