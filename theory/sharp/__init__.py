"""Exact laws and sharp constants, one module per subject. They make most claims decidable."""

# the order of the subjects is the registry's order
from lemmata.theory.sharp import isometry, gradients, layers, smallest_eigenvalues  # noqa: F401, I001
from lemmata.theory.sharp import two_samples, orthogonality, distances, widths  # noqa: F401
from lemmata.theory.sharp import normalisations, batches, phases  # noqa: F401
