"""Attacks on theory/meterez2024, by the same paths."""
