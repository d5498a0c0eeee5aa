"""Checks and proofs of theory/sharp/gradients.py."""
