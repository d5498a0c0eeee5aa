"""Meterez et al., Batch Normalization Without Gradient Explosion, ICLR 2024.

Contents: section_1 (what is known), section_3_1 (the gap), section_3_2 (degenerate inputs),
section_3_3 (gradients), appendix_a (conditional orthogonalisation), appendix_b (decay of the gap),
appendix_c and appendix_c_1 (gradient bound), appendix_d (batches of images),
figures, figures_in_training, sentences (those without a claim).

The chain (3) of the paper: X_{l+1} = BN(W_l X_l), W_l ~ O_d independent, n = d, X_0 full rank.
"""

# the paper's order is the registry's order
from lemmata.theory.meterez2024 import section_1, section_3_1, section_3_2, section_3_3  # noqa: F401, I001
from lemmata.theory.meterez2024 import appendix_a, appendix_b  # noqa: F401
from lemmata.theory.meterez2024 import appendix_c, appendix_c_1, figures, figures_in_training  # noqa: F401
from lemmata.theory.meterez2024 import appendix_d, sentences  # noqa: F401
