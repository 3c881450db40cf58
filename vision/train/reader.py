"""Train the small network of the second look, and write it as ONNX. Needs the extra `train`."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.detect.second_look import COLOURS, FACES
from vision.errors import MissingExtra, UsageError
from vision.train.crops import Crop, read_crops

SHUFFLED = 4096
"""How many crops are kept to draw batches from, so that a batch mixes many pictures."""


@dataclass(frozen=True, slots=True)
class ReaderPlan:
    """What to train. `data` holds train/ and val/ as `lastcard synth` writes them; `steps` batches in all.

    `start` goes on from the weights of an earlier run.
    """

    data: Path
    out: Path
    steps: int = 4000
    batch: int = 64
    learning_rate: float = 0.003
    start: Path | None = None
    threads: int = 2
    seed: int = 1


def _torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise MissingExtra("Training needs torch; install it with: pip install 'lastcard[train]'.") from error


def build_network() -> Any:
    """Return the untrained network: (N, 3, 160, 104) BGR in 0..1 to colour scores (N, 5) and face scores (N, 17)."""
    torch = _torch()
    nn = torch.nn

    def block(inside: int, outside: int, stride: int) -> Any:
        return nn.Sequential(
            nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.SiLU(inplace=True)
        )

    class Residual(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, width: int) -> None:
            super().__init__()
            self.body = nn.Sequential(block(width, width // 2, 1), block(width // 2, width, 1))

        def forward(self, x: Any) -> Any:
            return x + self.body(x)

    class CardNet(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.trunk = nn.Sequential(
                block(3, 24, 2), block(24, 48, 2), Residual(48), block(48, 96, 2), Residual(96), Residual(96)
            )
            self.colour = nn.Sequential(nn.AvgPool2d((10, 7), (10, 6)), nn.Flatten(), nn.Linear(4 * 96, len(COLOURS)))
            self.deep = nn.Sequential(block(96, 144, 2), Residual(144), nn.Conv2d(144, 32, 1), nn.SiLU(inplace=True))
            self.face = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 10 * 7, len(FACES)))

        def forward(self, x: Any) -> tuple[Any, Any]:
            seen = self.trunk((x - 0.45) * 4)
            return self.colour(seen), self.face(self.deep(seen))

    return CardNet()


def _batches(plan: ReaderPlan, rng: random.Random) -> Iterator[list[Crop]]:
    """Yield batches for ever, each drawn from a large store that new crops keep changing."""
    store: list[Crop] = []
    batch: list[Crop] = []
    while True:
        for crop in read_crops(plan.data / "train", rng):
            if len(store) < SHUFFLED:
                store.append(crop)
                continue
            place = rng.randrange(SHUFFLED)
            batch.append(store[place])
            store[place] = crop
            if len(batch) == plan.batch:
                yield batch
                batch = []


def _tensors(torch: Any, crops: list[Crop]) -> tuple[Any, Any, Any]:
    pixels = np.stack([crop.image for crop in crops]).transpose(0, 3, 1, 2)
    images = torch.from_numpy(np.ascontiguousarray(pixels)).float().div_(255)
    return images, torch.tensor([crop.colour for crop in crops]), torch.tensor([crop.face for crop in crops])


def check(network: Any, folder: Path, seed: int = 0) -> dict[str, float]:
    """Return the shares of colours and faces read rightly on a drawn folder."""
    torch = _torch()
    network.eval()
    crops = list(read_crops(folder, random.Random(seed)))
    colours = faces = 0
    with torch.no_grad():
        for start in range(0, len(crops), 64):
            images, colour, face = _tensors(torch, crops[start : start + 64])
            a, b = network(images)
            colours += int((a.argmax(1) == colour).sum())
            faces += int((b.argmax(1) == face).sum())
    network.train()
    return {"crops": float(len(crops)), "colour": colours / len(crops), "face": faces / len(crops)}


def train_reader(plan: ReaderPlan, tell: Callable[[int, dict[str, float]], None] | None = None) -> Path:
    """Train, writing `<out>/reader.pt` (a running average of the weights) every 500 steps; return its path."""
    torch = _torch()
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    rng = random.Random(plan.seed)
    network = build_network().to(memory_format=torch.channels_last)
    if plan.start is not None:
        network.load_state_dict(_load(torch, plan.start))
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.997)
    )
    optimiser = torch.optim.AdamW(network.parameters(), plan.learning_rate, weight_decay=0.02)
    loss = torch.nn.CrossEntropyLoss(label_smoothing=0.03)
    plan.out.mkdir(parents=True, exist_ok=True)
    path = plan.out / "reader.pt"
    batches = _batches(plan, rng)
    for step in range(1, plan.steps + 1):
        share = step / plan.steps
        rate = plan.learning_rate * min(1.0, step / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        images, colour, face = _tensors(torch, next(batches))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            a, b = network(images.contiguous(memory_format=torch.channels_last))
        total = loss(b.float(), face) + 0.5 * loss(a.float(), colour)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        average.update_parameters(network)
        if step % 500 == 0 or step == plan.steps:
            _save(torch, network, average, path)
            if tell is not None:
                tell(step, {"loss": float(total.detach()), **check(_averaged(average, network), plan.data / "val")})
    return path


def _averaged(average: Any, network: Any) -> Any:
    """Return the averaged network with the running batch statistics of the trained one."""
    for mine, theirs in zip(average.module.buffers(), network.buffers(), strict=True):
        mine.copy_(theirs)
    return average.module


def _save(torch: Any, network: Any, average: Any, path: Path) -> None:
    torch.save(_averaged(average, network).state_dict(), path)


def _load(torch: Any, weights: Path) -> Any:
    if not weights.is_file():
        raise UsageError(f"No weights at {weights}: train the second look first with lastcard train-reader.")
    return torch.load(weights, weights_only=True)


def export_reader(weights: Path, target: Path) -> Path:
    """Write the trained network as ONNX for any batch size; return its path. UsageError where weights are missing."""
    torch = _torch()
    network = build_network()
    network.load_state_dict(_load(torch, weights))
    network.eval()
    example = torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH)
    torch.onnx.export(
        network, (example,), str(target), input_names=["crops"], output_names=["colour", "face"],
        dynamic_axes={"crops": {0: "n"}, "colour": {0: "n"}, "face": {0: "n"}}, opset_version=17, dynamo=False,
    )  # fmt: skip
    return target
