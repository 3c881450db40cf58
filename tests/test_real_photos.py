"""The shipped model on real photos of decks, cameras and rooms that it was not trained on."""

from pathlib import Path

import pytest

from vision.bench.tables import measure_tables, read_tables
from vision.detect.detector import load_detector
from vision.train.evaluation.report import Report, measure_indices, measure_scenes, measure_singles
from vision.train.evaluation.truth import read_indices, read_scenes, read_singles

PHOTOS = Path(__file__).resolve().parents[2] / "shared" / "data"

pytestmark = pytest.mark.skipif(
    not (PHOTOS / "scenes" / "labels.json").is_file(), reason="the labelled photos are not beside this checkout"
)


def _nothing() -> None:
    return


def test_whole_scenes_are_read() -> None:
    report = Report()
    measure_scenes(report, read_scenes(PHOTOS / "scenes")[::2], load_detector(confidence=0.01), _nothing)
    assert report.figures["scenes"]["mAP50"] >= 0.97, report.as_json()


def test_single_cards_are_read() -> None:
    report = Report()
    measure_singles(report, read_singles(PHOTOS / "singles")[::8], load_detector(confidence=0.01), _nothing)
    assert report.figures["singles"]["counted"]["top1"] >= 0.96, report.as_json()


def test_cards_in_small_fans_are_read_by_their_indices() -> None:
    report = Report()
    measure_indices(report, read_indices(PHOTOS / "uno-deck")[::10], load_detector(confidence=0.01), _nothing)
    assert report.figures["uno-deck"]["recall"] >= 0.9, report.as_json()
    assert report.figures["uno-deck"]["precision"] >= 0.95, report.as_json()


def test_whole_tables_are_read() -> None:
    report = Report()
    measure_tables(report, read_tables(PHOTOS / "states")[::5], load_detector(confidence=0.01), _nothing)
    assert report.figures["states"]["score"] >= 0.93, report.as_json()


@pytest.mark.slow
def test_every_labelled_photo_together_reaches_the_floor() -> None:
    report = Report()
    detector = load_detector(confidence=0.01)
    measure_scenes(report, read_scenes(PHOTOS / "scenes"), detector, _nothing)
    measure_singles(report, read_singles(PHOTOS / "singles"), detector, _nothing)
    measure_indices(report, read_indices(PHOTOS / "uno-deck"), detector, _nothing)
    measure_tables(report, read_tables(PHOTOS / "states"), detector, _nothing)
    figures = report.as_json()["figures"]
    assert figures["scenes"]["mAP50"] >= 0.993, figures
    assert figures["singles"]["counted"]["top1"] >= 0.985, figures
    assert figures["uno-deck"]["recall"] >= 0.93, figures
    assert figures["states"]["score"] >= 0.93, figures
    assert figures["confidence"]["wrong_unmarked"] <= 1 / 500, figures
