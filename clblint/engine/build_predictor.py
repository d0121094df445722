"""`BuildPredictor`: what a root builds with some edits made, where that is known without building it again.

Kustomize copies most values of a resource unchanged. If nothing in a root reads an edited value, names its key or may
override it, the built object differs in that value alone. Any other root is built.
"""

from __future__ import annotations

import os
import re
from operator import is_, itemgetter

from clblint.files.digest import digest_of
from clblint.kube.addresses import addresses_in
from clblint.kube.built import belonging
from clblint.kube.kustomize.build.merge_keys import DEFINITIONS
from clblint.kube.kustomize.role import FOR_AN_OBJECT, is_kustomization, role_of
from clblint.kube.made import Made
from clblint.kube.manifest import Manifest, as_object
from clblint.kube.objects import Service
from clblint.lint.edit import ADD, RENAME, REPLACE
from clblint.source.mapping import Mapping
from clblint.source.node import BuiltOrigin, Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from collections.abc import Mapping as Table

    from clblint.engine.root_builder import RootBuilder
    from clblint.files.codec import Plain
    from clblint.kube.kustomize.build.form import Form
    from clblint.kube.objects import KubeObject
    from clblint.lint.edit import FixEdit
    from clblint.source.node import Node
    from clblint.source.text import Source

    Path = tuple[str, ...]  # the keys above a value, `-` for a list

_EDITED = b"edited"
_ANNOTATIONS = ("metadata", "annotations")
_NAME_OF_CLB = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-name"
_OF_KUSTOMIZE = "config."  # in the keys of annotations that kustomize reads itself
# Fields of a kustomization that may read the values of objects, or that change what is read of them.
_READING = (
    "buildMetadata", "configurations", "crds", "generators", "helmChartInflationGenerator", "helmCharts", "openapi",
    "replacements", "transformers", "validators", "vars",
)  # fmt: skip
_OPERATION = re.compile(r"\bop\b")
_WRITING = re.compile(r"\bop[\"']?: *[\"']?(?:add|remove|replace)[\"']?[ \t]*(?:[,}\r\n]|$)")
_MERGE_KEYS = frozenset(
    key for fields in DEFINITIONS.values() for said in fields.values() if isinstance(said, tuple) for key in said[1:]
)


_FIRST = itemgetter(0)
# Fields in which two objects may differ and still get the same findings: names, and what no listener depends on.
_ANY = frozenset(
    {"env", "image", "labels", "matchLabels", "name", "namespace", "replicas", "resources", "selector", _NAME_OF_CLB}
)


class _UnclearError(Exception):
    """What is built cannot be predicted."""


