"""How what was observed becomes a verdict, and what the verdict is worth."""
