"""The machine that a run has: its devices and its memory."""
