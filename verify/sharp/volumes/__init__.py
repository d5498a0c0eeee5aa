"""Checks and proofs of theory/sharp/volumes.py."""
