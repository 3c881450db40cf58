"""Every card can be drawn in every style, with and without installed fonts."""

import random

import numpy as np
import pytest

from engine.cards import LABELS
from vision.synth import look
from vision.synth.faces import CARD_HEIGHT, CARD_WIDTH, STYLES, face_svg, render_face
from vision.synth.look import make_look


@pytest.mark.parametrize("style", STYLES)
def test_every_label_has_a_face_of_its_own(style: str) -> None:
    faces = {label: render_face(label, style, height=160) for label in LABELS}
    assert len({face.tobytes() for face in faces.values()}) == len(LABELS)
    width = round(160 * CARD_WIDTH / CARD_HEIGHT)
    assert all(face.shape == (160, width, 4) for face in faces.values())


def test_corners_are_transparent_and_the_middle_is_not() -> None:
    face = render_face("green_7", "B")
    assert face[0, 0, 3] == 0
    assert face[-1, -1, 3] == 0
    assert face[160, 100, 3] == 255


@pytest.mark.parametrize(("colour", "channel"), [("blue", 0), ("red", 2)])
def test_a_card_has_the_ink_of_its_colour(colour: str, channel: int) -> None:
    face = render_face(f"{colour}_1", "A", height=300)[..., :3]
    panel = face[255:285, 40:60].reshape(-1, 3).mean(axis=0)
    assert int(np.argmax(panel)) == channel


def test_plain_faces_repeat_and_jittered_ones_follow_the_seed() -> None:
    assert np.array_equal(render_face("red_4"), render_face("red_4"))
    first = render_face("red_4", "A", random.Random(3))
    assert np.array_equal(first, render_face("red_4", "A", random.Random(3)))
    assert not np.array_equal(first, render_face("red_4", "A", random.Random(4)))


def test_faces_need_no_installed_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "installed_fonts", lambda: ())
    drawn = render_face("yellow_8", "C", random.Random(1))
    assert drawn[..., 3].max() == 255
    assert "<text" not in face_svg("yellow_8", make_look("C", random.Random(1)))


def test_numbers_that_look_alike_upside_down_are_underlined() -> None:
    plain = make_look("B")
    assert face_svg("red_6", plain).count("<rect") > face_svg("red_8", plain).count("<rect")


@pytest.mark.parametrize("label", ["red_10", "purple_4", "wild_2", ""])
def test_an_unknown_card_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="unknown card label"):
        face_svg(label, make_look("A"))


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown deck style"):
        make_look("Z")
