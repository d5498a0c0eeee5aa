"""Checks and proofs of theory/sharp/smallest_eigenvalues.py."""
