"""The commands about proofs: to read one, to attack them, to ask a second checker."""
