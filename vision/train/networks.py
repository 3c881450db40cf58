"""The small networks that read rectified cards and indices, before training."""

from __future__ import annotations

import importlib
from typing import Any

from vision.detect.chances import COLOURS, FACES
from vision.errors import MissingExtra


def torch_module() -> Any:
    """Return torch; MissingExtra where the extra `train` is not installed."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise MissingExtra("Training needs torch; install it with: pip install 'lastcard[train]'.") from error


def counts_in_halves(torch: Any) -> bool:
    """Tell whether this processor has bfloat16; where it has not, training in it takes several times as long."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


def _block(nn: Any, inside: int, outside: int, stride: int) -> Any:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.SiLU(inplace=True)
    )


def _residual(nn: Any, width: int) -> Any:
    class Residual(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(_block(nn, width, width // 2, 1), _block(nn, width // 2, width, 1))

        def forward(self, x: Any) -> Any:
            return x + self.body(x)

    return Residual()


def card_network() -> Any:
    """Return the untrained network: (N, 3, 160, 104) BGR in 0..1 to colour scores (N, 5) and face scores (N, 17)."""
    nn = torch_module().nn

    class CardNet(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.trunk = nn.Sequential(
                _block(nn, 3, 24, 2), _block(nn, 24, 48, 2), _residual(nn, 48), _block(nn, 48, 96, 2),
                _residual(nn, 96), _residual(nn, 96),
            )  # fmt: skip
            self.colour = nn.Sequential(nn.AvgPool2d((10, 7), (10, 6)), nn.Flatten(), nn.Linear(4 * 96, len(COLOURS)))
            self.deep = nn.Sequential(
                _block(nn, 96, 144, 2), _residual(nn, 144), nn.Conv2d(144, 32, 1), nn.SiLU(inplace=True)
            )
            self.face = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 10 * 7, len(FACES)))

        def forward(self, x: Any) -> tuple[Any, Any]:
            seen = self.trunk((x - 0.45) * 4)
            return self.colour(seen), self.face(self.deep(seen))

    return CardNet()


def index_network() -> Any:
    """Return the untrained network: (N, 3, 96, 64) BGR in 0..1 to colour (N, 5), face (N, 17) and upright (N, 2)."""
    nn = torch_module().nn

    class IndexNet(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.trunk = nn.Sequential(
                _block(nn, 3, 24, 2), _block(nn, 24, 48, 2), _residual(nn, 48), _block(nn, 48, 80, 2),
                _residual(nn, 80),
            )  # fmt: skip
            self.colour = nn.Sequential(nn.AvgPool2d((6, 4), (6, 4)), nn.Flatten(), nn.Linear(4 * 80, len(COLOURS)))
            self.deep = nn.Sequential(
                _block(nn, 80, 128, 2), _residual(nn, 128), nn.Conv2d(128, 32, 1), nn.SiLU(inplace=True), nn.Flatten()
            )
            self.face = nn.Sequential(nn.Dropout(0.2), nn.Linear(32 * 6 * 4, len(FACES)))
            self.upright = nn.Linear(32 * 6 * 4, 2)

        def forward(self, x: Any) -> tuple[Any, Any, Any]:
            seen = self.trunk((x - 0.45) * 4)
            deep = self.deep(seen)
            return self.colour(seen), self.face(deep), self.upright(deep)

    return IndexNet()
