"""Mutants that nothing can kill, with the reason: what they change is never seen."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml

FILE = Path(__file__).with_name("equivalents.yaml")


class Equivalent(NamedTuple):
    """A change to a line of a module that changes nothing."""

    path: str
    was: str
    becomes: str


def equivalents() -> dict[Equivalent, str]:
    """The reasons of all that are listed."""
    listed: dict[str, list[dict[str, str]]] = yaml.safe_load(FILE.read_text(encoding="utf-8")) or {}
    return {Equivalent(path, one["was"], one["becomes"]): one["why"] for path, ones in listed.items() for one in ones}
