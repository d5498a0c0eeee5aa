"""Checks and proofs of theory/sharp/distances.py."""
