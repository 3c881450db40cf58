"""The half of Lastcard that touches the world: pixels, sockets, disk and sound."""

__version__ = "0.1.0"
