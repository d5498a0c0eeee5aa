"""Checks of theory/meterez2024/appendix_c_1.py."""
