"""The best constant, exponents and weakest hypothesis of a bound that the evidence leaves."""
