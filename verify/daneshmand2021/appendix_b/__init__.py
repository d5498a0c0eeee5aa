"""Checks of theory/daneshmand2021/appendix_b.py."""
