"""Models of all sorts, to be audited."""
