"""Gradients along the chain (3), for theorem 5 and its sharp form."""
