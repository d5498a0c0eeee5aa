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
    "zeta",
    "eta",
    "xi",
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
FUNCTIONS = (
    "log",
    "ln",
    "exp",
    "tanh",
    "cosh",
    "sinh",
    "cos",
    "sin",
    "min",
    "max",
    "det",
    "sup",
    "lim",
)
APPLIED = ("act", "relu", "log", "ln", "exp", "tanh", "det")
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
    "eps": r"\varepsilon",
    "lam": r"\lambda",
    "row": r"\mathrm{row}\,",
    "mean": r"\operatorname{mean}",
    "Beta": r"\operatorname{Beta}",
    "Cl": r"\operatorname{Cl}",
    "Re": r"\operatorname{Re}",
    "Var": r"\operatorname{Var}",
    "act": r"\operatorname{act}",
    "relu": r"\operatorname{relu}",
    "dBN": r"\partial \mathrm{BN}",
    "dphi": r"d\phi",
    "sum": r"\sum",
    "prod": r"\prod",
    "int": r"\int",
    "diag": r"\operatorname{diag}",
    "dt": "dt",
    "χ": r"\chi",
    "dx": "dx",
}
CALLED = ("BN", "mean", "row")  # words, unless what they are applied to follows
_CALL = re.compile(r"\(|_\w\b| [A-Z]\)| \w\|\|")  # mean(r), mean_j x, mean C), ||row j||
ORDINALS = ("st", "nd", "rd", "th")
ALONE = {*GREEK, "Vhat", "inf", "A1", "eps", "lam"} - {  # surely no words
    *("pi", "mu", "nu", "psi", "beta", "eta", "xi"),
}
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
    "...": r"\dots ",
    "×": r"\times ",
    "∈": r"\in ",
    "⁏": r";\, ",
    "⟨": r"\langle ",
    "⟩": r"\rangle ",
}
STRONG = {"^", "_", "=", "≤", "≥", "~", "×", "⟨", *OPERATORS} - {"*", "||", "..", "...", "∈", "⟩"}
_CITED = "|".join(  # what has a number of its own, which begins no formula
    rf"(?<={kind} )"
    for kind in ("emma", "heorem", "orollary", "igure", "able", "ection", "ppendix")
)
_TOKEN = re.compile(
    rf"(?P<cited>(?:{_CITED})(?:[A-Z]\.)?\d+(?:\.\d+)*(?!\w|\.\d))"
    r"|(?P<power>\d+(?:\.\d+)?e[-+]?\d+\b)|(?P<number>(?<![A-Za-z])\d*\.?\d+(?![^\W_]))"
    r"|(?P<glued>\d+(?=[A-Za-z]))"
    r"|(?P<verb>sum(?= (?:to|up|of|is)\b))|(?P<applied>mean(?=[_(])(?!\w*\.v)|(?<=\()width(?=[)^]))"
    r"|(?P<word>[A-Za-z]+\d?(?![A-Za-z])|[α-ωΔΣΩΓφ])"
    r"|(?P<op><=|>=|->|>>|<<|!=|\+-|\|\||\.\.\.?|[-+*/^_=<>()\[\],|!'~≤≥×∈⟨⟩⁏])"
    r"|(?P<gap> )|(?P<other>.)",
    re.DOTALL,
)
_CODE = re.compile(  # a recipe of a case, as Python
    r"[A-Za-z]{3}\(\w+=|\w=\(|(?<![a-z])(?!exp|log|det|sin|cos|max|min|psi|sqrt)[a-z]{3,}\(\("
)
_COUNTED = "(?<!ppendix )(?<!ection )(?<!emma )(?<!igure )(?<!able )(?<!heorem )(?<!orollary )"
_BRACED = re.compile(r"([_^])\{([^{}]*)\}")  # as in x_{i+1}
_TIMES = re.compile(r"(?<=\d) x (?=\d)|(?<=\([dnr]) x (?=[dnr]\b)")  # 32 x 32
_SIZE = re.compile(r"(?<!\()\b([dnr]) x ([dnr]\b|\([dnr] ?[-+] ?\d\))")  # d x n
_LINES = re.compile(r" *\n *")  # formulas go on in the next line
_CHI = re.compile(r"\bchi(?=[_^])")
_MATRIX_E = re.compile(
    r"(?<= )E(?= (?!log|ln|exp|det|sum|prod|max|min|sup|tr\b|lambda|phi|chi|sqrt)[a-z]{2,}|[.,;])"
)
_INDEX_SET = re.compile(r"_[{(](\w) in (\w)[})]")
_EVENT = re.compile(r"\[([^][;]*); ([^][;]*)\]")  # E[V; A]: the mean of V where A holds
_PRODUCT = re.compile(r"<(?=\w)([^<>=]*), ([^<>=]*\w[])']*)>")  # of vectors: <u, v>
LONGEST_INDEX = 3  # letters, as in x_ij
ARTICLES = ("a", "I")
SIGNS = {*OPERATORS, "+", "-", "/", "=", "^", "_"} - {"||", "..", "...", "⟩"}
_OPEN, _CLOSE = "([⟨", ")]⟩"
Token = tuple[str, str]  # kind, text


