"""What makes harder tables hard, one thing at a time."""

import hashlib
import json
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.frames.frame import Image
from vision.frames.simulated import SimulatedSource, open_simulated
from vision.synth.game.scene import Seen
from vision.synth.game.script import Script
from vision.synth.game.spec import PRESETS
from vision.synth.game.steps import Step

SPEC = replace(PRESETS["clean"], size=(640, 360), fps=10.0, noise=0.0)
LAID = (Step("start", 0, "red_5"), Step("play", 1, "red_7"), Step("play", 2, "red_2"))


def table(*steps: Step, **changes: object) -> SimulatedSource:
    return SimulatedSource(replace(SPEC, **changes), Script((*LAID, *steps)))  # type: ignore[arg-type]


def when(source: SimulatedSource, kind: str) -> float:
    """The time of the last thing of this kind."""
    return [float(str(row["t"])) for row in (*source.truth, *source.noise) if row["kind"] == kind][-1]


def faces(source: SimulatedSource, t: float) -> dict[str, Seen]:
    return {card.label: card for card in source.at(t).cards if card.label != "back"}


def middle(card: Seen) -> np.ndarray:
    return np.asarray(card.quad.mean(axis=0))


def test_the_easy_game_is_the_one_that_it_always_was() -> None:
    source = open_simulated("sim:easy?turns=6&seed=7")
    digest = hashlib.sha1(json.dumps([source.truth, source.noise]).encode()).hexdigest()
    assert digest.startswith("b6bb865065")


def test_a_thrown_card_slides_and_turns_until_the_time_of_its_truth() -> None:
    source = table(Step("play", 3, "red_9"), throws=1.0)
    row = source.truth[-1]
    laid = float(str(row["t"]))
    assert row["thrown"] is True
    flying = [faces(source, laid - before)["red_9"] for before in (0.25, 0.15, 0.05)]
    lies = faces(source, laid + 0.01)["red_9"]
    ways = [float(np.linalg.norm(middle(card) - middle(lies))) for card in flying]
    assert all(card.moving for card in flying)
    assert not lies.moving
    assert ways[0] > ways[1] > ways[2] > 0.3
    sides = [card.quad[1] - card.quad[0] for card in (flying[0], lies)]
    angles = [np.arctan2(side[1], side[0]) for side in sides]
    assert abs(angles[0] - angles[1]) > 0.05


def test_a_fumbling_hand_takes_longer_and_ends_in_the_same_place() -> None:
    sure, fumbling = (table(Step("play", 3, "red_9"), fumbles=chance) for chance in (0.0, 1.0))
    late = when(fumbling, "play") - when(sure, "play")
    assert late > 3 * 0.7
    spots = [middle(faces(source, when(source, "play") + 0.1)["red_9"]) for source in (sure, fumbling)]
    assert np.linalg.norm(spots[0] - spots[1]) < 1


def test_a_second_hand_is_over_the_table_during_a_play() -> None:
    source = table(Step("play", 3, "red_9"), pairs=1.0)
    beside = [row for row in source.noise if row["kind"] == "rest"]
    assert len(beside) == 3
    assert all(row["seat"] != row["beside"] for row in beside)


def test_several_draws_in_one_reach_are_a_row_each() -> None:
    source = table(Step("draw", 1, count=3))
    rows = [row for row in source.truth if row["kind"] == "draw"]
    times = [float(str(row["t"])) for row in rows]
    assert [row["seat"] for row in rows] == [1, 1, 1]
    assert all(0.3 < later - earlier < 1.5 for earlier, later in pairwise(times))
    carried = [card for card in source.at(times[-1] + 0.2).cards if card.moving]
    assert [card.label for card in carried] == ["back"] * 3


def test_a_tidied_pile_lies_closer_in_the_same_order() -> None:
    source = table(Step("tidy", 1), mess=2.0, seed=4)
    start = when(source, "tidy")
    before, after = faces(source, start - 0.2), faces(source, start + 1.6)
    assert list(before) == list(after)
    spread = [np.std([middle(card) for card in seen.values()], axis=0).sum() for seen in (before, after)]
    assert spread[1] < 0.5 * spread[0]


def test_a_drink_is_taken_up_and_put_back() -> None:
    source = table(Step("wait", seconds=1.0), Step("sip", 1), Step("wait", seconds=6.0), things=3)
    took = when(source, "sip")
    before, away, after = (source.still(took + moment) for moment in (-0.7, 1.0, 4.5))
    gone, back = np.abs(before.astype(int) - away).max(axis=2), np.abs(before.astype(int) - after).max(axis=2)
    assert (gone > 40).sum() > 500
    assert (back > 40).sum() < 0.7 * (gone > 40).sum()


def test_things_stand_clear_of_the_piles() -> None:
    for seed in range(10):
        plain, strewn = (table(seed=seed, things=number) for number in (0, 5))
        last = when(plain, "play") + 1.5
        seen = {card.label: card.share for card in strewn.at(last).cards}
        assert seen == {card.label: card.share for card in plain.at(last).cards}
        changed = np.abs(plain.still(last).astype(int) - strewn.still(last)).max(axis=2) > 30
        assert changed.sum() > 1000


def brightness(image: Image) -> np.ndarray:
    return np.asarray(image.reshape(-1, 3).mean(axis=0))


def around(source: SimulatedSource, kind: str, *moments: float) -> list[Image]:
    t = when(source, kind)
    return [source.still(t + moment) for moment in moments]


def test_a_lamp_goes_off_and_the_exposure_takes_some_of_it_back() -> None:
    source = table(Step("lamp"), Step("wait", seconds=4.0))
    before, dark, later = (brightness(image).mean() for image in around(source, "lamp", -0.1, 0.12, 3.5))
    assert dark < 0.8 * before
    assert dark < later < before


