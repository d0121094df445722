"""Computes the role of each file in the kustomizations of a project: roots that build it, namespace, prefix, labels.

Paths are looked up among the files of the run only: no further file is opened. A kustomization that no other one
names is assumed to be applied: a *root*.
"""

from __future__ import annotations

import os

from clblint.fast import NamedTuple, cached_property
from clblint.files.working_folder import absolute
from clblint.kube.kustomize.role import (
    KUSTOMIZATIONS,
    NOT_ONE,
    UNKNOWN,
    Kustomization,
    KustomizeRole,
    Label,
    packed,
    role_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from clblint.discovery.walk import Input

_CHANGING = (b"patches", b"replacements", b"transformers", b"configurations", b"vars:", b"vars :", b'vars"', b"vars'")
_MOST = 10_000  # steps from one root; only a malicious tree needs more
_MOST_COMPONENTS, _DEEPEST = 100, 20
_LONGEST = 253  # the longest name that an object can have
MOST_LABELS = 300  # a kustomization with more was not written by people


_NOTHING_BUILT: Mapping[str, Iterable[str]] = {}


class _Way(NamedTuple):
    """A path from a root to a file: the namespace, name prefix, name suffix and labels that it applies.

    `done` says that the settings of components are already included.
    """

    root: str
    namespace: str
    prefix: str
    suffix: str
    labels: tuple[Label, ...] = ()
    done: bool = False


def may_change(data: bytes) -> bool:
    """Whether a kustomization may change more of objects than names and labels; one that does names it."""
    return any(word in data for word in _CHANGING)


def with_roles(
    inputs: Sequence[Input], known: Mapping[str, Kustomization], built: Mapping[str, Iterable[str]] = _NOTHING_BUILT
) -> list[Input]:
    """The inputs, each with its role in the kustomizations among them.

    `built` are the roots that could be built, each with the files that it uses; the others change files where they are.
    """
    if not known:
        return list(inputs)
    return Layout(known, {item.absolute: item.path for item in inputs}).with_roles(inputs, built)


def is_built(item: Input) -> bool:
    """Whether only what is built of a file counts, not the file by itself."""
    role = role_of(item.role)
    return role.built or role.builds


def used_as_they_are(inputs: Iterable[Input], unbuilt: frozenset[str]) -> frozenset[str]:
    """The files that roots use which could not be built; they are judged where they stand. The inputs have roles."""
    if not unbuilt:
        return frozenset()
    return frozenset(item.path for item in inputs if not unbuilt.isdisjoint(role_of(item.role).roots))


def roots_to_build(kustomizations: Mapping[str, Kustomization]) -> list[str]:
    """The kustomizations of a run that are built by themselves, by path: no other one names them.

    A component is none. Of a cycle that nothing leads to, one is built, which tells that it is one.
    """
    return Layout(kustomizations, {}).roots_to_build()


def deployments(inputs: Sequence[Input], kustomizations: Mapping[str, Kustomization]) -> frozenset[str]:
    """The files with objects of Flux or Argo CD that kustomizations are built for."""
    if not any(one.deployments for one in kustomizations.values()):
        return frozenset()
    layout = Layout(kustomizations, {item.absolute: item.path for item in inputs})
    return frozenset(path for root in kustomizations for path in layout.deployments(root))


class Layout:
    """The ways from roots to files; `files` are those of the run by absolute path, `kustomizations` among them."""

    def __init__(self, kustomizations: Mapping[str, Kustomization], files: Mapping[str, str]) -> None:
        self._known = kustomizations
        self._files = files
        self._folders: dict[str, str] = {}
        self._folder_of: dict[str, str] = {}
        for path in sorted(kustomizations, key=lambda path: KUSTOMIZATIONS.index(os.path.basename(path)), reverse=True):
            folder = self._folder_of[path] = os.path.dirname(absolute(path))
            self._folders[folder] = path
        self._absolutes: dict[tuple[str, str], str] = {}
        self._ways: dict[str, set[_Way]] = {}
        self._patches: dict[str, set[tuple[str, str]]] = {}

    def with_roles(self, inputs: Iterable[Input], built: Mapping[str, Iterable[str]]) -> list[Input]:
        """The inputs, each with its role; `built` are the roots that could be built, with the files that they use."""
        return self._with(inputs, self.roles(built))

    def as_roots(self, inputs: Iterable[Input], paths: Container[str]) -> list[Input]:
        """The inputs with these paths, each with the role of a root that is to be built."""
        found = [item for item in inputs if item.path in paths]
        return self._with(found, self.roles_of_roots(item.path for item in found))

    @staticmethod
    def _with(inputs: Iterable[Input], roles: Mapping[str, KustomizeRole]) -> list[Input]:
        return [item._replace(role=packed(roles[item.path])) if item.path in roles else item for item in inputs]

    def roles(self, built: Mapping[str, Iterable[str]]) -> dict[str, KustomizeRole]:
        """The roles of all files that kustomizations name, the kustomizations included."""
        families = self._families
        roles = {path: self._role(path, ways, families) for path, ways in self._left_by(built).items()}
        used = {root: self._used(root, files) for root, files in built.items()}
        users = dict.fromkeys(self._ways, "") | _only_users(used)
        roles |= {path: self._part(path, user) for path, user in users.items() if path not in roles}
        return roles | self.roles_of_roots(built)

    def roles_of_roots(self, built: Iterable[str]) -> dict[str, KustomizeRole]:
        """The roles of roots that could be built."""
        families = self._families
        return {root: KustomizeRole(roots=(root,), family=families.get(root, root), builds=True) for root in built}

    def _walk_all(self) -> None:
        for root in self._outermost():
            self._walk(root)
        for root in sorted(self._known):  # those in a cycle
            if root not in self._ways:
                self._walk(root)

    def _left_by(self, built: Mapping[str, object]) -> dict[str, set[_Way]]:
        """The ways to files from roots that could not be built."""
        if not built:
            return self._ways
        left = ((path, {way for way in ways if way.root not in built}) for path, ways in self._ways.items())
        return {path: ways for path, ways in left if ways}

    def _part(self, path: str, user: str) -> KustomizeRole:
        """The role of a file that is only a part of what is built; `user` is the root if there is one."""
        return KustomizeRole(
            kustomized=path not in self._known,
            partial=path in self._patches,
            roots=(user,) if user else (),
            targets=tuple(sorted(self._patches.get(path, ()))),
            built=True,
        )

    def _used(self, root: str, files: Iterable[str]) -> Iterable[str]:
        """The files that a root makes something of, among those that it needs."""
        beside = self.deployments(root)
        return [file for file in files if file not in beside] if beside else files

    def deployments(self, root: str) -> frozenset[str]:
        """The files with the object that a root is built for, which are also files by themselves."""
        found = (self._files.get(self._absolute(root, name), "") for name in self._known[root].deployments)
        return frozenset(filter(None, found))

    def roots_to_build(self) -> list[str]:
        """The kustomizations that no other one names and that are no components, and one of each cycle."""
        outermost = self._outermost()
        seen: set[str] = set()
        for path in outermost:
            self._reach(path, seen)
        found = outermost
        for path in sorted(self._known):
            if path not in seen:
                found.append(path)
                self._reach(path, seen)
        return [path for path in found if not self._known[path].component]

    def _outermost(self) -> list[str]:
        held = {child for path in self._known for child in self._parts(path)}
        return [path for path in sorted(self._known) if path not in held]

    def _reach(self, path: str, seen: set[str]) -> None:
        """Add a kustomization and all that it leads to."""
        pending = [path]
        while pending:
            one = pending.pop()
            if one not in seen:
                seen.add(one)
                pending += self._parts(one)

    def _parts(self, path: str) -> Iterator[str]:
        """Yield the kustomizations that one names."""
        known = self._known[path]
        return self._kustomizations(path, known.resources + known.components)

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
        """Yield the files and kustomizations that a kustomization names, each with the path extended to it.

        A component changes everything built before it, its own files included.
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
        """The path of a named file or kustomization; empty if it is not in the run."""
        absolute = self._absolute(path, name)
        file = self._folders.get(absolute) or self._files.get(absolute, "")
        return file if file != path and (file not in self._known or absolute in self._folders) else ""

    def _brings(self, path: str) -> bool:
        """Whether a kustomization builds objects that no file of the run contains."""
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
        """The components in the order in which they apply, each with the index of the first one that changes its files.

        The components of a component precede it, and change its files.
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
        """The absolute path of what a kustomization names."""
        found = self._absolutes.get((path, name))
        if found is None:
            found = self._absolutes[path, name] = os.path.normpath(os.path.join(self._folder_of[path], name))
        return found

    @cached_property
    def _families(self) -> dict[str, str]:
        """For each root, the first of the roots that share files with it, directly or transitively."""
        if not self._ways:
            self._walk_all()
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
        # A base that is built under several names has no single one; `NOT_ONE` equals no other name.
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


def _only_users(built: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Each file that roots use with the root, empty for several."""
    found: dict[str, str] = {}
    for root, files in built.items():
        for path in files:
            found[path] = root if found.get(path, root) == root else ""
    return found


def _on(way: _Way, parts: list[Kustomization], *, done: bool = False) -> _Way:
    """The path extended by a kustomization: an outer one applies last, so its namespace takes precedence."""
    namespace = way.namespace or next((part.namespace for part in parts if part.namespace), "")
    prefix = way.prefix + "".join(part.prefix for part in parts)
    suffix = "".join(part.suffix for part in reversed(parts)) + way.suffix
    labels = {label[:2]: label for part in reversed(parts) for label in part.labels}
    labels |= {label[:2]: label for label in way.labels}
    all_labels = tuple(labels.values())[:MOST_LABELS]
    return _Way(way.root, namespace, prefix[:_LONGEST], suffix[-_LONGEST:], all_labels, done)


def _namespace(found: set[str]) -> str | None:
    """The namespace of the objects of a file: None if unchanged, empty if not known."""
    if "" in found:
        return None
    only = found.pop() if len(found) == 1 else UNKNOWN
    return "" if only == UNKNOWN else only


def _labels(found: list[tuple[Label, ...]]) -> tuple[Label, ...]:
    """The labels of the objects of a file; the value of a label that differs between paths is unknown."""
    first, *others = [set(labels) for labels in found]
    if not first and not any(others):
        return ()
    same = first.intersection(*others)
    differing = {(where, key, None) for where, key, _ in first.union(*others) - same}
    known = {label for label in same if (*label[:2], None) not in differing}
    return tuple(sorted(known | differing, key=lambda label: label[:2]))
