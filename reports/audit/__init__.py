"""The page of an audit of somebody's own model, made from its JSON alone."""
