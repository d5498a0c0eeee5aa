"""Checks of theory/meterez2024, by the same paths."""
