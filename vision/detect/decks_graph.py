"""Further outputs for an ONNX network, without any package: what the heads of the second look take.

An ONNX file is a protobuf message, and two such messages written one after the other are read as one, their lists
joined. So outputs are added by a few bytes behind the file; the file itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

HEADS: Final = ("colour", "face")
"""The outputs of the network, each made by one linear layer."""

_GRAPH, _NODE, _OUTPUT = 7, 1, 12  # fields of ModelProto and GraphProto
_NODE_INPUT, _NODE_OUTPUT, _NODE_KIND = 1, 2, 4  # fields of NodeProto
_NAME = 1  # field of ValueInfoProto


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """Return (number, where it ends) of the number written at `at`."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _fields(data: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Yield (field, bytes) of the parts of a message that have a length; numbers are passed over."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 2:
            length, at = _varint(data, at)
            yield key >> 3, data[at : at + length]
            at += length
        elif kind == 0:
            _, at = _varint(data, at)
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise ValueError(f"wire kind {kind}")


def _part(field: int, content: bytes) -> bytes:
    """Return one part of a message with its field and its length."""
    length, size = b"", len(content)
    while True:
        size, low = size >> 7, size & 0x7F
        length += bytes([low | (0x80 if size else 0)])
        if not size:
            return bytes([field << 3 | 2]) + length + content


def head_inputs(model: bytes) -> tuple[str, ...]:
    """Return the names of the tensors that the linear layers of HEADS take; ValueError where there are none."""
    found: dict[str, str] = {}
    for field, graph in _fields(memoryview(model)):
        for part, node in _fields(graph) if field == _GRAPH else ():
            if part == _NODE:
                words = [(name, bytes(text).decode("utf-8", "replace")) for name, text in _fields(node)]
                kinds = [text for name, text in words if name == _NODE_KIND]
                made = [text for name, text in words if name == _NODE_OUTPUT]
                if kinds in (["Gemm"], ["MatMul"]) and made and made[0] in HEADS:
                    found[made[0]] = next(text for name, text in words if name == _NODE_INPUT)
    if set(found) != set(HEADS):
        raise ValueError("no linear layer makes " + " or ".join(sorted(set(HEADS) - set(found))))
    return tuple(found[head] for head in HEADS)


def with_outputs(model: bytes, names: tuple[str, ...]) -> bytes:
    """Return the ONNX file `model` with the tensors `names` among its outputs, after those that it has."""
    outputs = b"".join(_part(_OUTPUT, _part(_NAME, name.encode())) for name in names)
    return model + _part(_GRAPH, outputs)
