"""The plot of theory/sharp/stationary_gap.py."""

from lemmata.props.drawn import deep
from lemmata.props.drawn.pictures import plot
from lemmata.theory.sharp.stationary_gap import stationary_square

plot(
    "sharp:stationary-gap",
    lambda _: deep.settling(
        lambda n, d: float(stationary_square(n)), ((2, 256), (4, 256), (8, 256)), 40, "Above"
    ),
)
