"""Checks of theory/meterez2024/section_3_3.py."""
