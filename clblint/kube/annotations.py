"""Finds the CCM's annotations in an object: where they take effect, and where they are misplaced."""

from __future__ import annotations

import re
from functools import lru_cache

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.objects import MistypedAnnotation, Service
from clblint.kube.schema.types import SERVICE, WORKLOADS
from clblint.kube.unrendered import is_documentation
from clblint.kube.workloads.pods import Workload
from clblint.light import Enum
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.kube.charts import PassedOn
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.objects import KubeObject
    from clblint.source.node import Node


# Kinds whose annotations nothing copies to a Service.
_OTHER_KINDS = frozenset({"ConfigMap", "Endpoints", "Ingress", "Namespace", "Secret", "ServiceAccount"})
_OTHER_TYPES = frozenset({"ClusterIP", "ExternalName", "NodePort"})  # invalid types are for invalid-service
_WORKLOADS = frozenset({"CronJob", "DaemonSet", "Deployment", "Job", "Pod", "ReplicaSet", "StatefulSet"})
_KYVERNO = "kyverno.io"
_REFERENCE = "$("  # to another field of the object, which Kyverno fills in

# Traits for which a rule on annotations can register, besides short names; most annotations have none of them. A value
# is doubtful if a controller that reads the annotation does not take it.
UNKNOWN_KEY, OLDER_KEY, EMPTY, NULL = "(unknown key)", "(older key)", "(empty)", "(null)"
DOUBTFUL, PLACEHOLDER, ZERO, BLANKS = "(doubtful)", "(placeholder)", "(zero)", "(blanks)"


class AnnotationsHome(Enum):
    """The owner of a mapping of annotations."""

    SERVICE = "service"
    OBJECT = "object"
    PODS = "pods"
    ELSEWHERE = "elsewhere"  # in a custom resource or in values of a chart, which may pass them on to a Service


