"""Checks of theory/daneshmand2021, by the same paths."""
