"""An exported model says what it reads and nothing about the machine it was trained on."""

import json
from pathlib import Path

import pytest

from vision.detect.kinds import KINDS
from vision.detect.manifest import default_model, file_sha256, manifest_path, read_manifest
from vision.train.export import ExportPlan, strip_notes, write_manifest

onnx = pytest.importorskip("onnx")


def _tiny(path: Path) -> Path:
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    value = [helper.make_tensor_value_info(name, kind, [1]) for name in ("a", "b")]
    graph = helper.make_graph([helper.make_node("Identity", ["a"], ["b"])], "g", value[:1], value[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    for key in ("names", "stride", "description", "args"):
        model.metadata_props.add(key=key, value=f"{key} of /somebody/home")
    onnx.save(model, str(path))
    return path


def test_only_the_notes_needed_for_reading_stay(tmp_path: Path) -> None:
    path = _tiny(tmp_path / "m.onnx")
    strip_notes(path)
    assert [note.key for note in onnx.load(str(path)).metadata_props] == ["names", "stride"]


def test_the_manifest_fits_the_file_it_lies_beside(tmp_path: Path) -> None:
    path = _tiny(tmp_path / "m.onnx")
    written = write_manifest(path, ExportPlan(path, tmp_path, "m", size=512, confidence=0.3))
    assert written == manifest_path(path)
    manifest = read_manifest(path)
    assert manifest is not None
    assert (manifest.classes, manifest.input_size, manifest.confidence) == (KINDS, 512, 0.3)
    assert manifest.sha256 == file_sha256(path)


def test_the_shipped_files_are_small_whole_and_name_no_folder() -> None:
    model = default_model()
    look = json.loads(manifest_path(model).read_text(encoding="utf-8"))["second_look"]
    for path in (model, model.with_name(look["file"])):
        assert path.stat().st_size < 12_000_000
        notes = {note.key: note.value for note in onnx.load(str(path)).metadata_props}
        assert not [key for key, value in notes.items() if "/" in value], notes
    assert file_sha256(model.with_name(look["file"])) == look["sha256"]
