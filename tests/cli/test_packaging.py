"""The package holds what it should, and the engine uses nothing but Python's standard library."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def imported_by(path: Path) -> set[str]:
    """The top names that a module imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", sorted((CHECKOUT / "engine").rglob("*.py")), ids=lambda path: path.stem)
def test_the_engine_imports_only_the_standard_library_and_itself(path: Path) -> None:
    assert imported_by(path) <= set(sys.stdlib_module_names) | {"engine"}


@pytest.mark.parametrize("module", ["time", "datetime", "threading", "asyncio", "socket", "os", "pathlib", "secrets"])
def test_the_engine_has_no_clock_files_or_threads(module: str) -> None:
    users = [path.name for path in (CHECKOUT / "engine").rglob("*.py") if module in imported_by(path)]
    assert users == []


def test_torch_is_only_an_extra() -> None:
    default = " ".join(PROJECT["project"]["dependencies"])
    assert not any(name in default for name in ("torch", "ultralytics"))
    assert any(name.startswith("ultralytics") for name in PROJECT["project"]["optional-dependencies"]["train"])


def test_only_our_two_packages_and_the_model_are_installed() -> None:
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["packages"] == ["engine", "vision"]
    assert wheel["only-include"] == ["engine", "vision", "models"]
    assert wheel["sources"] == {"models": "vision/detect/_models"}
    assert PROJECT["tool"]["hatch"]["build"]["dev-mode-exact"] is True
    assert (CHECKOUT / "models" / "lastcard.onnx").is_file()
    assert (CHECKOUT / "models" / "lastcard.json").is_file()


def test_the_licence_is_the_affero_one() -> None:
    text = (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in text
    assert len(text.splitlines()) > 600
    assert PROJECT["project"]["license"] == "AGPL-3.0-or-later"
