"""`Ref`: an object, patch or fact as plain values, for other files, the cache and worker processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.fast import NamedTuple
from clblint.kube.addresses import addresses_in
from clblint.kube.clusters.facts import facts_in, may_hold_facts, to_claims
from clblint.kube.clusters.folders import folder_of
from clblint.kube.endpoints import Endpoints
from clblint.kube.export import is_export
from clblint.kube.kustomize.roots import is_kustomization
from clblint.kube.marks import FACT, PATCH, SCALER
from clblint.kube.objects import Service
from clblint.kube.ram import claims_of_policies
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.pod_makers import claims_of_makers
from clblint.kube.workloads.pods import RUN_TO_COMPLETION, Workload
from clblint.kube.workloads.scaling import Scaler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from clblint.kube.manifest import Manifest

    Identity = tuple[str | None, str, str]
    Claim = tuple[str, str]

# Kinds of claims: endpoints of a Service; an address in a file; properties of a whole file.
ENDPOINTS, ADDRESS = "endpoints", "address"
SOME = "?"  # a name in a claim that cannot be known
OPAQUE, KUSTOMIZATION, BRINGS = ("file", "opaque"), ("file", "kustomization"), ("file", "brings")

# Labels that controllers add to their pods: they are not in pod templates.
POD_NAME = "statefulset.kubernetes.io/pod-name"
_GIVEN_TO_PODS = frozenset(
    {
        POD_NAME, "apps.kubernetes.io/pod-index", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name",
        "controller-revision-hash", "controller-uid", "job-name", "pod-template-generation", "pod-template-hash",
    }
)  # fmt: skip
_WHOLE_FILE = ""
_NO_OBJECTS = frozenset({_WHOLE_FILE, PATCH, FACT, SCALER})
_NO_PODS = frozenset({*_NO_OBJECTS, "Service", "Endpoints", "EndpointSlice"})


class Ref(NamedTuple):
    """An object (or patch, fact, scaler: see `marks`), or without a kind a whole file.

    `roots`, `family` and `alias` are those of `KustomizeRole`.
    """

    path: str
    position: int
    kind: str
    namespace: str | None
    name: str
    labels: tuple[tuple[str, str], ...]
    selector: tuple[tuple[str, str], ...]
    claims: tuple[tuple[str, str], ...]
    roots: tuple[str, ...] = ()
    family: str = ""
    alias: str = ""

    @property
    def folder(self) -> str:
        """The folder of its file."""
        return folder_of(self.path)

    @property
    def built_name(self) -> str:
        """Its name in the cluster; `NOT_ONE` if it has several."""
        return self.alias or self.name

    @property
    def identity(self) -> Identity:
        """What identifies it in a cluster: kind, namespace and name."""
        return (self.namespace, self.kind, self.built_name)

    @property
    def is_object(self) -> bool:
        """Whether it is an object of the cluster, not a file, patch, fact or scaler."""
        return self.kind not in _NO_OBJECTS

    @property
    def serves(self) -> bool:
        """Whether it makes pods that keep running."""
        return self.kind not in _NO_PODS and self.kind not in RUN_TO_COMPLETION


def refs_of(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> list[Ref]:
    """The references to the objects in a file, and to the file itself if it has claims."""
    refs = [*_of_objects(manifest, claims), *_of_patches(manifest), *_of_facts(manifest), *_of_file(manifest)]
    role = manifest.role
    if not role.roots:
        return refs
    return [ref._replace(roots=role.roots, family=role.family, alias=role.alias(ref.name)) for ref in refs]


def matchable_labels(selector: Mapping[str, str]) -> dict[str, str]:
    """The labels of a selector that pod templates can have, without those that controllers add."""
    return {key: value for key, value in selector.items() if key not in _GIVEN_TO_PODS}


def _of_objects(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> Iterator[Ref]:
    path = manifest.source.path
    for index, thing in enumerate(manifest.objects):
        if thing.partial:
            continue
        if isinstance(thing, Service):
            selector = tuple(sorted(matchable_labels(thing.selector_values or {}).items()))
            yield Ref(path, index, thing.kind, thing.namespace, thing.name.value, (), selector, tuple(claims(thing)))
        elif isinstance(thing, Workload):
            labels = tuple(sorted(thing.pod_labels.items()))
            yield Ref(path, index, thing.kind, thing.namespace, thing.name.value, labels, (), ())
        elif isinstance(thing, Endpoints):
            claim = (ENDPOINTS, _said(thing.service_name.value))
            yield Ref(path, index, thing.kind, thing.namespace, thing.name.value, (), (), (claim,))
        elif isinstance(thing, Scaler):
            yield Ref(
                path,
                index,
                SCALER,
                thing.namespace,
                thing.name.value,
                (),
                (),
                (_scaled(*thing.target),),
            )


def _said(name: str) -> str:
    return SOME if is_unrendered(name) else name


def _scaled(kind: str, name: str) -> Claim:
    return (SCALER, SOME) if is_unrendered(kind) or is_unrendered(name) else scaled(kind, name)


def scaled(kind: str, name: str) -> Claim:
    """The claim to set the number of pods of an object."""
    return (SCALER, f"{kind}/{name}")


def _of_patches(manifest: Manifest) -> Iterator[Ref]:
    """Yield the changes of each patch, by kind and name of its target (either may be empty)."""
    for index, thing in enumerate(manifest.objects):
        for kind, name in thing.targets if thing.changes else ():
            changes = (("kind", kind), *thing.changes)
            yield Ref(manifest.source.path, index, PATCH, None, name, (), (), changes)


def _of_facts(manifest: Manifest) -> Iterator[Ref]:
    if may_hold_facts(manifest.source.text):
        for index, thing in enumerate(manifest.objects):
            for found in facts_in(thing):
                yield Ref(manifest.source.path, index, FACT, None, found.fact, (), (), to_claims(found))


def _of_file(manifest: Manifest) -> Iterator[Ref]:
    path = manifest.source.path
    found = claims_of_policies(manifest.policies)
    if not is_export(manifest.source.text, objects=manifest.count):
        found += [(ADDRESS, address) for address in sorted(addresses_in(manifest.source.text))]
    found += claims_of_makers(manifest.objects)
    if manifest.opaque:
        found.append(OPAQUE)
    if is_kustomization(path):
        found.append(KUSTOMIZATION)
    if manifest.role.brings:
        found.append(BRINGS)
    if found:
        yield Ref(path, -1, _WHOLE_FILE, None, "", (), (), tuple(found))
