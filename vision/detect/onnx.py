"""Finds cards with a YOLO oriented-box model through ONNX Runtime, without torch."""

import ast
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
from vision.errors import ModelError, UsageError
from vision.frames.frame import Image

PROVIDERS = ["CPUExecutionProvider"]
MIN_SIZE, MAX_SIZE = 32, 4096


class OnnxFinder:
    """An oriented-box model as Ultralytics exports it, without suppression inside.

    Input ``images`` (1, 3, H, W) RGB between 0 and 1; output (1, 4 + classes + 1, N): middle, width and height in
    input pixels, a score for each class, the angle in radians. May be used from several threads at once.
    """

    def __init__(
        self, path: Path, session: Any, manifest: Manifest, *, size: int, confidence: float, threads: int = 2
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
        session = open_session(path, threads)
        manifest = noted or _manifest_from_metadata(path, session)
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
        """The same model reading pictures at another size; both share the loaded session."""
        return self._twin(self._session, size)

    def _twin(self, session: Any, size: int) -> "OnnxFinder":
        twin = OnnxFinder(
            self.path, self._session, self.manifest, size=size, confidence=self.confidence, threads=self.threads
        )
        twin._session = session
        return twin

    def run_by(self, session: Any) -> "OnnxFinder":
        """The same model run by another session: anything with ONNX Runtime's ``run``."""
        return self._twin(session, self.size)

    def for_video(self) -> "OnnxFinder":
        """The same model as it runs soonest on many pictures of one size: by OpenVINO, where that is installed."""
        from vision.detect.openvino import OpenVinoSession, available

        return self.run_by(OpenVinoSession(self.path, self.threads, "bf16")) if available() else self

    @property
    def any_size(self) -> bool:
        """Whether the model takes pictures of any size."""
        return self._fixed is None

    def _try_once(self) -> None:
        """Run the model on an empty picture, so that a wrong one is told at once and not at the first card."""
        height, width = self._fixed or (2 * self.manifest.stride, 2 * self.manifest.stride)
        try:
            shape = self._run(np.zeros((1, 3, height, width), np.float32)).shape
        except Exception as error:  # ONNX Runtime raises classes of its own, all without a common base
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


def open_session(path: Path, threads: int) -> Any:
    """Open a network that takes pictures (N, channels, H, W), without letting idle threads spin.

    Raises ``ModelError`` where ``path`` is no such network.
    """
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = max(1, threads)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session: Any = ort.InferenceSession(str(path), options, providers=PROVIDERS)
    except Exception as error:  # ONNX Runtime raises classes of its own, all without a common base
        raise ModelError(f"{path} is no ONNX model that can be loaded; fetch or export it again.") from error
    inputs = session.get_inputs()
    if len(inputs) != 1 or len(inputs[0].shape) != 4:
        raise ModelError(f"{path} does not take one picture; export an oriented-box model of Lastcard's cards.")
    return session


def _fixed_shape(shape: list[Any]) -> tuple[int, int] | None:
    """(height, width) of an input that takes one size only, None of one that takes any."""
    height, width = shape[2:]
    return (height, width) if isinstance(height, int) and isinstance(width, int) else None


def _manifest_from_metadata(path: Path, session: Any) -> Manifest:
    """What Ultralytics wrote into the file itself, for models that come without a manifest."""
    meta = session.get_modelmeta().custom_metadata_map
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