def test_an_exposure_step_passes() -> None:
    source = table(Step("exposure"), Step("wait", seconds=4.0))
    before, meanwhile, after = (brightness(image).mean() for image in around(source, "exposure", -0.1, 0.4, 3.5))
    assert abs(meanwhile / before - 1) > 0.08
    assert after == pytest.approx(before, rel=0.01)


def test_the_white_balance_steps_and_stays() -> None:
    source = table(Step("white"), Step("wait", seconds=3.0))
    before, after = (brightness(image) for image in around(source, "white", -0.1, 2.0))
    assert abs((after[2] / after[0]) / (before[2] / before[0]) - 1) > 0.06


def sharpness(image: Image) -> float:
    return float(cv2.Laplacian(image, cv2.CV_32F).var())


def test_the_focus_hunts_and_comes_back() -> None:
    source = table(Step("wait", seconds=2.0), Step("focus"), Step("wait", seconds=4.0))
    t = when(source, "focus")
    sharp = [sharpness(source.still(t + 0.05 * number)) for number in range(-2, 30)]
    assert min(sharp) < 0.4 * sharp[0]
    assert sharp[-1] == pytest.approx(sharp[0], rel=0.05)


def test_f25_a_bumped_camera_sees_cards_and_table_elsewhere() -> None:
    source = table(Step("wait", seconds=2.0), Step("bump"), Step("wait", seconds=4.0), bump=0.04)
    t = when(source, "bump")
    before, after = faces(source, t - 0.05)["red_2"], faces(source, t + 1.0)["red_2"]
    assert 0.025 * 640 < np.linalg.norm(middle(after) - middle(before)) < 0.07 * 640
    again = table(Step("wait", seconds=2.0), Step("bump"), Step("wait", seconds=4.0), bump=0.04)
    still, moved = again.still(t - 0.05), again.still(t + 1.0)
    matrix = cv2.getPerspectiveTransform(before.quad, after.quad)
    followed = cv2.warpPerspective(still, matrix, (640, 360))
    part = np.s_[60:-60, 80:-80]
    assert (
        np.abs(followed[part].astype(int) - moved[part]).mean()
        < 0.5 * np.abs(still[part].astype(int) - moved[part]).mean()
    )


def test_lost_frames_leave_gaps_and_nothing_else() -> None:
    whole, lossy = table(), table(drops=0.2)
    assert whole.truth == lossy.truth
    times = [frame.t for frame in lossy]
    steps = np.diff(times) * 10
    assert len(times) == len(lossy) < 0.95 * len(whole)
    assert np.allclose(steps, steps.round())
    assert 1 < steps.max() <= 4.01


@pytest.mark.parametrize("tilt", [20.0, 50.0])
def test_a_leaning_camera_sees_far_cards_smaller_and_all_cards_flatter(tilt: float) -> None:
    flat, leaning = table(), table(tilt=tilt)
    last = when(flat, "play") + 1.5
    backs = [card for card in leaning.at(last).cards if card.label == "back"]
    sizes = [float(cv2.contourArea(card.quad)) for card in backs]
    heights = [float(middle(card)[1]) for card in backs]
    assert np.corrcoef(sizes, heights)[0, 1] > 0.6
    tops = [faces(source, last)["red_2"] for source in (flat, leaning)]
    flatter = cv2.contourArea(tops[1].quad) / cv2.contourArea(tops[0].quad)
    assert flatter == pytest.approx(np.cos(np.radians(tilt)), rel=0.1)
    assert 0 < middle(tops[1])[0] < 640
    assert 0 < middle(tops[1])[1] < 360


def test_what_is_known_without_drawing_is_what_was_drawn() -> None:
    steps = (Step("play", 3, "red_9"), Step("bump"), Step("draw", 0, count=2))
    drawn, known = (table(*steps, throws=0.5, bump=0.02, things=2) for _ in range(2))
    for frame in drawn:
        if frame.seq % 15 == 0:
            seen, told = drawn.seen_in(frame.image), known.at(frame.t).cards
            assert [(card.label, card.share, card.moving) for card in seen] == [
                (card.label, card.share, card.moving) for card in told
            ]
            assert all((one.quad == other.quad).all() for one, other in zip(seen, told, strict=True))


def test_every_arm_may_be_bare_or_striped() -> None:
    pictures = [table(garb=chance).still(when(table(), "play")) for chance in (0.0, 1.0)]
    assert (np.abs(pictures[0].astype(int) - pictures[1]).max(axis=2) > 40).sum() > 500


def test_a_new_deal_clears_the_table_and_gives_each_seat_its_hand() -> None:
    source = table(Step("deal", 1), Step("start", 1, "blue_1"))
    over = when(source, "deal")
    before = [card.label for card in source.at(when(source, "play") + 0.1).cards]
    shuffling = [card.label for card in source.at(over - 9.0).cards]
    dealt = [card.label for card in source.at(over + 0.1).cards]
    assert {"red_5", "red_7", "red_2"} <= set(before)
    assert set(dealt) == {"back"}
    assert len(dealt) >= 28
    assert len(shuffling) < 0.5 * len(dealt)
    assert "blue_1" in faces(source, when(source, "start") + 0.1)


def test_the_seed_fixes_the_hardest_table_to_the_last_pixel() -> None:
    one, same, other = (open_simulated(f"sim:hard?seed={seed}&size=320x180&turns=3&style=A") for seed in (5, 5, 6))
    assert (one.truth, one.noise, one.final) == (same.truth, same.noise, same.final)
    assert one.truth != other.truth
    for first, second in zip(one, same, strict=True):
        assert first.t == second.t
        assert (first.image == second.image).all()
