"""The theory set beside a model: the papers' words for it, hypotheses, laws, and tried advice."""
