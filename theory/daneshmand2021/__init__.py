"""Daneshmand, Joudaki, Bach, Batch Normalization Orthogonalizes Representations, NeurIPS 2021.

Contents: section_1 (abstract and introduction), section_2 (the chain), section_3 (orthogonality),
section_4 (Gaussian approximation), appendix_b (the proof of theorem 1), appendix_c (without A1),
appendix_f (section 5.2: iterative orthogonalisation), appendix_g (beyond linear networks with BN),
figures, figures_in_training (and appendix I), sentences (what the paper says beside its claims).

The chain (1) of the paper: H_{l+1} = BN(W_l H_l)/sqrt(d), W_l with G(1/d) entries, d >= n.
Assumption A1(alpha, l): the smallest singular value of H_k is at least alpha for k = 1..l.
The text that we have ends before the appendices: claims from there quote their formula, or the
sentence of the main text that announces them.
"""

# the paper's order is the registry's order
from lemmata.theory.daneshmand2021 import section_1, section_2, section_3  # noqa: F401, I001
from lemmata.theory.daneshmand2021 import section_4, appendix_b, appendix_c, appendix_f  # noqa: F401
from lemmata.theory.daneshmand2021 import appendix_g, figures, figures_in_training  # noqa: F401
from lemmata.theory.daneshmand2021 import sentences  # noqa: F401
