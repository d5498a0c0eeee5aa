"""Checks and proofs of theory/sharp/isometry.py."""
