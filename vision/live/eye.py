"""What the referee is told about the camera itself, each thing once, however often it is found."""

from collections.abc import Iterable
from typing import Final

from engine.observations import CameraBack, CameraLost, CameraSight, Observation
from engine.sight import Sight

WORST_FIRST: Final = (Sight.DARK, Sight.BRIGHT, Sight.BLURRED, Sight.SLOW, Sight.BUSY)


class Eye:
    """Turns how things stand into what has changed."""

    def __init__(self) -> None:
        self.lost: str | None = None
        self.poor: Sight | None = None

    def see(
        self, t: float, lost: str | None, poor: Iterable[Sight] = (), news: Iterable[Sight] = ()
    ) -> list[Observation]:
        """What to tell at ``t`` seconds: ``lost`` is why nothing can be seen, ``poor`` what is hard to see by."""
        told: list[Observation] = []
        if lost != self.lost:
            told.append(CameraBack(t) if lost is None else CameraLost(t, lost))
            self.lost = lost
        if lost is not None:
            return told
        told += [CameraSight(t, one) for one in news]
        found = set(poor)
        worst = next((sight for sight in WORST_FIRST if sight in found), None)
        if worst != self.poor:
            told.append(CameraSight(t, Sight.CLEAR if worst is None else worst))
            self.poor = worst
        return told
