"""Gradients of networks of any depth."""
