"""Exact laws and sharp constants, one module per law. They make most claims decidable."""

# the order of the laws is the registry's order
from lemmata.theory.sharp import bn_identity, drift  # noqa: F401, I001
from lemmata.theory.sharp import local_rate, extremal_drift, theorem_1, theorem_5  # noqa: F401
from lemmata.theory.sharp import eigenvalue_from_gap, bn_jacobian, gram_map, wasserstein  # noqa: F401
from lemmata.theory.sharp import lemma_4, gaussian_explosion, gram_chain, drift_from_spread  # noqa: F401
from lemmata.theory.sharp import orthogonality_decay, power_sums  # noqa: F401
from lemmata.theory.sharp import iterative_orthogonalisation, wasserstein_decay, mixing  # noqa: F401
from lemmata.theory.sharp import gordon, degenerate_explosion, gram_variance  # noqa: F401
from lemmata.theory.sharp import average_in_depth, whitening, absolute_constant  # noqa: F401
from lemmata.theory.sharp import lipschitz_losses, sliced_orthogonalisation  # noqa: F401
from lemmata.theory.sharp import wasserstein_from_gap, two_samples, majorisation  # noqa: F401
from lemmata.theory.sharp import gap_in_depth, wasserstein_radius, stationary_gap, lemma_7  # noqa: F401
from lemmata.theory.sharp import critical_width, critical_width_elsewhere, gaussian_drift  # noqa: F401
from lemmata.theory.sharp import random_step, evaluation_mode, critical_exponent  # noqa: F401
from lemmata.theory.sharp import collapsed_gap, critical_curve, next_smallest, lemma_7_limit  # noqa: F401
from lemmata.theory.sharp import mean_subtraction, exponent_below, average_gap  # noqa: F401
from lemmata.theory.sharp import mixed_rotations, two_samples_at_rest, exponent_above  # noqa: F401
from lemmata.theory.sharp import gram_fourth_moment  # noqa: F401
