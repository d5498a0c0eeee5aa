"""How commands write: formulas and ledgers in a terminal."""
