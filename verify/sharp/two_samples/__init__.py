"""Checks and proofs of theory/sharp/two_samples.py."""
