"""Mutation testing: ``make mutate``."""
