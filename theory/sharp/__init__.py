"""Exact laws and sharp constants, one module per law. They make most claims decidable.

Contents: bn_identity, drift, local_rate, extremal_drift, theorem_1, theorem_5,
eigenvalue_from_gap, bn_jacobian, gram_map, wasserstein, lemma_4, gaussian_explosion, gram_chain;
repairs: drift_from_spread, orthogonality_decay, wasserstein_decay, mixing, gordon,
degenerate_explosion, power_sums, iterative_orthogonalisation, gram_variance, average_in_depth,
whitening, absolute_constant.
"""

from theory.sharp import bn_identity, drift  # noqa: I001  (the order of the laws)
from theory.sharp import local_rate, extremal_drift, theorem_1, theorem_5, eigenvalue_from_gap
from theory.sharp import bn_jacobian, gram_map, wasserstein, lemma_4
from theory.sharp import gaussian_explosion, gram_chain
from theory.sharp import drift_from_spread, orthogonality_decay, power_sums
from theory.sharp import iterative_orthogonalisation
from theory.sharp import wasserstein_decay, mixing, gordon, degenerate_explosion
from theory.sharp import gram_variance, average_in_depth, whitening, absolute_constant

__all__ = [
    "absolute_constant",
    "average_in_depth",
    "bn_identity",
    "bn_jacobian",
    "degenerate_explosion",
    "drift",
    "drift_from_spread",
    "eigenvalue_from_gap",
    "extremal_drift",
    "gaussian_explosion",
    "gordon",
    "gram_chain",
    "gram_map",
    "gram_variance",
    "iterative_orthogonalisation",
    "lemma_4",
    "local_rate",
    "mixing",
    "orthogonality_decay",
    "power_sums",
    "theorem_1",
    "theorem_5",
    "wasserstein",
    "wasserstein_decay",
    "whitening",
]
