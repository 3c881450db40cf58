"""Ultralytics, imported so that it stays offline, installs nothing, reports nothing and leaves OpenCV as it was."""

from __future__ import annotations

import importlib
import os
from types import ModuleType

import cv2

from vision.errors import UsageError


def import_ultralytics() -> ModuleType:
    """Return the module `ultralytics`; UsageError where the extra `train` is not installed."""
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "False")
    os.environ.setdefault("YOLO_VERBOSE", "False")
    threads = cv2.getNumThreads()
    try:
        module = importlib.import_module("ultralytics")
    except ImportError as error:
        raise UsageError(
            f"Training needs Ultralytics and PyTorch ({error}): install them with pip install 'lastcard[train]'."
        ) from error
    cv2.setNumThreads(threads)
    settings = importlib.import_module("ultralytics.utils").SETTINGS
    if settings.get("sync", False):
        settings.update({"sync": False})
    return module
