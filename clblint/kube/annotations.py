"""Finds the CCM's annotations in an object: where they take effect, and where they are misplaced."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.catalogue.catalogue import catalogue
from clblint.kube.objects import Service
from clblint.kube.unrendered import is_documentation
from clblint.kube.workloads.pods import Workload
from clblint.light import Enum, lru_cache
from clblint.source.mapping import Mapping
from clblint.source.node import Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.kube.charts import PassedOn
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.fact import Fact
    from clblint.kube.field import Field
    from clblint.kube.misplaced import Misplaced
    from clblint.kube.mistyped import MistypedAnnotation
    from clblint.kube.objects import KubeObject


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
        if not written:
            continue
        siblings, conditions = _without_anchors(written) if _has_anchors(owner) else (written, ())
        beside, by_policy = (found.load_balancer_class, found.by_policy) if found is not None else (None, False)
        ours = [(key, value) for key, value in siblings.items() if is_ours(key)]
        for position, (key, value) in enumerate(ours):
            is_set = by_policy and key not in conditions and _REFERENCE not in value.value
            yield Annotation(owner, home, key, value, siblings, position, cluster, beside, is_set)


def _has_anchors(owner: KubeObject) -> bool:
    """Whether it is a policy of Kyverno, whose patterns put marks around keys."""
    return owner.api_version.partition("/")[0].endswith(_KYVERNO)


def _without_anchors(written: dict[str, Fact[str]]) -> tuple[dict[str, Fact[str]], frozenset[str]]:
    from clblint.kube.kyverno import without_anchors  # noqa: PLC0415 - few objects are policies

    return without_anchors(written)


def mistyped_of(owner: KubeObject) -> Iterable[MistypedAnnotation]:
    """Every annotation of an object that is not a string, and those of ours that it passes on."""
    homes = [] if owner.are_values else list(_own_homes(owner))
    passed_on = _passed_on(owner)
    if not passed_on and all(map(_holds_texts, homes)):  # as nearly always
        return ()
    from clblint.kube.mistyped import mistyped_in  # noqa: PLC0415 - few values are no texts

    return mistyped_in(owner, homes, passed_on)


def _holds_texts(home: Field) -> bool:
    if not isinstance(home.node, Mapping):
        return True
    for node in home.node.in_turn()[1::2]:
        value = node.value if isinstance(node, Scalar) else False
        if value is not None and not isinstance(value, str):
            return False
    return True


def misplaced_of(owner: KubeObject) -> Iterable[Misplaced]:
    """Every key of the CCM outside of annotations; not for operations of a JSON patch."""
    root = owner.node
    if not isinstance(owner, (Service, Workload)) or not isinstance(root, Mapping):
        return ()
    text = owner.told or root.raw
    # With aliases or escapes, a key may be absent from the text of the object.
    says_all = root.origin.ordinary and "\\" not in text
    if (says_all or owner.told) and not catalogue().may_stand_in(text):
        return ()
    homes = [home.node for home in _own_homes(owner) if isinstance(home.node, Mapping)]
    rest = _untold(text, homes) if owner.told else _without(text, homes)
    if (says_all or owner.told) and not catalogue().may_stand_in(rest):  # as nearly always
        return ()
    from clblint.kube.misplaced import misplaced_in  # noqa: PLC0415 - few keys are misplaced

    return misplaced_in(owner, root, homes, says_all=says_all)


def _own_homes(owner: KubeObject) -> Iterator[Field]:
    """Yield the annotations of an object, and those of its pods."""
    yield owner.annotations_field
    if isinstance(owner, Workload) and owner.kind != "Pod":
        yield owner.template.get("metadata", "annotations")


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
