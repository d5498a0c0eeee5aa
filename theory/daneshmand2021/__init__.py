"""Daneshmand, Joudaki, Bach, Batch Normalization Orthogonalizes Representations, NeurIPS 2021.

Contents: main (sections 2 to 5), appendix_b (the proof of theorem 1), appendix_f (iterative
orthogonalisation), conjectures (appendices G and I), figures.

The chain (1) of the paper: H_{l+1} = BN(W_l H_l)/sqrt(d), W_l with G(1/d) entries, d >= n.
Assumption A1(alpha, l): the smallest singular value of H_k is at least alpha for k = 1..l.
"""

from theory.daneshmand2021 import main  # noqa: I001  (the paper's order is the registry's order)
from theory.daneshmand2021 import appendix_b, appendix_f, conjectures, figures

__all__ = ["appendix_b", "appendix_f", "conjectures", "figures", "main"]
