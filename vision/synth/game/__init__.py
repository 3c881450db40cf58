"""A simulated table: a whole game played by engine players, drawn with our own card faces."""
