"""sharp:critical-curve: the exponent of sharp:critical-width as a map of (n, d), and its zeros.

The zeros, by a parabola in 1/d at each n, and what they leave beyond n^2/4 + 11 n/12, with
intervals, are a remark of the figure, as `lemmata run sharp:critical-curve` finds them. At seed 0
they leave -0.72 [-0.78, -0.66] at n = 4 and rise to -0.14 [-0.63, 0.35] at n = 16: no constant
(chi-square 18 with 4 degrees of freedom), and by a line in 1/n one that ends at -0.33
[-0.52, -0.14], not at 0 nor far from the -1/2 that stands for the third order in the law, beside
the two that are derived.
"""

from lemmata.theory.figures import FigureClaim, Said, about, figure

SAMPLES = (4, 6, 8, 12, 16)

CURVE = figure(
    FigureClaim(
        "sharp:critical-curve",
        title="The exponent changes sign at n^2/4 + 11 n/12 - 1/2",
        sentence="A direction that is nearly lost shrinks below the critical width and grows above"
        " it.",
        says={
            f"zero over the law, n = {n}": Said(
                rf"\frac{{d_{{{n}}}}}{{n^2/4 + 11 n/12 - 1/2}}", about(1, 0.07)
            )
            for n in SAMPLES
        },
        x="width over the critical one",
        y=r"$n\,\lambda(n, d)/2$",
    ),
    source="derived: sharp:critical-width; lambda by straight lines in log d",
    decided_by="lambda at widths from 0.85 to 1.2 times the law, n = 4 to 16",
    uses=["sharp:critical-width"],
    wrong={
        "n^2/4 + n/2": {"zero over the law, n = 16": about(0.91, 0.02)},
        "n^2/4 + 3 n/2": {"zero over the law, n = 16": about(1.12, 0.02)},
    },
)
