r"""Finds annotations that are passed on to Services: in values of Helm charts, and in custom resources.

A custom resource may also hold patches of what a deployment tool builds (`postRenderers` of a HelmRelease of Flux).

Values are in files of their own, in ConfigMaps (`values.yaml: |`), or in the custom resources of deployment tools,
there also as a text (`values: |`) or as parameters (`name: service.annotations.example\.com/key`). Which Service is
made of them, and with what other values they are merged, is not known: they are keys and values, each by itself.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.duplicate_keys import DuplicateKey
from clblint.kube.fact import Fact
from clblint.kube.field import Field, field_at, field_of
from clblint.kube.kyverno import set_on_services
from clblint.kube.objects import KubeObject, read_annotation
from clblint.source.blocks import documents_in
from clblint.source.located import LocatedSpan
from clblint.source.mapping import Mapping
from clblint.source.merges import is_merge
from clblint.source.node import Scalar, Sequence, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.source.document import Document
    from clblint.source.node import Node

    Entries = dict[str, tuple[Node, Node]]

_NAME = "annotation"  # in every name of such a mapping: annotations, serviceAnnotations, annotationsTCP
_POD = "pod"
_TEXTS = frozenset({"values", "valuesContent"})  # fields with values as text: of Argo CD, of k3s
_PATCH = "patch"  # a field with a patch of kustomize, as a text or a list of operations
_PATCHES = frozenset({_PATCH, "patchesJson6902"})  # fields with a patch as a text: that of Kyverno, too
_DEPLOYING = frozenset({"Kustomization", "Application", "ApplicationSet"})  # of Flux and Argo CD
_HELD = {"ConfigMap": ("data",), "Secret": ("stringData",)}  # fields with any texts: `valuesFrom` of Flux names one
_SET = frozenset({"parameters", "set"})  # lists of parameters for `--set`: of Argo CD, of helmfile
_MOST_MERGED = 20_000  # keys that the merges of a document bring; only hostile ones bring more
_AS_OFTEN = 3  # a text in a text in an object


class PassedOn(NamedTuple):
    """Annotations that stand together, by key.

    `load_balancer_class` is the one that stands beside them, None if there is none. `by_set` says that helm gives
    texts like `true` and `80` their types, as those of `--set`, and `as_text` that everything is taken as a text.
    `by_policy` says that a policy sets them on Services.
    """

    annotations: dict[str, Fact[str]]
    load_balancer_class: Fact[str] | None = None
    by_set: bool = False
    as_text: bool = False
    by_policy: bool = False


class ChartValues(KubeObject):
    """A document of values for a chart: no object, without a kind, a name and annotations of its own."""

    are_values = True

    def __init__(self, root: Node) -> None:
        super().__init__(root)
        self.kind = self.api_version = self.id = ""
        self.namespace = None
        self.annotations = {}

    @property
    def duplicate_keys(self) -> tuple[DuplicateKey, ...]:
        """The annotations that are set twice in one mapping; other values are the chart's business."""
        return () if self.node.origin.ordinary else tuple(_searched(self).repeated)


class _Step(NamedTuple):
    """A node, the key that it stands under, whether annotations are expected in it, and the entries beside it."""

    node: Node
    key: str
    named: bool
    beside: Entries


def values_in(document: Document, *, kustomization: bool = False) -> list[ChartValues]:
    """The values in a document that is no object, or those of charts in a kustomization, if annotations are in them."""
    roots: list[Node | None] = [document.root]
    if isinstance(document.root, Sequence):
        roots = [item for item in document.root.values() if _is_task(item)]
    if kustomization and document.root is not None:
        charts = field_of(document.root).get("helmCharts").each()
        roots = [chart.get("valuesInline").node for chart in charts]
    made = (ChartValues(root) for root in roots if isinstance(root, Mapping))
    return [values for values in made if any(passed_on(values))]


def _is_task(item: Node) -> bool:
    """Whether an item of a list holds an object that is applied (Ansible), and is no operation of a JSON patch."""
    if not isinstance(item, Mapping) or item.get("op") is not None:
        return False
    return "apiVersion" in item.raw and "kind" in item.raw


