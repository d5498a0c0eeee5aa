"""Checks and proofs of theory/sharp/orthogonality.py."""
