"""One plot engine: claims, figures, audits and records of training say what to draw."""
