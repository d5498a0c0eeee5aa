"""daneshmand2021: sentences that can be checked and are no claim of their own, in their order.

Each is decided by a claim, or has the reason why none decides it.
"""

from lemmata.theory.ledger import sentence

PAPER = "daneshmand2021"
DECIDED = (  # section, the claim's id, words
    (
        "Abstract",
        "sharp:gap-in-depth",
        "Successive batch normalizations with random linear transformations make hidden "
        "representations increasingly orthogonal across layers of a deep neural network.",
    ),
    (
        "Abstract",
        "sharp:wasserstein-radius",
        "the distribution of the representation -after the linear layers- contracts to a "
        "Wasserstein-2 ball around an isotropic Gaussian distribution",
    ),
    (
        "Abstract",
        "daneshmand2021:remark-radius",
        "the radius of this Wasserstein ball shrinks with the width of the network",
    ),
    (
        "Abstract",
        "daneshmand2021:figure-4b",
        "When representations are initially aligned, we observe SGD wastes many iterations to "
        "orthogonalize representations before the classification.",
    ),
    (
        "Abstract",
        "daneshmand2021:figure-5",
        "starting optimization from orthogonal representations is sufficient to accelerate SGD,"
        " with no need for BN",
    ),
    (
        "Section 1",
        "sharp:gap-in-depth",
        "the orthogonality gap decays exponentially with the network depth and stabilizes "
        "around a term inversely related to the network width",
    ),
    (
        "Section 1",
        "daneshmand2021:theorem-1",
        "E[orthogonality gap] = O((1 - alpha)^depth + batchsize/(alpha sqrt(width)))",
    ),
    (
        "Section 1",
        "daneshmand2021:remark-inverse-width",
        "Moreover, the radius of the ball is inversely proportional to the network width.",
    ),
    (
        "Section 1",
        "daneshmand2021:corollary-3",
        "Wasserstein_2(representations, Gaussian)^2 = O((1 - alpha)^depth (batchsize) + "
        "(batchsize)^2/(alpha sqrt(width)))",
    ),
    (
        "Section 1",
        "daneshmand2021:table-1-vanilla",
        "increasing the depth may significantly shift the distribution of the representations "
        "away from Gaussian",
    ),
    (
        "Section 1",
        "daneshmand2021:remark-radius",
        "BN ensures Gaussian representations even for deep networks with finite width",
    ),
    (
        "Section 1",
        "daneshmand2021:remark-vanilla-collapse",
        "hidden representations in random networks without BN become correlated as the network "
        "grows in depth",
    ),
    (
        "Section 1",
        "daneshmand2021:figure-4a",
        "thereby drastically slowing training",
    ),
    (
        "Section 1",
        "sharp:stationary-gap",
        "deep representations in networks with BN are almost orthogonal",
    ),
    (
        "Section 1",
        "daneshmand2021:remark-guarantees",
        "By proposing a novel initialization scheme, we ensure the orthogonality of hidden "
        "representations.",
    ),
    (
        "Section 1",
        "daneshmand2021:remark-inverse-width",
        "representations across layers become increasingly orthogonal up to a constant "
        "inversely proportional to the network width",
    ),
    (
        "Section 1",
        "daneshmand2021:figure-5",
        "this initialization effectively avoids training slowdown with depth in the absence of BN",
    ),
    (
        "Section 2.1",
        "sharp:mean-subtraction",
        "Daneshmand et al. (2020) shows this difference does not change the network properties "
        "qualitatively.",
    ),
    (
        "Section 3.1",
        "daneshmand2021:figure-1",
        "we observe that BN is able to orthogonalized almost aligned representations",
    ),
    (
        "Section 3.1",
        "daneshmand2021:remark-vanilla-collapse",
        "the vanilla network provides almost align representation of two orthogonal samples in "
        "deep layers",
    ),
    (
        "Section 3.2",
        "sharp:gap-in-depth",
        "BN is an approximation algorithm for orthogonalizing the hidden representations",
    ),
    (
        "Section 3.2",
        "daneshmand2021:figure-2b",
        "For a larger width, the orthogonality is more accurate, due to term 1/sqrt(d) in the "
        "orthogonality gap",
    ),
    (
        "Section 3.2",
        "sharp:majorisation",
        "the orthogonality gap is a Lyapunov function characterizing the stability of the chain"
        " of hidden representations",
    ),
    (
        "Section 3.2",
        "daneshmand2021:theorem-5",
        "We prove that the above condition holds in Appendix Eq (12).",
    ),
    (
        "Section 3.3",
        "daneshmand2021:figure-2b",
        "the average of V(H_l) over layers estimates the radius of this ball",
    ),
    (
        "Section 3.3, Figure 2",
        "daneshmand2021:figure-2a",
        "This structure imposes a large orthogonality gap for H_0.",
    ),
    (
        "Section 4.1",
        "daneshmand2021:lemma-2",
        "If H_l is orthogonal, the random matrix W_l H_l is equal in distribution to a standard"
        " Gaussian matrix",
    ),
    (
        "Section 4.1",
        "daneshmand2021:remark-A1-infinite",
        "it is shown that A_1(alpha > 0, inf) holds as long as d = Omega(n^2)",
    ),
    (
        "Section 5",
        "daneshmand2021:figure-5",
        "even in a network without BN, our experiments showed that this initialization avoids "
        "the training slow down",
    ),
    (
        "Section 5.1",
        "daneshmand2021:remark-correlates",
        "the orthogonality of representations at the initialization correlates with "
        "optimization speed",
    ),
    (
        "Section 5.2",
        "daneshmand2021:remark-correlates",
        "the slowdown in SGD for deeper networks correlates with the orthogonality gap before "
        "training",
    ),
    (
        "Section 5.2",
        "sharp:sliced-orthogonalisation",
        "V'_l in R^(d x d) is an orthogonal matrix obtained by slicing V_l",
    ),
    (
        "Section 6",
        "daneshmand2021:figure-5",
        "starting from orthogonal representations effectively avoids the training slowdown with"
        " depth for MLPs",
    ),
    (
        "Section 6",
        "daneshmand2021:appendix-I",
        "we believe that this result extends to standard convolution networks used in practice",
    ),
    (
        "Section 6",
        "daneshmand2021:figure-6",
        "For vanilla networks, we observe that the gap increases with depth.",
    ),
)
NOT_DECIDED = (  # section, why not, words
    (
        "Section 1",
        "'a few' is no number: near orthogonality a wide layer leaves n/(n+2) of the gap "
        "(sharp:gram-map), so that the depth is of the order of the batch size",
        "the distribution of the representations stays in a Wasserstein ball around isotropic "
        "Gaussian distribution after a few layers",
    ),
    (
        "Section 1",
        "a statement of priority over other papers",
        "this is the first non-asymptotic Gaussian approximation for deep neural networks with "
        "finite width",
    ),
    (
        "Section 2.1",
        "'similar' is not stated: vanilla ReLU networks are in figure 6, and ReLU networks with"
        " BN keep the rank that linear ones lose (sharp:critical-width-elsewhere)",
        "When weights are initialized randomly, linear and non-linear networks share similar "
        "properties such as the rank collapse issue",
    ),
    (
        "Section 2.2",
        "a theorem of another paper",
        "Daneshmand et al. (2020) establishes a lower-bound on the average of the rank of "
        "hidden representations over infinite layers",
    ),
    (
        "Section 3.2",
        "a count of operations, d^3 against d^2, which no network needs to be run for",
        "The diagonal approximation in BN significantly reduces the computational complexity of"
        " the matrix inversion.",
    ),
    (
        "Section 3.2",
        "'a few' is no number: see the same words in section 1",
        "Since the orthogonality gap decays at an exponential rate with depth, the approximate "
        "orthogonality is met after only a few layers.",
    ),
    (
        "Section 4.2",
        "it says which theorems are known; a rate at finite width is in table-1-vanilla",
        "For vanilla networks, the Gaussianity is guaranteed only in the asymptotic regime of "
        "infinite width",
    ),
    (
        "Section 4.2, Table 1",
        "a theorem of another paper; convolutions have no law-exact chain here",
        "Vanilla Convnet, infinite, finite, Converges to Gaussian as width -> inf",
    ),
    (
        "Section 4.2",
        "what five other papers need of their Gaussian representations is not stated",
        "including BN imposes the Gaussian representations required for these analyses",
    ),
    (
        "Section 5",
        "a cause: figures 4a and 4b show that both occur together",
        "SGD needs to orthogonalize deep representations in order to start classification",
    ),
    (
        "Section 5.2",
        "an identity: (W H)^T W H = H^T H where W^T W = I",
        "in MPL with linear activations, hidden representations remain orthogonal simply by "
        "taking orthogonal matrices as weights",
    ),
    (
        "Section 5.2, footnote 2",
        "an assumption",
        "We may inductively assume that H_l is almost orthogonal by the choice of W_1, ..., "
        "W_(l-1). Thus, Sigma_l is invertible.",
    ),
    (
        "Section 5.2",
        "the text of appendix H is not at hand",
        "we compare iterative orthogonalization with a BN-replacement method recently proposed "
        "by Brock et al. (2021)",
    ),
)

for section, claim_id, words in DECIDED:
    sentence(words, PAPER, section, decided_by=claim_id)
for section, why, words in NOT_DECIDED:
    sentence(words, PAPER, section, why_not=why)
sentence(
    "the batchsize used for normalization is relatively smaller than the network width, "
    "hence A_1(Theta(1), 0) holds",
    PAPER,
    "Section 3.3",
    decided_by="sharp:gordon",
    id="daneshmand2021:remark-A1-input",
)
