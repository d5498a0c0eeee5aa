"""LaTeX as text for a terminal."""

from lemmata.reports.formatting import mathml
from lemmata.theory.ledger import claims
from lemmata.verify.commands.text.latex import to_unicode

READ = {
    r"\|X_j\|^2 \ge \lambda_{\min}(X X^\top)": "‖Xⱼ‖² ≥ λ_min(X Xᵀ)",
    r"\mathbb{E}\,\phi(X_{l+1}) \le \phi(X_0) e^{-l/k}": "𝔼 φ(Xₗ₊₁) ≤ φ(X₀) e^(-l/k)",
    r"\frac{1}{d}\sum_{k=1}^{d} \log a_k": "1/d ∑ₖ₌₁ᵈ log aₖ",
    r"\tfrac1d \textstyle\sum_k \lambda_k = 1": "1/d ∑ₖ λₖ = 1",
    r"\sqrt{2 d \phi} + \sqrt n + \sqrt[3]{x}": "√(2 d φ) + √n + ∛x",
    r"X \in \mathbb{R}^{d \times n}": "X ∈ ℝ^(d × n)",
    r"n \in \{1, 2, \dots\}": "n ∈ {1, 2, …}",
    r"\bigl(1 - \frac{S}{2 d^2 (d+2)}\bigr)^{-1}": "(1 - S/(2 d² (d+2)))⁻¹",
    r"\frac{3}{d(d+2)}": "3/(d(d+2))",
    r"\operatorname{rank} X \sim \hat V": "rank X ∼ V̂",
    r"\log \|J_{\mathrm{BN}}\|_{\mathrm{op}}": "log ‖J_BN‖ₒₚ",
    r"\int_0^\infty f\,dt \to \infty": "∫₀^∞ f dt → ∞",
    r"\left. f \right|_0 \quad a \text{ and } b": "f |₀ a and b",
    r"\log(x) \det A": "log(x) det A",
    r"\unheard x": "unheard x",  # an unknown macro reads as its name
}
MALFORMED = [
    r"\unheard{x}_\of",
    "end\\",
    r"\frac{1",
    r"x_",
    r"\sqrt",
    r"a}b",
    r"\begin{c}a\\b\end{c}",
]


def test_formulas_read_as_a_mathematician_would_write_them() -> None:
    assert {latex: to_unicode(latex) for latex in READ} == READ


def test_no_backslash_survives_whatever_comes_in() -> None:
    assert not [latex for latex in MALFORMED if "\\" in to_unicode(latex)]


def test_every_claim_reads_in_a_terminal_and_on_the_page() -> None:
    statements = {c.statement for c in claims().values()}
    statements |= {h.statement for c in claims().values() for h in c.hypotheses}
    assert not [latex for latex in statements if "\\" in to_unicode(latex)]
    assert not [latex for latex in statements if not str(mathml(latex)).startswith("<math")]
