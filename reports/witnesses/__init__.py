"""Worst cases that a reader can evaluate again."""
