"""The engine against a referee that was written from the rule table alone."""

import ast
import os
import random
from itertools import islice
from pathlib import Path

import pytest

from tests.oracle.walk import VARIANTS, compare, positions

SAMPLE = 1_500
FULL = int(os.environ.get("ORACLE_POSITIONS", "100000"))


def run(count: int, seed: int) -> None:
    rng = random.Random(seed)
    for state in islice(positions(random.Random(seed)), count):
        compare(state, rng)


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_of_positions_is_judged_alike(seed: int) -> None:
    run(SAMPLE // 4, seed)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_positions_are_judged_alike() -> None:
    run(FULL, 1)


def test_the_positions_meet_every_set_of_rules() -> None:
    met = {state.rules for state in islice(positions(random.Random(5)), 6_000)}
    assert met == set(VARIANTS)


def test_the_oracle_shares_no_code_with_the_engine() -> None:
    tree = ast.parse((Path(__file__).parent / "oracle.py").read_text(encoding="utf-8"))
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {"__future__", "collections.abc", "dataclasses", "typing"}
