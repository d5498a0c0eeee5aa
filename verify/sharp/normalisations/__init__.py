"""Checks and proofs of theory/sharp/normalisations.py."""
