"""Checks of theory/sharp/gaussian_gradients.py."""
