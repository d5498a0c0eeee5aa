"""Wrong versions of proofs."""
