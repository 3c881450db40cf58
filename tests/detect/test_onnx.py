from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.cards import LABELS
from tests.detect.tiny_model import Box, output_for, write_manifest, write_model
from vision.detect.chances import COLOURS, FACES
from vision.detect.detector import load_detector
from vision.detect.kinds import KINDS
from vision.detect.manifest import default_model, file_sha256
from vision.detect.onnx import OnnxFinder
from vision.errors import ModelError, UsageError

TABLE = np.zeros((720, 1280, 3), np.uint8)
RED_5: Box = ("red_5", 0.9, 320.0, 192.0, 56.0, 87.0, 0.0)
BACK: Box = ("back", 0.6, 100.0, 100.0, 87.0, 56.0, 0.0)


def test_cards_come_back_in_pixels_of_the_picture(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [RED_5, BACK])
    cards = load_detector(model, size=640).detect(TABLE)  # half size, 12 pixels of margin above
    assert cards.labels == ("red_5", "back")
    assert cards.confidences.tolist() == pytest.approx([0.9, 0.6])
    assert cards.quads[0] == pytest.approx(np.array([[584, 273], [696, 273], [696, 447], [584, 447]]), abs=0.1)
    assert cards.quads[1] == pytest.approx(np.array([[113, 232], [113, 120], [287, 120], [287, 232]]), abs=0.1)


def test_a_fixed_input_is_kept_to(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [("red_5", 0.9, 160.0, 160.0, 20.0, 30.0, 0.0)], size=(320, 320))
    cards = load_detector(model, size=1280).detect(TABLE)
    assert cards.centres[0] == pytest.approx([640, 360], abs=0.1)


def test_the_manifests_size_is_used_where_none_is_given(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [("red_5", 0.9, 160.0, 96.0, 20.0, 30.0, 0.0)])
    write_manifest(model, input_size=320)
    assert load_detector(model).detect(TABLE).centres[0] == pytest.approx([640, 360], abs=0.1)


def test_unsure_cards_are_left_out(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [RED_5, BACK])
    assert load_detector(model, confidence=0.7).detect(TABLE).labels == ("red_5",)
    assert len(load_detector(model, confidence=0.95).detect(TABLE)) == 0


def test_the_manifests_working_point_counts_where_none_is_given(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [RED_5, BACK])
    write_manifest(model, confidence=0.7)
    assert load_detector(model).detect(TABLE).labels == ("red_5",)
    assert load_detector(model, confidence=0.5).detect(TABLE).labels == ("red_5", "back")


def test_doubled_boxes_are_one_card(tmp_path: Path) -> None:
    label, confidence, x, y, *rest = RED_5
    again: Box = (label, confidence - 0.2, x + 2, y - 2, *rest)  # type: ignore[misc]
    model = write_model(tmp_path / "m.onnx", [again, RED_5])
    cards = load_detector(model).detect(TABLE)
    assert cards.confidences.tolist() == pytest.approx([0.9])


def test_scores_a_hair_over_one_are_one(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [("red_5", 1.0001, *RED_5[2:])])
    assert load_detector(model).detect(TABLE).confidences.tolist() == [1.0]


def test_classes_in_another_order_are_told_by_name(tmp_path: Path) -> None:
    order = sorted(LABELS)
    names = str(dict(enumerate(order)))
    model = write_model(tmp_path / "m.onnx", [("red_5", 0.9, *RED_5[2:])], classes=order, metadata={"names": names})
    assert load_detector(model).detect(TABLE).labels == ("red_5",)


