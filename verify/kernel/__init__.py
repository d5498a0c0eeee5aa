"""Theorems, the rules that make them, and the proofs that are made of them: see README.md."""
