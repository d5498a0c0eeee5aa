"""sharp:critical-width-elsewhere: which other networks lose the rank of their samples in depth.

With orthogonal weights and n = d the isometry gap never rises (sharp:bn-identity); for n < d that
is measured. With the mean subtracted the samples live in n - 1 dimensions. An activation leads out
of the span of the samples, so that no direction is lost for good.
"""

from lemmata.theory.figures import FigureClaim, Said, at_least, at_most, figure


def _left(at: str) -> str:
    return rf"\log_{{10}} n q_{{\min}},\; {at}"


ELSEWHERE = figure(
    FigureClaim(
        "sharp:critical-width-elsewhere",
        title="Orthogonal weights and activations have no critical width, mean subtraction has",
        sentence="In depth Gaussian weights lose the rank of n samples below the critical width,"
        " with the mean subtracted below that of n - 1. Orthogonal weights lose it at no width;"
        " tanh and ReLU make new directions and keep it.",
        says={
            "Gaussian weights, d = 16": Said(_left("d = 16"), at_most(-6)),
            "Gaussian weights, d = 32": Said(_left("d = 32"), at_least(-2.5)),
            "orthogonal weights, d = 16": Said(_left(r"W \in O_d"), at_least(-1)),
            "mean subtracted, d = 16": Said(_left(r"\text{centred}, d = 16"), at_most(-4)),
            "mean subtracted, d = 32": Said(_left(r"\text{centred}, d = 32"), at_least(-2.5)),
            "tanh, d = 16": Said(_left(r"\tanh"), at_least(-4)),
            "ReLU, d = 16": Said(_left(r"\text{ReLU}"), at_least(-4)),
        },
        x="width $d$",
        y=r"$\log_{10}\,n\,q_{\min}$ at layer 200",
    ),
    source="derived: the question of sharp:critical-width for other networks, measured; n = 8",
    decided_by="the smallest eigenvalue of the Gram matrix at layer 200, that of the n - 1 where"
    " the mean is subtracted and no activation follows",
    uses=["sharp:critical-width"],
    wrong={
        "orthogonal weights lose rank too": {"orthogonal weights, d = 16": at_most(-2)},
        "mean subtraction keeps it": {"mean subtracted, d = 16": at_least(-3)},
    },
)
