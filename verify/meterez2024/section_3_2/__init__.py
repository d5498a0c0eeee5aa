"""Checks of theory/meterez2024/section_3_2.py."""
