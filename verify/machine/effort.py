"""How much of the machine's time a run may take."""

from enum import StrEnum


class Effort(StrEnum):
    """How long to look: pytest runs at standard effort."""

    SMOKE = "smoke"
    STANDARD = "standard"
    THOROUGH = "thorough"
    PAPER = "paper"
