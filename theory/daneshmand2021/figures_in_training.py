"""daneshmand2021: figures of ReLU networks, across layers and in training, and appendix I.

Their values are not recoverable but for what the text says. "Faster" and "slower" are read off the
training loss after the last epoch; eq. (6) is taken as printed, with S^(-1/2), and as in the
authors' code, with S^(-1).
"""

from lemmata.theory.figures import FigureClaim, Range, Said, at_least, at_most, figure
from lemmata.theory.ledger import Grade, Verdict

_V, _LOSS = r"V(H_L)", r"\mathcal{L}"
_READINGS = ("as printed", "as in the code")

FIGURE_6 = figure(
    FigureClaim(
        "daneshmand2021:figure-6",
        title="In convolutions with BN the gap rises again from layer 5 on; in MLPs it is kept",
        sentence="For vanilla networks the gap increases with depth; it decreases by adding BN"
        " layers and stabilizes at a term that is constant with regard to depth.",
        says={
            **{
                f"change of V from layer 1 to 30, {name}, vanilla": Said(
                    rf"V_{{30}} - V_1 (\text{{{name}, vanilla}})", at_least(0.02)
                )
                for name in ("MLP", "convolutional")
            },
            **{
                f"change of V from layer 1 to 30, {name}, BN": Said(
                    rf"V_{{30}} - V_1 (\text{{{name}, BN}})", at_most(0)
                )
                for name in ("MLP", "convolutional")
            },
            # less than what counts as an increase above
            **{
                f"change of V from layer 10 to 30, {name}, BN": Said(
                    rf"V_{{30}} - V_{{10}} (\text{{{name}, BN}})", Range(-0.02, 0.02)
                )
                for name in ("MLP", "convolutional")
            },
        },
        x=r"layer $\ell$",
        y=r"$V(H_\ell)$",
    ),
    quotation="the gap decreases by adding BN layers and stabilizes at a term that is constant with"
    " regard to depth",
    subject="the gap in convolutions and in MLPs",
    source="Section 6, Figure 6; its values are lost",
    decided_by="random ReLU networks, MLP (width 100) and convolutional (100 channels, kernel 3),"
    " batches of 8 images, 30 layers, torch's BN against none",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    sharp="sharp:stationary-gap",
    reason="it needs fully connected layers, as the theory has them. Vanilla networks and MLPs with"
    " BN do what the sentence says (a law for linear MLPs). In convolutions with BN, at the"
    " figure's own size, the gap falls to layer 5, then rises ever faster, and is higher at layer"
    " 30 than at layer 1, by .05; on images of 16 x 16, where all pixels are mixed in fewer layers,"
    " by .08. The author may say that vanilla networks rise by .4 beside that; but no constant term"
    " is seen",
    wrong={
        "the curves are swapped": {
            "change of V from layer 1 to 30, MLP, vanilla": at_most(0),
            "change of V from layer 1 to 30, MLP, BN": at_least(0.02),
        },
        "it goes on decreasing": {"change of V from layer 10 to 30, MLP, BN": at_most(-0.05)},
    },
)

FIGURE_4A = figure(
    FigureClaim(
        "daneshmand2021:figure-4a",
        title="Training slows down where the initial gap is large",
        sentence="Representations are more entangled when we increase depth, coinciding with the"
        " training slowdown.",
        says={
            "change of the initial gap, deepest less shallowest": Said(
                rf"{_V}_{{\max}} - {_V}_{{\min}}", at_least(0.005)
            ),
            "change of the loss, deepest less shallowest": Said(
                rf"{_LOSS}_{{\max}} - {_LOSS}_{{\min}}", at_least(0.05)
            ),
        },
        x=r"depth $L$",
        y=r"training loss; initial gap $V(H_L)$",
    ),
    quotation="We observe that representations are more entangled, i.e., orthogonal, when we "
    "increase depth, coinciding with the training slowdown.",
    subject="the initial gap and slow training",
    source="Section 5.1, Figure 4a; vanilla ReLU networks of depths 15 to 75, Xavier's"
    " initialisation; its values are lost",
    decided_by="training re-run: CIFAR10, width 800, SGD .01, batches of 500, 30 epochs",
    wrong={
        "depth speeds training up": {"change of the loss, deepest less shallowest": at_most(-0.05)}
    },
)