@functools.lru_cache(maxsize=1 << 14)
def split(text: str, also: str = "") -> tuple[tuple[str, bool], ...]:
    """The text in pieces: words as they stand, and formulas, as LaTeX; code has none.

    What formulas of the text or ``also`` other ones name is a variable where it stands alone, too.
    """
    text = text.replace("\\S ", "sum ")  # how the comments of proofs write it
    if _CODE.search(text):
        return ((text, False),)
    text = _LINES.sub(" ", text)
    text = _EVENT.sub(r"[\1⁏ \2]", text)
    text = _INDEX_SET.sub(r"_(\1 ∈ \2)", _PRODUCT.sub(r"⟨\1, \2⟩", _TIMES.sub(" × ", text)))
    text = _CHI.sub("χ", _BRACED.sub(r"\1(\2)", text))
    pieces: list[tuple[str, bool]] = []
    for piece in _pieces(text):
        if pieces and not piece[1] and not pieces[-1][1]:
            pieces[-1] = (pieces[-1][0] + piece[0], False)
        elif piece[0]:
            pieces.append(piece)
    if _MATRIX_E.search(text):
        pieces = [(part.replace(r"\mathbb{E}", "E"), formula) for part, formula in pieces]
    known = _known("".join([also, *(part for part, is_formula in pieces if is_formula)]))
    return tuple(part for piece in pieces for part in _letters(*piece, _letter(known)))


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for size in [*_SIZE.finditer(text), None]:
        for is_formula, tokens in _runs(text[end : size.start() if size else len(text)]):
            yield from _parts(tokens) if is_formula else [(_text(tokens), False)]
        if size:
            yield rf"{size[1]} \times {size[2]}", True
            end = size.end()


def _known(formulas: str) -> tuple[str, ...]:
    """What formulas name that may be a variable where it stands alone, too."""
    letters = re.findall(r"(?<![\\A-Za-z])[ABFJMNPTUY](?![A-Za-z])", formulas)
    greek = [name for name in ("pi", "psi", "xi", "mu", "nu") if rf"\{name} " in formulas]
    return tuple(sorted({*letters, *greek}))


def _letters(text: str, is_formula: bool, letter: re.Pattern[str]) -> Iterator[tuple[str, bool]]:
    """Single letters between words are variables, but for a, I and those that count sections."""
    end = 0
    for found in () if is_formula else letter.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False
        yield rf"\{found[0]}" if found[0] in GREEK else found[0], True
        end = found.end()
    if text[end:]:
        yield text[end:], is_formula


@functools.cache
def _letter(known: tuple[str, ...]) -> re.Pattern[str]:
    """What is a variable in words where formulas name the ``known`` ones."""
    ends, one = r"(?![\w'’/(-]|[.:]\w)", r"(?:[A-Za-z]'?|\d)"
    letters = "".join(name for name in known if len(name) == 1 and name != "A")
    kinds = [
        rf"[B-Zb-z]\({one}(?:, {one})*\)(?!\w)",  # V(H), N(0, 1)
        rf"[CDGHKLQRSVWXZ{letters}b-z]{ends}",
        r"[B-HJ-Zb-hj-z]'(?![\w'])",
        r"(?<=[a-z] )a(?=[,;)]|\.(?: |$))|[A-Za-z](?=-(?:th|Lipschitz)\b)",
        *(rf"{name}{ends}" for name in known if len(name) > 1),
    ]
    if "A" in known:
        kinds.append(rf"(?<=[a-z] )A(?= [a-z]|[,.;)]){ends}")
    inside = rf"{_COUNTED}(?<![\w.'’:/\"“-])(?:{'|'.join(kinds)})"
    return re.compile(rf"(?<=[ (])-[b-zA-Z](?=[ ,;)])|{inside}")


def _text(tokens: list[Token]) -> str:
    return "".join(text for _, text in tokens).replace("⁏", ";")


def _is_math(kind: str, word: str) -> bool:
    if kind != "word":
        return kind not in ("other", "verb", "cited")
    known = word in GREEK or word in FUNCTIONS or word in NAMED or word == "sqrt"
    differential = len(word) == 2 and word[0] == "d" and word != "do"
    return known or differential or len(word) == 1 or (len(word) == 2 and word[1].isdigit())


