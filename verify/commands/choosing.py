"""Which claims a run takes, as users of pytest expect: ``-k`` and ``--last-failed``."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.theory.ledger import Claim
    from lemmata.verify.results.schema import ClaimRecord

_WORDS = re.compile(r"\(|\)|[^\s()]+")
_KEPT = ("and", "or", "not", "(", ")")


def by_keyword(claims: Sequence[Claim], expression: str) -> list[Claim]:
    """The claims whose id or title fits, such as ``rank and not figure``: parts of words, in any
    case."""
    chosen = [one for one in claims if _fits(f"{one.id} {one.title}".lower(), expression)]
    if not chosen:
        raise Misuse(f"-k {expression!r} fits none of {len(claims)} claims")
    return chosen


def _fits(text: str, expression: str) -> bool:
    words = _WORDS.findall(expression)
    truth = [one if one in _KEPT else str(one.lower() in text) for one in words]
    try:
        return _value(ast.parse(" ".join(truth), mode="eval").body)
    except (SyntaxError, ValueError) as error:
        raise Misuse(
            f"-k {expression!r} is no expression; expected such as 'rank and not figure'"
        ) from error


def _value(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=bool(value)):
            return value
        case ast.UnaryOp(op=ast.Not(), operand=inside):
            return not _value(inside)
        case ast.BoolOp(op=op, values=parts):
            return (all if isinstance(op, ast.And) else any)(map(_value, parts))
    raise ValueError(ast.dump(node))


def last_failed(claims: Sequence[Claim], last: Mapping[str, ClaimRecord]) -> list[Claim]:
    """The claims that failed when they were last run; all of them where none did."""
    failed = [one for one in claims if one.id in last and last[one.id]["failures"]]
    return failed or list(claims)
