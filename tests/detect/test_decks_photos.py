"""A deck learnt from one real photo of each card reads further photos better, also small, blurred and dark ones."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect.card_reader import CardReader
from vision.detect.decks import Deck
from vision.detect.decks_find import Spotter
from vision.detect.decks_reader import fit_deck
from vision.detect.decks_store import DeckStore
from vision.detect.detector import Detector, load_detector, load_parts
from vision.detect.rectify import one_sense
from vision.frames.frame import Image
from vision.frames.images import read_image
from vision.synth.ordinary import ordinary_cards
from vision.train.evaluation.truth import SingleTruth, read_singles

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "data" / "singles"
HARD = ("plain", "60 px", "40 px", "blurred", "strongly blurred", "dark")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(not (PHOTOS / "labels.csv").is_file(), reason="the photos are not beside this checkout"),
]


def _split(style: str) -> tuple[list[SingleTruth], list[SingleTruth]]:
    """The first photo of each card to learn from, and the others."""
    shown: dict[str, SingleTruth] = {}
    others = []
    for photo in read_singles(PHOTOS):
        if photo.style == style:
            if photo.label in shown:
                others.append(photo)
            shown.setdefault(photo.label, photo)
    return list(shown.values()), others


def _harder(image: Image, height: float, how: str) -> Image:
    """The photo as a bad camera gives it; `height` is that of the card in pixels."""
    if how.endswith("px"):
        share = int(how.split()[0]) / height
        small = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
        return cv2.copyMakeBorder(small, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(120, 120, 120)).astype(np.uint8)
    if "blurred" in how:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), height * (0.03 if how.startswith("strongly") else 0.02)))
    if how == "dark":
        noise = np.random.default_rng(0).normal(0, 5, image.shape)
        return np.clip(image * 0.2 + noise, 0, 255).astype(np.uint8)
    return image


def _height(quad: NDArray[np.float32]) -> float:
    corners = one_sense(quad)
    return float(np.linalg.norm(corners[3] - corners[0]))


def _wrong(detector: Detector, image: Image, label: str) -> bool:
    return detector.detect(image).labels[:1] != (label,)


def test_f29_a_sunburst_deck_learnt_from_one_photo_a_card_halves_the_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTCARD_DATA", str(tmp_path))
    parts = load_parts()
    spotter = Spotter(parts, CardReader.load(parts.reader))
    shown, others = _split("C")
    deck = Deck("sunburst")
    for photo in shown:
        card = spotter.one(read_image(photo.path))
        assert card is not None, photo.path.name
        deck = deck.with_picture(photo.label, card.kept, instead=True)
    DeckStore().save(fit_deck(deck.beside(ordinary_cards(deck.missing)), parts.reader))
    before, after = load_detector(), load_detector(deck="sunburst")
    errors = dict.fromkeys(HARD, (0, 0))
    for photo in others:
        image = read_image(photo.path)
        card = spotter.one(image)
        assert card is not None, photo.path.name
        for how in HARD:
            harder = _harder(image, _height(card.quad), how)
            one, two = errors[how]
            errors[how] = (one + _wrong(before, harder, photo.label), two + _wrong(after, harder, photo.label))
    report = ", ".join(f"{how} {one} to {two}" for how, (one, two) in errors.items())
    print(f"errors in {len(others)} photos each: {report}")  # noqa: T201 - asked for with -s
    total = np.sum(list(errors.values()), axis=0)
    assert total[1] <= total[0] / 2, report
    assert errors["plain"][1] <= errors["plain"][0], report
