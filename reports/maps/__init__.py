"""Which claim rests on which, as a picture."""
