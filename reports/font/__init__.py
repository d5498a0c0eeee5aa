"""The font that formulas are set in, wherever the page is read."""
