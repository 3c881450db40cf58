import subprocess
import sys
from pathlib import Path

import pytest
from typer.exceptions import TyperException

from vision.cli import app, explain, run
from vision.config import Settings, load_settings
from vision.errors import LastcardError, UsageError

COMMANDS = [
    "demo",
    "detect",
    "watch",
    "replay",
    "calibrate",
    "deck",
    "table",
    "rules",
    "game",
    "sim",
    "simulate",
    "bench",
    "synth",
    "train",
    "train-reader",
    "export",
    "eval",
]
CHECKOUT = Path(__file__).parents[2]


def command_line(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run ``lastcard`` as a person does, in a process of its own."""
    code = "import sys; from vision.cli import main; main(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", code, *words], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"Example: lastcard {command}" in " ".join(out.split())


def test_every_command_is_tested_here() -> None:
    assert sorted(COMMANDS) == sorted(info.name or "" for info in [*app.registered_commands, *app.registered_groups])


def test_help_lists_every_command_and_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("lastcard 0.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "No command was given; see lastcard --help."),
        (["fly"], "No such command 'fly'; see lastcard --help."),
        (["detect"], "Missing argument 'PATH...'; see lastcard detect --help."),
        (["detect", "x.jpg", "--confidence", "7"], "--confidence"),
        (["detect", "--colour"], "No such option: --colour"),
        (["detect", "x.jpg", "--size", "large"], "--size"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.startswith("lastcard: ")
    assert err.count("\n") == 1
    assert err.endswith(" --help.\n")


@pytest.mark.parametrize(
    ("error", "said", "code"),
    [
        (LastcardError("The table is on fire; put it out."), "The table is on fire; put it out.", 1),
        (UsageError("No."), "No.", 2),
        (ImportError("libGL.so.1: cannot open shared object file: No such file"), "apt-get install libgl1", 1),
        (ImportError("libgthread-2.0.so.0: cannot open"), "libgthread-2.0.so.0", 1),
        (ModuleNotFoundError("No module named 'cv2'", name="cv2"), "The package cv2 is missing", 1),
        (ImportError("cannot import name 'x' from 'vision'", name="vision"), "A part of Lastcard cannot be loaded", 1),
        (MemoryError(), "not enough memory", 1),
        (PermissionError(13, "Permission denied", "/root/x"), "/root/x: Permission denied", 1),
        (RuntimeError("two\nlines"), "Something unexpected happened (RuntimeError: two lines)", 1),
        (TyperException("Bad."), "Bad; see lastcard --help.", 1),
    ],
)
def test_whatever_happens_is_one_sentence(error: Exception, said: str, code: int) -> None:
    sentence, given = explain(error)
    assert said in sentence
    assert "\n" not in sentence
    assert given == code


def test_a_missing_system_library_is_told_without_a_stack_trace(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file: No such file')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from vision.cli import main; main(['detect', 'x.jpg'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(
        "lastcard: OpenCV or another package cannot load for want of the system library libGL.so.1"
    )
    assert "apt-get install libgl1 libglib2.0-0" in done.stderr
    assert done.stderr.count("\n") == 1


def test_debugging_shows_the_error_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_DEBUG", "1")
    with pytest.raises(LastcardError):
        run(["detect", "x.jpg", "--model", "gone.onnx"])


def test_help_comes_without_loading_what_is_heavy() -> None:
    code = (
        "import sys; from vision.cli import run; run(['--help']); "
        "print([m for m in ('cv2', 'numpy', 'onnxruntime', 'fastapi', 'torch') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    code = "import sys; from vision.cli import main; main(['--help'])"
    done = subprocess.run(
        f'{sys.executable} -c "{code}" | true; echo ${{PIPESTATUS[0]}}',
        shell=True,
        executable="/bin/bash",
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "1")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_THREADS", "3")
    monkeypatch.setenv("LASTCARD_CONFIDENCE", "")
    assert load_settings().threads == 3
    assert load_settings().confidence is None


def test_a_setting_that_makes_no_sense_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LASTCARD_THREADS", "many")
    assert run(["detect", "x.jpg"]) == 2
    err = capsys.readouterr().err
    assert "LASTCARD_THREADS=many makes no sense" in err
    assert err.count("\n") == 1


def test_every_setting_is_described_and_stands_in_the_readme() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        assert field.description
        assert f"`LASTCARD_{name.upper()}`" in readme


def test_every_command_stands_in_the_readme() -> None:
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"lastcard {command}" in readme
