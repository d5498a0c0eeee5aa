"""daneshmand2021, appendices G and I: what is conjectured or observed beyond linear networks."""

from __future__ import annotations

from theory.ledger import Kind, observed

observed(
    "daneshmand2021:conjecture-G",
    title="With activations the Gram matrix concentrates around its stationary mean",
    statement=r"Q_{l+1} = \mathrm{BN}(W_l F(Q_l)):\quad"
    r" \mathbb{E} \|Q_l^\top Q_l - \mathbb{E}_\nu Q^\top Q\|_F = O(1/\sqrt{d})",
    kind=Kind.UPPER_BOUND,
    source="Appendix G; beyond some depth, rows scaled as in (1)",
    decided_by="chains with ReLU, tanh, sin at widths up to 1024: the exponent of the deviation in"
    " d, with an interval",
    reason="needs the chain with activations",
)

observed(
    "daneshmand2021:odd-activations",
    title="Theorem 1's form is observed for sin and tanh",
    statement=r"\mathbb{E}\, V(H_l) \le c_1 (1 - c_2)^l + c_3 / \sqrt{d}"
    r" \text{ for } F \in \{\sin, \tanh\}",
    kind=Kind.UPPER_BOUND,
    source="Appendix G",
    uses=["daneshmand2021:theorem-1"],
    decided_by="chains with sin and tanh: exponential decay in depth and the exponent in d",
    reason="needs the chain with activations",
)

observed(
    "daneshmand2021:appendix-I",
    title="The orthogonalising initialisation extends to convolutional networks",
    statement=r"\text{eq. (6) on unfolded patches initialises convolutional networks}",
    kind=Kind.EXISTENCE,
    source="Appendix I",
    uses=["daneshmand2021:appendix-F"],
    decided_by="training convolutional networks of 20 and 80 layers from both initialisations",
    reason="needs training on data",
)
