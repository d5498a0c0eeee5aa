"""The plot of theory/sharp/degenerate_explosion.py."""

from lemmata.props.drawn import deep
from lemmata.props.drawn.pictures import plot

plot("sharp:degenerate-explosion", deep.degenerate)
