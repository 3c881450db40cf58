"""A confidence means how often cards told with it are right."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from tests.detect.tiny_model import write_manifest, write_model
from vision.detect.calibration import Calibration, Curve, fit_curve
from vision.detect.detector import load_detector
from vision.errors import ModelError
from vision.train.evaluation.reliability import Reliability


def test_too_bold_confidences_come_down_to_what_is_true() -> None:
    rng = random.Random(1)
    said = [rng.random() for _ in range(4000)]
    right = [rng.random() < 0.6 * c for c in said]
    curve = fit_curve(said, right)
    told = curve(np.array([0.2, 0.5, 0.9], np.float32))
    assert told == pytest.approx(np.array([0.12, 0.3, 0.54]), abs=0.06)


def test_a_fitted_line_rises_and_is_never_quite_certain() -> None:
    curve = fit_curve([i / 200 for i in range(200)], [True] * 200)
    assert list(curve.right) == sorted(curve.right)
    assert 0.98 < curve.right[-1] < 1.0


def test_too_few_cards_change_nothing() -> None:
    values = np.array([0.1, 0.7], np.float32)
    assert fit_curve([0.5] * 20, [False] * 20)(values) == pytest.approx(values)


def test_a_calibration_comes_back_from_its_manifest() -> None:
    given = Calibration(Curve((0.0, 0.5, 1.0), (0.0, 0.8, 0.99)), Curve())
    assert Calibration.parse(json.loads(json.dumps(given.as_json()))) == given


@pytest.mark.parametrize("points", [((0.0, 1.0), (0.5,)), ((0.0, 1.0), (0.9, 0.1)), ((0.0, 2.0), (0.0, 1.0)), ((), ())])
def test_what_is_no_rising_line_is_refused(points: tuple[tuple[float, ...], tuple[float, ...]]) -> None:
    with pytest.raises(ValueError, match="rising"):
        Curve(*points)


def test_a_broken_calibration_in_a_manifest_is_told(tmp_path: Path) -> None:
    from tests.detect.test_onnx import RED_5, write_reader

    model = write_model(tmp_path / "m.onnx", [RED_5])
    reader = write_reader(tmp_path / "reader.onnx", 0)
    write_manifest(model, second_look={"file": reader.name, "calibration": {"whole": [[1, 0], [0, 1]]}})
    with pytest.raises(ModelError, match="broken calibration"):
        load_detector(model)


def test_the_expected_error_is_the_mean_gap() -> None:
    told = Reliability()
    for i in range(100):
        told.add(0.95, i < 75)
        told.add(0.55, i < 55)
    assert told.expected_error() == pytest.approx(0.1)
    figures = told.as_json()
    assert figures["wrong_unmarked"] == pytest.approx(25 / 200)
    assert figures["right_marked"] == pytest.approx(55 / 130, abs=1e-3)
    assert [row["cards"] for row in figures["curve"]] == [100, 100]
