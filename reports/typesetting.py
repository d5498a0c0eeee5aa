"""Formulas in plain texts: x^2/4 <= sqrt(n), written as on a keyboard, become LaTeX.

Texts of claims mix words and formulas. A formula is a run of numbers, single letters, known names
and operators that has something only a formula has: a power, an index, a comparison, a root, a
Greek letter. Words end it, so that nothing that is not surely a formula is changed.
"""

import functools
import re
from collections.abc import Iterator

GREEK = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "lambda",
    "phi",
    "pi",
    "psi",
    "rho",
    "sigma",
    "tau",
    "theta",
    "mu",
    "nu",
    "kappa",
    "omega",
    "Delta",
    "Sigma",
    "Omega",
    "Gamma",
)
FUNCTIONS = ("log", "exp", "tanh", "cosh", "sinh", "cos", "sin", "min", "max", "det", "sup", "lim")
APPLIED = ("log", "exp", "tanh", "det")
NAMED = {
    "inf": r"\infty",
    "infty": r"\infty",
    "Vhat": r"\hat V",
    "dL": r"\partial L",
    "dW": r"\partial W",
    "dX": r"\partial X",
    "artanh": r"\operatorname{artanh}",
    "tr": r"\operatorname{tr}",
    "BN": r"\mathrm{BN}",
    "rank": r"\operatorname{rank}",
    "W2": "W_2",
    "sum": r"\sum",
    "prod": r"\prod",
    "int": r"\int",
    "diag": r"\operatorname{diag}",
    "dt": r"\, dt",
    "dx": "dx",
}
ALONE = {*GREEK, "Vhat", "inf", "A1"} - {"pi", "mu", "nu", "psi", "beta"}  # surely no words
OPERATORS = {
    "<=": r"\le ",
    ">=": r"\ge ",
    "->": r"\to ",
    ">>": r"\gg ",
    "<<": r"\ll ",
    "!=": r"\ne ",
    "+-": r"\pm ",
    "||": r"\|",
    "<": "<",
    ">": ">",
    "*": r"\cdot ",
    "~": r"\sim ",
    "..": r"\dots ",
}
STRONG = {"^", "_", "<=", ">=", "->", ">>", "<<", "!=", "+-", "<", ">", "=", "≤", "≥"}
_TOKEN = re.compile(
    r"(?P<power>\d+(?:\.\d+)?e[-+]?\d+\b)|(?P<number>\d*\.?\d+(?![\w]))|(?P<glued>\d+(?=[A-Za-z]))"
    r"|(?P<word>[A-Za-z]+\d?(?![A-Za-z])|[α-ωΔΣΩΓφ])"
    r"|(?P<op><=|>=|->|>>|<<|!=|\+-|\|\||\.\.(?!\.)|[-+*/^_=<>()\[\],|!'~≤≥])"
    r"|(?P<gap> )|(?P<other>.)",
    re.DOTALL,
)
_CODE = re.compile(  # a recipe of a case, as Python
    r"[A-Za-z]{3}\(\w+=|\w=\(|(?!exp|log|det|sin|cos|max|min)[a-z]{3}\(\("
)
_COUNTED = "(?<!ppendix )(?<!ection )(?<!emma )(?<!igure )(?<!able )(?<!heorem )(?<!orollary )"
_LETTER = re.compile(
    _COUNTED + r"(?<![\w.'’:/\"“-])(?:[b-hj-z](?![\w'’:/(-]|\.\w)|[CDGHKLQRSVWXZ](?![\w.'’:/(-]))"
)
_BRACED = re.compile(r"([_^])\{([^{}]*)\}")  # as in x_{i+1}
_TIMES = re.compile(r"(?<=\d) x (?=\d)")  # sizes: 32 x 32
LONGEST_INDEX = 3  # letters, as in x_ij
ARTICLES = ("a", "I")
_OPEN, _CLOSE = "([", ")]"
Token = tuple[str, str]  # kind, text


