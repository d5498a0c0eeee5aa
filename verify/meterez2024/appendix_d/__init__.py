"""Checks of theory/meterez2024/appendix_d.py."""
