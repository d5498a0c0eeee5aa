"""Gradients of random networks of any depth, and the cells about their growth."""
