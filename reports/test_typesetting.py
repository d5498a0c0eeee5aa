"""Formulas in plain texts are typeset, and nothing else is."""

from lemmata.reports.formatting import prose
from lemmata.reports.typesetting import split

FORMULAS = {
    "Below a width of n^2/4 + 11 n/12 a network loses": r"n^{2}/4 + 11\, n/12",
    "needs p_2^3 <= p_1^2 p_4": r"p_{2}^{3} \le  p_{1}^{2}\, p_{4}",
    "the law of Z K^(1/2)": r"Z\, K^{1/2}",
    "grows by (n-1)/(n-2) a layer": "(n-1)/(n-2)",
    "largest, 1/sqrt(n - 1)": r"1/\sqrt{n - 1}",
    "(see lambda_min, of chain (3))": r"\lambda _{\min}",
    "gaps 2e-30 to one": r"2 \cdot 10^{-30}",
    "whatever E[V(H_(l+1)) | A1(alpha, l)] is": r"\mathbb{E}[V(H_{l+1}) | A_1(\alpha , l)]",
    "at d = inf.": r"d = \infty",
    "as long as d >> n": r"d \gg  n",
    "a limit of n in Appendix C": "n",
    "by which I = exp(-phi), and": r"I = \exp (-\phi )",
    "where \\S lam_k^2 is": r"\sum \, \lambda _{k}^{2}",
    "From a - 1 <= T follows": r"a - 1 \le  T",
    "phi + mean_j ln a_j, see mean_gap.v": r"\phi  + \operatorname{mean} _{j}\, \ln \, a_{j}",
    "the e_k sum to 0": "e_{k}",
    "diag(0, ..., x) H^T": r"\operatorname{diag} (0, \dots , x)\, H^{T}",
    "at most 0.5 (q = 4/5, 12 of 50)": "q = 4/5",
    "the mean of E log chi^2_k and": r"\mathbb{E}\, \log \, \chi ^{2}_{k}",
    "write T = X A + T', the columns": r"T = X\, A + T'",
    "the n - 1 others": "n - 1",
    "less <u_i, H_i> u_i^T": r"\langle u_{i}, H_{i}\rangle \, u_{i}^{T}",
    "it divides by |g|.": "|g|",
    "with zeta_j = (z_ji)_{i in A}:": r"\zeta _{j} = (z_{ji})_{i \in  A}",
    "a change dC = (2 y C - G) dt, as": r"dC = (2\, y\, C - G)\, dt",
    "the projection E with E M = M": "E\\, M = M",
    "it is q^2 +\n   r^2 here": r"q^{2} + r^{2}",
    "an n x (n-1) matrix": r"n \times (n-1)",
    "lemma C.12 has K > 0": "K > 0",
    "so by lemma C.12 log K <= x": r"\log \, K \le  x",
    "and by theorem 3 n^2 is": "n^{2}",
    "it falls to 0 in a.": "a",
    "induction E[V^2; A1(alpha, l)] <= r^l": r"\mathbb{E}[V^{2};\,  A_1(\alpha , l)] \le  r^{l}",
    "growth of log q_min a layer": r"\log \, q_{\min}",
    "like q_0 sqrt((1 + t)/n), and": r"q_{0}\, \sqrt{(1 + t)/n}",
    "of order 1/sqrt(width) in all": r"1/\sqrt{\operatorname{width} }",
}
PLAIN = (
    "the left side is at least 0.0008867 where",
    "With a slice the gap may rise, as I said",
    "3 of 4 runs, I/O, Appendix F, lemma C.2, A. Nobody",
    "Rotation(d=1, seeds=())",
    "see sharp:theorem-1 (2024), chain (3)",
    "so [one; other] is text",
    "a chi-square variable, 1-Lipschitz, the sum of 2 of them",
    "a^",
    "sqrt(",
    "x_(",
    "= 3",
    "",
    "\\",
    "((((",
    "^_^",
)


def test_a_formula_is_found_between_words() -> None:
    for text, latex in FORMULAS.items():
        assert [part for part, formula in split(text) if formula] == [latex], text


def test_a_letter_of_a_formula_is_a_variable_where_it_stands_alone() -> None:
    found = [part for part, formula in split("T = 2 X, and T is small. A row") if formula]
    assert found == [r"T = 2\, X", "T"]


def test_words_numbers_and_broken_formulas_stay() -> None:
    for text in PLAIN:
        assert "".join(part for part, _ in split(text)) == text
        assert not any(formula for _, formula in split(text)), text


def test_prose_typesets_both_ways_and_escapes_the_rest() -> None:
    assert prose("run `a_b <c>` on x^2").startswith("run <code>a_b &lt;c&gt;</code> on <math>")
    assert "`" in prose("one ` alone")
    text = prose("<b> x^2 & $y_1$")
    assert text.startswith("&lt;<math>")
    assert text.count("<math>") == 2
    assert "&amp;" in text
