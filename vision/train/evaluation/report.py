"""Figures of one detector on a folder of labelled photos, per source, with colour and face apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.errors import UsageError
from vision.frames.images import read_image
from vision.train.evaluation.precision import judge, mean_average_precision, quad_overlap
from vision.train.evaluation.reliability import Reliability
from vision.train.evaluation.truth import (
    IndexTruth,
    SceneTruth,
    SingleTruth,
    TrueCard,
    colour_of,
    face_of,
    read_indices,
    read_scenes,
    read_singles,
)

Step = Callable[[], None]
WORKING_CONFIDENCE = 0.25


@dataclass(slots=True)
class Report:
    """Figures by set, and how often a card of one label was read as another."""

    figures: dict[str, Any] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain JSON values."""
        pairs = [{"true": true, "read": read, "times": times} for (true, read), times in self.confusions.most_common()]
        wrong = [{"image": image, "true": true, "read": read} for image, true, read in self.wrong]
        figures = self.figures | ({"confidence": self.reliability.as_json()} if self.reliability.told else {})
        return {"figures": figures, "confusions": pairs, "wrong": wrong}


def sure(detections: Detections, confidence: float = WORKING_CONFIDENCE) -> Detections:
    """Return the detections at or above the working confidence."""
    return detections[detections.confidences >= confidence]


def _share(hits: int, total: int) -> float:
    return round(hits / total, 4) if total else 0.0


def _confuse(report: Report, image: Path, detections: Detections, cards: Iterable[TrueCard]) -> None:
    for card in cards:
        overlaps = [quad_overlap(card.quad, quad) for quad in detections.quads]
        best = int(np.argmax(overlaps)) if overlaps else -1
        read = detections.labels[best] if best >= 0 and overlaps[best] >= 0.5 else "(not found)"
        if read != card.label:
            report.confusions[(card.label, read)] += 1
            report.wrong.append((image.name, card.label, read))


def measure_scenes(report: Report, scenes: list[SceneTruth], detector: Detector, step: Step) -> None:
    """Add mAP50, card precision and recall at the working confidence, and the share of scenes without an error."""
    pictures = []
    hits = found = cards = right = 0
    for scene in scenes:
        everything = detector.detect(read_image(scene.path))
        pictures.append((everything, scene.cards))
        chosen = sure(everything)
        real = [card for card in scene.cards if not card.ignore]
        judged = [f for f in judge(chosen, scene.cards) if not f.ignored]
        good = sum(f.hit for f in judged)
        for card in judged:
            report.reliability.add(card.confidence, card.hit)
        hits, found, cards = hits + good, found + len(judged), cards + len(real)
        right += good == len(judged) == len(real)
        _confuse(report, scene.path, chosen, real)
        step()
    report.figures["scenes"] = {
        "images": len(scenes), "cards": cards, "mAP50": round(mean_average_precision(pictures), 4),
        "recall": _share(hits, cards), "precision": _share(hits, found), "scenes_right": right,
    }  # fmt: skip


def best_label(detections: Detections) -> str:
    """Return the label of the surest detection, or `(not found)`."""
    return detections.labels[int(np.argmax(detections.confidences))] if len(detections) else "(not found)"


def measure_singles(report: Report, singles: list[SingleTruth], detector: Detector, step: Step) -> None:
    """Add top-1 by source and by deck style, with colour and face apart where a card was found."""
    rows: list[tuple[SingleTruth, str]] = []
    for single in singles:
        detections = detector.detect(read_image(single.path))
        read = best_label(detections)
        rows.append((single, read))
        if single.style != "?" and len(sure(detections)):
            report.reliability.add(float(detections.confidences.max()), read == single.label)
        if read != single.label:
            report.confusions[(single.label, read)] += 1
            report.wrong.append((single.path.name, single.label, read))
        step()

    def figures(chosen: list[tuple[SingleTruth, str]]) -> dict[str, Any]:
        seen = [(s, read) for s, read in chosen if read != "(not found)"]
        return {
            "images": len(chosen), "top1": _share(sum(s.label == read for s, read in chosen), len(chosen)),
            "found": _share(len(seen), len(chosen)),
            "colour": _share(sum(colour_of(s.label) == colour_of(read) for s, read in seen), len(seen)),
            "face": _share(sum(face_of(s.label) == face_of(read) for s, read in seen), len(seen)),
        }  # fmt: skip

    counted = [(s, read) for s, read in rows if s.style != "?"]
    report.figures["singles"] = {"all": figures(rows), "counted": figures(counted)}
    by_group: dict[str, list[tuple[SingleTruth, str]]] = {}
    for single, read in rows:
        for name in (f"source {single.source}", f"style {single.style}"):
            by_group.setdefault(name, []).append((single, read))
    for name in sorted(by_group):
        report.figures["singles"][name] = figures(by_group[name])


def measure_indices(report: Report, fans: list[IndexTruth], detector: Detector, step: Step) -> None:
    """Add recall and precision of faces in fans: an index is read when a detection of its face holds its centre."""
    hits = total = found = used = right = 0
    for fan in fans:
        image = read_image(fan.path)
        detections = sure(detector.detect(image))
        height, width = image.shape[:2]
        good: set[int] = set()
        missed = 0
        for face, x, y in fan.indices:
            holding = [
                i for i in range(len(detections))
                if face_of(detections.labels[i]) == face
                and cv2.pointPolygonTest(detections.quads[i], (x * width, y * height), False) >= 0
            ]  # fmt: skip
            missed += not holding
            good.update(holding)
        for i in range(len(detections)):
            report.reliability.add(float(detections.confidences[i]), i in good)
        total += len(fan.indices)
        hits += len(fan.indices) - missed
        found, used = found + len(detections), used + len(good)
        right += missed == 0 and len(good) == len(detections)
        step()
    report.figures["uno-deck"] = {
        "images": len(fans), "recall": _share(hits, total), "precision": _share(used, found),
        "fans_right": _share(right, len(fans)),
    }  # fmt: skip


def evaluate(
    folder: Path, detector: Detector, start: Callable[[int], Step] | None = None, report: Report | None = None
) -> Report:
    """Measure the sets of cards that `folder` holds (scenes, singles, uno-deck), adding to `report` where given.

    `detector` should report down to a low confidence (0.01), since average precision needs the doubtful ones too.
    `start` is told the number of pictures first. Raises UsageError where the folder holds none of the sets.
    """
    scenes = read_scenes(folder / "scenes") if (folder / "scenes" / "labels.json").is_file() else []
    singles = read_singles(folder / "singles") if (folder / "singles" / "labels.csv").is_file() else []
    fans = read_indices(folder / "uno-deck") if (folder / "uno-deck" / "classes.txt").is_file() else []
    count = len(scenes) + len(singles) + len(fans)
    if count == 0 and report is None:
        raise UsageError(
            f"{folder} holds no scenes/labels.json, singles/labels.csv, uno-deck/classes.txt or states/states.csv to "
            "measure on."
        )
    step: Step = start(count) if start else lambda: None
    report = report or Report()
    if scenes:
        measure_scenes(report, scenes, detector, step)
    if singles:
        measure_singles(report, singles, detector, step)
    if fans:
        measure_indices(report, fans, detector, step)
    return report
