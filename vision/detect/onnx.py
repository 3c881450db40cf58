"""Finds cards with an exported YOLO oriented-box model, without torch."""

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.detect.boxes import quads_of
from vision.detect.found import Found
from vision.detect.letterbox import Letterbox
from vision.detect.manifest import DEFAULT_CONFIDENCE, Manifest, check_classes, read_manifest
from vision.detect.nms import limits_for, suppress
from vision.detect.runtime import Session, open_network, open_session
from vision.errors import ModelError, UsageError
from vision.frames.frame import Image

MIN_SIZE, MAX_SIZE = 32, 4096


class OnnxFinder:
    """An oriented-box model as Ultralytics exports it, without suppression inside.

    Input ``images`` (1, 3, H, W) RGB between 0 and 1; output (1, 4 + classes + 1, N): middle, width and height in
    input pixels, a score for each class, the angle in radians. May be used from several threads at once.
    """

    def __init__(
        self, path: Path, session: Session, manifest: Manifest, *, size: int, confidence: float, threads: int = 2
    ) -> None:
        self.path = path
        self.manifest = manifest
        self.size = size
        self.confidence = confidence
        self.threads = threads
        self._session = session
        self._input = session.get_inputs()[0]
        self._fixed = _fixed_shape(self._input.shape)
        self._half = self._input.type == "tensor(float16)"
        self._limits = limits_for(manifest.classes)

    @classmethod
    def load(
        cls, path: Path, *, size: int | None = None, threads: int = 2, confidence: float | None = None
    ) -> "OnnxFinder":
        """Load ``path`` and try it once; ``size`` and ``confidence`` are the manifest's where None.

        Raises ``ModelError`` where the file is missing, damaged, or no oriented-box model for Lastcard's cards.
        """
        if size is not None and not MIN_SIZE <= size <= MAX_SIZE:
            raise UsageError(f"A size of {size} pixels makes no sense; give a number from {MIN_SIZE} to {MAX_SIZE}.")
        if not path.is_file():
            raise ModelError(
                f"{path} does not exist; give an .onnx file, or leave --model out for the one that is shipped."
            )
        noted = read_manifest(path)
        session = open_network(path, threads)
        manifest = noted or _manifest_from_metadata(path, threads)
        sure = confidence if confidence is not None else manifest.confidence
        finder = cls(
            path,
            session,
            manifest,
            size=size or manifest.input_size,
            confidence=DEFAULT_CONFIDENCE if sure is None else sure,
            threads=threads,
        )
        finder._try_once()
        return finder

    def at(self, size: int) -> "OnnxFinder":
        """The same model reading pictures at another size.

        It runs in a session of its own: one that goes from size to size lays out its memory anew each time.
        """
        return self._twin(open_network(self.path, self.threads), size)

    def _twin(self, session: Session, size: int) -> "OnnxFinder":
        return OnnxFinder(
            self.path, session, self.manifest, size=size, confidence=self.confidence, threads=self.threads
        )

    def run_by(self, session: Session) -> "OnnxFinder":
        """The same model run by another session."""
        return self._twin(session, self.size)

    def for_video(self) -> "OnnxFinder":
        """The same model as it runs soonest on many pictures of one size."""
        from vision.detect.openvino import OpenVinoSession

        if not isinstance(self._session, OpenVinoSession):
            return self
        return self.run_by(OpenVinoSession(self.path, self.threads, fixed=True))

    @property
    def any_size(self) -> bool:
        """Whether the model takes pictures of any size."""
        return self._fixed is None

    def _try_once(self) -> None:
        """Run the model on an empty picture, so that a wrong one is told at once and not at the first card."""
        height, width = self._fixed or (2 * self.manifest.stride, 2 * self.manifest.stride)
        try:
            shape = self._run(np.zeros((1, 3, height, width), np.float32)).shape
        except Exception as error:  # the runtimes raise classes of their own, all without a common base
            raise ModelError(
                f"{self.path} cannot read a picture ({_first_line(error)}); export the model again."
            ) from error
        rows = 4 + len(self.manifest.classes) + 1
        if len(shape) != 3 or shape[0] != 1 or shape[1] != rows:
            raise ModelError(
                f"{self.path} gives {'×'.join(map(str, shape))} numbers where (1, {rows}, N) were expected; "
                "export an oriented-box model of Lastcard's cards without suppression inside."
            )

    def find(self, image: Image) -> Found:
        """Look through ``image``, (H, W, 3) BGR; boxes come back in its own pixels, surest first."""
        height, width = image.shape[:2]
        if self._fixed is None:
            box = Letterbox.around(height, width, size=self.size, stride=self.manifest.stride)
        else:
            box = Letterbox.into(height, width, input_height=self._fixed[0], input_width=self._fixed[1])
        return self._decode(self._run(box.apply(image))[0], box)

    def _run(self, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        given = blob.astype(np.float16) if self._half else blob
        return np.asarray(self._session.run(None, {self._input.name: given})[0], np.float32)

    def _decode(self, output: NDArray[np.float32], box: Letterbox) -> Found:
        """Turn the model's numbers (4 + classes + 1, N) into boxes."""
        scores = output[4:-1]
        best = scores.max(axis=0)
        likely = np.flatnonzero(best >= self.confidence)
        if not len(likely):
            return Found.empty()
        classes = scores[:, likely].argmax(axis=0).astype(np.int16)
        boxes = np.concatenate([output[:4, likely], output[-1:, likely]]).T
        kept = suppress(boxes, best[likely], classes, limits=self._limits)
        quads = box.undo(quads_of(boxes[kept]))
        return Found(quads, classes[kept], best[likely][kept].clip(0.0, 1.0))


def _fixed_shape(shape: Sequence[Any]) -> tuple[int, int] | None:
    """(height, width) of an input that takes one size only, None of one that takes any."""
    height, width = shape[2:]
    return (height, width) if isinstance(height, int) and isinstance(width, int) else None


def _manifest_from_metadata(path: Path, threads: int) -> Manifest:
    """What Ultralytics wrote into the file itself, for models that come without a manifest."""
    meta = open_session(path, threads).get_modelmeta().custom_metadata_map
    manifest = Manifest(name=path.stem)
    try:
        if "names" in meta:
            names = ast.literal_eval(meta["names"])
            manifest = replace(manifest, classes=tuple(str(names[i]) for i in range(len(names))))
        if "imgsz" in meta:
            manifest = replace(manifest, input_size=max(int(side) for side in ast.literal_eval(meta["imgsz"])))
        if "stride" in meta:
            manifest = replace(manifest, stride=int(meta["stride"]))
    except (ValueError, SyntaxError, KeyError, TypeError) as error:
        raise ModelError(
            f"{path} carries notes that cannot be read ({_first_line(error)}); export it again."
        ) from error
    if meta.get("task", "obb") != "obb":
        raise ModelError(f"{path} is a model for {meta['task']}; Lastcard needs oriented boxes (obb).")
    check_classes(path, manifest.classes)
    return manifest


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
