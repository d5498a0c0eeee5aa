"""Meterez et al., Batch Normalization Without Gradient Explosion, ICLR 2024.

Contents: main (sections 3 and 4), appendix_a (conditional orthogonalisation), appendix_b (decay of
the gap), appendix_c (gradient bound), figures.

The chain (3) of the paper: X_{l+1} = BN(W_l X_l), W_l ~ O_d independent, n = d, X_0 full rank.
"""

from theory.meterez2024 import main  # noqa: I001  (the paper's order is the registry's order)
from theory.meterez2024 import appendix_a, appendix_b, appendix_c, figures

__all__ = ["appendix_a", "appendix_b", "appendix_c", "figures", "main"]
