"""Measures one model on one batch: copies, stages, and the numbers of each stage."""
