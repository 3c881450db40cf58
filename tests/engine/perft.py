"""Counting every line of play from seeded deals, as chess programs do: a change of a rule changes a count.

`python -m tests.engine.perft` writes the golden file anew; look at what changed before committing it.
"""

import json
import random
from pathlib import Path

from engine.game import apply, legal_moves, new_game
from engine.rules import PRESETS
from engine.state import State

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
DEALS = ((2, 1), (4, 2))
"""Seats and seed of each deal."""
DEPTH = 5


def perft(state: State, depth: int) -> int:
    """How many lines of so many moves there are; a won round ends a line."""
    moves = legal_moves(state)
    if depth == 1 or not moves:
        return len(moves)
    return sum(perft(apply(state, move)[0], depth - 1) for move in moves)


def counts(preset: str, seats: int, seed: int) -> list[int]:
    """The counts for one move, two moves and so on."""
    state = new_game(PRESETS[preset], seats, random.Random(seed))
    return [perft(state, depth) for depth in range(1, DEPTH + 1)]


def main() -> None:
    """Write the golden file."""
    table = {
        preset: {f"{seats} seats, seed {seed}": counts(preset, seats, seed) for seats, seed in DEALS}
        for preset in PRESETS
    }
    GOLDEN.write_text(json.dumps(table, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
