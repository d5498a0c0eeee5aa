"""Which random networks explode, vanish or lose the rank of their samples: measured."""

from lemmata.theory.audit import GAP_IN_DEPTH, GROWTH, RANK_IN_DEPTH
from lemmata.theory.figures import FigureClaim, Range, Said, at_least, at_most, figure

# The quantities of the table of phases by their names there, as audits and predictions have them.
QUANTITIES = {
    "growth": GROWTH,
    "rank_rate": "growth of log q_min a layer",
    "V": GAP_IN_DEPTH,
    "rank": RANK_IN_DEPTH,
}


# sharp:phase-diagram: the laws of BN, and where no law is known, measured growth in depth.
#
# A layer is act(N(W X)), or (X + act(N(W X)))/sqrt(2) with a residual connection, d = 32. N is BN
# of the papers, LayerNorm, RMSNorm, GroupNorm or nothing; W is Haar or Gaussian, act is linear,
# tanh or ReLU. The gradient grows by the largest Lyapunov exponent g, and rank is lost where the
# least of the m = min(n, d) shares q_i of the squared singular values falls by a rate r < 0 a
# layer. Two facts of the table have no proof: a residual connection makes orthogonal weights lose
# rank as Gaussian ones do, because X + BN(W X) is no isometry on the samples; and GroupNorm, which
# divides parts of one sample by lengths of their own, explodes as BN does. Gaussian weights without
# normalisation vanish at this width: the mean of log ||W x||/||x|| is about -1/(2 d), -0.016 here.
#
# The ranges were fixed with a pilot of eight replicas at seed 778, before the table was measured.
PHASES = figure(
    FigureClaim(
        "sharp:phase-diagram",
        title="Linear GroupNorm explodes as BN does; residual, orthogonal weights and BN lose rank",
        sentence="With BN gradients explode for n < d and before ReLU, and stay for orthogonal"
        " weights at n = d; with GroupNorm linear layers explode too. Without normalisation"
        " orthogonal weights change nothing, and Gaussian ones leave rank one. With a residual"
        " connection orthogonal weights and BN lose rank.",
        says={
            "growth, BN, orthogonal, n = d/4": Said("g", at_least(0.02)),
            "growth, BN, orthogonal, n = d": Said("g", at_most(0.01)),
            "growth, BN, orthogonal, ReLU, n = d/4": Said("g", at_least(0.1)),
            "growth, GroupNorm, Gaussian, n = d/4": Said("g", at_least(0.01)),
            "growth, no normalisation, orthogonal, n = d/4": Said("g", Range(-1e-3, 1e-3)),
            "rank rate, BN, Gaussian, n = d/2": Said("r", at_most(-0.1)),
            "rank rate, BN, orthogonal, residual, n = d/2": Said("r", at_most(-0.05)),
            "soft rank, no normalisation, Gaussian, n = d/4": Said(r"1/\sum q_i^2", at_most(1.5)),
        },
        x="samples over width, $n/d$",
        y="growth of log ‖dL/dX‖ a layer",
    ),
    source="derived: the cells of the table of phases that the sentence names, d = 32",
    decided_by="networks of 500 layers at other seeds than those of the table, which must agree",
    uses=["sharp:haar-growth", "sharp:critical-width", "daneshmand2021:remark-vanilla-collapse"],
    reason="measured at one width; rates of BN fall with the number of samples",
    wrong={
        "BN keeps gradients for every batch": {"growth, BN, orthogonal, n = d/4": at_most(0.01)},
        "a residual connection keeps rank": {
            "rank rate, BN, orthogonal, residual, n = d/2": at_least(-0.01)
        },
    },
)
