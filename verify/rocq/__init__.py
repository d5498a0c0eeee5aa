"""The Rocq library that the proofs share, and the record of what Rocq has accepted."""
