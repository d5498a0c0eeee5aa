"""Phase diagrams: which random networks explode, vanish or lose the rank of their samples."""
