"""Training of the papers' networks on data, recorded, and taken up where it was stopped."""