class BuildPredictor:
    """Makes edits in what `builder` has built before. The caller has to set `roles`, those of the files."""

    def __init__(self, edits: Iterable[FixEdit], builder: RootBuilder) -> None:
        self.roles: Table[str, Plain] = {}
        self._builder = builder
        self._edits: dict[str, list[FixEdit]] = {}
        for edit in edits:
            self._edits.setdefault(edit.path, []).append(edit)
        self._spots: dict[str, dict[int, list[FixEdit]]] = {}
        self._sayings: dict[str, str] = {}
        self._taken: dict[str, frozenset[str]] = {}

    def manifest(self, before: Manifest) -> Manifest | None:
        """What a root builds now; None if that cannot be predicted."""
        try:
            return self._with_edits(before)
        except _UnclearError:
            return None

    def _with_edits(self, before: Manifest) -> Manifest:
        record = before.record
        if record is None or record.gaps or before.source.data.startswith(FOR_AN_OBJECT):
            raise _UnclearError
        spots = {path: self._spots_in(path) for path in record.files if path in self._edits}
        edits = [edit for found in spots.values() for edits in found.values() for edit in edits]
        editor = _Editor(spots, self._resources(record.files, edits))
        taken = (name for path in record.files if is_kustomization(path) for name in self._inputs(path))
        if not set(map(os.path.basename, spots)).isdisjoint(taken):
            raise _UnclearError
        found = _like(before)
        for made in before.made:
            first = len(found.objects)
            for thing in made.objects:
                found.objects.append(editor.edited(thing, found))
            now = tuple(found.objects[first:])
            found.made.append(made if now == made.objects else Made(digest_of(made.says + _EDITED), first, now))
        if not editor.done.issuperset(edits):
            raise _UnclearError
        return found

    def _resources(self, paths: Iterable[str], edits: Iterable[FixEdit]) -> set[str]:
        """The files of a root that hold only resources. Raises `_UnclearError` if another file names an edited key."""
        says = {path: self._saying(path) for path in paths}
        if any(word in text for word in _new_keys(edits) for text in says.values()):
            raise _UnclearError
        return {path for path, text in says.items() if not text}

    def _spots_in(self, path: str) -> dict[int, list[FixEdit]]:
        """The edits of a file that is nothing but a resource, by their offsets."""
        if path not in self._spots:
            role, source = role_of(self.roles.get(path, ())), self._builder.known(path)
            if source is None or not role.kustomized or role.partial or "&" in source.text:
                raise _UnclearError
            found = self._spots[path] = {}
            for edit in self._edits[path]:
                found.setdefault(source.offset(*edit.span[:2]), []).append(edit)
        return self._spots[path]

    def _saying(self, path: str) -> str:
        """The text of a file that may say something of the objects of others; empty for a resource."""
        if path not in self._sayings:
            role, source = role_of(self.roles.get(path, ())), self._builder.known(path)
            is_resource = role.kustomized and not role.partial
            if source is None or not (is_resource or _only_writes(source)):
                raise _UnclearError
            self._sayings[path] = "" if is_resource else source.text
        return self._sayings[path]

    def _inputs(self, path: str) -> Iterable[str]:
        """The names of the files that a kustomization generates something from; it reads no values of objects."""
        if path not in self._taken:
            form = self._builder.kustomization(path)
            if form is None or any(map(form.has, _READING)):
                raise _UnclearError
            self._taken[path] = frozenset(map(os.path.basename, _inputs(form)))
        return self._taken[path]


def gist_of(thing: KubeObject) -> object:
    """What objects have in common that overlays make of one: all but names, labels, images and the like."""
    return thing.kind, _gist(thing.node)


def _gist(node: Node) -> object:
    node = resolve(node)
    if isinstance(node, Scalar):
        return type(node.value).__name__, node.value
    if not isinstance(node.origin, BuiltOrigin):
        return node  # as it is in its file, which is the same for all that are built of it
    if isinstance(node, Mapping):
        return tuple(sorted([(name, _gist(value)) for name, _, value in node.items() if name not in _ANY], key=_FIRST))
    return tuple(map(_gist, node.children)) if isinstance(node, Sequence) else node


def _only_writes(source: Source) -> bool:
    """Whether a kustomization or a patch only writes: its JSON patches test, copy and move nothing."""
    text = source.text
    if "\\" in text or "annotationselector" in text.lower():
        return False
    return len(_OPERATION.findall(text)) == len(_WRITING.findall(text))


def _inputs(form: Form) -> Iterator[str]:
    """Yield the files that are put into what a kustomization generates."""
    for one in (*form.forms("configMapGenerator"), *form.forms("secretGenerator")):
        for text in (*one.texts("files"), *one.texts("envs"), one.text("env")):
            yield text.rpartition("=")[2]


def _new_keys(edits: Iterable[FixEdit]) -> set[str]:
    """The keys that edits write, each the part behind the last slash, since JSON patches write another one."""
    keys = (str(edit.new) if edit.action == RENAME else edit.key for edit in edits if edit.action in {RENAME, ADD})
    return {key.rpartition("/")[2] for key in keys}


def _like(before: Manifest) -> Manifest:
    """A manifest of a root without objects."""
    made = Manifest(before.source, before.role)
    made.count, made.brings, made.record = before.count, before.brings, before.record
    made.mentions, made.text = before.mentions, before.text
    return made


