import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.detections import Detections

SQUARE = [[0, 0], [2, 0], [2, 4], [0, 4]]


def two() -> Detections:
    return Detections.of([SQUARE, np.add(SQUARE, 10)], [LABELS.index("red_5"), LABELS.index("back")], [0.9, 0.5])


def test_labels_centres_and_length() -> None:
    cards = two()
    assert len(cards) == 2
    assert cards.labels == ("red_5", "back")
    assert cards.centres.tolist() == [[1, 2], [11, 12]]


def test_empty_has_no_cards() -> None:
    assert len(Detections.empty()) == 0
    assert Detections.empty().labels == ()
    assert Detections.empty().centres.shape == (0, 2)


def test_mask_indices_and_slice_pick_cards() -> None:
    cards = two()
    assert cards[cards.confidences > 0.6].labels == ("red_5",)
    assert cards[np.array([1, 0])].labels == ("back", "red_5")
    assert cards[:1].labels == ("red_5",)


def test_iterating_gives_quad_label_confidence() -> None:
    quad, label, confidence = next(iter(two()))
    assert quad.tolist() == SQUARE
    assert (label, round(confidence, 3)) == ("red_5", 0.9)


@pytest.mark.parametrize(
    ("quads", "ids", "confidences", "message"),
    [
        (np.zeros((1, 4, 2)), [0, 1], [0.5, 0.5], "same number"),
        (np.zeros((1, 4, 2)), [len(LABELS)], [0.5], "class ids"),
        (np.zeros((1, 4, 2)), [-1], [0.5], "class ids"),
        (np.zeros((1, 4, 2)), [0], [1.5], "confidences"),
        (np.zeros((1, 4, 2)), [0], [float("nan")], "confidences"),
        (np.full((1, 4, 2), np.inf), [0], [0.5], "finite"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(quads: object, ids: object, confidences: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Detections.of(quads, ids, confidences)


def test_wrong_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="float32, int16 and float32"):
        Detections(np.zeros((0, 4, 2), np.float64), np.zeros(0, np.int16), np.zeros(0, np.float32))  # type: ignore[arg-type]
