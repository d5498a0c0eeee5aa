"""A second checker: the scalar steps of a proof as lemmas of Rocq (Coq), which others check."""
