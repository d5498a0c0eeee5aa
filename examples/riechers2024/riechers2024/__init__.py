"""Riechers, Geometry and Dynamics of LayerNorm (arXiv 2405.04134, 2024), as claims for lemmata.

lemmata run --from riechers2024

LayerNorm(a, g, b, eps) = sqrt(N) diag(g) P a / sqrt(||P a||^2 + N eps) + b with P = I - 1 1^T/N is
a projection, a scaling and an affine map. ``layernorm`` has these three, ``image`` states where
outputs lie, ``derivative`` the law of the Jacobian, ``chains`` what depth does; ``checks`` and
``sampled`` look, ``attacks`` search. The paper was read by its abstract and summary: where the
wording is ours, the source says "after".
"""

import lemmata

lemmata.paper(
    "riechers2024", "Riechers. Geometry and Dynamics of LayerNorm. arXiv 2405.04134, 2024"
)
