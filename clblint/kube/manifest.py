"""`Manifest`: the Kubernetes objects, faults and other contents of one file.

A document that cannot contain anything relevant to a rule is only checked for syntax, which is about ten times faster
than building its tree: a kind or annotation key appears as literal text, unless there is an escape, a base64 tag or
an encoding other than UTF-8. A template without values for a chart is not read at all.
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.field import field_of
from clblint.kube.kustomize.role import NO_ROLE, REPLACEMENTS, is_kustomization
from clblint.kube.objects import KubeObject, Service
from clblint.kube.unrendered import is_template
from clblint.kube.well_known import DOMAIN, SCALE_TARGETS
from clblint.kube.workloads.pods import Workload, carries_pods
from clblint.source.document import check_syntax, chunks, read_chunk
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar
from clblint.source.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clblint.kube.addresses import Mention
    from clblint.kube.charts import ChartValues
    from clblint.kube.field import Field
    from clblint.kube.kustomize.record import BuildRecord
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.made import Made
    from clblint.kube.ram_policies import RamPolicy
    from clblint.source.chunk import Chunk
    from clblint.source.document import Document
    from clblint.source.fault import Fault
    from clblint.source.node import Node
    from clblint.source.text import Source

_STATEMENT = '"Statement"'  # of RAM policies
# `containers` is in every pod template, the prefixes in every annotation of the CCM.
_WORDS = (
    "Service", "containers", "alibaba-cloud-", "alicloud-", "Endpoint", "ClusterConfiguration", _STATEMENT,
    *SCALE_TARGETS, "\\", "binary", "loadbalancer-", DOMAIN,
)  # fmt: skip
_DEFINING = "apiVersion: apiextensions.k8s.io/"  # of definitions of custom resources
_WITHOUT_MARKS = str.maketrans("", "", ":\"'")  # what stands around a version
_HEAD = 4096  # code points: where that stands in them
_LAST = "\U0010ffff"  # sorts after any template
# The comment that helm writes above what it renders from a template, and the characters with which a text of it begins.
_BY_HELM, _BEFORE_COMMENT = "# Source: ", frozenset("-# \t\r\n")
_ENDPOINTS = {"Endpoints": "v1", "EndpointSlice": "discovery.k8s.io/"}  # with how their API versions begin


class Broken(NamedTuple):
    """A document that Kubernetes cannot read, and the fault."""

    source: Source
    fault: Fault

    @property
    def place(self) -> Place:
        """The position of the fault."""
        return Place(self.source.path, self.fault.span)


class Manifest:
    """The contents of a file: relevant objects and values, unreadable documents, the number of Kubernetes objects."""

    def __init__(self, source: Source, role: KustomizeRole = NO_ROLE) -> None:
        self.source = source
        self.role = role
        self.is_kustomization = is_kustomization(source.path)
        self.objects: list[KubeObject] = []
        self.values: list[ChartValues] = []
        self.broken: list[Broken] = []
        self.policies: list[RamPolicy] = []
        self.count = 0
        self.template = False
        self.settled = False  # patches of the project have been applied to its objects
        self.opaque = False  # contains something unreadable or unrendered that other files may depend on
        self.rendered_from: list[tuple[int, str]] = []  # (first line of a document, its chart template or "")
        self.brings = role.brings  # its kustomization builds objects that no file contains
        self.record: BuildRecord | None = None  # of the kustomization that builds its objects
        self.made: list[Made] = []  # by that kustomization
        self.mentions: dict[str, list[Place]] | None = (
            None  # of addresses in what is built; a file has them in its text
        )
        self._text: str | None = None

    @property
    def text(self) -> str:
        """The text of the file; of a build a text with all that it has."""
        return self.source.text if self._text is None else self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text

    def mentions_of(self, address: str) -> list[Mention]:
        """The places at which it uses an address."""
        from clblint.kube.addresses import Mention, mentions_of  # noqa: PLC0415 - few files share an address with a Service

        if self.mentions is None:
            return mentions_of(address, self.source)
        return [Mention(place) for place in self.mentions.get(address, ())]

    def template_of(self, line: int) -> str:
        """The chart template that a line was rendered from; empty if not known."""
        from bisect import bisect_right  # noqa: PLC0415 - few files are what helm renders

        at = bisect_right(self.rendered_from, (line, _LAST)) - 1
        return self.rendered_from[at][1] if at >= 0 else ""


def read_manifest(
    source: Source, role: KustomizeRole = NO_ROLE, *, prefilter: bool = True, syntax: bool = True, whole: bool = True
) -> Manifest:
    """Read a file; `syntax=False` skips what only a file that is reported on needs.

    `whole=False` is for a part of what is built: its objects are left out where the text of a document is sound.
    """
    manifest = Manifest(source, role)
    is_marked = is_template(source.text, readable=True)
    manifest.opaque |= is_marked
    unread = prefilter and is_marked and not catalogue().may_be_written_in(source.text)  # a template without values
    prefilter = prefilter and not role.partial and not manifest.is_kustomization  # a patch of any kind is relevant
    defined: list[Chunk] = []  # definitions, which are no objects here
    for chunk in chunks(source):
        text = chunk.text
        template = _template_above(text)
        if template or manifest.rendered_from:
            manifest.rendered_from.append((chunk.first_line, template))
        manifest.count += _looks_like_an_object(text)
        if not unread and _read(chunk, manifest, prefilter=prefilter, syntax=syntax, whole=whole):
            defined.append(chunk)
    is_only_values = bool(manifest.values) and not (manifest.objects or any(may_matter(one.text) for one in defined))
    # Charts render what is marked in values.
    if is_template(source.text, readable=False) if manifest.broken else is_marked and not is_only_values:
        manifest.template = True
        manifest.objects, manifest.values, manifest.broken, manifest.policies = [], [], [], []
    for index, thing in enumerate(manifest.objects):
        thing.index = index
        if not thing.partial:
            _give_role(thing, role)
    return manifest


def _template_above(text: str) -> str:
    """The template of a chart that a document was rendered from; empty if none is named above it."""
    if text[:1] not in _BEFORE_COMMENT or _BY_HELM not in text:  # as nearly always
        return ""
    from clblint.kube.rendered import template_above  # noqa: PLC0415 - few files are what helm renders

    return template_above(text)


def _read(chunk: Chunk, manifest: Manifest, *, prefilter: bool, syntax: bool, whole: bool) -> bool:
    """Take in a document that a rule may be about, and check the syntax of others; whether it is a definition."""
    text = chunk.text
    defines = prefilter and text.find(_DEFINING, 0, _HEAD) >= 0 and _is_definition(text)
    if not defines and (not prefilter or may_matter(text)):
        document = read_chunk(chunk)
        if whole or not _is_sound(document, text, manifest):
            _take_in(document, text, manifest)
    elif (syntax or (defines and may_matter(text))) and (fault := check_syntax(chunk)):
        manifest.broken.append(Broken(manifest.source, fault))
        manifest.opaque |= _has_words(text)
    return defines


def _is_definition(text: str) -> bool:
    from clblint.kube.definitions import is_definition  # noqa: PLC0415 - most repositories define no resources

    return is_definition(text)


def _give_role(thing: KubeObject, role: KustomizeRole) -> None:
    """Give an object what kustomizations say of its file."""
    if role.namespace is not None:
        thing.namespace = role.namespace or None
    if role.roots:
        thing.alias = role.alias(thing.name.value)
        if role.labels:
            from clblint.kube.kustomize.patched import label  # noqa: PLC0415 - most files are in no kustomization

            label(thing, role.labels)


def _is_sound(document: Document, text: str, manifest: Manifest) -> bool:
    """Whether no key stands twice in a document, nor in texts in it, and it holds objects alone."""
    root = document.root
    if root is None or not root.origin.ordinary or _STATEMENT in text or _may_hold_values(text):
        return False
    if manifest.is_kustomization:
        return "helmCharts" not in text and ("patch" not in text or _has_sound_patches(document))
    return manifest.role.partial or _is_one_object(field_of(root))


def _has_sound_patches(document: Document) -> bool:
    from clblint.kube.kustomize.read import inline_patches, root_of  # noqa: PLC0415 - most files have no patches

    root = root_of(document)
    return root is None or all(node.origin.ordinary for node, _ in inline_patches(root))


def _is_one_object(root: Field) -> bool:
    if not isinstance(root.node, Mapping) or root.get("items").present:
        return False
    return bool(root.get("kind").text().value) and root.get("apiVersion").present


def _take_in(document: Document, text: str, manifest: Manifest) -> None:
    """Add the contents of a document to the manifest."""
    if document.fault is not None:
        manifest.broken.append(Broken(manifest.source, document.fault))
        manifest.opaque |= _has_words(text)
    made = list(_contents(document, manifest))
    _read_texts(made, text)
    manifest.objects.extend(made)
    if not made or manifest.is_kustomization:
        manifest.values += () if manifest.role.partial else _values(document, text)
    manifest.opaque |= any(thing.of_any_kind for thing in made)
    if _STATEMENT in text:
        from clblint.kube.ram_policies import policy_in  # noqa: PLC0415 - few files are policies

        manifest.policies += filter(None, [policy_in(document)])


def _read_texts(made: list[KubeObject], text: str) -> None:
    """Note what is set twice in texts with values for charts."""
    if _may_hold_values(text):
        from clblint.kube.charts import repeated_in_texts  # noqa: PLC0415 - few objects have values

        for thing in (one for one in made if not isinstance(one, (Service, Workload))):
            thing.repeated_in_texts = repeated_in_texts(thing)


def _may_hold_values(text: str) -> bool:
    """Whether texts in a document may hold values for charts."""
    # One character is found many times faster than three.
    return "|" in text and ": |" in text and catalogue().may_be_written_in(text)


def _contents(document: Document, manifest: Manifest) -> Iterator[KubeObject]:
    """The objects of a document, or the inline patches of a kustomization."""
    if manifest.is_kustomization:
        from clblint.kube.kustomize.read import root_of  # noqa: PLC0415 - most files are no kustomization

        root = root_of(document)
        if root is not None:
            return _written_in(root)
    return _objects(document, manifest.role)


def may_matter(text: str) -> bool:
    """Whether a rule may be about an object in a document: a fast text search."""
    return _has_words(text) or _may_hold_makers(text)


def _may_hold_makers(text: str) -> bool:
    """Whether a document may contain a custom resource from which pods are made."""
    for behind in text.split("apiVersion")[1:]:
        line = behind.partition("\n")[0]
        if "." in line or not line.translate(_WITHOUT_MARKS).strip():  # else it is one of Kubernetes itself
            from clblint.kube.workloads.pod_makers import may_hold_makers  # noqa: PLC0415 - few resources are custom ones

            return may_hold_makers(text)
    return False


def _has_words(text: str) -> bool:
    return any(map(text.__contains__, _WORDS))


def _values(document: Document, text: str) -> list[ChartValues]:
    """The values for charts in a document that is no object, if they hold annotations of the CCM."""
    if not (may_matter(text) and catalogue().may_be_written_in(text)):
        return []
    from clblint.kube.charts import values_in  # noqa: PLC0415 - most files are manifests

    return values_in(document, kustomization=is_kustomization(document.source.path))


def _looks_like_an_object(text: str) -> bool:
    return "apiVersion" in text and "kind" in text


def _objects(document: Document, role: KustomizeRole) -> Iterator[KubeObject]:
    found = filter(None, map(as_object, _roots(document)))
    return _with_role(found, document, role) if role.kustomized or role.partial else found


def _roots(document: Document) -> list[Node]:
    """The nodes of the objects of a document."""
    root = document.root
    if type(root) is Mapping and root.get("items") is None:  # else it is a list, or there is none
        kind = root.get("kind")
        if type(kind) is Scalar and isinstance(kind.value, str) and kind.value:
            return [root]
    from clblint.source.objects import objects  # noqa: PLC0415 - few documents are lists

    return objects(document)


def _with_role(found: Iterable[KubeObject], document: Document, role: KustomizeRole) -> Iterator[KubeObject]:
    """Yield the objects of a document as kustomizations use them, and the patches that are no objects."""
    from clblint.kube.kustomize.patch import as_json_patch, filled_in, in_kustomization  # noqa: PLC0415 - most files are in no kustomization

    for thing in found:
        yield in_kustomization(thing, role) if role.kustomized else thing
    if role.partial and document.root is not None:
        made = as_json_patch(document.root, role.targets)
        if made is not None:
            yield made
        if (REPLACEMENTS, "") in role.targets:
            yield from filled_in(field_of(document.root))


def _written_in(kustomization: Field) -> Iterator[KubeObject]:
    """Yield the inline patches of a kustomization."""
    from clblint.kube.kustomize.patch import as_json_patch, mark_partial, piece, written_for_many  # noqa: PLC0415 - most files have no patches
    from clblint.kube.kustomize.read import inline_patches, quoted_patches  # noqa: PLC0415 - most files have no patches

    yield from written_for_many(kustomization)
    for node, target in inline_patches(kustomization):
        made = as_object(node)
        patch = mark_partial(made, (target,)) if made is not None else as_json_patch(node, (target,))
        if patch is not None:
            yield patch
    for node, target in quoted_patches(kustomization):
        made = as_object(node)
        patch = mark_partial(made, (target,)) if made is not None else as_json_patch(node, (target,))
        if patch is not None:
            yield piece(kustomization, patch.targets, patch.changes)


def as_object(node: Node) -> KubeObject | None:
    """The node as a Kubernetes object; None if it is not one."""
    root = field_of(node)
    if not isinstance(root.node, Mapping):
        return None
    said, version = root.get("kind").text(), root.get("apiVersion")
    kind = said.value
    if not kind or not version.present:
        return None
    group = version.text()
    made = _type_of(root, kind, group.value)(node)
    made.kind, made.api_version = kind, group.value
    if not (said.known and group.known):
        made.of_any_kind = True
    return made


def _type_of(root: Field, kind: str, api_version: str) -> type[KubeObject]:
    if kind == "Service" and api_version == "v1":
        return Service
    if carries_pods(root, kind):
        return Workload
    if kind in _ENDPOINTS and api_version.startswith(_ENDPOINTS[kind]):
        from clblint.kube.endpoints import Endpoints  # noqa: PLC0415 - few files have any

        return Endpoints
    if any(root.get("spec", key).present for key in SCALE_TARGETS):
        from clblint.kube.workloads.scaling import Scaler  # noqa: PLC0415 - few objects scale anything

        return Scaler
    return KubeObject
