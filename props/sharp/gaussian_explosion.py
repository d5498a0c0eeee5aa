"""The plot of theory/sharp/gaussian_explosion.py."""

from lemmata.props.drawn import deep
from lemmata.props.drawn.pictures import plot

plot("sharp:gaussian-explosion", deep.gaussian)
