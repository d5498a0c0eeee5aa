"""Checks and proofs of theory/sharp/layers.py."""
