"""The chains of both papers: weights, layers, samplers, and what is known exactly."""
