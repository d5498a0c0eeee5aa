"""Checks of theory/daneshmand2021/section_3.py."""
