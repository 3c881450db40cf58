"""How well a detector reads photos whose cards are known."""
