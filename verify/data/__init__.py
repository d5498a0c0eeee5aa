"""The data sets of the experiments, read from their original files without trusting them."""
