"""docs/rules.md says what the options say; `python -m tests.engine.test_rules_doc` writes its tables anew."""

import re
from dataclasses import fields
from pathlib import Path

from engine.rules import OPTIONS, PRESETS, Rules
from engine.rules_text import option_sentence

DOC = Path(__file__).parents[2] / "docs" / "rules.md"
BEGIN, END = "<!-- options: written from engine.rules -->", "<!-- end of options -->"
ROWS = {option.name: option.metadata["row"] for option in fields(Rules) if "row" in option.metadata}


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tables() -> str:
    """Every option with its values, what they mean, and the presets that have them."""
    lines = ["| row | option | value | means | presets |", "|---|---|---|---|---|"]
    for option, values in OPTIONS.items():
        for value in values:
            having = [name for name, rules in PRESETS.items() if getattr(rules, option) == value]
            names = "all" if len(having) == len(PRESETS) else ", ".join(having) or "none"
            lines.append(
                f"| {ROWS[option]} | `{option}` | `{written(value)}` | {option_sentence(option, value)} | {names} |"
            )
    return "\n".join(lines)


def test_the_page_has_the_options_as_they_are() -> None:
    text = DOC.read_text(encoding="utf-8")
    assert text.split(BEGIN)[1].split(END)[0].strip() == tables()


def test_every_row_of_the_rule_table_has_a_test_with_its_id() -> None:
    names = " ".join(
        name
        for file in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
    )
    wanted = [f"r{n:02}" for n in range(1, 41)] + [f"w{n}" for n in range(1, 11)] + [f"f{n:02}" for n in range(1, 18)]
    assert [row for row in wanted if f"_{row}_" not in f"{names}_".replace(" ", "_ ")] == []


def test_every_decision_of_the_page_names_tests_that_exist() -> None:
    names = {
        name
        for file in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
    }
    decisions = DOC.read_text(encoding="utf-8").split("## Decisions")[1]
    cited = set(re.findall(r"`(test_\w+)`", decisions))
    assert cited
    assert cited - names == set()
    for entry in re.split(r"\n- ", decisions)[1:]:
        assert "`test_" in entry, entry


if __name__ == "__main__":
    page = DOC.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    DOC.write_text(f"{head}{BEGIN}\n{tables()}\n{END}{rest.split(END)[1]}", encoding="utf-8")
