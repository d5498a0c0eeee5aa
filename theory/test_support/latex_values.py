"""The value of a formula as it is printed: a small reader of LaTeX, for comparisons."""

import math
import re
from collections.abc import Mapping

_TOKEN = re.compile(r"\\[a-zA-Z]+|\d+(?:\.\d+)?|[A-Za-z]|.")
_SPACE = re.compile(r"\\[,;!]|\\(?:quad|left|right)(?![a-zA-Z])|\s")
_FUNCTIONS = {r"\log": math.log}


class Unread(ValueError):
    """Something that this reader does not know."""


def value(latex: str, names: Mapping[str, float]) -> float:
    """A formula of numbers, fractions, roots, powers, logarithms and the ``names``, in LaTeX."""
    marks = {}
    for k, name in enumerate(sorted(names, key=len, reverse=True)):
        marks[chr(0xE000 + k)] = names[name]  # a private character for each name
        latex = _named(latex, name, chr(0xE000 + k))
    return _FormulaReader(_TOKEN.findall(_SPACE.sub("", latex)), marks).whole()


def _named(latex: str, name: str, mark: str) -> str:
    """A name is no part of a longer one, as e of \\left or d of \\hat d."""
    word = re.escape(name)
    before = r"(?<![a-zA-Z\\])" if name[0].isalpha() else ""
    after = r"(?![a-zA-Z])" if name[-1].isalpha() and name[0] == "\\" else ""
    return re.sub(f"{before}{word}{after}", mark, latex)


class _FormulaReader:
    def __init__(self, tokens: list[str], names: Mapping[str, float]) -> None:
        self.tokens, self.names, self.at = tokens, names, 0

    def whole(self) -> float:
        found = self.sum()
        if self.at < len(self.tokens):
            raise Unread(f"{self.tokens[self.at]!r} in {''.join(self.tokens)}")
        return found

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise Unread(f"{token!r} where {wanted or 'more'} is expected")
        self.at += 1
        return token

    def sum(self) -> float:
        sign = -1.0 if self.peek() == "-" and self.take() else 1.0
        found = sign * self.product()
        while self.peek() in ("+", "-"):
            found += self.product() if self.take() == "+" else -self.product()
        return found

    def product(self) -> float:
        found = self.power()
        while self.peek() and self.peek() not in ("+", "-", ")", "}", "]"):
            if self.peek() == "/":
                self.take()
                found /= self.power()
            else:
                found *= self.power()
        return found

    def power(self) -> float:
        token = self.peek()
        if token == "e" and self.tokens[self.at + 1 : self.at + 2] == ["^"]:
            self.take(), self.take()
            return math.exp(self.argument())
        base = self.base()
        if self.peek() == "^":
            self.take()
            return float(base ** self.argument())
        return base

    def argument(self) -> float:
        """What follows a power or a fraction: a group, or one digit of a longer number."""
        if self.peek() == "{":
            return self.group("{", "}")
        token = self.take()
        if len(token) > 1 and token.isdigit():
            self.at -= 1
            self.tokens[self.at] = token[1:]
            return float(token[0])
        return self.names[token] if token in self.names else float(token)

    def group(self, left: str, right: str) -> float:
        self.take(left)
        found = self.sum()
        self.take(right)
        return found

    def base(self) -> float:
        token = self.peek()
        if token in ("(", "{"):
            return self.group(token, {"(": ")", "{": "}"}[token])
        self.take()
        if token in (r"\frac", r"\tfrac"):
            return self.argument() / self.argument()
        if token == r"\sqrt":
            return math.sqrt(self.argument())
        if token in _FUNCTIONS:
            return _FUNCTIONS[token](self.power())
        if token in self.names:
            return self.names[token]
        if token[0].isdigit():
            return float(token)
        raise Unread(f"{token!r} in {''.join(self.tokens)}")
