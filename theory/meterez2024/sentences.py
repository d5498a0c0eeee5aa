"""meterez2024: sentences with checkable content that are not the statement of a claim of their own.

Each names the claim that decides it, or says why none does.
"""

from lemmata.theory.ledger import sentence

_PAPER = "meterez2024"


def _decided(section: str, by_claim: dict[str, list[str]]) -> None:
    """By the claim that decides them, sentences."""
    for claim_id, several in by_claim.items():
        for words in several:
            sentence(words, _PAPER, section, decided_by=claim_id)


def _not_checked(section: str, *each: tuple[str, str]) -> None:
    """Sentences, each with why no claim decides it."""
    for words, why in each:
        sentence(words, _PAPER, section, why_not=why)


_decided(
    "Abstract",
    {
        "meterez2024:remark-gaussian-explodes": [
            "this benefit comes at the expense of exploding gradients in depth",
        ],
        "meterez2024:theorem-5": [
            "that provably has bounded gradients at any depth",
        ],
        "meterez2024:theorem-1": [
            "gives a precise characterization of forward signal propagation",
        ],
        "meterez2024:remark-practical": [
            "gradients remain bounded for linearly independent input samples, which holds in most"
            " practical settings",
        ],
        "meterez2024:figure-5": [
            "an activation shaping scheme that empirically achieves the same properties for"
            " certain non-linear activations",
        ],
    },
)
_not_checked(
    "Introduction",
    (
        "standard optimization methods exhibit a slower convergence when training deep neural"
        " networks",
        "it speaks of other networks and of other work; of networks with BN, daneshmand2021 says"
        " it and figure-4a decides it",
    ),
    (
        "This issue significantly contributes to the training slowdown of deep neural networks",
        "it cites experiments of other work on networks without BN",
    ),
)
_decided(
    "Introduction",
    {
        "daneshmand2021:remark-vanilla-collapse": [
            "the outputs become collinear for different inputs as the network grows in depth",
        ],
        "meterez2024:lemma-A.1": [
            "the representations of a batch of inputs become more orthogonal after each"
            " normalization",
        ],
        "sharp:critical-width": [
            "This orthogonalization effect precisely avoids the rank collapse of deep neural"
            " networks at initialization",
        ],
        "meterez2024:remark-gaussian-explodes": [
            "such methods cannot avoid gradient explosion in the presence of batch normalization",
        ],
        "meterez2024:theorem-1": [
            "we prove that the MLP output embeddings become isometric",
            "for sufficiently deep networks, the representations rapidly approach an orthogonal"
            " matrix",
            "we prove that the output representations become perfectly orthogonal in the infinite"
            " depth limit",
        ],
        "meterez2024:theorem-5": [
            "In a striking contrast, we prove that gradients of an MLP with BN and orthogonal"
            " weights remain bounded",
        ],
        "meterez2024:remark-practical": [
            "our theoretical results hold in practical settings where the width is finite",
        ],
        "meterez2024:figure-5": [
            "it is possible to avoid gradient explosion for certain non-linear activations with"
            " orthogonal random weights",
        ],
        "meterez2024:figure-4": [
            "avoiding gradient explosion stabilizes the training of deep MLPs with BN",
        ],
    },
)
_not_checked(
    "Section 2",
    (
        "Orthogonal matrices avoid the rank collapse issue in linear networks, thereby enabling a"
        " depth-independent training convergence",
        "it cites Saxe et al. 2013 on networks without BN; that a rotation keeps every rank and"
        " every angle needs no check",
    ),
    (
        "their results rely on technical assumptions that are hard to validate",
        "a judgement of other work; the assumption of daneshmand2021, A1, is a hypothesis there"
        " and tested by figure-3",
    ),
)
_decided(
    "Section 2",
    {
        "meterez2024:remark-gaussian-explodes": [
            "such initializations cannot avoid gradient explosion for networks with batch"
            " normalization",
        ],
        "meterez2024:remark-practical": [
            "our non-asymptotic results hold for standard neural networks used in practice",
        ],
        "meterez2024:remark-degenerate": [
            "samples in the input batch are not linearly dependent, which we will show is"
            " necessary",
        ],
    },
)
_decided(
    "Section 3",
    {
        "meterez2024:figure-G6": [
            "using standard BN modules instead does not influence our results on gradient"
            " explosion and signal propagation",
        ],
        "meterez2024:remark-gap-range": [
            "this only amounts to a constant scaling of the representations and does not affect"
            " our results",
        ],
        "meterez2024:theorem-5": [
            "we prove such initialization avoids the issue of gradient explosion, while"
            " simultaneously orthogonalizing the inputs",
        ],
    },
)
_decided(
    "Section 3.1",
    {
        "daneshmand2021:remark-vanilla-collapse": [
            "Without normalization layers, representations in many architectures face the issue"
            " of rank-collapse",
        ],
        "sharp:gap-in-depth": [
            "the outputs in networks with batch normalization become increasingly orthogonal"
            " through the layers",
        ],
        "meterez2024:remark-gap-range": [
            "the ratio between the two provides a scale-invariant notion of volume and isometry",
        ],
        "meterez2024:corollary-4": [
            "serves as a Lyapunov function for the chain of hidden representations",
        ],
        "meterez2024:theorem-1": [
            "The orthogonalization in depth ensures the avoidance of the rank collapse of"
            " representations",
        ],
        "meterez2024:remark-rank": [
            "the condition on the input samples to not be linearly dependent is necessary to"
            " establish this result",
            "neither matrix products, nor batch-normalization operations can increase the rank of"
            " the representations",
        ],
        "meterez2024:lemma-A.1": [
            "the isometry gap does not decrease with BN layers",
        ],
        "meterez2024:corollary-A.3": [
            "there exists at least an orthogonal matrix",
            "strictly increases for some weight matrices, as long as",
        ],
        "meterez2024:theorem-3": [
            "increases by a constant factor in expectation that depends on how close",
        ],
    },
)
_decided(
    "Section 3.2",
    {
        "meterez2024:theorem-1": [
            "the output matrix becomes orthogonal, hence non-degenerate at an exponential rate in"
            " depth as proven in Theorem 1",
            "a slight change in inputs leads to a significant change in outputs from degeneracy"
            " to orthogonality",
        ],
        "meterez2024:table-D1": [
            "we observe that inputs are often non-degenerate in practice",
        ],
    },
)
_not_checked(
    "Section 3.2",
    (
        "we can not empirically verify that for all degenerate inputs the gradient norm remains"
        " bounded",
        "it says what cannot be verified, and from the context means non-degenerate inputs: of"
        " these theorem-5 speaks",
    ),
)
_decided(
    "Section 3.3",
    {
        "meterez2024:theorem-5": [
            "the constructed network does not suffer from gradient explosion in depth for"
            " non-degenerate input matrices",
        ],
        "meterez2024:remark-gap-range": [
            "in that the bound becomes vacuous",
        ],
        "meterez2024:lemma-C.2": [
            "MSE and cross entropy losses obey the",
        ],
        "meterez2024:remark-practical": [
            "training arbitrarily deep MLPs with orthogonal weights will not face numerical"
            " issues that arise with Gaussian weights",
        ],
        "meterez2024:remark-batch-sizes": [
            "random batches sampled from commonly used benchmarks, such as CIFAR10, CIFAR100,"
            " MNIST, and FashionMNIST, are non-degenerate in most practical cases",
        ],
        "meterez2024:lemma-C.12": [
            "because the weights are only rotations, their Jacobian has eigenvalues equal to",
        ],
        "meterez2024:lemma-C.4": [
            "the log-norm of the gradient of Bn layers is upper bounded by the isometry gap of"
            " pre-normalization matrices",
        ],
        "meterez2024:lemma-C.3": [
            "the bound on the total sum of log-norm of the gradients amounts to a geometric sum"
            " that remains bounded for any arbitrary depth",
        ],
    },
)
_not_checked(
    "Section 3.3",
    (
        "Theorem 5 is the first non-asymptotic gradient analysis that holds for networks with"
        " batch normalization and finite width",
        "a statement about the literature",
    ),
    (
        "can be interpreted as bits of precision needed to store the gradient matrices",
        "an interpretation: of a norm the logarithm counts the bits of its exponent",
    ),
)
_decided(
    "Section 4",
    {
        "meterez2024:figure-4": [
            "the constructed MLP is therefore less prone to numerical issues that arise when"
            " training deep networks",
            "different depths exhibit largely similar accuracy curves",
        ],
        "meterez2024:remark-iterations": [
            "exhibits an almost depth-independent convergence rate for linear MLPs",
        ],
        "meterez2024:figure-6": [
            "the SGD trajectory strongly diverges from the initial conditions that we analyze"
            " theoretically",
        ],
        "meterez2024:figure-F2": [
            "the gradients remain stable during training",
        ],
        "meterez2024:remark-shaped-isometry": [
            "introducing non-linearity violates one of the key parts of our theory, in that it"
            " prevents representations from reaching perfect isometry",
            "non-linear layers, as opposed to rotations and batch normalization, perturb the"
            " isometry of representations and prevent them from reaching zero isometry gap",
        ],
        "meterez2024:figure-G5": [
            "to play a direct role in the gradient explosion behavior",
        ],
    },
)
_decided(
    "Section 5",
    {
        "meterez2024:remark-gaussian-explodes": [
            "in networks with batch normalization, even linear activations have non-degenerate"
            " outputs (Daneshmand et al., 2021; Yang et al., 2019) and exploding gradients",
        ],
        "meterez2024:figure-5": [
            "we can leverage activation shaping to avoid gradient explosion in depth by using a"
            " pre-activation gain at each layer",
            "the gradient norm has an exponential growth in depth, as shown in Figure 5",
        ],
        "meterez2024:figure-E2": [
            "we are able to reduce the exponential rate of the log-norm of the gradients",
        ],
        "meterez2024:figure-4": [
            "achieve networks trainable at arbitrary depths",
        ],
        "sharp:critical-exponent": [
            "a bounded total sum of rates across layers, by ensuring faster decay than a harmonic"
            " series",
        ],
    },
)
_not_checked(
    "Section 5",
    (
        "Since kernel and activation shaping aim to replace normalization, they have not been"
        " used in conjunction with normalization layers",
        "a statement about the literature",
    ),
    (
        "while still maintaining the benefits of the non-linear activation",
        "which benefits, and how they would be measured, is not said; figure-4 has the accuracies"
        " with activation and without",
    ),
)
_decided(
    "Section 6",
    {
        "meterez2024:figure-6": [
            "when our MLP grows very deep, the middle layers remain almost orthogonal even after"
            " many steps of SGD",
            "we observe that the gradients of these middle layers are not negligible",
        ],
    },
)
_not_checked(
    "Section 6",
    (
        "Enforcing orthogonality during training ensures that the spectrum of the weight matrices"
        " remains bounded, which prevents gradient vanishing and explosion in depth",
        "it speaks of other work that constrains the weights; of rotations at initialisation"
        " remark-no-vanishing and theorem-5 do",
    ),
)
_decided(
    "Appendix A",
    {
        "meterez2024:lemma-2": [
            "The next lemma proves that isometry does not change under rotation",
            "The last lemma proves the isometry bias does not decrease with rotation and Bn",
            "The isometric is non-decreasing in Lemma 2 and provably increases for a certain"
            " rotation matrix",
        ],
        "meterez2024:corollary-A.3": [
            "there exists a rotation that increases isometry with Bn for each non-orthogonal"
            " matrix",
        ],
        "meterez2024:theorem-3": [
            "it is possible to increase isometry with random orthogonal matrices",
        ],
    },
)
_decided(
    "Appendix C",
    {
        "meterez2024:lemma-C.2": [
            "the following lemma guarantees that the Lipschitz conditions are met for practical"
            " loss functions",
            "Since the gradient of the loss with regard to each sample is bounded, we can"
            " conclude that the operator norm",
        ],
        "meterez2024:lemma-C.3": [
            "we first bound the total log-grad norm",
        ],
    },
)
_decided(
    "Appendix C.1",
    {
        "meterez2024:lemma-C.7": [
            "the Jacobian of a BN layer is bounded by the inverse of the minimum eigenvalue of"
            " its input Gram matrix",
        ],
        "sharp:bn-jacobian": [
            "Since the normalization happens on each row independently of the other rows",
        ],
    },
)
_decided(
    "Appendix D",
    {
        "meterez2024:remark-cosine": [
            "these datasets are fairly simple in terms of dimensionality and semantics, which can"
            " lead to correlated samples",
        ],
    },
)
_decided(
    "Appendix E",
    {
        "meterez2024:figure-E1": [
            "Since the rate function is not perfectly linear and has noisy peaks",
        ],
        "sharp:critical-exponent": [
            "we must choose the gain such that it decays roughly as",
        ],
        "meterez2024:figure-5": [
            "a heuristic for picking a gain such that the gradients remain bounded in depth as",
        ],
    },
)
_decided(
    "Appendix G.2",
    {
        "meterez2024:remark-degenerate": [
            "degenerate input batches are a hard constraint for orthogonalization without"
            " gradient explosion",
        ],
        "meterez2024:remark-shaped-isometry": [
            "non-linearities maintain a large isometry gap",
        ],
        "meterez2024:theorem-1": [
            "the identity activation achieves perfect orthogonality",
        ],
    },
)
sentence(
    "this is necessary to avoid gradient explosion. Therefore, the upper bound provided in Theorem"
    " 5 is tight in terms of inputs constraints",
    _PAPER,
    "Section 3.3",
    decided_by="meterez2024:remark-degenerate",
    id="meterez2024:remark-tight-input",
)
sentence(
    "we get an exponential gradient explosion, which is unavoidable theoretically",
    _PAPER,
    "Appendix G.2, of samples that are repeated in a batch",
    decided_by="meterez2024:remark-degenerate",
    id="meterez2024:remark-unavoidable",
)