@functools.lru_cache(maxsize=1 << 14)
def split(text: str) -> tuple[tuple[str, bool], ...]:
    """The text in pieces: words as they stand, and formulas, as LaTeX; code has none."""
    text = _BRACED.sub(r"\1(\2)", _TIMES.sub(" × ", text))
    if _CODE.search(text):
        return ((text, False),)
    pieces: list[tuple[str, bool]] = []
    for is_formula, tokens in _runs(text):
        for piece in _parts(tokens) if is_formula else [(_text(tokens), False)]:
            if pieces and not piece[1] and not pieces[-1][1]:
                pieces[-1] = (pieces[-1][0] + piece[0], False)
            elif piece[0]:
                pieces.append(piece)
    return tuple(part for piece in pieces for part in _letters(*piece))


def _letters(text: str, is_formula: bool) -> Iterator[tuple[str, bool]]:
    """Single letters between words are variables, but for a, I and those that count sections."""
    end = 0
    for found in () if is_formula else _LETTER.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False
        yield found[0], True
        end = found.end()
    if text[end:]:
        yield text[end:], is_formula


def _text(tokens: list[Token]) -> str:
    return "".join(text for _, text in tokens)


def _is_math(kind: str, word: str) -> bool:
    if kind != "word":
        return kind != "other"
    known = word in GREEK or word in FUNCTIONS or word in NAMED or word == "sqrt"
    return known or len(word) == 1 or (len(word) == 2 and word[1].isdigit())


def _runs(text: str) -> Iterator[tuple[bool, list[Token]]]:
    """Runs of what may be a formula, and of what may not; at a comma outside brackets they end."""
    run: list[Token] = []
    math, depth = False, 0
    for found in _TOKEN.finditer(text):
        token = (str(found.lastgroup), found[0])
        index = bool(run) and run[-1][1] == "_" and len(token[1]) <= LONGEST_INDEX
        is_math = (index or _is_math(*token)) and not (token[1] == "," and depth <= 0)
        if is_math != math or (token[1] in ("'", "!") and not run):
            if run:
                yield math, run
            run, math, depth = [], is_math, 0
        depth += (token[1] in _OPEN) - (token[1] in _CLOSE)
        run.append(token)
    if run:
        yield math, run


def _parts(tokens: list[Token]) -> list[tuple[str, bool]]:
    """The formulas of a run: a bracket that stays open is the sentence's, and commas part then."""
    left: list[int] = []
    for k, (_, text) in enumerate(tokens):
        if text in _OPEN:
            left.append(k)
        elif text in _CLOSE and left:
            left.pop()
    if not left:
        return _formula(tokens)
    at = left[0]
    found = [*_parts(tokens[:at]), (tokens[at][1], False)]
    part, depth = list[Token](), 0
    for token in tokens[at + 1 :]:
        depth += (token[1] in _OPEN) - (token[1] in _CLOSE)
        if token[1] == "," and depth == 0:
            found += [*_formula(part), (",", False)]
            part = []
        else:
            part.append(token)
    return [*found, *_formula(part)]


def _formula(tokens: list[Token]) -> list[tuple[str, bool]]:
    """A run as formula, with what does not belong to it before and after."""
    start, stop = 0, len(tokens)
    while start < stop and _is_edge(tokens[start], "^_=*/+,')]!<>"):
        start += 1
    while start < stop and _is_edge(tokens[stop - 1], "^_=*/+-,([|'!~"):
        stop -= 1
    while stop - start > 2 and tokens[stop - 1][1] in ARTICLES and tokens[stop - 2][0] == "gap":
        stop -= 2
    while stop - start > 2 and tokens[start][1] in ARTICLES and tokens[start + 1][0] == "gap":
        start += 2
    start, stop = _balanced(tokens, start, stop)
    inner = tokens[start:stop]
    if not _is_sure(inner):
        return [(_text(tokens), False)]
    try:
        latex = _Formula(inner).all()
    except IndexError:
        return [(_text(tokens), False)]
    return [(_text(tokens[:start]), False), (latex, True), (_text(tokens[stop:]), False)]


