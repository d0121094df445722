"""Makes the reference page for authors of rules: subjects with their attributes, and the methods of a fact."""

from __future__ import annotations

import importlib
import inspect
import os
from typing import TYPE_CHECKING, Any

from clblint.fast import Frozen, cached_property
from clblint.kube.fact import Fact
from clblint.lint.subjects import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE = os.path.join("docs", "subjects.md")
_PAGE = """\
# Subjects and facts

What a [rule](plugins.md) is handed, and what it may ask.

## Subjects

{subjects}
## Facts

{questions}"""
_HIDDEN = frozenset({"at_key", "count", "given", "index", "key", "known", "owner", "place", "release", "written"})


def subjects() -> str:
    """What a rule can be on, as a table."""
    rows = []
    for name, subject in SUBJECTS.items():
        kind = getattr(importlib.import_module(subject.module), name)
        rows.append((f"`{name}`", _summary(kind), ", ".join(f"`{one}`" for one in _attributes(kind))))
    return _table(("subject", "what it is", "what it knows"), rows)


def questions() -> str:
    """What may be asked of a fact, as a table."""
    rows = []
    for name in _attributes(Fact):
        member = inspect.getattr_static(Fact, name)
        call = "" if isinstance(member, property) else "(...)"
        rows.append((f"`fact.{name}{call}`", _summary(member)))
    return _table(("question", "yes, where"), rows)


def subject_page() -> str:
    """The page."""
    return _PAGE.format(subjects=subjects(), questions=questions())


def _attributes(kind: type) -> list[str]:
    """The names of fields, properties and methods that are there for rules, in the order in which they are written."""
    found: dict[str, None] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("clblint.") and base.__name__ not in {"Frozen", "NamedTuple"}:
            found.update(dict.fromkeys(_own(base)))
    hidden = _HIDDEN if kind is Fact else _HIDDEN - {"key", "place"}
    return [name for name in found if not name.startswith(("_", "find_")) and name not in hidden]


def _own(base: type) -> Iterator[str]:
    if issubclass(base, (tuple, Frozen)):  # its annotations are its fields
        yield from vars(base).get("__annotations__", {})
    for name, member in vars(base).items():
        lives_there = isinstance(member, (property, cached_property)) or inspect.ismemberdescriptor(member)
        if lives_there or inspect.isfunction(member):
            yield name


def _summary(thing: Any) -> str:  # noqa: ANN401 - a class or a property
    """The first sentence of its docstring."""
    text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
    return text.removesuffix(".").replace("|", "\\|")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [tuple(head), *rows]
    made = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([made[0], "|" + " --- |" * len(lines[0]), *made[1:]]) + "\n"  # type: ignore[arg-type]
