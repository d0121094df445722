"""Mutants that nothing kills, each with its reason: it changes nothing, or no example shows what it changes."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("survivors.yaml")
EVERYWHERE = "*"
_HEAD = """\
# Mutants that survive, by module and by the reason why nothing kills them: the line as it is, the part of it that is
# changed, and all that this becomes.
# `equivalent`: nobody can tell, and they do not count. Below `*` stand changes of a part of a line, in any module.
# `unseen`: no example tells, and they count. `python -m tests.mutation --keep` writes these, with a reason by the kind
# of change where none was given. `whole`: the folders of which all are listed.
# `python -m tests.mutation` fails where one is killed, or where another one survives in a folder that is whole.
"""
_TOKEN = re.compile(r"\w+|[<>=!*/]=|\*\*|//|<<|>>|.")

Parts = dict[str, list[str]]  # what parts of a line become


class Survivor(NamedTuple):
    """A change to a line of a module; in every module (`*`), to a part of a line."""

    path: str
    was: str
    becomes: str

    def covers(self, other: Survivor) -> bool:
        """Whether another change is this one."""
        return other._replace(path="") in self._on(other.was) if self.path == EVERYWHERE else other == self

    def _on(self, line: str) -> Iterator[Survivor]:
        """This change at each place of a line, wherever that stands."""
        before, *others = line.split(self.was)
        for number in range(len(others)):
            parts = self.was.join((before, *others[:number])), self.was.join(others[number:])
            yield Survivor("", line, self.becomes.join(parts))


Reasons = dict[Survivor, str]


class Known(NamedTuple):
    """What is listed, with the reasons: what changes nothing, and what no example shows.

    It is all that survives in the folders that are `whole`.
    """

    equivalent: Reasons
    unseen: Reasons
    whole: tuple[str, ...]


def known(file: Path = FILE) -> Known:
    """What a file lists."""
    listed = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    equivalent, unseen = (dict(_reasons(listed[section])) for section in ("equivalent", "unseen"))
    return Known(equivalent, unseen, tuple(listed["whole"]))


def _reasons(listed: dict[str, dict[str, dict[str, Parts]]]) -> Iterator[tuple[Survivor, str]]:
    for path, by_reason in listed.items():
        for why, lines in by_reason.items():
            for was, parts in lines.items():
                changes = ((old, new) for old, becomes in parts.items() for new in becomes)
                yield from ((Survivor(path, was, was.replace(old, new)), why) for old, new in changes)


def keep(listed: Known, file: Path = FILE) -> None:
    """Write a file."""
    made = {
        "whole": list(listed.whole),
        "equivalent": _by_module(listed.equivalent),
        "unseen": _by_module(listed.unseen),
    }
    text = yaml.dump(made, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    file.write_text(_HEAD + text, encoding="utf-8")


def _by_module(reasons: Reasons) -> dict[str, dict[str, dict[str, _Parts]]]:
    made: dict[str, dict[str, dict[str, _Parts]]] = {}
    for one, why in sorted(reasons.items(), key=lambda item: (item[0].path, item[1], item[0])):
        parts = made.setdefault(one.path, {}).setdefault(why, {}).setdefault(_Code(one.was), _Parts())
        old, new = part_changed(one.was, one.becomes)
        parts.setdefault(_Code(old), []).append(_Code(new))
    return made


def part_changed(was: str, becomes: str) -> tuple[str, str]:
    """The smallest part of a line that stands in it once and holds all that is changed, and what it becomes."""
    old, new = _TOKEN.findall(was), _TOKEN.findall(becomes)
    start = _alike(old, new)
    end = min(_alike(old[::-1], new[::-1]), len(old) - start, len(new) - start)
    while end or start:
        part = "".join(old[start : len(old) - end])
        if part and part == part.strip() and was.count(part) == 1:
            return part, "".join(new[start : len(new) - end])
        start, end = (start - 1, end) if start else (start, end - 1)
    return was, becomes


def _alike(one: list[str], other: list[str]) -> int:
    """How many items two lists begin with that are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


class _Code(str):
    """A line of Python, or a part of it: most hold what YAML wants in quotes, so all stand in quotes."""

    __slots__ = ()


class _Parts(dict[_Code, list[_Code]]):
    """The changes of a line, which are written on one line."""


class _Dumper(yaml.SafeDumper):
    """Writes code in quotes, and the changes of a line on one line."""


def _in_quotes(dumper: Any, code: _Code) -> Any:  # noqa: ANN401 - PyYAML's types are unknown
    return dumper.represent_scalar("tag:yaml.org,2002:str", code, style="'")


def _on_one_line(dumper: Any, parts: _Parts) -> Any:  # noqa: ANN401 - the same
    return dumper.represent_mapping("tag:yaml.org,2002:map", parts, flow_style=True)


_Dumper.add_representer(_Code, _in_quotes)
_Dumper.add_representer(_Parts, _on_one_line)
