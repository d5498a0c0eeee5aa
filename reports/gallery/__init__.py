"""The figures of the papers: drawn from the results, and listed with their published values."""
