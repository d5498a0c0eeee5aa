"""Trains the papers' networks on data, records their series, and resumes what was stopped."""
