"""From frames and detections to what happened at the table: zones, seats, reaches, plays and draws."""
