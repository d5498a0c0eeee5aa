"""Checks of theory/daneshmand2021/section_4.py."""
