"""Mutated lines of documents that are read line by line, each of which libyaml must read in the same way."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from clblint.source import plain
from clblint.source.lines import read_lines
from clblint.source.node import TextOrigin
from clblint.source.text import Source
from tests.forms.compare import difference

if TYPE_CHECKING:
    from clblint.source.node import Node
    from clblint.source.plain import PlainTree

ROOT = Path(__file__).parents[2]
MOST_LINES = 25
PIECES = (
    *(
        " ",
        "  ",
        ":",
        ": ",
        "::",
        "#",
        " #",
        "-",
        "- ",
        "  - ",
        "--- ",
        "...",
        "\n",
        "\n\n",
        "\n  ",
        "|",
        "|-",
        ">",
        ",",
    ),
    *(
        "?",
        "? ",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        "\\",
        "&a",
        "*a",
        "!x",
        "%",
        "@",
        "`",
        "<<",
        "~",
        "null",
        "yes",
        "1",
        "0x1",
    ),
    *(
        "=",
        ".",
        "_",
        "$",
        "\t",
        "\r",
        "\0",
        "\x85",
        "\xa0",
        "\u2028",
        "\u3000",
        "\ufeff",
        "\U0001f600",
        "é",
        "a",
        "b: c",
    ),
)


@cache
def documents() -> list[str]:
    """Documents of this repository in which a mutation may leave lines that can be read."""
    files = [path for end in ("yml", "yaml") for path in ROOT.rglob(f"*.{end}") if ".venv" not in path.parts]
    parts = [part for path in sorted(files) for part in path.read_text("utf-8", "replace").split("\n---\n")]
    return [part for part in parts if read_lines(f"{part}\n", TextOrigin(Source("x.yaml", b""), 0, 0, 0))]


def readers() -> dict[str, PlainTree]:
    """What reads documents line by line: in Python, and in the compiled parser if there is one."""
    if plain.compiled_parser() is None:
        return {"in Python": read_lines}
    from clblint.source.plain_tree import tree_of_lines  # noqa: PLC0415 - it is not there without it

    return {"in Python": read_lines, "compiled": tree_of_lines}


def differences(reader: PlainTree, seed: int, inputs: int) -> tuple[list[str], int]:
    """The mutated texts that are read otherwise than libyaml reads them, and how many documents were read by lines."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    count = 0

    def counted(text: str, origin: TextOrigin) -> list[Node] | None:
        nonlocal count
        roots = reader(text, origin)
        count += roots is not None
        return roots

    texts = [_mutated(_excerpt(chance.choice(documents()), chance), chance) for _ in range(inputs)]
    with mock.patch.object(plain, "plain_parser", return_value=counted):
        found = [text for text in texts if difference(text.encode("utf-8", "replace"))]
    return found, count


def _excerpt(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    start = chance.randrange(max(1, len(lines) - MOST_LINES))
    return "\n".join([*lines[start : start + chance.randint(5, MOST_LINES)], ""])


def _mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        lines = text.split("\n")
        at, line = chance.randrange(len(text) + 1), chance.randrange(len(lines))
        match chance.randrange(8):
            case 0:
                lines.insert(chance.randrange(len(lines)), lines[line])
            case 1:
                lines[line] = " " * chance.randint(1, 3) + lines[line]
            case 2:
                lines[line] = lines[line][chance.randint(1, 2) :]
            case 3:
                del lines[line]
            case 4:
                lines = [text[:at] + text[at + chance.choice((1, 1, 5)) :]]
            case _:
                lines = [text[:at] + chance.choice(PIECES) + text[at + chance.randrange(2) :]]
        text = "\n".join(lines)
    return text
