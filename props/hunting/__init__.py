"""The hunter climbs to a claim's worst case; the referee decides whether it violates the claim."""
