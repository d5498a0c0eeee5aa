"""What an encoding has no character for is written in words."""

import io

from lemmata.verify.machine.encoding import relax, words


def test_formulas_are_readable_in_ascii() -> None:
    for text, said in (
        ("f(x) ≤ ½", "f(x) <= 1/2"),
        ("λ₁₀ x²ᵏ⁺¹ φ Σ", "lambda_10 x^(2k+1) phi Sigma"),
        ("‖Xᵀ‖ ≥ √d, Rätsch", "||X^T|| >= sqrtd, Ratsch"),
        ("\udcff ☃", "? ?"),
    ):
        assert words(text) == said


def test_a_stream_spells_out_missing_characters() -> None:
    for encoding, said in (("ascii", "d^2 <= e"), ("latin-1", "d² <= é"), ("utf-8", "d² ≤ é")):
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding=encoding)
        relax(stream)
        stream.write("d² ≤ é")
        stream.flush()
        assert raw.getvalue().decode(encoding) == said
    relax(None)
