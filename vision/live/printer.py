"""Writes what happens for people, or as JSON lines for programs."""

import json
from typing import TextIO

from engine.events import Event, event_to_json


class Printer:
    """Writes every event as a sentence, or with ``as_json`` as one JSON object a line, and remarks beside them."""

    def __init__(self, out: TextIO, remarks: TextIO, *, as_json: bool) -> None:
        self._out = out
        self._remarks = remarks
        self._as_json = as_json

    def event(self, event: Event, sentence: str) -> None:
        """One event."""
        if self._as_json:
            line = json.dumps({**event_to_json(event), "sentence": sentence}, ensure_ascii=False)
        else:
            line = f"{int(event.t // 60):3d}:{event.t % 60:04.1f}  {sentence}"
        print(line, file=self._out, flush=True)  # this is where events are printed

    def remark(self, sentence: str) -> None:
        """Something for people that is no event."""
        print(sentence, file=self._remarks, flush=True)  # as above
