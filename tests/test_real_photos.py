"""The shipped model on real photos of a deck, a camera and rooms that it was not trained on."""

from pathlib import Path

import pytest

from vision.detect.detector import load_detector
from vision.train.evaluation.report import Report, measure_scenes, measure_singles
from vision.train.evaluation.truth import read_scenes, read_singles

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "data"
SCENES_MAP50, SINGLES_TOP1 = 0.90, 0.85

needs_photos = pytest.mark.skipif(
    not (PHOTOS / "scenes" / "labels.json").is_file(), reason="the labelled photos are not beside this checkout"
)


def _nothing() -> None:
    return


@needs_photos
def test_whole_scenes_are_read() -> None:
    report = Report()
    measure_scenes(report, read_scenes(PHOTOS / "scenes")[::2], load_detector(confidence=0.01), _nothing)
    assert report.figures["scenes"]["mAP50"] >= SCENES_MAP50, report.as_json()


@needs_photos
def test_single_cards_are_read() -> None:
    report = Report()
    measure_singles(report, read_singles(PHOTOS / "singles")[::8], load_detector(confidence=0.01), _nothing)
    assert report.figures["singles"]["counted"]["top1"] >= SINGLES_TOP1, report.as_json()


@needs_photos
@pytest.mark.slow
def test_every_labelled_photo_together_reaches_the_floor() -> None:
    report = Report()
    detector = load_detector(confidence=0.01)
    measure_scenes(report, read_scenes(PHOTOS / "scenes"), detector, _nothing)
    measure_singles(report, read_singles(PHOTOS / "singles"), detector, _nothing)
    assert report.figures["scenes"]["mAP50"] >= SCENES_MAP50, report.as_json()
    assert report.figures["singles"]["all"]["top1"] >= SINGLES_TOP1, report.as_json()
