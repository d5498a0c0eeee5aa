"""Compares a model with the theory: the model as a chain, hypotheses, laws and tried advice."""
