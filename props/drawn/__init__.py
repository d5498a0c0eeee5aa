"""The plot that a claim's reader would draw: both sides, densely, along a family of cases."""
