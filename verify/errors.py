"""The error with which lemmata refuses what it was asked for; the other refusals derive from it."""


class Misuse(ValueError):
    """Something that cannot be carried out as it was asked for: one line says why."""