FIGURE_4B = figure(
    FigureClaim(
        "daneshmand2021:figure-4b",
        title="SGD orthogonalises while it trains",
        sentence="SGD updates are iteratively orthogonalizing representations, marked by the"
        " reduction in the orthogonality gap.",
        says={
            "change of the gap of the last layer": Said(
                rf"{_V}^{{(T)}} - {_V}^{{(0)}}", at_most(-0.05)
            ),
            "change of the gap of the logits": Said(
                r"V(\text{logits})^{(T)} -"
                r" V(\text{logits})^{(0)}",
                at_most(-0.05),
            ),
        },
        x="epoch",
        y=r"$V$; training loss",
    ),
    quotation="SGD updates are iteratively orthogonalizing representations, marked by the reduction"
    " in the orthogonality gap",
    subject="the gap while training",
    source="Section 5.1, Figure 4b; 20 layers; the text has the last layer, the code the 10 logits",
    decided_by="training re-run: 20 layers of figure 4a's networks",
    wrong={"the gap grows": {"change of the gap of the last layer": at_least(0.05)}},
)

FIGURE_5 = figure(
    FigureClaim(
        "daneshmand2021:figure-5",
        title="Iterative orthogonalisation avoids the slowdown",
        sentence="By enforcing the orthogonality, this initialization significantly alleviates the"
        " slow down of training with depth, with no need for BN.",
        says={
            f"slowdown {name} over that of Xavier": Said(
                rf"\frac{{\Delta {_LOSS} (\text{{{name}}})}}{{\Delta {_LOSS} (\text{{Xavier}})}}",
                at_most(0.5),
            )
            for name in _READINGS
        },
        x=r"depth $L$",
        y="training loss",
    ),
    quotation="By enforcing the orthogonality, this initialization significantly alleviates the "
    "slow down of training with depth (see Fig. 5), with no need for BN.",
    subject="iterative orthogonalisation",
    source="Section 5.2, Figure 5; the slowdown is the loss at the largest depth less that at the"
    " smallest; its values are lost",
    decided_by="training re-run: Xavier against eq. (6), depths 15 to 75",
    wrong={"it does not matter": {"slowdown as printed over that of Xavier": at_least(0.9)}},
)

REMARK_CORRELATES = figure(
    FigureClaim(
        "daneshmand2021:remark-correlates",
        title="Over depths the training loss goes with the initial gap",
        sentence="As depth grows, the training slowdown highly correlates with the orthogonality"
        " gap.",
        says={
            "correlation of loss and initial gap over depths": Said(
                rf"\operatorname{{corr}}_L({_LOSS}, {_V})", at_least(0.8)
            ),
        },
        x=r"initial gap $V(H_L)$",
        y="training loss",
    ),
    quotation="we observe that as depth grows, the training slowdown highly correlates with the"
    " orthogonality gap",
    subject="the correlation of loss and gap",
    source="Section 5; 'highly' is read as a correlation of .8, of each run over the depths of"
    " figure 4a",
    decided_by="the networks of figure 4a",
    uses=["daneshmand2021:figure-4a"],
    wrong={
        "they are not related": {"correlation of loss and initial gap over depths": at_most(0.3)}
    },
)

REMARK_DEPTH_SLOWS = figure(
    FigureClaim(
        "daneshmand2021:remark-depth-slows",
        title="Depth slows the training of networks with BN",
        sentence="Increasing depth drastically slows the training of neural networks with BN.",
        says={
            "change of the loss with BN, deepest less shallowest": Said(
                rf"{_LOSS}_{{\max}} - {_LOSS}_{{\min}}", at_least(0.05)
            ),
        },
        x=r"depth $L$",
        y="training loss",
    ),
    quotation="Increasing depth drastically slows the training of neural networks with BN.",
    subject="depth and training with BN",
    source="Section 5; the paper trains networks without BN only. Read off the loss, as figure 4a",
    decided_by="training: the networks of figure 4a with torch's BN",
    wrong={
        "depth does not matter": {
            "change of the loss with BN, deepest less shallowest": Range(-0.05, 0.04)
        }
    },
)

APPENDIX_I = figure(
    FigureClaim(
        "daneshmand2021:appendix-I",
        title="Equation (6) on patches initialises convolutions",
        sentence="A similar SVD-based initialization for convolutional networks effectively"
        " accelerates the training of deep convolutional networks.",
        says={
            f"loss of eq. (6) {name} less that of Xavier, deep": Said(
                rf"{_LOSS}_{{(6)}} (\text{{{name}}}) - {_LOSS}_{{\mathrm{{Xavier}}}}",
                at_most(-0.05),
            )
            for name in _READINGS
        },
        x="epoch",
        y="training loss",
    ),
    quotation="we propose a similar SVD-based initialization for convolutional networks that "
    "effectively accelerates the training of deep convolutional networks",
    subject="equation (6) for convolutions",
    source="Section 5.2 and Appendix I; ReLU, kernel 3, 20 and 80 layers; the authors' code is"
    " slower than Xavier at 20 layers and faster at 80",
    decided_by="training re-run: eq. (6) on unfolded patches against Xavier, CIFAR10",
    wrong={
        "it slows training down": {
            "loss of eq. (6) as printed less that of Xavier, deep": at_least(0.05)
        }
    },
)
