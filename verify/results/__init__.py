"""results.json: a record of each claim, and the file that keeps them."""
