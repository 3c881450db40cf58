"""The figures that `lastcard eval` prints mean what they say."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.errors import UsageError
from vision.frames.frame import Image
from vision.train.evaluation.precision import average_precision, judge, mean_average_precision, quad_overlap
from vision.train.evaluation.report import evaluate
from vision.train.evaluation.truth import TrueCard, colour_of, face_of, read_indices, read_scenes

SQUARE = np.array([[10, 10], [50, 10], [50, 70], [10, 70]], np.float32)


def _detections(*cards: tuple[str, float, object]) -> Detections:
    return Detections.of([c[2] for c in cards], [LABELS.index(c[0]) for c in cards], [c[1] for c in cards])


def test_overlap_does_not_depend_on_the_corner_order() -> None:
    assert quad_overlap(SQUARE, SQUARE[::-1].copy()) == pytest.approx(1.0)
    assert quad_overlap(SQUARE, SQUARE + 1000) == 0.0


def test_perfect_reading_scores_one_and_a_wrong_label_costs_its_class() -> None:
    cards = [TrueCard("red_1", SQUARE), TrueCard("blue_skip", SQUARE + 100)]
    good = _detections(("red_1", 0.9, SQUARE), ("blue_skip", 0.8, SQUARE + 100))
    bad = _detections(("red_1", 0.9, SQUARE), ("blue_0", 0.8, SQUARE + 100))
    assert mean_average_precision([(good, cards)]) == pytest.approx(1.0)
    assert mean_average_precision([(bad, cards)]) == pytest.approx(0.5)


def test_a_second_box_on_one_card_is_a_false_one() -> None:
    found = judge(_detections(("red_1", 0.9, SQUARE), ("red_1", 0.8, SQUARE + 1)), [TrueCard("red_1", SQUARE)])
    assert [f.hit for f in found] == [True, False]


def test_boxes_on_ignored_objects_count_neither_way() -> None:
    cards = [TrueCard("red_1", SQUARE), TrueCard("wild", SQUARE + 200, ignore=True)]
    found = judge(_detections(("red_1", 0.9, SQUARE), ("green_2", 0.95, SQUARE + 201)), cards)
    assert [f.ignored for f in found] == [True, False]
    assert average_precision([f for f in found if f.label == "red_1"], 1) == pytest.approx(1.0)


def test_a_false_box_ranked_above_the_true_one_halves_precision() -> None:
    found = judge(_detections(("red_1", 0.5, SQUARE), ("red_1", 0.9, SQUARE + 300)), [TrueCard("red_1", SQUARE)])
    assert average_precision(found, 1) == pytest.approx(0.5)


def test_faces_and_colours_are_taken_apart() -> None:
    assert [face_of(label) for label in ("red_draw2", "wild_draw4", "back")] == ["draw2", "wild_draw4", "back"]
    assert [colour_of(label) for label in ("red_draw2", "wild_draw4", "back")] == ["red", "none", "none"]


def test_index_classes_follow_the_order_of_their_file(tmp_path: Path) -> None:
    (tmp_path / "classes.txt").write_text("0\n1\nwild_draw4\n2\n")
    (tmp_path / "test" / "images").mkdir(parents=True)
    (tmp_path / "test" / "labels").mkdir()
    (tmp_path / "test" / "images" / "a.jpg").write_bytes(b"")
    (tmp_path / "test" / "labels" / "a.txt").write_text("2 0.5 0.25 0.1 0.1\n3 0.1 0.2 0.1 0.1\n")
    assert read_indices(tmp_path)[0].indices == (("wild_draw4", 0.5, 0.25), ("2", 0.1, 0.2))


class Oracle:
    """Reads every picture as one red 1 in its upper left."""

    def detect(self, image: Image) -> Detections:
        return _detections(("red_1", 0.9, SQUARE))


def _write_sets(folder: Path) -> None:
    for name in ("scenes", "singles"):
        (folder / name).mkdir()
        for picture in ("a", "b"):
            cv2.imwrite(str(folder / name / f"{picture}.png"), np.zeros((120, 120, 3), np.uint8))
    cards = {
        "a.png": [{"label": "red_1", "quad": SQUARE.tolist(), "ignore": False}],
        "b.png": [{"label": "red_2", "quad": SQUARE.tolist()}],
    }
    (folder / "scenes" / "labels.json").write_text(json.dumps(cards))
    (folder / "singles" / "labels.csv").write_text("file,label,deck_style,source\na.png,red_1,B,x\nb.png,blue_1,C,y\n")


def test_evaluate_counts_scenes_and_singles(tmp_path: Path) -> None:
    _write_sets(tmp_path)
    told: list[int] = []
    report = evaluate(tmp_path, Oracle(), lambda count: lambda: told.append(count))
    assert told == [4, 4, 4, 4]
    assert report.figures["scenes"]["recall"] == 0.5
    assert report.figures["scenes"]["scenes_right"] == 1
    assert report.figures["singles"]["all"]["top1"] == 0.5
    assert report.figures["singles"]["style C"] == {"images": 1, "top1": 0.0, "found": 1.0, "colour": 0.0, "face": 1.0}
    assert report.confusions[("red_2", "red_1")] == 1
    assert report.confusions[("blue_1", "red_1")] == 1


def test_a_folder_without_any_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"holds no scenes/labels\.json"):
        evaluate(tmp_path, Oracle())


def test_a_broken_label_file_is_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('{"a.jpg": [{"label": "red_1"}]}')
    with pytest.raises(UsageError, match=r"labels\.json"):
        read_scenes(tmp_path)
