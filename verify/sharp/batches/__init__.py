"""Checks of theory/sharp/batches.py."""
