"""Plots of claims: what of a claim can be drawn, its axes, the SVG."""
