"""Combinations of options, and tables, that cannot be played, each with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.rules import Rules

SEATS_FOR_TEN: Final = 3
USUAL_HAND: Final = 7
PARTNERS_AT_LEAST: Final = 4


def unplayable(rules: Rules) -> tuple[str, ...]:
    """Every reason why these options cannot go together, () if they can."""
    elimination = rules.after_winner == "elimination"
    found = {
        "deflecting passes a draw penalty on, but draw_penalties is false": rules.deflecting
        and not rules.draw_penalties,
        "stacking adds to a draw penalty, but draw_penalties is false": rules.stacking != "off"
        and not rules.draw_penalties,
        "with after_winner elimination all hands but one are empty at the end, so scoring must be unscored": elimination
        and rules.scoring != "unscored",
        "partners share the winner's points, so scoring must be winner_takes": rules.partners
        and rules.scoring != "winner_takes",
        "uno_at_last_card lets a winner be caught, but with after_winner elimination play goes on at once": elimination
        and rules.uno_at_last_card,
        "two cards of your own have the same name": len({card.name for card in rules.custom}) < len(rules.custom),
    }
    return tuple(reason for reason, holds in found.items() if holds)


def table_problems(rules: Rules, seats: int) -> tuple[str, ...]:
    """Every reason why so many seats cannot play by these rules, () if they can."""
    found = {
        f"{rules.hand_size} cards each are for {SEATS_FOR_TEN} seats, not {seats}: deal {USUAL_HAND}": (
            rules.hand_size != USUAL_HAND and seats != SEATS_FOR_TEN
        ),
        f"partners need an even number of seats from {PARTNERS_AT_LEAST} on, not {seats}": rules.partners
        and (seats % 2 == 1 or seats < PARTNERS_AT_LEAST),
    }
    return tuple(reason for reason, holds in found.items() if holds)
