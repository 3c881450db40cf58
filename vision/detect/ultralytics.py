"""Finds cards with Ultralytics' own predictor, for models still in training (``.pt``)."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.detect.boxes import quads_of
from vision.detect.found import Found
from vision.detect.manifest import DEFAULT_CONFIDENCE, DEFAULT_SIZE, Manifest, check_classes
from vision.detect.nms import limits_for, suppress
from vision.errors import MissingExtra, ModelError
from vision.frames.frame import Image


def import_ultralytics() -> Any:
    """Import Ultralytics so that it neither phones home, installs packages, nor slows OpenCV down.

    Raises ``MissingExtra`` where the extra ``train`` is not installed.
    """
    os.environ["YOLO_OFFLINE"] = "1"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    os.environ.setdefault("YOLO_VERBOSE", "false")  # its chatter would mix with what a command prints
    threads = cv2.getNumThreads()
    try:
        with np.printoptions():  # what it sets inside ends here
            import ultralytics
    except ImportError as error:
        raise MissingExtra(
            "A .pt model and training need Ultralytics and torch; install them with: pip install 'lastcard[train]'."
        ) from error
    finally:
        cv2.setNumThreads(threads)
    dict.update(ultralytics.settings, sync=False)  # for this run only; the user's settings file stays as it is
    module: Any = ultralytics
    return module


class UltralyticsFinder:
    """An Ultralytics oriented-box model, run by torch."""

    def __init__(
        self, path: Path, *, size: int | None = None, threads: int = 2, confidence: float | None = None
    ) -> None:
        if not path.is_file():
            raise ModelError(f"{path} does not exist; give the .pt file that lastcard train wrote.")
        ultralytics = import_ultralytics()
        import torch

        torch.set_num_threads(max(1, threads))
        try:
            self._model: Any = ultralytics.YOLO(str(path))
            task, names = str(self._model.task), self._model.names
        except Exception as error:  # torch's unpickling raises whatever the file makes it raise
            raise ModelError(f"{path} is no Ultralytics model that can be loaded; train or fetch it again.") from error
        if task != "obb":
            raise ModelError(f"{path} is a model for {task}; Lastcard needs oriented boxes (obb).")
        classes = tuple(str(names[i]) for i in range(len(names)))
        check_classes(path, classes)
        self.manifest = Manifest(name=path.stem, classes=classes)
        self._limits = limits_for(classes)
        self.confidence = DEFAULT_CONFIDENCE if confidence is None else confidence
        self.size = size or DEFAULT_SIZE

    def find(self, image: Image) -> Found:
        """Look through ``image``, (H, W, 3) BGR; boxes come back in its own pixels, surest first."""
        result = self._model.predict(image, imgsz=self.size, conf=self.confidence, iou=0.9, verbose=False)[0]
        found = result.obb.cpu().numpy()
        if not len(found):
            return Found.empty()
        boxes = np.asarray(found.xywhr, np.float32)
        scores = np.asarray(found.conf, np.float32).clip(0.0, 1.0)
        classes = np.asarray(found.cls, np.int16)
        kept = suppress(boxes, scores, classes, limits=self._limits)
        return Found(quads_of(boxes[kept]), classes[kept], scores[kept])
