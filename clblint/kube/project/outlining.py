"""`outline_of`: makes the outline of a file that was read."""

from __future__ import annotations

from clblint.kube.clusters.profile import may_be_set_in
from clblint.kube.objects import KubeObject, Service
from clblint.kube.project.outline import FileTraits, Outline, ServiceRef, WorkloadRef
from clblint.kube.project.refs import Ref
from clblint.kube.project.selectors import matchable_labels
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.pods import Workload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from clblint.files.codec import Plain
    from clblint.kube.kustomize.role import KustomizeRole
    from clblint.kube.manifest import Manifest
    from clblint.kube.project.outline import EndpointsRef, Patch, ScalerRef
    from clblint.kube.project.refs import Claim, Labels


_LONGEST, _BETWEEN = 3, 2  # digits of a number in an address, and numbers between its points


def outline_of(manifest: Manifest, claims: Callable[[Service], Iterable[Claim]]) -> Outline:
    """The outline of a file; `claims` returns the claims of a Service."""
    services, workloads, others = [], [], []
    role = manifest.role
    for thing in manifest.objects if not role.built else ():
        if thing.partial:
            continue
        if isinstance(thing, Service):
            services.append(ServiceRef(_ref(thing, role), _selector(thing), tuple(claims(thing))))
        elif isinstance(thing, Workload):
            workloads.append(WorkloadRef(_ref(thing, role), _sorted(thing.pod_labels)))
        elif type(thing) is not KubeObject:
            others.append(thing)
    endpoints, scalers = _others(others, role) if others else ((), ())
    return Outline(
        manifest.source.path,
        role.roots,
        role.family if role.roots else "",
        tuple(services),
        tuple(workloads),
        endpoints,
        scalers,
        tuple(_patches(manifest)) if not role.built else (),
        tuple(_facts(manifest)) if not role.built and may_be_set_in(manifest.text) else (),
        _traits(manifest),
    )


def _ref(thing: KubeObject, role: KustomizeRole) -> Ref:
    name = thing.name.value
    if not role.roots:
        return Ref(thing.path, thing.index, thing.kind, thing.namespace, name)
    return Ref(thing.path, thing.index, thing.kind, thing.namespace, name, role.alias(name), role.roots, role.family)


def _selector(service: Service) -> Labels:
    return _sorted(matchable_labels(service.selector_values or {}))


def _sorted(labels: Mapping[str, str]) -> Labels:
    return tuple(sorted(labels.items()))


def _others(
    things: Iterable[KubeObject], role: KustomizeRole
) -> tuple[tuple[EndpointsRef, ...], tuple[ScalerRef, ...]]:
    from clblint.kube.endpoints import Endpoints  # noqa: PLC0415 - few files have any
    from clblint.kube.workloads.scaling import Scaler  # noqa: PLC0415 - as above

    endpoints, scalers = [], []
    for thing in things:
        if isinstance(thing, Endpoints):
            name = thing.service_name.value
            endpoints.append((_ref(thing, role), None if is_unrendered(name) else name))
        elif isinstance(thing, Scaler):
            target = None if any(map(is_unrendered, thing.target)) else thing.target
            scalers.append((_ref(thing, role), target))
    return tuple(endpoints), tuple(scalers)


def _patches(manifest: Manifest) -> Iterator[Patch]:
    for thing in manifest.objects:
        for kind, name in thing.targets if thing.changes else ():
            yield kind, name, thing.changes


def _facts(manifest: Manifest) -> Iterator[tuple[int, Plain]]:
    from clblint.kube.clusters.facts import RANGE_SETTING, facts_in  # noqa: PLC0415 - few files state any

    for index, thing in enumerate(manifest.objects):
        for setting in facts_in(thing):
            yield index, RANGE_SETTING.pack(setting)


def _makers(manifest: Manifest) -> tuple[str, ...]:
    custom = [thing for thing in manifest.objects if "." in thing.api_version.partition("/")[0]]
    if not custom:
        return ()
    from clblint.kube.workloads.pod_makers import namespaces_of_makers  # noqa: PLC0415 - few resources are custom ones

    return namespaces_of_makers(custom)


def _sidecars(manifest: Manifest) -> tuple[Labels, ...]:
    if not any(thing.kind == "SidecarSet" for thing in manifest.objects):
        return ()
    from clblint.kube.workloads.sidecar_sets import pods_that_gain_ports  # noqa: PLC0415 - few files have one

    return pods_that_gain_ports(manifest.objects)


def _traits(manifest: Manifest) -> FileTraits:
    permissions, has_policy = _policies(manifest) if manifest.policies else ((), False)
    is_part = manifest.role.built
    return FileTraits(
        () if is_part else _addresses(manifest),
        permissions,
        has_policy,
        () if is_part else _makers(manifest),
        () if is_part else _sidecars(manifest),
        manifest.opaque and not is_part,
        manifest.is_kustomization and not (is_part or manifest.role.builds),
        manifest.brings,
    )


def _policies(manifest: Manifest) -> tuple[tuple[str, ...], bool]:
    from clblint.kube.ram_policies import granted_by  # noqa: PLC0415 - few files are policies

    policies = manifest.policies
    return granted_by(policies), any(policy.changes_balancers for policy in policies)


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