class _Editor:
    """Makes edits, which are given by file and offset, in trees; `done` are those that were made.

    `resources` are the files that are nothing else.
    """

    def __init__(self, spots: Table[str, Table[int, list[FixEdit]]], resources: Container[str]) -> None:
        self._spots = spots
        self._resources = resources
        self._is_service = False
        self.done: set[FixEdit] = set()

    def edited(self, thing: KubeObject, manifest: Manifest) -> KubeObject:
        """An object of a root with the edits that are in it, or itself."""
        self._is_service = isinstance(thing, Service)
        node = self._node(thing.node, ())
        if node is thing.node:
            return thing
        made = as_object(node)
        if made is None:
            raise _UnclearError
        return belonging(made, manifest)

    def _node(self, node: Node, above: Path) -> Node:
        if isinstance(node, Scalar):
            return self._scalar(node, above)
        if not self._may_hold(node):
            return node
        if isinstance(node, Mapping):
            return self._mapping(node, above)
        if not isinstance(node, Sequence):
            raise _UnclearError
        children = [self._node(one, (*above, "-")) for one in node.children]
        if all(map(is_, children, node.children)):
            return node
        made = Sequence.built(node, ())
        made.children = children
        return made

    def _may_hold(self, node: Node) -> bool:
        """Whether an edit may be in a tree: in one of a resource is nothing of another resource or another part."""
        path = node.origin.source.path
        spots = self._spots.get(path)
        if spots is not None:
            start, end = node.start, node.end
            return any(start <= at < end for at in spots)
        return isinstance(node.origin, BuiltOrigin) and path not in self._resources

    def _mapping(self, node: Mapping, above: Path) -> Node:
        before = list(node.items())
        entries: list[tuple[str, Node, Node]] = []
        for name, key, value in before:
            entries.append((name, key, self._node(value, (*above, name))))
            for edit in self._at(key) if isinstance(key, Scalar) else ():
                self._change_keys(entries, edit, above)
        nodes = [one for _, key, value in entries for one in (key, value)]
        if len(entries) == len(before) and all(map(is_, nodes, (one for entry in before for one in entry[1:]))):
            return node
        made = Mapping.built(node, ())
        made.children, made.seen = nodes, {name: (key, value) for name, key, value in entries}
        if len(made.seen) < len(entries):
            raise _UnclearError
        return made

    def _change_keys(self, entries: list[tuple[str, Node, Node]], edit: FixEdit, above: Path) -> None:
        """Make an edit at the key of the last entry."""
        if not (self._is_service and above == _ANNOTATIONS):
            raise _UnclearError
        _, key, value = entries[-1]
        if edit.action == RENAME:
            entries[-1] = str(edit.new), _text(str(edit.new), key), value
        elif edit.action == ADD:
            entries.append((edit.key, _text(edit.key, key), _text(str(edit.new), key)))
        else:
            raise _UnclearError
        if _OF_KUSTOMIZE in entries[-1][0]:
            raise _UnclearError

    def _scalar(self, node: Scalar, path: Path) -> Node:
        edits = self._at(node)
        if not edits:
            return node
        text: str = node.text
        is_text = isinstance(node.value, str)
        if not is_text and type(node.value) is not int:
            raise _UnclearError
        for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
            if edit.action != REPLACE or isinstance(edit.new, str) is not is_text:
                raise _UnclearError
            text = text[: edit.start] + edit.new + text[edit.end :] if isinstance(edit.new, str) else str(edit.new)
        if not self._is_handed_on(path, is_text=is_text) or addresses_in(f"{node.text} {text}"):
            raise _UnclearError
        return Scalar.built(text, node, (), is_text=is_text)

    def _is_handed_on(self, path: Path, *, is_text: bool) -> bool:
        """Whether kustomize looks at no value below these keys, whatever it is."""
        if not is_text:
            return path[0] == "spec" and path[-1] not in _MERGE_KEYS
        if not self._is_service:
            return False
        if path[:2] == _ANNOTATIONS:
            return len(path) == len(_ANNOTATIONS) + 1 and _OF_KUSTOMIZE not in path[-1]
        return path[0] == "spec" and len(path) == len(("spec", "type"))

    def _at(self, node: Scalar) -> list[FixEdit]:
        """The edits at a scalar, which stands there as in its file."""
        spots = self._spots.get(node.origin.source.path)
        edits = spots.get(node.start, ()) if spots is not None else ()
        if not edits:
            return []
        origin = node.origin
        written = origin.written if isinstance(origin, BuiltOrigin) else node
        is_whole = isinstance(written, Scalar) and written.text == node.text and not getattr(origin, "before", ())
        if not is_whole or any(edit.old != node.text for edit in edits):
            raise _UnclearError
        self.done.update(edits)
        return [*edits]


def _text(text: str, at: Node) -> Scalar:
    return Scalar.built(text, at, (), is_text=True)
