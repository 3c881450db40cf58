"""The documents lead where they say and do not promise what is not there."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "models/MODEL_CARD.md",
    "datasets/README.md",
]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_to_a_file_leads_somewhere(name: str) -> None:
    path = CHECKOUT / name
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    for link in links:
        assert link.startswith("https://") or (path.parent / link).exists(), f"{name} links to {link}"


def test_the_architecture_names_every_folder_of_vision() -> None:
    text = (CHECKOUT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [path.name for path in (CHECKOUT / "vision").iterdir() if (path / "__init__.py").is_file()]
    assert folders
    for folder in folders:
        assert f"  {folder}/" in text


def test_the_readme_gives_the_two_commands_that_are_checked() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(\$\(command -v sudo\).+)\n```", readme)
    assert len(commands) == 2
    assert commands[0].endswith(".venv/bin/pip install . && .venv/bin/lastcard demo")
    assert commands[1].endswith(".venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest")
