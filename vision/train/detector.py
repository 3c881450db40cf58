"""Train the oriented-box card detector from drawn pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.detect.kinds import KINDS
from vision.detect.ultralytics import import_ultralytics
from vision.errors import UsageError
from vision.train.cpu_trainer import make_trainer
from vision.train.onnx_start import model_from_onnx

ARCHITECTURE = "yolo11n-obb.yaml"


@dataclass(frozen=True, slots=True)
class TrainPlan:
    """What to train. `data` holds train/ and val/ as `lastcard synth` writes them; `start` pretrained weights (.pt),
    or an exported model (.onnx) to go on from.

    `hours` bounds the time instead of `epochs`; `final_rate` is the last learning rate as a share of the first;
    `frozen_layers` keeps that many first layers of the backbone as they start, which is a fifth faster with five.
    """

    data: Path
    out: Path
    start: Path | None = None
    size: int = 416
    epochs: int = 12
    hours: float | None = None
    batch: int = 16
    device: str = "cpu"
    threads: int = 2
    seed: int = 1
    learning_rate: float = 0.0015
    final_rate: float = 0.02
    frozen_layers: int = 0
    resume: bool = False


def write_data_file(data: Path) -> Path:
    """Write the data set description that Ultralytics reads beside the pictures, and return its path.

    Raises UsageError where `data` holds no train/images.
    """
    root = data.resolve()
    if not (root / "train" / "images").is_dir():
        raise UsageError(f"{data} holds no train/images: draw pictures first with lastcard synth --out {data}.")
    names = "\n".join(f"  {i}: {kind}" for i, kind in enumerate(KINDS))
    val = "val" if (root / "val" / "images").is_dir() else "train"
    path = root / "data.yaml"
    path.write_text(f"path: {root}\ntrain: train/images\nval: {val}/images\nnames:\n{names}\n")
    return path


def _settings(plan: TrainPlan, data_file: Path) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "data": str(data_file), "imgsz": plan.size, "epochs": plan.epochs, "batch": plan.batch, "device": plan.device,
        "project": str(plan.out.resolve().parent), "name": plan.out.name, "exist_ok": True, "seed": plan.seed,
        "workers": min(2, os.cpu_count() or 1) if plan.device == "cpu" else 8, "pretrained": plan.start is not None,
        "optimizer": "AdamW", "lr0": plan.learning_rate, "lrf": plan.final_rate, "cos_lr": True,
        "warmup_epochs": 0.3, "nbs": 32,
        "amp": plan.device != "cpu", "plots": False, "verbose": False, "patience": 1000, "save_period": -1,
        "mosaic": 0.0, "close_mosaic": 0, "fliplr": 0.0, "flipud": 0.0, "degrees": 0.0, "translate": 0.08,
        "scale": 0.35, "erasing": 0.0, "hsv_h": 0.006, "hsv_s": 0.3, "hsv_v": 0.25, "auto_augment": None,
    }  # fmt: skip
    if plan.frozen_layers:
        settings["freeze"] = plan.frozen_layers
    if plan.hours is not None:
        settings["time"] = plan.hours
    return settings


def _start_model(ultralytics: Any, plan: TrainPlan) -> Any:
    """Return the network to train: fresh, with a pretrained backbone, or all of an oriented-box model's weights."""
    start = plan.start
    if start is None:
        return ultralytics.YOLO(ARCHITECTURE)
    if not start.is_file():
        raise UsageError(f"No weights at {start}: give a .pt or .onnx file, or leave --start out.")
    if start.suffix == ".onnx":
        return model_from_onnx(start, plan.data / "train" / "images", plan.size)
    given = ultralytics.YOLO(str(start))
    return given if given.task == "obb" else ultralytics.YOLO(ARCHITECTURE).load(str(start))


def train_detector(plan: TrainPlan, on_epoch: Callable[[int, dict[str, float]], None] | None = None) -> Path:
    """Train, or go on where `plan.out` was interrupted, and return the path of the best weights (.pt).

    No picture is flipped or mirrored in training: digits would be.
    """
    ultralytics = import_ultralytics()
    trainer = make_trainer(plan.threads, on_epoch)
    last = plan.out / "weights" / "last.pt"
    if plan.resume:
        if not last.is_file():
            raise UsageError(f"There is nothing to resume at {last}: start without --resume.")
        ultralytics.YOLO(str(last)).train(trainer=trainer, resume=True)
    else:
        data_file = write_data_file(plan.data)
        _start_model(ultralytics, plan).train(trainer=trainer, **_settings(plan, data_file))
    return plan.out / "weights" / "best.pt"
