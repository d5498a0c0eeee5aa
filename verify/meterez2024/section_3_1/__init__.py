"""Checks of theory/meterez2024/section_3_1.py."""
