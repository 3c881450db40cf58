"""Rules engine of Lastcard: standard library only, no clock, no files, no threads, no hidden randomness.

The names most callers need are `engine.referee.Referee` (a camera's observations and people's commands in, events
out) and `engine.game` (`new_game`, `apply`: a whole game with open hands).
"""
