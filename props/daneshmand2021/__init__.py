"""Attacks on theory/daneshmand2021, by the same paths."""
