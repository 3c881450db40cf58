"""What a caller can do wrong, as exceptions.

Every message is one sentence for a person: what was given, what was expected, what to do about it.
The command line prints it after ``lastcard:`` and exits with ``exit_code``.
"""


class LastcardError(Exception):
    """Base of every mistake of the caller; ``exit_code`` is 1 for a failure and 2 for wrong usage."""

    exit_code = 1


class UsageError(LastcardError):
    """The command or its options cannot be understood or do not fit together."""

    exit_code = 2


class SourceError(LastcardError):
    """A camera, video, folder, stream or simulated table cannot be opened or read on.

    ``blind``: the code of ``engine.sight.Blind`` that fits, where one does, so that it can be told in any language.
    """

    def __init__(self, message: str, blind: str | None = None) -> None:
        super().__init__(message)
        self.blind = blind


class ImageError(LastcardError):
    """A picture cannot be read or written."""


class ModelError(LastcardError):
    """A model file is missing, damaged or not one for Lastcard's cards."""


class MissingExtra(LastcardError):
    """The command needs a package that the default install leaves out."""


class PortTaken(LastcardError):
    """Another program already listens where the pages were to be served."""


class CalibrationError(LastcardError):
    """A table cannot lie as it was said to, or is not saved under that name."""


class StoreError(LastcardError):
    """The event log cannot be opened, written or read."""


class DeckError(LastcardError):
    """A learnt deck is missing, damaged, or cannot be kept."""
