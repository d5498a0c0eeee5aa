"""What the symbols of the papers mean: said where they stand."""

import re

# LaTeX of a symbol, where it is recognised in a statement, what it means.
GLOSSARY = [
    (r"d", r"(?<![a-zA-Z\\])d(?![a-zA-Z])", "width: the number of rows of a representation"),
    (r"n", r"(?<![a-zA-Z\\])n(?![a-zA-Z])", "batch size: the number of columns, one a sample"),
    (r"L", r"(?<![a-zA-Z\\])L(?![a-zA-Z(])", "depth; beside a gradient, the loss"),
    (r"l", r"(?<![a-zA-Z\\])l(?![a-zA-Z])", "a layer, counted from the input"),
    (
        r"\mathrm{BN}(X)",
        r"mathrm\{BN\}|operatorname\{BN\}",
        "batch normalisation: every row of $X$ divided by its Euclidean norm",
    ),
    (
        r"\phi(X)",
        r"\\phi",
        r"isometry gap, $-\log I(X)$: 0 where $X^\top X$ is a multiple of the"
        " identity, infinite without full rank",
    ),
    (
        r"I(X)",
        r"(?<![a-zA-Z])I\(",
        r"isometry, $\det(X^\top X)^{1/n} / (\operatorname{tr}"
        r"(X^\top X)/n)$, between 0 and 1",
    ),
    (r"V(H)", r"(?<![a-zA-Z])V\(", r"orthogonality gap, $\| H^\top H / \|H\|_F^2 - I_n/n \|_F$"),
    (r"\hat V(H)", r"\\hat\{? ?V", "$1/n - s_n(H)^2$, $s_n$ the smallest singular value of $H$"),
    (r"\lambda_k", r"\\lambda", r"eigenvalues of $X X^\top$; of an output of BN they sum to $d$"),
    (r"S", r"(?<![a-zA-Z\\])S(?![a-zA-Z])", r"$\sum_k (\lambda_k - 1)^2$, the eigenvalues' spread"),
    (r"O_d", r"O_d|O_\{d\}", "the Haar measure on rotations of $d$ dimensions"),
    (r"G(s^2)", r"(?<![a-zA-Z])G(?![a-zA-Z])", "independent normal entries of variance $s^2$"),
    (
        r"\alpha",
        r"\\alpha",
        r"a lower bound of the singular values of $H_1, \dots, H_l$:"
        r" $A_1(\alpha, l)$ assumes it",
    ),
    (r"W_2", r"W_2|W_\{2\}", "Wasserstein distance of two laws"),
    (r"q", r"(?<![a-zA-Z\\])q(?![a-zA-Z])", r"eigenvalues of the Gram matrix $H^\top H$, of sum 1"),
    (r"\tau", r"\\tau", "hitting time: the first layer with a gap of at most $1/(16 d)$"),
    (r"C", r"(?<![a-zA-Z\\])C(?![a-zA-Z])", "an absolute constant"),
    (r"K", r"(?<![a-zA-Z\\])K(?![a-zA-Z])", "Lipschitz constant of the loss in the logits"),
]


def symbols(statement: str) -> list[tuple[str, str]]:
    """Those that stand in a statement: their LaTeX, and what they mean."""
    return [(latex, means) for latex, seen, means in GLOSSARY if re.search(seen, statement)]
