"""Checks and proofs of theory/sharp/widths.py."""
