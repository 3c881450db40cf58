"""Train the small networks that read cards and indices, and write them as ONNX. Needs the extra `train`."""

from __future__ import annotations

import math
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.detect.index_look import INDEX_HEIGHT, INDEX_WIDTH
from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.errors import UsageError
from vision.train.crops import Crop, card_crops, index_crops
from vision.train.networks import card_network, counts_in_halves, index_network, torch_module

SHUFFLED = 4096
"""How many crops are kept to draw batches from, so that a batch mixes many pictures."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the two networks: how to build it, what it learns from, its input (height, width) and its outputs."""

    build: Callable[[], Any]
    crops: Callable[[Path, random.Random], Iterator[Crop]]
    shape: tuple[int, int]
    outputs: tuple[str, ...]


CARDS = Kind(card_network, card_crops, (CROP_HEIGHT, CROP_WIDTH), ("colour", "face"))
INDICES = Kind(index_network, index_crops, (INDEX_HEIGHT, INDEX_WIDTH), ("colour", "face", "upright"))


@dataclass(frozen=True, slots=True)
class ReaderPlan:
    """What to train. `data` holds train/ and val/ as `lastcard synth` writes them; `steps` batches in all.

    `start` goes on from the weights of an earlier run.
    """

    data: Path
    out: Path
    kind: Kind = CARDS
    steps: int = 4000
    batch: int = 64
    learning_rate: float = 0.003
    start: Path | None = None
    threads: int = 2
    seed: int = 1


def _batches(plan: ReaderPlan, rng: random.Random) -> Iterator[list[Crop]]:
    """Yield batches for ever, each drawn from a large store that new crops keep changing."""
    store: list[Crop] = []
    batch: list[Crop] = []
    while True:
        for crop in plan.kind.crops(plan.data / "train", rng):
            if len(store) < SHUFFLED:
                store.append(crop)
                continue
            place = rng.randrange(SHUFFLED)
            batch.append(store[place])
            store[place] = crop
            if len(batch) == plan.batch:
                yield batch
                batch = []


def _pixels(torch: Any, crops: list[Crop]) -> Any:
    pixels = np.stack([crop.image for crop in crops]).transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(pixels)).float().div_(255)


def _loss(torch: Any, outputs: tuple[Any, ...], crops: list[Crop]) -> Any:
    """Return the loss of one batch: colour and face of what stands upright, and, of indices, whether it does."""
    measure = torch.nn.functional.cross_entropy
    upright = torch.tensor([crop.upright for crop in crops])
    read = upright != 0
    colour = torch.tensor([crop.colour for crop in crops])
    face = torch.tensor([crop.face for crop in crops])
    total = measure(outputs[1].float()[read], face[read], label_smoothing=0.03)
    total = total + 0.5 * measure(outputs[0].float()[read], colour[read], label_smoothing=0.03)
    if len(outputs) == 3:
        total = total + 0.5 * measure(outputs[2].float(), upright, ignore_index=-1, label_smoothing=0.02)
    return total


def check(network: Any, kind: Kind, folder: Path, seed: int = 0) -> dict[str, float]:
    """Return the shares of colours and faces, and of indices the turn, told rightly on a drawn folder."""
    torch = torch_module()
    network.eval()
    crops = list(kind.crops(folder, random.Random(seed)))
    right = dict.fromkeys(kind.outputs, 0)
    count = dict.fromkeys(kind.outputs, 0)
    with torch.no_grad():
        for start in range(0, len(crops), 64):
            part = crops[start : start + 64]
            for name, output in zip(kind.outputs, network(_pixels(torch, part)), strict=True):
                for told, crop in zip(output.argmax(1).tolist(), part, strict=True):
                    if (crop.upright >= 0) if name == "upright" else (crop.upright != 0):
                        right[name] += told == getattr(crop, name)
                        count[name] += 1
    network.train()
    return {"crops": float(len(crops))} | {name: right[name] / max(1, count[name]) for name in kind.outputs}


def train_reader(plan: ReaderPlan, tell: Callable[[int, dict[str, float]], None] | None = None) -> Path:
    """Train, writing `<out>/reader.pt` (a running average of the weights) every 500 steps; return its path."""
    torch = torch_module()
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    rng = random.Random(plan.seed)
    network = plan.kind.build().to(memory_format=torch.channels_last)
    if plan.start is not None:
        network.load_state_dict(_load(torch, plan.start))
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.997)
    )
    optimiser = torch.optim.AdamW(network.parameters(), plan.learning_rate, weight_decay=0.02)
    plan.out.mkdir(parents=True, exist_ok=True)
    path = plan.out / "reader.pt"
    batches, halves = _batches(plan, rng), counts_in_halves(torch)
    for step in range(1, plan.steps + 1):
        share = step / plan.steps
        rate = plan.learning_rate * min(1.0, step / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        crops = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=halves):
            outputs = network(_pixels(torch, crops).contiguous(memory_format=torch.channels_last))
        total = _loss(torch, outputs, crops)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        average.update_parameters(network)
        if step % 500 == 0 or step == plan.steps:
            torch.save(_averaged(average, network).state_dict(), path)
            if tell is not None:
                figures = check(_averaged(average, network), plan.kind, plan.data / "val")
                tell(step, {"loss": float(total.detach()), **figures})
    return path


def _averaged(average: Any, network: Any) -> Any:
    """Return the averaged network with the running batch statistics of the trained one."""
    for mine, theirs in zip(average.module.buffers(), network.buffers(), strict=True):
        mine.copy_(theirs)
    return average.module


def _load(torch: Any, weights: Path) -> Any:
    if not weights.is_file():
        raise UsageError(f"No weights at {weights}: train that network first with lastcard train-reader.")
    return torch.load(weights, weights_only=True)


def average_weights(states: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the mean of weights that come from one another: steps of one long training make one better network."""
    return {
        name: sum(state[name].float() for state in states).div(len(states)).to(states[0][name].dtype)
        for name in states[0]
    }


def export_reader(weights: Sequence[Path], target: Path, kind: Kind = CARDS) -> Path:
    """Write the trained network, the mean of `weights`, as ONNX for any batch size; return its path.

    A single .onnx is taken as it is. UsageError where weights are missing or none are given.
    """
    if len(weights) == 1 and weights[0].suffix == ".onnx" and weights[0].is_file():
        if weights[0].resolve() != target.resolve():
            shutil.copyfile(weights[0], target)
        return target
    if not weights:
        raise UsageError("No weights were given; train a network first with lastcard train-reader.")
    torch = torch_module()
    network = kind.build()
    network.load_state_dict(average_weights([_load(torch, path) for path in weights]))
    network.eval()
    example = torch.zeros(2, 3, *kind.shape)
    axes = {name: {0: "n"} for name in ("crops", *kind.outputs)}
    torch.onnx.export(
        network, (example,), str(target), input_names=["crops"], output_names=list(kind.outputs),
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip
    return target
