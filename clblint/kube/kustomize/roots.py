"""What the kustomizations of a project make of its files: which are built together, and which are only patches.

Paths are looked up among the files of the run and nowhere else: whatever a kustomization names, nothing is opened for
it. A kustomization that no other one names is taken for one that is applied: a *root*.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.fast import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_MOST = 10_000  # steps from one root; a tree that needs more was built to be slow
_MOST_COMPONENTS, _DEEPEST = 100, 20
_LONGEST = 253  # the longest name that an object can have
MOST_LABELS = 300  # entries; what has more was not written by people

# Where a kustomization writes a label: on each object, on the pods that templates make, and in what selects pods.
ON_OBJECTS, ON_PODS, IN_SELECTORS = range(3)
Label = tuple[int, str, "str | None"]  # where, its key, its value or None where that cannot be known


class Kustomization(NamedTuple):
    """What counts of a kustomization: plain values, fit to be stored. Its namespace is `?` where it is unrendered.

    `brings` says that it makes or fetches objects that no file shows: charts, generators, plugins.
    """

    namespace: str = ""
    prefix: str = ""
    suffix: str = ""
    resources: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    patches: tuple[tuple[str, str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    brings: bool = False


class KustomizeRole(NamedTuple):
    """What kustomizations make of the objects of one file.

    `namespace` is None where it stays as it is written, and empty where it is one namespace for all of them that is
    not known. `roots` are the kustomizations that build the file, and a `family` all roots that share some files.
    `labels` are written over those of the file. A kustomization that `brings` builds more than the files of the run.
    """

    kustomized: bool = False
    partial: bool = False
    namespace: str | None = None
    prefix: str = ""
    suffix: str = ""
    roots: tuple[str, ...] = ()
    family: str = ""
    targets: tuple[tuple[str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    brings: bool = False

    def alias(self, name: str) -> str:
        """The name that an object has in the cluster, as far as it differs from the written one."""
        return f"{self.prefix}{name}{self.suffix}" if self.prefix or self.suffix else ""


NOT_ONE = "\0"  # in the name of an object that has several
UNKNOWN = "?"  # a namespace that is set and cannot be known
NO_ROLE = KustomizeRole()


class _Way(NamedTuple):
    """How a root comes to a file: with which namespace, with what around its names, and with which labels.

    `done` says that what a component sets is counted already.
    """

    root: str
    namespace: str
    prefix: str
    suffix: str
    labels: tuple[Label, ...] = ()
    done: bool = False


def is_kustomization(path: str) -> bool:
    """Whether kustomize would take a file for a kustomization: it goes by the name alone."""
    return path.endswith(_NAMES) and os.path.basename(path) in _NAMES


def with_roles(inputs: Sequence[Input], known: Mapping[str, Kustomization]) -> list[Input]:
    """The inputs, each with what the kustomizations among them make of it."""
    if not known:
        return list(inputs)
    roles = layout(known, [item.path for item in inputs])
    return [item._replace(role=tuple(roles[item.path])) if item.path in roles else item for item in inputs]


def layout(kustomizations: Mapping[str, Kustomization], paths: Iterable[str]) -> dict[str, KustomizeRole]:
    """What the kustomizations, by their paths, make of the files of a run."""
    return _Layout(kustomizations, paths).roles()


class _Layout:
    def __init__(self, kustomizations: Mapping[str, Kustomization], paths: Iterable[str]) -> None:
        self._known = kustomizations
        self._files = {os.path.abspath(path): path for path in paths}
        self._folders: dict[str, str] = {}
        for path in sorted(kustomizations, key=lambda path: _NAMES.index(os.path.basename(path)), reverse=True):
            self._folders[os.path.dirname(os.path.abspath(path))] = path
        self._ways: dict[str, set[_Way]] = {}
        self._patches: dict[str, set[tuple[str, str]]] = {}

    def roles(self) -> dict[str, KustomizeRole]:
        """Every file that a kustomization names, the kustomizations included."""
        known = self._known
        held = {
            child
            for path in known
            for child in self._kustomizations(path, known[path].resources + known[path].components)
        }
        roots = [path for path in sorted(self._known) if path not in held]
        for root in roots:
            self._walk(root)
        for root in sorted(self._known):  # those that name each other in a circle
            if root not in self._ways:
                self._walk(root)
        families = self._families()
        return {path: self._role(path, ways, families) for path, ways in self._ways.items()}

    def _walk(self, root: str) -> None:
        pending = [(root, _Way(root, "", "", ""))]
        seen: set[tuple[str, _Way]] = set()
        while pending and len(seen) < _MOST:
            step = pending.pop()
            if step in seen:
                continue
            seen.add(step)
            path, way = step
            self._ways.setdefault(path, set()).add(way)
            if path in self._known:
                pending += self._steps(path, way)

    def _steps(self, path: str, way: _Way) -> Iterator[tuple[str, _Way]]:
        """The files and kustomizations that one names, with the way on to each.

        A component changes all that was built before it, its own files included.
        """
        own = self._known[path] if not way.done else Kustomization()
        components = [] if way.done else self._components(path)
        changing = [self._known[component] for component, _ in components]
        for component, first in components:
            yield component, _on(way, [own, *reversed(changing[first:])], done=True)
        within = _on(way, [own, *reversed(changing)])
        self._take_patches(path, within)
        for name in self._known[path].resources:
            file = self._resource(path, name)
            if file:
                yield file, within

    def _resource(self, path: str, name: str) -> str:
        """The file or the kustomization that one names, empty where it is none of the run."""
        absolute = self._absolute(path, name)
        file = self._folders.get(absolute) or self._files.get(absolute, "")
        return file if file != path and (file not in self._known or absolute in self._folders) else ""

    def _brings(self, path: str) -> bool:
        """Whether a kustomization builds what no file of the run shows."""
        known = self._known[path]
        components = list(self._kustomizations(path, known.components))
        return (
            known.brings
            or len(components) < len(known.components)
            or not all(self._resource(path, name) for name in known.resources)
        )

    def _take_patches(self, path: str, way: _Way) -> None:
        for name, kind, target in self._known[path].patches:
            file = self._files.get(self._absolute(path, name))
            if file is not None and file not in self._known:
                self._ways.setdefault(file, set()).add(way)
                self._patches.setdefault(file, set()).add((kind, target))

    def _components(self, path: str, depth: int = 0, before: int = 0) -> list[tuple[str, int]]:
        """The components of a kustomization in the order in which they take effect, and from which on each is changed.

        A component's own components come before it, and change its files.
        """
        found: list[tuple[str, int]] = []
        for component in self._kustomizations(path, self._known[path].components):
            first = before + len(found)
            if depth < _DEEPEST and first < _MOST_COMPONENTS:
                found += self._components(component, depth + 1, first)
                found.append((component, first))
        return found

    def _kustomizations(self, path: str, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            other = self._folders.get(self._absolute(path, name))
            if other is not None and other != path:
                yield other

    def _absolute(self, path: str, name: str) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(path)), name))

    def _families(self) -> dict[str, str]:
        """For each root the first of all roots that it shares files with, directly or through others."""
        first: dict[str, str] = {}

        def find(root: str) -> str:
            while first.setdefault(root, root) != root:
                root = first[root]
            return root

        for ways in self._ways.values():
            one, *others = sorted({find(way.root) for way in ways})
            for other in others:
                first[other] = one
        return {root: find(root) for root in list(first)}

    def _role(self, path: str, ways: set[_Way], families: dict[str, str]) -> KustomizeRole:
        roots = tuple(sorted({way.root for way in ways}))
        family = families[roots[0]]
        affixes = {(way.prefix, way.suffix) for way in ways}
        # Of a base that is built under several names, none can be told; no other object has this one.
        prefix, suffix = affixes.pop() if len(affixes) == 1 else ("", f"{NOT_ONE}{family}")
        return KustomizeRole(
            kustomized=path not in self._known,
            partial=path in self._patches,
            namespace=_namespace({way.namespace for way in ways}),
            prefix=prefix,
            suffix=suffix,
            roots=roots,
            family=family,
            targets=tuple(sorted(self._patches.get(path, ()))),
            labels=_labels([way.labels for way in ways]),
            brings=path in self._known and self._brings(path),
        )


def _on(way: _Way, parts: list[Kustomization], *, done: bool = False) -> _Way:
    """The way on from a kustomization: what stands further out is done last, and so its namespace counts."""
    namespace = way.namespace or next((part.namespace for part in parts if part.namespace), "")
    prefix = way.prefix + "".join(part.prefix for part in parts)
    suffix = "".join(part.suffix for part in reversed(parts)) + way.suffix
    labels = {label[:2]: label for part in reversed(parts) for label in part.labels}
    labels |= {label[:2]: label for label in way.labels}
    all_labels = tuple(labels.values())[:MOST_LABELS]
    return _Way(way.root, namespace, prefix[:_LONGEST], suffix[-_LONGEST:], all_labels, done)


def _namespace(found: set[str]) -> str | None:
    """The namespace of all objects of a file: None where they keep their own, empty where it cannot be known."""
    if "" in found:
        return None
    only = found.pop() if len(found) == 1 else UNKNOWN
    return "" if only == UNKNOWN else only


def _labels(found: list[tuple[Label, ...]]) -> tuple[Label, ...]:
    """The labels of the objects of a file; those that differ between the ways to it cannot be known."""
    first, *others = [set(labels) for labels in found]
    if not first and not any(others):
        return ()
    same = first.intersection(*others)
    differing = {(where, key, None) for where, key, _ in first.union(*others) - same}
    known = {label for label in same if (*label[:2], None) not in differing}
    return tuple(sorted(known | differing, key=lambda label: label[:2]))
