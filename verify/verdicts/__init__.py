"""Judges cells, combines evidence into verdicts, and measures what a verdict is worth."""
