"""What the tests of theory share: references, comparisons, bad input."""