def _is_edge(token: Token, operators: str) -> bool:
    return token[0] == "gap" or token[1] in tuple(operators)


def _balanced(tokens: list[Token], start: int, stop: int) -> tuple[int, int]:
    """Without a bracket at an end that has no other: such are those of the sentence."""
    while start < stop:
        depth, lowest, at = 0, 0, stop
        for k in range(start, stop):
            depth += (tokens[k][1] in _OPEN) - (tokens[k][1] in _CLOSE)
            if depth < lowest:
                lowest, at = depth, k
        if lowest < 0:
            stop = at
        elif depth > 0:
            first = next(k for k in range(start, stop) if tokens[k][1] in _OPEN)
            if first == start:
                start += 1
            else:
                stop = first
        else:
            break
        while start < stop and tokens[stop - 1][0] == "gap":
            stop -= 1
        while start < stop and tokens[start][0] == "gap":
            start += 1
    return start, stop


def _is_sure(tokens: list[Token]) -> bool:
    """Whether it has what only a formula has."""
    words = [text for kind, text in tokens if kind == "word"]
    powers = [text for kind, text in tokens if kind == "power" or text == "^"]
    if powers or "sqrt" in words:
        return True
    if any(word in ALONE for word in words):
        return True
    if any(word in APPLIED for word in words[:-1]):  # log x, exp(-x t)
        return True
    operators = {text for kind, text in tokens if kind == "op"}
    if not words or len(tokens) <= 2:
        return False
    # x/y and 1/n, (n - 1) beside a number or another: no sentence has these
    fraction = "/" in operators and any(word.islower() for word in words) and len(tokens) < 40
    grouped = "(" in operators and not operators.isdisjoint("+-") and tokens[0][0] != "word"
    return not STRONG.isdisjoint(operators) or fraction or grouped


class _Formula:
    """Reads the tokens of one formula from left to right."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def all(self) -> str:
        written = ""
        while self.at < len(self.tokens):
            written += self.next()
        return written.strip()

    def next(self) -> str:
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "power":
            size, _, power = text.partition("e")
            return (rf"{size} \cdot " if float(size) != 1 else "") + f"10^{{{int(power)}}}"
        if kind == "word":
            return self._word(text)
        if text in "^_":
            return f"{text}{{{self._argument()}}}"
        if text == "'":
            return "'"
        return r"\, " if kind == "gap" and self._is_product() else OPERATORS.get(text, text)

    def _is_product(self) -> bool:
        """Whether a gap stands between two factors: then it is seen."""
        if not 1 < self.at < len(self.tokens):
            return False
        before, after = self.tokens[self.at - 2], self.tokens[self.at]
        left = before[0] in ("word", "number", "power") or before[1] in _CLOSE
        return left and (after[0] in ("word", "power") or after[1] in _OPEN)

    def _word(self, word: str) -> str:
        if word == "sqrt":
            return rf"\sqrt{{{self._argument()}}}"
        if word in NAMED:
            return f"{NAMED[word]} "
        if word in GREEK or word in FUNCTIONS:
            return rf"\{word} "
        return f"{word[0]}_{word[1]}" if len(word) == 2 and word[1].isdigit() else word

    def _argument(self) -> str:
        """What is raised, lowered or under a root: one thing, or what brackets hold."""
        if self.tokens[self.at][1] == "(":
            inside, depth = "", 0
            while True:
                depth += (self.tokens[self.at][1] in _OPEN) - (self.tokens[self.at][1] in _CLOSE)
                if depth == 0:
                    self.at += 1
                    return inside[1:]
                inside += self.next()
        sign = ""
        if self.tokens[self.at][1] in "+-":
            sign = self.next()
        word = self.tokens[self.at]
        if word[0] == "word" and word[1] in ("min", "max"):
            self.at += 1
            return rf"\{word[1]}"
        return sign + self.next()
