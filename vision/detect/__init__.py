"""From pixels to cards: the detector protocol and what stands behind it."""
