"""The figures of the papers, listed with their published values."""
