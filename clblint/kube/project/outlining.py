"""`outline_of`: makes the outline of a file that was read."""

from __future__ import annotations

from clblint.kube.clusters.facts import facts_in, may_hold_facts
from clblint.kube.endpoints import Endpoints
from clblint.kube.kustomize.role import is_kustomization
from clblint.kube.objects import Service
from clblint.kube.project.outline import (
    EndpointsRef,
    FactRef,
    FileTraits,
    Outline,
    Patch,
    ScalerRef,
    ServiceRef,
    WorkloadRef,
)
from clblint.kube.project.refs import Ref
from clblint.kube.project.selectors import matchable_labels
from clblint.kube.ram_policies import granted_by
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.pod_makers import namespaces_of_makers
from clblint.kube.workloads.pods import Workload
from clblint.kube.workloads.scaling import Scaler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject
    from clblint.kube.project.refs import Claim, Labels


_LONGEST, _BETWEEN = 3, 2  # digits of a number in an address, and numbers between its points


def outline_of(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> Outline:
    """The outline of a file; `claims` returns the claims of a Service."""
    services, workloads, endpoints, scalers = [], [], [], []
    role = manifest.role
    for thing in manifest.objects if not role.built else ():
        if thing.partial:
            continue
        if isinstance(thing, Service):
            services.append(ServiceRef(_ref(thing, role), _selector(thing), tuple(claims(thing))))
        elif isinstance(thing, Workload):
            workloads.append(WorkloadRef(_ref(thing, role), _sorted(thing.pod_labels)))
        elif isinstance(thing, Endpoints):
            endpoints.append(EndpointsRef(_ref(thing, role), _service_of(thing)))
        elif isinstance(thing, Scaler):
            scalers.append(ScalerRef(_ref(thing, role), _target(thing)))
    return Outline(
        manifest.source.path,
        role.roots,
        role.family if role.roots else "",
        tuple(services),
        tuple(workloads),
        tuple(endpoints),
        tuple(scalers),
        tuple(_patches(manifest)) if not role.built else (),
        tuple(_facts(manifest)) if not role.built and may_hold_facts(manifest.text) else (),
        _traits(manifest),
    )


def _ref(thing: KubeObject, role: KustomizeRole) -> Ref:
    name = thing.name.value
    if not role.roots:
        return Ref(thing.path, thing.index, thing.kind, thing.namespace, name)
    return Ref(thing.path, thing.index, thing.kind, thing.namespace, name, role.alias(name), role.roots, role.family)


def _selector(service: Service) -> Labels:
    return _sorted(matchable_labels(service.selector_values or {}))


def _sorted(labels: dict[str, str]) -> Labels:
    return tuple(sorted(labels.items()))


def _service_of(endpoints: Endpoints) -> str | None:
    name = endpoints.service_name.value
    return None if is_unrendered(name) else name


def _target(scaler: Scaler) -> tuple[str, str] | None:
    return None if any(map(is_unrendered, scaler.target)) else scaler.target


def _patches(manifest: Manifest) -> Iterator[Patch]:
    for thing in manifest.objects:
        for kind, name in thing.targets if thing.changes else ():
            yield Patch(kind, name, thing.changes)


def _facts(manifest: Manifest) -> Iterator[FactRef]:
    for index, thing in enumerate(manifest.objects):
        for setting in facts_in(thing):
            yield FactRef(index, setting)


def _sidecars(manifest: Manifest) -> tuple[Labels, ...]:
    if not any(thing.kind == "SidecarSet" for thing in manifest.objects):
        return ()
    from clblint.kube.workloads.sidecar_sets import pods_that_gain_ports  # noqa: PLC0415 - few files have one

    return pods_that_gain_ports(manifest.objects)


def _traits(manifest: Manifest) -> FileTraits:
    policies = manifest.policies
    is_part = manifest.role.built
    return FileTraits(
        () if is_part else _addresses(manifest),
        granted_by(policies) if policies else (),
        any(policy.changes_balancers for policy in policies) if policies else False,
        () if is_part else namespaces_of_makers(manifest.objects),
        () if is_part else _sidecars(manifest),
        manifest.opaque and not is_part,
        is_kustomization(manifest.source.path) and not (is_part or manifest.role.builds),
        manifest.brings,
    )


def _addresses(manifest: Manifest) -> tuple[str, ...]:
    if manifest.mentions is not None:
        return tuple(sorted(manifest.mentions))
    text = manifest.source.text
    if not _may_hold_address(text):
        return ()
    from clblint.kube.addresses import addresses_in  # noqa: PLC0415 - few files have any
    from clblint.kube.export import is_export  # noqa: PLC0415 - as above

    return () if is_export(text, objects=manifest.count) else tuple(sorted(addresses_in(text)))


def _may_hold_address(text: str) -> bool:
    """Whether two numbers stand between points somewhere, and the beginning of one behind them."""
    numbers = 0
    for part in text.split("."):
        if numbers == _BETWEEN and part[:1].isdigit():
            return True
        numbers = numbers + 1 if len(part) <= _LONGEST and part.isdigit() else 0
    return False
