"""daneshmand2021: figures. Their values are not recoverable but for what the text says."""

from lemmata.theory.figures import FigureClaim, Range, Said, about, at_least, at_most, figure

_LATE, _EARLY = r"\log V(H_{20}) - \log V(H_{10})", r"\log V(H_{10}) - \log V(H_1)"

FIGURE_1 = figure(
    FigureClaim(
        "daneshmand2021:figure-1",
        title="BN orthogonalises two samples, a vanilla network aligns",
        sentence="While representations become increasingly orthogonal across layers of a BN"
        " network, they become increasingly aligned in a vanilla network.",
        says={
            "|cos| at layer 50, BN": Said(r"c_{\mathrm{BN}}", at_most(0.3)),
            "change of |cos| from layer 10 to 50, vanilla": Said(
                r"\Delta c_{\text{vanilla}}", at_least(0.1)
            ),
        },
        x=r"layer $\ell$",
        y=r"$|\cos(h_1, h_2)|$",
    ),
    quotation="While representations become increasingly orthogonal across layers of a BN network, "
    "they become increasingly aligned in a vanilla network.",
    subject="two samples with BN and without",
    source="Section 3.1, Figure 1; c is the mean of |cos(h_1, h_2)|",
    decided_by="|cosine| of two samples, BN from nearly aligned ones, vanilla from orthogonal ones,"
    " d = 32, 50 layers",
    wrong={
        "the curves are swapped": {"|cos| at layer 50, BN": at_least(0.5)},
        "vanilla keeps the angle": {"change of |cos| from layer 10 to 50, vanilla": at_most(0.02)},
    },
)

FIGURE_2A = figure(
    FigureClaim(
        "daneshmand2021:figure-2a",
        title="The orthogonality gap decays, then wiggles",
        sentence="log V decreases linearly for l = 1, ..., 20, then it wiggles around a small"
        " constant.",
        says={
            "slope of layers 10 to 20 over that of 1 to 10, d = 32": Said(
                rf"\frac{{9}}{{10}} \frac{{{_LATE}}}{{{_EARLY}}}", about(1, 0.5)
            ),
            "slope of layers 10 to 20 over that of 1 to 10, d = 512": Said(
                rf"\frac{{9}}{{10}} \frac{{{_LATE}}}{{{_EARLY}}}", about(1, 0.5)
            ),
            "change from layer 30 to 50, d = 32": Said(
                r"\log V(H_{50}) - \log V(H_{30})", Range(-0.5, 0.5)
            ),
            "change from layer 30 to 50, d = 512": Said(
                r"\log V(H_{50}) - \log V(H_{30})", Range(-0.5, 0.5)
            ),
        },
        x=r"layer $\ell$",
        y=r"$\log\,V(H_\ell)$",
    ),
    uses=["daneshmand2021:theorem-1"],
    quotation="we see that log(V_l) linearly decreases for l = 1, ..., 20, then it wiggles around a"
    " small constant",
    subject="the gap by layer",
    source="Section 3.3, Figure 2a; means of 20 runs",
    decided_by="n = 4, d = 32 and 512, 50 layers, from a diagonal H_0 with one large entry",
    wrong={
        "the decrease ends at layer 10": {
            "slope of layers 10 to 20 over that of 1 to 10, d = 512": Range(-0.2, 0.2)
        },
        "it goes on decreasing": {"change from layer 30 to 50, d = 512": Range(-9, -2)},
    },
)

FIGURE_2B = figure(
    FigureClaim(
        "daneshmand2021:figure-2b",
        title="The radius falls like the inverse root of the width",
        sentence="The average of V over 500 layers validates the O(1/sqrt(d)) dependency, which is"
        " almost tight.",
        says={
            "slope, layers 100 to 600": Said(r"s_{100..600}", about(-0.5, 0.1)),
            "slope, layers 1 to 500": Said(r"s_{1..500}", about(-0.5, 0.1)),
        },
        x=r"width $d$",
        y=r"mean over layers of $V(H_\ell)$",
        digits=0.01,
        published={"slope": {0: -0.46}},
    ),
    uses=["sharp:stationary-gap"],
    quotation="Our experiments in Fig. 2b suggest that the O(1/sqrt(d)) dependency on width is "
    "almost tight.",
    subject="the gap by width",
    source="Section 3.3, Figure 2b; s is the slope of the log of the mean over log d, d = 16..512",
    decided_by="d = 16..512, n = 4; both readings of the layers that are averaged",
    wrong={
        "the slope is twice as large": {"slope, layers 100 to 600": about(-1, 0.1)},
        "d^(-1/4)": {"slope, layers 100 to 600": about(-0.25, 0.1)},
    },
)


def figure_3_fit(n: float) -> float:
    """The boundary as the paper fits it."""
    return float(max(n - 28, 0) ** 1.8)


FIGURE_3 = figure(
    FigureClaim(
        "daneshmand2021:figure-3",
        title="A1 holds from a width of order n^2 on",
        sentence="A1(0.1 alpha_0, 1000) holds if d = Omega(n^2).",
        says={
            "exponent of the boundary": Said(
                r"\frac{\Delta \log d}{\Delta \log n}", Range(1.5, 2.2)
            ),
            "boundary over the critical width, largest n": Said(
                r"\frac{d}{n^2/4 + 11 n/12}", Range(0.9, 1.7)
            ),
        },
        x=r"samples $n$",
        y=r"width $d$",
    ),
    quotation="The blue curve marks d = (n - 28)^1.8 highlighting A_1 holds for d = Omega(n^2).",
    subject="where A1 holds",
    source="Section 3.3, Figure 3; the boundary is drawn near d = (n - 28)^1.8",
    decided_by="the map of (n, d) where A1 held, and where it begins to hold",
    uses=["sharp:critical-width"],
    wrong={
        "a width of order n": {"exponent of the boundary": Range(0.8, 1.3)},
        "twice the critical width": {"boundary over the critical width, largest n": at_least(2)},
    },
)
