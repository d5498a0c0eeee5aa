"""Attacks on theory/sharp, by the same paths."""
