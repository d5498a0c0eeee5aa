"""Gram matrices layer by layer: mixing of their eigenvalues, squares of the gap, two samples."""
