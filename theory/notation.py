"""What the symbols of statements mean: the papers' notation, and what a claim has beside it.

A claim that uses a symbol otherwise, or one of its own, says so in its record (``Claim.symbols``):
the page opens a definition where the symbol stands, and it must be the right one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lemmata.theory.evidence import Kind
from lemmata.theory.ledger import Claim


def _alone(letter: str) -> str:
    return rf"(?<![a-zA-Z\\]){letter}(?![a-zA-Z])"


LOSS = r"\\partial (?:\\mathcal\{)?L|\\nabla_z L"
DEPTH = r"(?<![a-zA-Z\\])(?<!mathcal\{)(?<!partial )(?<!nabla_z )L(?![a-zA-Z(])"
# LaTeX of a symbol, where it is recognised in a statement, what it means.
NOTATION = [
    ("d", _alone("d"), "the width: the number of rows of a representation"),
    ("n", _alone("n"), "the batch size: the number of columns, one for each sample"),
    ("l", _alone("l"), "a layer, counted from the input"),
    ("X", _alone("X"), "a representation, $d \\times n$: a column is a sample"),
    (
        "H",
        _alone("H"),
        "a representation, $d \\times n$ with $\\|H\\|_F = 1$: a column is a sample",
    ),
    ("W", _alone("W") + "(?!_2|_{2})", "the weights of a layer, $d \\times d$"),
    (
        r"\mathrm{BN}",
        r"mathrm\{BN\}|operatorname\{BN\}",
        "batch normalisation: it divides every row by its Euclidean norm",
    ),
    (
        r"\phi",
        r"\\phi",
        r"the isometry gap, $\phi(X) = -\log I(X)$: 0 where $X^\top X$ is a multiple of the"
        r" identity, infinite where $X$ lacks full rank",
    ),
    (
        "I",
        r"(?<![a-zA-Z])I\((?!-)",
        r"the isometry, $I(X) = \det(X^\top X)^{1/n} / (\operatorname{tr}(X^\top X)/n)$, between 0"
        " and 1",
    ),
    (
        r"\hat V",
        r"\\hat\{? ?V",
        r"$\hat V(H) = 1/n - s_n(H)^2$, with $s_n$ the smallest singular value",
    ),
    (
        "V",
        r"(?<![a-zA-Z\\])(?<!hat )V\(",
        r"the orthogonality gap, $V(H) = \| H^\top H / \|H\|_F^2 - I_n/n \|_F$",
    ),
    (
        r"\lambda_k",
        r"\\lambda_(?:k|\{\\m)",
        r"the eigenvalues of $X X^\top$, from $\lambda_{\min}$ to $\lambda_{\max}$; after BN they"
        r" sum to $d$",
    ),
    ("S", _alone("S"), r"$S = \sum_k (\lambda_k - 1)^2$, the spread of the eigenvalues"),
    (r"O_d", r"O_d|O_\{d\}", "the orthogonal $d \\times d$ matrices, with their Haar measure"),
    ("G", _alone("G"), "a matrix of independent normal entries"),
    (
        r"\alpha",
        r"\\alpha",
        r"a lower bound of the singular values of $H_1, \dots, H_l$: $A_1(\alpha, l)$ assumes it",
    ),
    (
        "A_1",
        r"A_1",
        r"the assumption $A_1(\alpha, l)$: no singular value of $H_1, \dots, H_l$ is below"
        r" $\alpha$",
    ),
    (
        "s_n",
        r"(?<![a-z])s_n|s_\{\\min\}",
        "the smallest singular value",
    ),
    (r"W_2", r"W_2|W_\{2\}", "the Wasserstein distance of two laws"),
    ("q_i", r"q_i|q_n|q_1(?!\})", r"the eigenvalues of the Gram matrix $H^\top H$, of sum 1"),
    (
        "p_i",
        r"(?<![a-zA-Z])p_i|(?<![a-zA-Z])p_n|\\\|p ",
        r"the Gram map of $q$: the eigenvalues of $H^\top H$ after a layer of infinite width",
    ),
    (r"\tau", r"\\tau", "the hitting time: the first layer with a gap of at most $1/(16 d)$"),
    ("C", _alone("C"), "a constant that the paper does not give"),
    ("K", _alone("K"), "a Lipschitz constant of the loss in the logits"),
    (r"\mathbb{E}", r"\\mathbb\{E\}", "the mean over the random weights"),
    (
        r"J_{\mathrm{BN}}",
        r"J_\{?\\mathrm\{BN\}",
        "the Jacobian of batch normalisation at a representation",
    ),
]


@dataclass(frozen=True)
class PaperChain:
    """The network of a paper: the letter of its representations, the next layer, its weights.

    ``elsewhere`` is seen in the statements that speak of another network.
    """

    letter: str
    layer: str
    weights: str
    elsewhere: str


CHAINS = {
    "meterez2024": PaperChain(
        "X",
        r"the next layer is $X_{l+1} = \mathrm{BN}(W_l X_l)$, chain (3) of the paper",
        "which are uniform on the orthogonal matrices",
        r"G\(|\\operatorname\{act\}",
    ),
    "daneshmand2021": PaperChain(
        "H",
        r"the next layer is $H_{l+1} = \mathrm{BN}(W_l H_l)/\sqrt{d}$, chain (1) of the paper",
        "which are independent and normal",
        r"O_d|without BN|normalised|ReLU|F\(|F \\in|U S V",
    ),
}


def _of_the_chain(claim: Claim, found: Mapping[str, str]) -> dict[str, str]:
    """What a claim about the network of its paper may say of the next layer and of the mean."""
    chain = CHAINS.get(claim.paper)
    figure = claim.kind is Kind.FIGURE  # whose networks its run describes
    if chain is None or figure or re.search(chain.elsewhere, claim.statement):
        return {}
    said = {chain.letter: f"; {chain.layer}", r"\mathbb{E}": f", {chain.weights}"}
    if not re.search(rf"{chain.letter}_(?:l|k|L|0|\{{l)", claim.statement):
        del said[chain.letter]  # it has a single layer, or none
    return {latex: found[latex] + more for latex, more in said.items() if latex in found}


def symbols(claim: Claim) -> dict[str, str]:
    """The LaTeX of each symbol in a claim's statement, and what it means there."""
    statement = claim.statement
    found = {latex: means for latex, seen, means in NOTATION if re.search(seen, statement)}
    loss, depth = (bool(re.search(seen, statement)) for seen in (LOSS, DEPTH))
    if loss or depth:
        found["L"] = "; in a derivative ".join(["the depth"] * depth + ["the loss"] * loss)
    if claim.kind is Kind.FIGURE:
        found.pop("q_i", None)  # its quantities are q_1, q_2, ..., which the claim explains
    told = {**found, **_of_the_chain(claim, found), **claim.symbols}
    return {latex: means for latex, means in told.items() if means}
