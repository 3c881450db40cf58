"""Card faces, scenes and whole table games, drawn by our own code."""
