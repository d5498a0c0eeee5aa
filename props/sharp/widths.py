"""Attacks on theory/sharp/widths.py."""

from lemmata.props.sweeps import deep
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.sharp.widths import collapsed_square

plot(
    "sharp:collapsed-gap",
    lambda _: deep.settling(
        lambda n, d: d * float(collapsed_square(n, d)), ((20, 20), (24, 40)), 120, "Below"
    ),
)
