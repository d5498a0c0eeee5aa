"""The derivation of a claim: the comment that opens with its id, in the file that states it.

Such a comment begins with the ids that it is about and a colon::

    # sharp:bn-jacobian: the operator norm of BN's Jacobian is the inverse of the shortest row.
    #
    # The Jacobian is block-diagonal with one block per row ...
"""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from lemmata.theory.ledger import LEDGER, Claim

_ID = r"[\w-]+:[\w.-]*\w"
_OPENING = re.compile(rf"# ({_ID}(?:, {_ID})*): (\w.*)")


def derivation_of(claim: Claim) -> str:
    """The comment's text without the ids, its lines as they stand; empty where there is none."""
    path = next((p for root in LEDGER.roots if (p := root / claim.file).is_file()), None)
    return _derivations(path).get(claim.id, "") if path else ""


@functools.cache
def _derivations(path: Path) -> dict[str, str]:
    """By id, all derivations of a file."""
    return {
        name: text
        for names, text in _comments(path.read_text(encoding="utf-8").splitlines())
        for name in names
    }


def _comments(lines: list[str]) -> Iterator[tuple[list[str], str]]:
    """The ids and the text of each comment that stands alone and opens with ids."""
    for k, line in enumerate(lines):
        opening = _OPENING.fullmatch(line)
        if opening is None or (k and lines[k - 1].startswith("#")):
            continue
        end = next((j for j in range(k, len(lines)) if not lines[j].startswith("#")), len(lines))
        text = [
            opening[2],
            *(one.removeprefix("#").removeprefix(" ") for one in lines[k + 1 : end]),
        ]
        yield opening[1].split(", "), "\n".join(text)
