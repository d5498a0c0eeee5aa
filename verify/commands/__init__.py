"""The commands of ``lemmata``: a module each, with a function ``command``; and what they share."""
