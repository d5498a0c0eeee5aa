"""What the theory predicts of a network before it is built: ``lemmata.predict``."""
