"""Mutants that nothing kills, each with its reason: it changes nothing, or no example shows what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).with_name("survivors.yaml")
EVERYWHERE = "*"
_HEAD = """\
# Mutants that survive, by module: the line as it is, what it becomes, and why nothing kills it.
# `equivalent`: nobody can tell, and they do not count. Below `*` stand changes of a part of a line, in any module.
# `unseen`: no example tells, and they count. `python -m tests.mutation --keep` writes these, with a reason by the kind
# of change where none was given. `whole`: the folders of which all are listed.
# `python -m tests.mutation` fails where one is killed, or where another one survives in a folder that is whole.
"""


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


def _reasons(listed: dict[str, dict[str, dict[str, str]]]) -> Iterator[tuple[Survivor, str]]:
    for path, lines in listed.items():
        for was, changes in lines.items():
            yield from ((Survivor(path, was, becomes), why) for becomes, why in changes.items())


def keep(listed: Known, file: Path = FILE) -> None:
    """Write a file."""
    made = {
        "whole": list(listed.whole),
        "equivalent": _by_module(listed.equivalent),
        "unseen": _by_module(listed.unseen),
    }
    text = yaml.dump(made, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    file.write_text(_HEAD + text, encoding="utf-8")


def _by_module(reasons: Reasons) -> dict[str, dict[str, dict[str, str]]]:
    made: dict[str, dict[str, dict[str, str]]] = {}
    for one, why in sorted(reasons.items()):
        made.setdefault(one.path, {}).setdefault(_Code(one.was), {})[_Code(one.becomes)] = why
    return made


class _Code(str):
    """A line of Python: most hold what YAML wants in quotes, so all stand in quotes."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes code in quotes."""


_Dumper.add_representer(_Code, lambda dumper, code: dumper.represent_scalar("tag:yaml.org,2002:str", code, style="'"))
