"""The running session: frames and commands in, events and states out to whoever looks."""
