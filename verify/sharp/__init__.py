"""Checks of theory/sharp, by the same paths."""
