"""Checks of theory/daneshmand2021/section_2.py."""
