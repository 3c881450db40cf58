"""The event log: everything the referee was told and everything it answered, in one append-only SQLite file."""
