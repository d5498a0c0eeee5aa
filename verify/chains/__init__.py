"""The chains of both papers: their weights, their layers, what is drawn from them."""
