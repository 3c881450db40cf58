"""Follows detections from frame to frame and lets them vote on what each card is."""