def _runs(text: str) -> Iterator[tuple[bool, list[Token]]]:
    """Runs of what may be a formula, and of what may not; at a comma outside brackets they end."""
    run: list[Token] = []
    math, depth = False, 0
    for found in _TOKEN.finditer(text):
        token = (str(found.lastgroup), found[0])
        index = bool(run) and run[-1][1] == "_" and len(token[1]) <= LONGEST_INDEX
        product = bool(run) and run[-1][0] == "glued" and len(token[1]) == 2
        applied = index or token[1] not in CALLED or bool(_CALL.match(text, found.end()))
        is_math = index or (product and token[1] not in ORDINALS) or _is_math(*token)
        is_math = is_math and applied and not (token[1] == "," and depth <= 0)
        if is_math != math or (token[1] in ("'", "!") and not run):
            if run:
                yield math, run
            run, math, depth = [], is_math, 0
        depth = max(0, depth + (token[1] in _OPEN) - (token[1] in _CLOSE))
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
    article = not tokens or tokens[-1][1] not in ARTICLES  # what stands before a comma is none
    while start < stop and _is_edge(tokens[start], "^_=*/+,')]!<>"):
        start += 1
    while start < stop and _is_edge(tokens[stop - 1], "^_=*/+-,([|'!~"):
        if tokens[stop - 1][1] == "'" and stop - start > 1 and _is_letter(tokens[stop - 2]):
            break
        if tokens[stop - 1][1] == "|" and _bars(tokens[start:stop]) % 2 == 0:
            break
        stop -= 1
    while (
        article
        and stop - start > 2
        and tokens[stop - 1][1] in ARTICLES
        and tokens[stop - 2][0] == "gap"
        and (tokens[stop - 3][1] not in (*FUNCTIONS, *SIGNS) or tokens[stop - 4][1] == "_")
    ):
        stop -= 2
    while (
        stop - start > 2
        and tokens[start][1] in ARTICLES
        and tokens[start + 1][0] == "gap"
        and tokens[start + 2][1] not in SIGNS
    ):
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
    if _bars(tokens) == 2 and tokens[0][1] == tokens[-1][1] == "|" and words:  # |g|
        return True
    if not words or len(tokens) <= 2:
        return False
    # x/y and 1/n, (n - 1) beside a number or another: no sentence has these
    fraction = "/" in operators and any(word.islower() for word in words) and len(tokens) < 40
    grouped = "(" in operators and not operators.isdisjoint("+-") and tokens[0][0] != "word"
    return not STRONG.isdisjoint(operators) or fraction or grouped or _is_sum(tokens)


def _bars(tokens: list[Token]) -> int:
    return sum(text == "|" for _, text in tokens)


def _is_sum(tokens: list[Token]) -> bool:
    """Whether it has a letter, and a sign between two things, as n - 1, 1 + 2 s or R/2."""
    shown = [token for token in tokens if token[0] != "gap"]
    found = any(
        sign[1] in "+-" or (sign[1] == "/" and right[0] == "number")
        for left, sign, right in zip(shown, shown[1:], shown[2:], strict=False)
        if left[0] not in ("op", "other") and right[0] not in ("op", "other")
    )
    return found and any(map(_is_letter, tokens))


def _is_letter(token: Token) -> bool:
    return (
        token[0] == "word"
        and token[1] not in ARTICLES
        and (len(token[1]) == 1 or token[1] in ALONE)
    )


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
        if kind == "applied":
            return rf"\operatorname{{{text}}} "
        if text in "^_":
            return f"{text}{{{self._argument()}}}"
        if text == "'":
            return "'"
        if kind == "gap" and self._is_before_a_power():
            return r" \cdot "
        return r"\, " if kind == "gap" and self._is_product() else OPERATORS.get(text, text)

    def _is_before_a_power(self) -> bool:
        """Whether a gap stands between a number and a power of ten: 2 10^6."""
        before, after = self.tokens[max(self.at - 2, 0)], self.tokens[self.at : self.at + 2]
        return before[0] == "number" and [text for _, text in after] == ["10", "^"]

    def _is_product(self) -> bool:
        """Whether a gap stands between two factors: then it is seen."""
        if not 1 < self.at < len(self.tokens):
            return False
        before, after = self.tokens[self.at - 2], self.tokens[self.at]
        left = before[0] in ("word", "number", "power") or before[1] in _CLOSE
        mean = before[1] == "E" and after[0] == "number"
        return mean or (left and (after[0] in ("word", "power") or after[1] in _OPEN))

    def _word(self, word: str) -> str:
        if word == "sqrt":
            return rf"\sqrt{{{self._argument()}}}"
        if word in NAMED:
            return f"{NAMED[word]} "
        if word in GREEK or word in FUNCTIONS:
            return rf"\{word} "
        if word == "P" and self.at < len(self.tokens) and self.tokens[self.at][1] == "[":
            return r"\mathbb{P}"
        if word == "E" and self.at < len(self.tokens) and self._is_applied():
            return r"\mathbb{E}"
        return f"{word[0]}_{word[1]}" if len(word) == 2 and word[1].isdigit() else word

    def _is_applied(self) -> bool:
        """Whether a mean follows: E x, E[x], E|x|."""
        after = self.tokens[self.at]
        if after[0] == "gap" and self.at + 1 < len(self.tokens):
            after = self.tokens[self.at + 1]
            return after[0] in ("word", "number") or after[1] in ("(", "[", "⟨", "|", "||")
        return after[1] in ("[", "|", "||")

    def _argument(self) -> str:
        """What is raised, lowered or under a root: one thing, or what brackets hold."""
        if self.tokens[self.at][0] == "gap":
            self.at += 1
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
            if self.at < len(self.tokens) and self.tokens[self.at][1] == "^":  # x_+^2
                return sign
        word = self.tokens[self.at]
        if word[0] == "word" and word[1] in ("min", "max"):
            self.at += 1
            return rf"\{word[1]}"
        return sign + self.next()