def passed_on(owner: KubeObject) -> Iterator[PassedOn]:
    """Yield the annotations in an object that are not its own, and of values those below a key for annotations."""
    return _Search(owner).found()


def texts_in(owner: KubeObject) -> list[Scalar]:
    """The texts in an object that are read as values or annotations."""
    return _searched(owner).texts


def repeated_in_texts(owner: KubeObject) -> tuple[DuplicateKey, ...]:
    """The annotations that are set twice in a mapping of a text."""
    search = _searched(owner)
    spans = [(text.start, text.end) for text in search.texts]
    return tuple(one for one in search.repeated if any(start < one.again.start < end for start, end in spans))


def _searched(owner: KubeObject) -> _Search:
    """The search in an object, at its end."""
    search = _Search(owner)
    for _ in search.found():
        pass
    return search


class _Search:
    """The search in one object. Each node is visited once, however many aliases lead to it."""

    def __init__(self, owner: KubeObject) -> None:
        holds_texts = owner.kind in _HELD  # and passes nothing else on
        self._pending = [_Step(owner.node, "", not (owner.are_values or holds_texts), {})]
        self._may_be_filled_in = owner.kind in _DEPLOYING
        self._by_policy = set_on_services(owner)
        self._own = None if owner.are_values else owner.annotations_field.node
        self._held = [owner.root.get(name).node for name in _HELD.get(owner.kind, ())]
        self._seen: set[tuple[int, bool]] = set()
        self.texts: list[Scalar] = []
        self.repeated: list[DuplicateKey] = []
        self._roots: list[Node] = []  # of texts; while they live, no other node has the identity of one of theirs
        self._merged = 0
        self._unread = _AS_OFTEN * (owner.node.end - owner.node.start)  # how much of texts in texts is read

    def found(self) -> Iterator[PassedOn]:
        """Yield what is found, in no order."""
        while self._pending:
            step = self._pending.pop()
            node = resolve(step.node)
            if node is self._own or (id(node), step.named) in self._seen:
                continue
            self._seen.add((id(node), step.named))
            if isinstance(node, Mapping):
                yield from self._in_mapping(node, step)
            elif isinstance(node, Sequence):
                self._pending += (_Step(item, step.key, step.named, {}) for item in node.items)
                if step.key == _PATCH:
                    yield _in_patch(node)
            elif isinstance(node, Scalar):
                yield from self._in_text(node, step)

    def _in_mapping(self, mapping: Mapping, step: _Step) -> Iterator[PassedOn]:
        own = _entries(mapping)
        entries = self._with_merged(mapping, own) if step.named else own
        parameter = _parameter(own, step.key)
        if parameter is not None:
            yield parameter
        elif step.named and any(map(catalogue().is_ours, entries)):
            self.repeated += _repeated(mapping, own)
            fields = {key: field for key in entries if (field := _scalar(entries, key)) is not None}
            read = {key: read_annotation(key, field) for key, field in fields.items()}
            yield PassedOn(read, _class_in(step.beside), by_policy=id(mapping) in self._by_policy)
        for name, (key, value) in entries.items():
            if is_merge(key):
                self._pending.append(_Step(value, step.key, step.named, step.beside))
            elif any(mapping is one for one in self._held):
                self._read_held(value)
            elif _is_for_services(name):
                self._pending.append(_Step(value, name, named=True, beside=own))
            elif not isinstance(value, Scalar) or name in _TEXTS or name in _PATCHES:
                self._pending.append(_Step(value, name, step.named, {}))

    def _with_merged(self, mapping: Mapping, own: Entries) -> Entries:
        if "<<" not in own or self._merged > _MOST_MERGED:
            return own
        merged = mapping.resolved()
        self._merged += len(merged)
        return merged

    def _read_held(self, value: Node) -> None:
        """Read values in a text of a ConfigMap; manifests in there are for another reader."""
        if isinstance(value, Scalar) and not any(map(_is_object, documents_in(value))):
            self._pending.append(_Step(value, "values", named=False, beside={}))

    def _in_text(self, text: Scalar, step: _Step) -> Iterator[PassedOn]:
        """Read the values, the annotations or the patches in a text."""
        named = _is_for_services(step.key)
        self._unread -= text.end - text.start
        if self._unread < 0 or not (named or step.key in _TEXTS or self._is_patch(text, step)):
            return
        self.texts.append(text)
        for document in documents_in(text):
            if document.root is not None:
                self._roots.append(document.root)
                if step.key in _PATCHES:
                    yield _in_patch(document.root)._replace(by_policy=id(text) in self._by_policy)
                else:
                    self._pending.append(_Step(document.root, step.key, named, step.beside))

    def _is_patch(self, text: Scalar, step: _Step) -> bool:
        """Whether a text is a patch that is read here: with variables filled in, it is judged in a build alone."""
        return step.key in _PATCHES and not (self._may_be_filled_in and "${" in text.raw)