class Annotation(NamedTuple):
    """An annotation with a key of the CCM or similar; `cluster` is the declared cluster of its object.

    `class_beside` is the class of load balancers that stands beside annotations that are passed on, None if there is
    none. `by_policy` says that a policy sets it on Services.
    """

    owner: KubeObject
    home: AnnotationsHome
    key: str
    value: Fact[str]
    siblings: dict[str, Fact[str]]
    position: int
    cluster: Cluster
    class_beside: Fact[str] | None = None
    by_policy: bool = False

    @property
    def is_null(self) -> bool:
        """Whether its value is null."""
        return isinstance(self.value.node, Scalar) and self.value.node.value is None

    @property
    def traits(self) -> frozenset[str]:
        """What rules can register for: its short name, and traits such as an unknown key or an empty value."""
        value = self.value.value
        found = _traits(self.key, value)
        return found | {NULL} if not value and self.is_null else found

    @property
    def first(self) -> bool:
        """Whether it is the first annotation of the CCM in its mapping."""
        return self.position == 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing reads it: its object is not a Service of type LoadBalancer, and not the source of one."""
        service, owner = self.service, self.owner
        if service is not None:
            return service.type.one_of(*_OTHER_TYPES) and (service.type.present or not service.fragment)
        if self.home is AnnotationsHome.PODS:
            return owner.kind in _WORKLOADS
        if self.home is not AnnotationsHome.OBJECT:
            return False
        if owner.kind == "Ingress" and any(_names_a_clb(key, fact) for key, fact in self.siblings.items()):
            return False  # serverless clusters read it there
        return owner.kind in _OTHER_KINDS or (isinstance(owner, Workload) and owner.kind in _WORKLOADS)

    @property
    def service(self) -> Service | None:
        """The Service that it annotates; None if it annotates something else."""
        return self.owner if isinstance(self.owner, Service) else None


@lru_cache(4096)  # most values of a project are written many times
def _traits(key: str, value: str) -> frozenset[str]:
    known = catalogue().find(key)
    doubtful = known is not None and any(known.check(value, reader) is not None for reader in known.controllers)
    odd = {
        OLDER_KEY: known is not None and known.key != key,
        EMPTY: not value,
        DOUBTFUL: doubtful,
        PLACEHOLDER: is_documentation(value),
        ZERO: bool(value) and not value.strip("+-0"),
        BLANKS: bool(value) and value.split() != [value],
    }
    return frozenset({known.suffix if known else UNKNOWN_KEY, *(name for name, is_so in odd.items() if is_so)})


def _names_a_clb(key: str, fact: Fact[str]) -> bool:
    return key.endswith("-loadbalancer-id") and not is_documentation(fact.value)


def annotations_of(owner: KubeObject, is_ours: Callable[[str], bool], cluster: Cluster) -> Iterator[Annotation]:
    """Yield every annotation in an object for whose key `is_ours` is true."""
    for home, written, found in _homes(owner):
        siblings, conditions = _without_anchors(written) if _has_anchors(owner) else (written, ())
        beside, by_policy = (found.load_balancer_class, found.by_policy) if found is not None else (None, False)
        ours = ((key, value) for key, value in siblings.items() if is_ours(key))
        for position, (key, value) in enumerate(ours):
            is_set = by_policy and key not in conditions and _REFERENCE not in value.value
            yield Annotation(owner, home, key, value, siblings, position, cluster, beside, is_set)


def _has_anchors(owner: KubeObject) -> bool:
    """Whether it is a policy of Kyverno, whose patterns put marks around keys."""
    return owner.api_version.partition("/")[0].endswith(_KYVERNO)


def _without_anchors(written: dict[str, Fact[str]]) -> tuple[dict[str, Fact[str]], frozenset[str]]:
    """The entries of a pattern by their keys alone, and the keys of those that are compared, not set."""
    from clblint.kube.kyverno import without_anchor  # noqa: PLC0415 - few objects are policies

    read = {key: without_anchor(key) for key in written}
    siblings = {name: written[key] for key, (name, _) in read.items()}
    return siblings, frozenset(name for name, is_set in read.values() if not is_set)


def mistyped_of(owner: KubeObject) -> Iterator[MistypedAnnotation]:
    """Yield every annotation of an object that is not a string, and those of ours that it passes on."""
    yield from owner.mistyped_annotations
    for found in _passed_on(owner):
        for key, fact in found.annotations.items():
            kind = _json_type(fact.node, found) if catalogue().is_ours(key) else ""
            if kind and isinstance(fact.node, Scalar):
                raw, quotable = fact.node.raw, not found.by_set
                yield MistypedAnnotation(
                    owner, key, fact.node, kind, raw, quotable, passed_on=True, by_set=found.by_set
                )


def _json_type(node: object, passed_on: PassedOn) -> str:
    """The JSON type of an annotation that is no text, empty for one that is; null counts as text.

    Tools hand the value of a parameter to helm as it is written, whatever YAML makes of it.
    """
    if not isinstance(node, Scalar) or node.value is None or passed_on.as_text:
        return ""
    if passed_on.by_set:
        return _type_by_set(node.text)
    return "" if isinstance(node.value, str) else "bool" if isinstance(node.value, bool) else "number"


def _type_by_set(text: str) -> str:
    """The JSON type that `helm --set` gives to a text (pkg/strvals/parser.go:typedVal); empty if it stays a text."""
    if text.lower() in {"true", "false"}:
        return "bool"
    return "number" if re.fullmatch(r"0|(?!0)[+-]?\d{1,18}", text, re.ASCII) else ""


class Misplaced(NamedTuple):
    """An annotation key in a mapping of a Service or workload that is not its annotations."""

    owner: KubeObject
    key: str
    at: Node
    path: str  # of the mapping, empty for the object itself

    @property
    def unknown_field(self) -> str:
        """The field for which strict validation refuses it; empty if it is in a map, or the type is not known.

        Of workloads, all fields of metadata are known, and that nothing else has annotations.
        """
        from clblint.kube.schema.unknown_fields import unknown_field  # noqa: PLC0415 - nearly no key is misplaced

        path = (*filter(None, self.path.split(".")), self.key)
        if isinstance(self.owner, Service):
            return unknown_field(path, SERVICE)
        kind = WORKLOADS.get(self.owner.kind)
        found = unknown_field(path, kind) if kind is not None else ""
        parent, _, last = found.rpartition(".")
        return found if parent.endswith("metadata") or last == "annotations" else ""


def misplaced_of(owner: KubeObject) -> Iterator[Misplaced]:
    """Yield every key of the CCM outside of annotations; not for operations of a JSON patch."""
    if not isinstance(owner, (Service, Workload)) or not isinstance(owner.node, Mapping):
        return
    text = owner.told or owner.node.raw
    # With aliases or escapes, a key may be absent from the text of the object.
    says_all = owner.node.origin.ordinary and "\\" not in text
    if (says_all or owner.told) and not catalogue().may_stand_in(text):
        return
    homes = [home for home in _own_homes(owner) if isinstance(home, Mapping)]
    rest = _untold(text, homes) if owner.told else _without(text, homes)
    if (says_all or owner.told) and not catalogue().may_stand_in(rest):  # as nearly always
        return
    read = {id(key) for home in homes for key in (*(key for _, key, _ in home.items()), *_written(home))}
    pending: list[tuple[str, Mapping]] = [("", owner.node)]
    while pending:
        path, mapping = pending.pop()
        if (says_all or _says_all(mapping)) and not catalogue().may_stand_in(mapping.raw):
            continue
        for name, key, value in mapping.items():
            if catalogue().is_ours(name) and id(key) not in read:  # else merged by the annotations
                yield Misplaced(owner, name, key, path)
            elif isinstance(value, Mapping) and not any(value is home for home in homes):
                pending.append((f"{path}.{name}" if path else name, value))
            elif isinstance(value, Sequence) and isinstance(owner, Service):  # its ports
                items = enumerate(value.values())
                pending += ((f"{path}.{name}[{at}]", item) for at, item in items if isinstance(item, Mapping))


def _written(home: Mapping) -> list[Node]:
    """The keys that stand in a mapping or in those that it merges, overridden ones included."""
    if home.origin.ordinary:
        return []
    from clblint.source.merges import writes  # noqa: PLC0415 - few manifests have merges

    return [key for key, _ in writes(home)]


def _says_all(mapping: Mapping) -> bool:
    """Whether all keys below a mapping are in its text."""
    return mapping.origin.ordinary and "\\" not in mapping.raw


def _own_homes(owner: Service | Workload) -> Iterator[Node | None]:
    yield owner.root.get("metadata", "annotations").node
    if isinstance(owner, Workload) and owner.kind != "Pod":
        yield owner.template.get("metadata", "annotations").node


def _without(text: str, homes: list[Mapping]) -> str:
    """The text of an object without the text of these mappings."""
    for home in homes:
        text = text.replace(home.raw, "", 1)  # an equal text elsewhere is kept
    return text


def _untold(text: str, homes: list[Mapping]) -> str:
    """The same of what is built."""
    for _, key, value in (entry for home in homes for entry in home.items()):
        text = text.replace(f" {getattr(key, 'text', '')}: {getattr(value, 'text', '')}", "", 1)
    return text


def _homes(owner: KubeObject) -> Iterator[tuple[AnnotationsHome, dict[str, Fact[str]], PassedOn | None]]:
    yield (AnnotationsHome.SERVICE if isinstance(owner, Service) else AnnotationsHome.OBJECT), owner.annotations, None
    if isinstance(owner, Workload) and owner.kind != "Pod":
        yield AnnotationsHome.PODS, owner.pod_annotations, None
    for found in _passed_on(owner):
        yield AnnotationsHome.ELSEWHERE, found.annotations, found


def _passed_on(owner: KubeObject) -> Iterable[PassedOn]:
    """The annotations in an object that is neither a Service nor a workload, besides its own."""
    if not may_pass_on(owner) or (_says_it(owner) and not catalogue().may_be_written_in(_text_of(owner))):
        return ()
    from clblint.kube.charts import passed_on  # noqa: PLC0415 - few objects do

    return passed_on(owner)


def may_pass_on(owner: KubeObject) -> bool:
    """Whether an object is neither a Service nor a workload, and may hold an annotation of ours.

    With aliases or escapes, its key may be absent from the text.
    """
    if isinstance(owner, (Service, Workload)):
        return False
    text = _text_of(owner)
    says_all = _says_it(owner) and "\\" not in text
    return not says_all or catalogue().may_stand_in(text)


def _says_it(owner: KubeObject) -> bool:
    """Whether all keys of an object are in its text, perhaps with escapes."""
    return bool(owner.node.origin.ordinary or owner.told)


def _text_of(owner: KubeObject) -> str:
    return owner.told or owner.node.raw
