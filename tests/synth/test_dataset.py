"""What `lastcard synth` writes can be trained on as it stands."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.synth.dataset import DatasetPlan, clip_to_picture, label_lines, write_dataset
from vision.synth.scene import Scene, SceneCard, SceneIndex


def test_pictures_labels_and_quads_lie_side_by_side(tmp_path: Path) -> None:
    ticks: list[int] = []
    plan = DatasetPlan(tmp_path / "set", 3, seed=5, size=256, faces_per_label=1)
    cards = write_dataset(plan, workers=1, progress=lambda: ticks.append(1))
    images = sorted((tmp_path / "set" / "images").iterdir())
    assert len(images) == len(ticks) == 3
    quads = [json.loads((tmp_path / "set" / "quads" / f"{p.stem}.json").read_text()) for p in images]
    assert cards == sum("quad" in entry for known in quads for entry in known) > 0
    for image, known in zip(images, quads, strict=True):
        assert max(cv2.imread(str(image)).shape[:2]) == 256
        lines = (tmp_path / "set" / "labels" / f"{image.stem}.txt").read_text().splitlines()
        assert len(lines) <= len(known)
        assert sum("index" in entry for entry in known) <= len(known)
        for line in lines:
            number, *points = line.split()
            assert 0 <= int(number) < 3
            assert len(points) == 8
            assert all(0.0 <= float(value) <= 1.0 for value in points)


def test_a_card_cut_by_the_border_is_labelled_by_what_is_inside() -> None:
    quad = np.array([[-50, 20], [40, 20], [40, 80], [-50, 80]], np.float32)
    inside = clip_to_picture(quad, 100, 100)
    assert inside[:, 0].min() == 0
    assert inside[:, 0].max() == 40
    assert len(clip_to_picture(quad - 500, 100, 100)) == 0


def test_label_lines_name_faces_backs_and_indices_by_number() -> None:
    quad = np.array([[10, 10], [50, 10], [50, 70], [10, 70]], np.float32)
    scene = Scene(np.zeros((100, 100, 3), np.uint8), (SceneCard("red_3", quad, 1.0), SceneCard("back", quad, 1.0)))
    scene = replace(scene, indices=(SceneIndex("red_3", quad / 4 + 20),))
    assert [line.split()[0] for line in label_lines(scene)] == ["0", "1", "2"]
