"""Confidence intervals for sampled quantities, and how often these intervals miss the truth."""
