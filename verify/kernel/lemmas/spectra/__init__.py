"""Spectra of mean 1: their drift as an integral, and the extremal ones among them."""
