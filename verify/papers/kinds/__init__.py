"""A working file of each kind of claim, as ``lemmata new FILE --like KIND`` writes it."""
