"""What other files need to know of a file: plain values, cheap to store and to send between processes."""

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

# Claims: an object that names endpoints for a Service; a file that uses an address; what a file is as a whole.
ENDPOINTS, ADDRESS = "endpoints", "address"
SOME = "?"  # in a claim, a name that cannot be known
OPAQUE, KUSTOMIZATION, BRINGS = ("file", "opaque"), ("file", "kustomization"), ("file", "brings")

# Labels that a controller gives to its pods: no pod template shows them.
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
    """An object as the other files see it, or (without a kind) a whole file.

    `roots`, `family` and `alias` are what kustomizations make of it: see `Role`.
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
        """Its name in the cluster, or something that is no name where it has several."""
        return self.alias or self.name

    @property
    def identity(self) -> Identity:
        """What makes it one object of a cluster."""
        return (self.namespace, self.kind, self.built_name)

    @property
    def is_object(self) -> bool:
        """Whether it is an object of the cluster, not a file or something that is said of others."""
        return self.kind not in _NO_OBJECTS

    @property
    def serves(self) -> bool:
        """Whether it makes pods that stay."""
        return self.kind not in _NO_PODS and self.kind not in RUN_TO_COMPLETION


def refs_of(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> list[Ref]:
    """The Services, workloads and endpoints of a file, and the file itself where there is something to say of it."""
    refs = [*_of_objects(manifest, claims), *_of_patches(manifest), *_of_facts(manifest), *_of_file(manifest)]
    role = manifest.role
    if not role.roots:
        return refs
    return [ref._replace(roots=role.roots, family=role.family, alias=role.alias(ref.name)) for ref in refs]


def shown(selector: Mapping[str, str]) -> dict[str, str]:
    """The part of a selector that a pod template can show."""
    return {key: value for key, value in selector.items() if key not in _GIVEN_TO_PODS}


def _of_objects(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> Iterator[Ref]:
    path = manifest.source.path
    for index, thing in enumerate(manifest.objects):
        if thing.partial:
            continue
        if isinstance(thing, Service):
            selector = tuple(sorted(shown(thing.selector_values or {}).items()))
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
    """The claim to the number of pods of an object."""
    return (SCALER, f"{kind}/{name}")


def _of_patches(manifest: Manifest) -> Iterator[Ref]:
    """What each patch changes, by the kind and the name of what it is for (either may be left open)."""
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
