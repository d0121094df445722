"""Completes findings about what a kustomization builds: by which root, of which object, and from which texts."""

from __future__ import annotations

import os
import re

from clblint.fast import cached_property
from clblint.files.digest import digest_of
from clblint.i18n.text import N_
from clblint.kube.fact import Fact
from clblint.lint.finding import BuiltAs
from clblint.report.wording import filled
from clblint.source.node import BuiltOrigin, Node, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject
    from clblint.lint.finding import Finding
    from clblint.lint.problem import Problem
    from clblint.source.located import Located
    from clblint.source.place import Place

_REPLACED = N_("this value is replaced")
_PART = N_("this is a part of the value")
_SAME = N_("the same value stands here, too")
_WORD = re.compile(r"[\w-]+")
_FEW = 20  # names to look for one by one
_MOST = 5  # texts that took part in a value


class FindingBuilder:
    """Makes findings about one root complete; they may also name objects that it built `before`.

    `brief` findings, which no report shows, get only the root.
    """

    def __init__(self, manifest: Manifest, before: Iterable[KubeObject] = (), *, brief: bool = False) -> None:
        self._brief = brief
        self._homes: dict[KubeObject, Place] = {}
        self._objects = [*before, *manifest.objects]
        self._root = os.path.dirname(manifest.source.path) or "."

    def built(self, made: Finding, found: Problem, thing: KubeObject | None) -> Finding:
        """A finding about an object with its root, the object's place, and the texts that took part in the value."""
        if self._brief:
            return made._replace(roots=(BuiltAs(self._root, made.object),))
        labels = tuple(_took_part(found.at))
        if labels:
            made = made.with_details(because=(*made.unpacked_details.because, *labels))
        return made._replace(
            roots=(BuiltAs(self._root, made.object),),
            home=None if thing is None else self._home_of(thing),
            alike=self._alike(made),
        )

    def _home_of(self, thing: KubeObject) -> Place:
        found = self._homes.get(thing)
        if found is None:
            found = self._homes[thing] = thing.name.place
        return found

    def _alike(self, made: Finding) -> str:
        """What is equal for findings of several roots that say the same of objects with other names."""
        details = made.unpacked_details
        text = f"{made.subject} {filled(details.message, details.values)}"
        words = {"", *_WORD.findall(text)} if any(by_word for _, by_word in self._names) else set[str]()
        for names, by_word in self._names:
            near = [name for word in by_word.keys() & words for name in by_word[word]] if by_word else names
            there = [name for name in near if name in text]
            if there:
                text = _with_others(text, names, there)
        return digest_of(f"{int(made.severity)} {text}".encode(errors="replace")).hex()

    @cached_property
    def _names(self) -> list[tuple[dict[str, str], dict[str, list[str]]]]:
        """What to replace in messages: namespaces, then the names that the build changes, by those in the files.

        If there are many, they come by their first word, since there may be thousands.
        """
        spaces = {thing.namespace: "" for thing in self._objects if thing.namespace}
        names = {thing.name.value: written for thing in self._objects if (written := _written(thing))}
        before = {f"{name}/": "" for name in spaces}
        after = {f".{name}": "" for name in spaces}
        found = before, after, names
        return [(texts, _by_first_word(texts) if len(texts) > _FEW else {}) for texts in found]


def _by_first_word(texts: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts:
        first = _WORD.match(text, pos=int(text.startswith(".")))
        found.setdefault(first[0] if first else "", []).append(text)
    return found


def _with_others(text: str, names: Mapping[str, str], there: Iterable[str]) -> str:
    """The text with another one for each name that is `there`, the longest of those that begin at one place.

    Without a regular expression: to compile one for each root takes longer than all other work with it.
    """
    longest_first = sorted(there, key=len, reverse=True)
    parts: list[str] = []
    done = 0
    while spots := [(at, -len(name), name) for name in longest_first if (at := _spot(text, name, done)) >= 0]:
        at, _, name = min(spots)
        parts += text[done:at], names[name]
        done = at + len(name)
    return "".join((*parts, text[done:]))


def _spot(text: str, name: str, start: int) -> int:
    """Where a name stands as words of its own, from an offset; -1 if nowhere."""
    at = text.find(name, start)
    while at >= 0:
        end = at + len(name)
        begins = at == 0 or name[0] == "." or not _is_of_word(text[at - 1])
        if begins and (name[-1] == "/" or end == len(text) or not _is_of_word(text[end])):
            break
        at = text.find(name, at + 1)
    return at


def _is_of_word(char: str) -> bool:
    return char.isalnum() or char in "_-"


def _written(thing: KubeObject) -> str:
    """The name of an object in its file if it is built under another one."""
    node = thing.name.node
    written = node.origin.written if isinstance(node, Node) and isinstance(node.origin, BuiltOrigin) else None
    text = written.text if isinstance(written, Scalar) else ""
    return text if text != thing.name.value else ""


def _took_part(at: Located) -> Iterator[tuple[Place, str]]:
    """Yield the places of other texts that made a value what it is, each with its part in it."""
    while isinstance(at, Fact):
        at = at.node
    origin = at.origin if isinstance(at, Node) else None
    if not isinstance(origin, BuiltOrigin):
        return
    text, own = at.text if isinstance(at, Scalar) else "", origin.written
    others = [node for node in origin.before if (node.source.path, node.line) != (own.source.path, own.line)]
    for node in others[:_MOST]:
        if isinstance(node, Scalar) and node.source.path:
            yield node.place, _SAME if node.text == text else _PART if node.text and node.text in text else _REPLACED
