"""Training, export and evaluation of the card models. Needs the extra `train` (Ultralytics and PyTorch)."""
