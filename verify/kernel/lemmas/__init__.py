"""Lemmas that proofs of several claims share, each a function of the proof that wants it."""
