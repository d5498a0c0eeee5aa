"""LaTeX formulas as Unicode text for a terminal: no backslash survives."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|[^\\]", re.DOTALL)

_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε",
    "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
    "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "ell": "ℓ", "infty": "∞", "partial": "∂", "nabla": "∇", "emptyset": "∅",
    "dots": "…", "ldots": "…", "cdots": "⋯", "cdot": "·", "circ": "∘", "prime": "′", "top": "ᵀ",
    "forall": "∀", "exists": "∃", "langle": "⟨", "rangle": "⟩", "lceil": "⌈", "rceil": "⌉",
    "lfloor": "⌊", "rfloor": "⌋", "lVert": "‖", "rVert": "‖", "Vert": "‖", "lvert": "|",
    "rvert": "|", "vert": "|", "mid": " | ", "|": "‖", "{": "{", "}": "}", "#": "#", "%": "%",
    "&": "&", "_": "_", "$": "$", "\\": "; ", "dagger": "†", "star": "⋆", "ast": "∗",
    "hbar": "ℏ", "Re": "Re", "Im": "Im", "sum": "∑", "prod": "∏", "int": "∫", "lbrace": "{",
    "rbrace": "}",
}  # fmt: skip
_RELATIONS = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "ll": "≪", "gg": "≫",
    "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "propto": "∝", "in": "∈",
    "notin": "∉", "subset": "⊂", "subseteq": "⊆", "to": "→", "rightarrow": "→",
    "longrightarrow": "→", "mapsto": "↦", "Rightarrow": "⇒", "implies": "⇒", "iff": "⇔",
    "Leftrightarrow": "⇔", "Longleftrightarrow": "⇔", "times": "×", "pm": "±", "mp": "∓",
    "otimes": "⊗", "odot": "⊙", "oplus": "⊕", "cup": "∪", "cap": "∩", "wedge": "∧", "vee": "∨",
    "lesssim": "≲", "gtrsim": "≳", "coloneqq": "≔", "succeq": "⪰", "preceq": "⪯", "setminus": "∖",
    "perp": "⊥", "downarrow": "↓", "uparrow": "↑", "land": "∧", "lor": "∨", "Longrightarrow": "⇒",
}  # fmt: skip
_SPACES = {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "quad": "  ", "qquad": "   "}
_SILENT = {
    "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl",
    "biggr", "Biggl", "Biggr", "bigm", "Bigm", "middle", "textstyle", "displaystyle",
    "scriptstyle", "limits", "nolimits", "nonumber", "mathstrut", "strut",
}  # fmt: skip
_PLAIN = {
    "mathrm", "mathbf", "mathcal", "mathit", "mathsf", "mathscr", "mathfrak", "boldsymbol", "bm",
    "text", "textrm", "textbf", "textit", "textnormal", "mbox", "substack",
}  # fmt: skip
_BLACKBOARD = {
    "R": "ℝ", "N": "ℕ", "Z": "ℤ", "C": "ℂ", "Q": "ℚ", "P": "ℙ", "E": "𝔼", "S": "𝕊", "V": "𝕍",
    "1": "𝟙",
}  # fmt: skip
_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304",
    "tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7",
}  # fmt: skip
_RAISED = dict(
    zip("0123456789+-=()niTᵀ′kjlmdtabcex∘", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵀ′ᵏʲˡᵐᵈᵗᵃᵇᶜᵉˣ°", strict=True)
)
_LOWERED = dict(
    zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_SCRIPTS = re.escape("".join(_RAISED.values()) + "".join(_LOWERED.values())) + "\u0302-\u0308"
# One number, symbol, root, function value or bracket, with its scripts.
_FACTOR = (
    r"(?:\d+(?:\.\d+)?|(?:√|∂ ?)?\w(?:_\w+)?|∞|∂|\w\([^()+\-]*\)|\([^()]*\)|‖[^‖]*‖)"
    rf"[{_SCRIPTS}]*"
)


def to_unicode(latex: str) -> str:
    """``latex`` as one line of text."""
    text = _Reader(latex).group()
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([(\[{⟨⌈⌊√∂]) ", r"\1", text)
    return re.sub(rf" ([)\]}},;⟩⌉⌋^_{_SCRIPTS}])", r"\1", text)


class _Reader:
    """A reader of tokens; each method returns the text of what it has read."""

    def __init__(self, latex: str) -> None:
        self.tokens = [t for t in _TOKEN.findall(latex) if t != "\\"]
        self.place = 0

    def _next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else "}"

    def group(self) -> str:
        """Everything up to the closing brace, or to the end."""
        parts = []
        while (token := self._next()) != "}":
            parts.append(self._text(token))
        return "".join(parts)

    def _text(self, token: str) -> str:
        if token == "{":
            return self.group()
        if token in "^_":
            return self._script(token)
        if token in "&~":
            return " "
        return self._command(token[1:]) if token.startswith("\\") else token

    def _argument(self) -> str:
        """A group in braces, or the next single token."""
        while (token := self._next()).isspace():
            pass
        return "" if token == "}" else self._text(token).strip()

    def _optional(self) -> str:
        """An argument in square brackets, if there is one."""
        if self.tokens[self.place : self.place + 1] != ["["]:
            return ""
        parts = []
        self.place += 1
        while (token := self._next()) not in ("]", "}"):
            parts.append(self._text(token))
        return "".join(parts)

    def _script(self, sign: str) -> str:
        text = self._argument()
        table = _RAISED if sign == "^" else _LOWERED
        word = re.fullmatch(r"[a-z]{3,}", text)  # such as min: no index
        if text and not word and all(character in table for character in text.replace(" ", "")):
            return "".join(table[character] for character in text.replace(" ", ""))
        return sign + (text if re.fullmatch(r"\w+|[^\w\s]", text) else f"({text})")

    def _command(self, name: str) -> str:
        name = name.rstrip("*")
        if name in _SYMBOLS:
            return _SYMBOLS[name]
        if name in _RELATIONS:
            return f" {_RELATIONS[name]} "
        if name in _SPACES:
            return _SPACES[name]
        if name in _SILENT:
            return self._delimiter()
        if name in _ACCENTS:
            return self._accented(name)
        return self._function(name)

    def _delimiter(self) -> str:
        """After a size comes a delimiter; the empty one, a dot, is not printed."""
        if self.tokens[self.place : self.place + 1] == ["."]:
            self.place += 1
        return ""

    def _accented(self, name: str) -> str:
        text = self._argument()
        return text + _ACCENTS[name] if len(text) == 1 else f"{name}({text})"

    def _function(self, name: str) -> str:
        if name in ("frac", "tfrac", "dfrac", "cfrac"):
            return _fraction(self._argument(), self._argument())
        if name in ("binom", "tbinom"):
            return f"C({self._argument()}, {self._argument()})"
        if name == "sqrt":
            root = {"": "√", "3": "∛", "4": "∜"}.get(index := self._optional(), f"root{index} ")
            return root + _factor(self._argument())
        if name in ("mathbb", "mathds"):
            return "".join(_BLACKBOARD.get(c, c) for c in self._argument())
        if name in _PLAIN:
            return self._argument()
        if name in ("begin", "end"):
            self._argument()
            return " "
        if name == "operatorname":
            name = self._argument()
        if self.tokens[self.place : self.place + 1] == ["("]:
            return f" {name}"
        return f" {name} "  # log, det, min, and whatever else reads as its own name


def _fraction(above: str, below: str) -> str:
    multiple = re.fullmatch(rf"-?(?:[\d.]+ ?)?{_FACTOR}", above)
    return f" {above if multiple else f'({above})'}/{_factor(below)} "


def _factor(text: str) -> str:
    """``text`` in parentheses unless it is one factor already."""
    return text if re.fullmatch(_FACTOR, text) else f"({text})"
