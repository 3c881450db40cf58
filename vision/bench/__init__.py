"""Measures how fast this machine reads cards and follows a game."""