def _in_patch(root: Node) -> PassedOn:
    """The annotations that a patch of kustomize writes, which makes texts of them."""
    from clblint.kube.kustomize.patch import annotations_in  # noqa: PLC0415 - few objects hold patches

    root = resolve(root)
    beside = _entries(root) if isinstance(root, Mapping) else {}
    return PassedOn(annotations_in(root), _class_in(beside), as_text=True)


def _is_object(document: Document) -> bool:
    root = document.root
    return isinstance(root, Mapping) and {"apiVersion", "kind"} <= _entries(root).keys()


def _is_for_services(key: str) -> bool:
    """Whether a key is for annotations that a Service may get; those of pods say so by their name."""
    return _NAME in key.lower() and not key.lower().startswith(_POD)


def _entries(mapping: Mapping) -> Entries:
    """The entries of a mapping as they are written, without what is merged."""
    return {key.text: (key, value) for key, value in mapping.entries if isinstance(key, Scalar)}


def _repeated(mapping: Mapping, own: Entries) -> Iterator[DuplicateKey]:
    """The annotations that are set twice in a mapping."""
    if len(own) == len(mapping.entries):
        return
    first: dict[str, Node] = {}
    for key, _ in mapping.entries:
        name = key.text if isinstance(key, Scalar) else ""
        if name in first and catalogue().is_ours(name):
            yield DuplicateKey(name, key, first[name])
        first[name] = key


def _scalar(entries: Entries, name: str) -> Field | None:
    """An entry whose value may be that of an annotation."""
    if name not in entries:
        return None
    key, value = entries[name]
    node = resolve(value)
    return field_at(node, key) if isinstance(node, Scalar) else None


def _parameter(entries: Entries, key: str) -> PassedOn | None:
    """The annotation that a parameter sets, by a path of keys (`name`) and a text (`value`)."""
    path, value = _scalar(entries, "name"), _scalar(entries, "value")
    written = path.node.text if path is not None and isinstance(path.node, Scalar) else ""
    if value is None or path is None or path.node is None or _NAME not in written.lower():
        return None
    *above, last = _keys(written)
    if not any(map(_is_for_services, above)) or not catalogue().is_ours(last):
        return None
    fact = read_annotation(last, value)
    forced = _scalar(entries, "forceString")
    typed = key in _SET and (forced is None or forced.boolean(default=False).is_(False))
    at = LocatedSpan(path.node.place)  # the whole path, which is no key to rename
    return PassedOn({last: Fact(fact.value, fact.node, fact.origin, at)}, by_set=typed, as_text=not typed)


def _class_in(entries: Entries) -> Fact[str] | None:
    """The class of load balancers among the values for a Service, or in its `spec`."""
    spec = resolve(entries["spec"][1]) if "spec" in entries else None
    for place in (entries, _entries(spec) if isinstance(spec, Mapping) else {}):
        found = _scalar(place, "loadBalancerClass")
        if found is not None:
            return found.text()
    return None


def _keys(path: str) -> list[str]:
    """The keys of a path for `--set`: a dot separates them unless a backslash precedes it."""
    keys = [""]
    signs = iter(path)
    for sign in signs:
        if sign == ".":
            keys.append("")
        else:
            keys[-1] += next(signs, "") if sign == "\\" else sign
    return keys
