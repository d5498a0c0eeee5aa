"""Numerical methods: backends, special functions, quadrature, enclosures, reference formulas."""
