"""The hunter: gradient ascent to a claim's worst case, and the referee that judges it."""