def test_size_and_stride_come_from_the_model_itself_without_manifest(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", metadata={"imgsz": "[416, 640]", "stride": "64", "task": "obb"})
    detector = OnnxFinder.load(model)
    assert (detector.size, detector.manifest.stride) == (640, 64)


def test_any_size_of_picture_is_read(tmp_path: Path) -> None:
    detector = load_detector(write_model(tmp_path / "m.onnx", [RED_5]))
    for shape in [(1, 1, 3), (3, 2000, 3), (416, 416, 3)]:
        assert len(detector.detect(np.zeros(shape, np.uint8))) == 1


def refuse(path: Path, *words: str) -> None:
    with pytest.raises(ModelError) as caught:
        load_detector(path)
    sentence = str(caught.value)
    assert str(path.stem) in sentence
    assert "\n" not in sentence
    for word in words:
        assert word in sentence


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    refuse(tmp_path / "gone.onnx", "does not exist")


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    path = tmp_path / "holiday.onnx"
    path.write_bytes(b"not a model")
    refuse(path, "no ONNX model")
    path.write_bytes(b"")
    refuse(path, "no ONNX model")


def test_another_suffix_is_told(tmp_path: Path) -> None:
    refuse(tmp_path / "weights.bin", ".onnx", ".pt")


def test_a_model_with_another_number_of_classes_is_told(tmp_path: Path) -> None:
    refuse(write_model(tmp_path / "m.onnx", output=np.zeros((1, 4 + 80 + 1, 3), np.float32)), "1×85×3", "(1, 60, N)")


def test_a_model_with_suppression_inside_is_told(tmp_path: Path) -> None:
    refuse(write_model(tmp_path / "m.onnx", output=np.zeros((1, 300, 7), np.float32)), "without suppression")


def test_a_model_of_other_things_is_told(tmp_path: Path) -> None:
    names = str({0: "person", 1: "bicycle"})
    refuse(write_model(tmp_path / "m.onnx", metadata={"names": names}), "'person'")


def test_a_model_for_another_task_is_told(tmp_path: Path) -> None:
    refuse(write_model(tmp_path / "m.onnx", metadata={"task": "detect"}), "detect", "obb")


def test_unreadable_notes_in_a_model_are_told(tmp_path: Path) -> None:
    refuse(write_model(tmp_path / "m.onnx", metadata={"names": "{0: "}), "notes")


def test_a_damaged_model_is_told_by_its_sum(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx")
    write_manifest(model, sha256="0" * 64)
    refuse(model, "does not match m.json")


def test_a_damaged_manifest_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx")
    for text in ["{", "[]", "{}", '{"name": "x", "classes": 3, "input_size": 640, "sha256": ""}']:
        model.with_suffix(".json").write_text(text)
        refuse(model, "m.json is no manifest")
    write_manifest(model, input_size=0)
    refuse(model, "m.json is no manifest")


def test_a_manifest_of_other_cards_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx")
    write_manifest(model, classes=["ace_of_spades"])
    refuse(model, "'ace_of_spades'")
    write_manifest(model, classes=["red_5", "red_5"])
    refuse(model, "twice")
    write_manifest(model, task="segment")
    refuse(model, "segment")


def test_a_senseless_size_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="A size of 7 pixels"):
        load_detector(write_model(tmp_path / "m.onnx"), size=7)


def test_the_helper_gives_what_an_export_gives() -> None:
    assert output_for([RED_5]).shape == (1, 60, 4)


def test_the_shipped_model_loads_and_sees_nothing_on_a_black_table() -> None:
    assert len(load_detector(default_model()).detect(TABLE)) == 0


def test_a_finder_of_kinds_needs_a_second_look(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [("face", *RED_5[1:])], classes=KINDS)
    write_manifest(model, classes=list(KINDS))
    with pytest.raises(ModelError, match="no second look"):
        load_detector(model)


def test_faces_and_backs_found_by_kind_are_read(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [("face", *RED_5[1:])], classes=KINDS)
    reader = write_reader(tmp_path / "reader.onnx", FACES.index("7"))
    look = {"file": reader.name, "sha256": file_sha256(reader)}
    write_manifest(model, input_size=640, classes=list(KINDS), second_look=look)
    assert load_detector(model).detect(TABLE).labels == ("green_7",)


def write_reader(path: Path, face: int, colours: int = len(COLOURS)) -> Path:
    """A second look that reads every card as green and as the face of that index."""
    scores = [np.eye(colours, dtype=np.float32)[2:3] * 9, np.eye(len(FACES), dtype=np.float32)[face : face + 1] * 9]
    nodes = [helper.make_node("ReduceMean", ["cards"], ["mean"], axes=[1, 2, 3], keepdims=0)]
    nodes += [
        helper.make_node("Mul", ["mean", "zero"], ["none"]),
        helper.make_node("Unsqueeze", ["none", "one"], ["row"]),
    ]
    nodes += [helper.make_node("Add", ["row", f"scores{i}"], [f"out{i}"]) for i in (0, 1)]
    held = [numpy_helper.from_array(array, f"scores{i}") for i, array in enumerate(scores)]
    held += [numpy_helper.from_array(np.zeros((), np.float32), "zero"), numpy_helper.from_array(np.array([1]), "one")]
    outputs = [
        helper.make_tensor_value_info(f"out{i}", TensorProto.FLOAT, ["n", array.shape[1]])
        for i, array in enumerate(scores)
    ]
    takes = [helper.make_tensor_value_info("cards", TensorProto.FLOAT, ["n", 3, 160, 104])]
    graph = helper.make_graph(nodes, "reader", takes, outputs, held)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), str(path))
    return path


def test_a_second_look_named_by_the_manifest_reads_every_card_again(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [RED_5])
    reader = write_reader(tmp_path / "reader.onnx", FACES.index("7"))
    write_manifest(model, input_size=640, second_look={"file": reader.name, "sha256": file_sha256(reader)})
    cards = load_detector(model).detect(TABLE)
    assert cards.labels == ("green_7",)
    assert cards.centres[0] == pytest.approx([640, 360], abs=0.1)


def test_a_wrong_or_missing_second_look_is_told(tmp_path: Path) -> None:
    model = write_model(tmp_path / "m.onnx", [RED_5])
    write_manifest(model, second_look={"file": "gone.onnx"})
    with pytest.raises(ModelError, match=r"gone\.onnx is missing"):
        load_detector(model)
    write_reader(tmp_path / "odd.onnx", 0, colours=4)
    write_manifest(model, second_look={"file": "odd.onnx"})
    with pytest.raises(ModelError, match=r"odd\.onnx does not tell"):
        load_detector(model)
    write_reader(tmp_path / "reader.onnx", 0)
    write_manifest(model, second_look={"file": "reader.onnx", "sha256": "0" * 64})
    with pytest.raises(ModelError, match="does not match the manifest"):
        load_detector(model)
