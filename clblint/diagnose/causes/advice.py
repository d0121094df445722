"""Advice: what may still fail or look odd on a Service that works; it never changes the state of a Service."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from clblint.diagnose.causes.cloud import overrides
from clblint.diagnose.causes.making import cause
from clblint.diagnose.cluster import TERWAY
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, POSSIBLE, Evidence, event_seen, field_of
from clblint.diagnose.service import ENI
from clblint.i18n.text import phrase
from clblint.kube.clusters.profile import LOCAL_PORTS, PortRange
from clblint.kube.versions import is_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService
    from clblint.diagnose.shape import Plain
    from clblint.i18n.text import Text

_TLS_NAMES = ("https", "tls", "ssl")
_TLS_PORTS = frozenset({443, 8443})
_GRACE, _AFTER_HOOK = 30, 30  # seconds: the default, and what a pod needs after its hook
_ALL_100, _PERCENT = "v1.9.3.164", "v1.9.3.276"
_MOST_NODES = 5
_DEFAULT_NODE_PORTS = (30000, 32767)  # Kubernetes


def advice_on(service: LiveService) -> list[Cause]:
    """The advice about a Service, the most important first."""
    makers = (
        _listeners_not_managed,
        _tls_to_tls_port,
        _local_without_wrr,
        _old_local_weights,
        _local_in_cluster,
        _acl,
        _node_port_overlap,
        _no_readiness_probe,
        _no_drain,
        _no_prestop,
        _short_grace,
        _said_by_events,
    )
    found: list[Cause] = []
    for make in makers:
        found += make(service)
    return found


def _annotation(service: LiveService, suffix: str) -> Evidence:
    return field_of(service.thing, service.get(suffix), "metadata", "annotations", service.key(suffix))


def _listeners_not_managed(service: LiveService) -> Iterator[Cause]:
    if not service.wanted_id or overrides(service) or service.wanted_id == service.label_id == "":
        return
    message = phrase(
        "The {kind} is reused without force-override-listeners: the CCM makes no listener on it, and "
        "none of its options applies. "
        "Whether there is one, the console or an inventory tells.",
        kind=service.balancer_kind,
    )
    do = (
        phrase(
            'annotation force-override-listeners: "true", or make the listeners in the console, each on '
            "the server group of its port"
        ),
    )
    yield cause("listeners-not-managed", message, CERTAIN, [_annotation(service, "id")], do, ("clb-listeners",))


def tls_listeners(service: LiveService) -> list[Plain]:
    """The ports of a Service whose listener terminates TLS: `https`, or `tcpssl` of an NLB."""
    wanted = "tcpssl" if service.is_nlb else "https"
    pairs = [item.strip().split(":") for item in service.get("protocol-port").split(",")]
    ports = {pair[1] for pair in pairs if len(pair) == 2 and pair[0].lower() == wanted}  # noqa: PLR2004 - protocol and port
    return [port for port in service.ports if str(port.get("port")) in ports]


def _tls_to_tls_port(service: LiveService) -> Iterator[Cause]:
    for port in tls_listeners(service):
        seen = _speaks_tls(service, port)
        if seen is None:
            continue
        message = phrase(
            "The listener {port} terminates TLS and sends plain HTTP to port {target} of the pods, which speaks "
            "TLS itself.",
            port=port.get("port"),
            target=port.get("targetPort", port.get("port")),
        )
        do = (
            phrase(
                "targetPort: the port on which the pods speak plain HTTP; or a TCP listener, so that the pods "
                "terminate TLS"
            ),
        )
        yield cause("tls-to-tls-port", message, seen[1], [_annotation(service, "protocol-port"), seen[0]], do)
        return


def _speaks_tls(service: LiveService, port: Plain) -> tuple[Evidence, str] | None:
    """The evidence that a target port speaks TLS, and how sure it is."""
    target = port.get("targetPort", port.get("port"))
    if str(port.get("appProtocol", "")).lower() == "https":
        return field_of(service.thing, "appProtocol: https", "spec", "ports"), CERTAIN
    for pod in service.pods:
        for container in pod.items("spec", "containers"):
            named = _container_port(container, target)
            probe = container.get("readinessProbe", {}).get("httpGet", {})
            if probe.get("scheme") == "HTTPS" and probe.get("port") in {target, *named}:
                return field_of(
                    pod, phrase("readiness probe of port {port} with scheme HTTPS", port=target), "spec", "containers"
                ), CERTAIN
            if any(isinstance(name, str) and name.startswith(_TLS_NAMES) for name in named) or named & _TLS_PORTS:
                return field_of(pod, phrase("container port {port}", port=_names(named)), "spec", "containers"), LIKELY
    if target in _TLS_PORTS or (isinstance(target, str) and target.startswith(_TLS_NAMES)):
        return field_of(service.thing, phrase("target port {port}", port=target), "spec", "ports"), LIKELY
    return None


def _names(named: set[object]) -> str:
    return "/".join(sorted(map(str, named)))


def _container_port(container: Plain, target: object) -> set[object]:
    """The number and the name of a port of a container."""
    for port in container.get("ports", []):
        both: set[object] = {port.get("containerPort"), port.get("name")} - {None}
        if target in both:
            return both
    return set()


def pods_per_node(service: LiveService) -> dict[str, int]:
    """How many ready pods each eligible node has, those without any included."""
    found = {node.name: 0 for node in service.eligible}
    found.update(Counter(one.node for one in service.ready if one.node))
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _uses_local_nodes(service: LiveService) -> bool:
    unclear = not service.back_end_type and service.cluster.network_plugin.value == TERWAY
    return service.is_local and service.back_end_type != ENI and not unclear and bool(service.ready)


def _local_without_wrr(service: LiveService) -> Iterator[Cause]:
    counts = {node: count for node, count in pods_per_node(service).items() if count}
    if not _uses_local_nodes(service) or len(set(counts.values())) < 2:  # noqa: PLR2004 - equal numbers need no weights
        return
    scheduler = service.get("scheduler").lower()
    if scheduler in {"wrr", "wlc"} or service.is_nlb:
        return
    message = phrase(
        "The policy is Local, and the nodes have {counts} ready pods; the scheduler {scheduler} "
        "gives each node the same share.",
        counts=":".join(map(str, pods_per_node(service).values())),
        scheduler=scheduler or "rr",
    )
    seen = [
        Evidence("field", f"Node {node}", "", phrase("{count} ready pods", count=count))
        for node, count in list(counts.items())[:_MOST_NODES]
    ]
    do = (phrase("annotation scheduler: wrr"),)
    yield cause("local-without-wrr", message, CERTAIN, seen, do, ("connection-length",))


def _old_local_weights(service: LiveService) -> Iterator[Cause]:
    version = service.cluster.ccm_version
    if not _uses_local_nodes(service) or not version.value or not is_older(version.value, _PERCENT):
        return
    how = (
        phrase("gives all nodes the weight 100")
        if is_older(version.value, _ALL_100)
        else phrase("gives the nodes weights in percent of the pods")
    )
    message = phrase("This CCM ({version}) {how}, whatever pods they run.", version=version.value, how=how)
    seen = [Evidence("field", version.source, "", version.value)]
    yield cause("old-local-weights", message, CERTAIN, seen, (phrase("upgrade the CCM"),))


def _acl(service: LiveService) -> Iterator[Cause]:
    if service.get("acl-status") != "on":
        return
    kind = service.get("acl-type") or "?"
    message = phrase(
        "An access control list ({kind}: {acl}) decides which clients get in.",
        kind=kind,
        acl=service.get("acl-id") or "?",
    )
    do = (phrase("look at its entries before anything else if clients get no answer"),)
    yield cause("acl-limits-clients", message, POSSIBLE, [_annotation(service, "acl-status")], do, ("acl-entries",))


def _node_port_overlap(service: LiveService) -> Iterator[Cause]:
    read = service.cluster.local_port_range
    local = PortRange(read[0], read[1]) if read is not None else LOCAL_PORTS
    numbers = [port["nodePort"] for port in service.ports if port.get("nodePort")]
    check = service.thing.body.get("spec", {}).get("healthCheckNodePort")
    inside = [number for number in [*numbers, *([check] if check else [])] if number in local]
    given = service.cluster.node_port_range
    overlap = local.overlap(PortRange(given[0], given[1])) if given is not None else None
    if not inside and overlap is None:
        return
    yield from _overlap(service, inside, overlap, local)


def _overlap(service: LiveService, inside: list[int], overlap: PortRange | None, local: PortRange) -> Iterator[Cause]:
    read, given = service.cluster.local_port_range, service.cluster.node_port_range
    source = read[2] if read is not None else phrase("the default of Linux")
    seen = [field_of(service.thing, ", ".join(map(str, inside)), "spec", "ports")] if inside else []
    seen.append(Evidence("field", str(source), "", phrase("local ports {range}", range=local)))
    if given is not None:
        seen.append(Evidence("field", given[2], "", phrase("node ports {first}-{last}", first=given[0], last=given[1])))
    message = (
        phrase(
            "The node port {ports} lies in the range that the nodes use for connections of their own "
            "({range}): it fails now "
            "and then.",
            ports=", ".join(map(str, inside)),
            range=local,
        )
        if inside
        else phrase(
            "The range of node ports overlaps that of local ports ({range}): a node port in it fails now and then.",
            range=overlap,
        )
    )
    do = (
        *_free_port(service, local),
        phrase("use a node port outside of it, or set net.ipv4.ip_local_port_range on the nodes"),
    )
    unknown: tuple[str, ...] = () if read is not None else ("ip-local-port-range",)
    unknown += () if given is not None else ("node-port-range",)
    yield cause("node-port-overlap", message, CERTAIN if read is not None else LIKELY, seen, do, unknown)


def _free_port(service: LiveService, local: PortRange) -> Iterator[Text]:
    """Yield a node port that no Service of the snapshot uses, and no node for its own connections."""
    snapshot = service.snapshot
    given = service.cluster.node_port_range
    first, last = (given[0], given[1]) if given is not None else _DEFAULT_NODE_PORTS
    used = {port.get("nodePort") for one in snapshot.all("Service") for port in one.items("spec", "ports")}
    used |= {one.body.get("spec", {}).get("healthCheckNodePort") for one in snapshot.all("Service")}
    free = next((port for port in range(last, first - 1, -1) if port not in used and port not in local), None)
    if free is not None and snapshot.collected("Service", ""):
        yield phrase("nodePort: {port} is free, as far as this snapshot shows", port=free)


def _serving_containers(service: LiveService) -> Iterator[tuple[LiveObject, Plain]]:
    """Yield the containers behind the ports of a Service; the first of a pod if none declares its port."""
    targets = {
        port.get("targetPort", port.get("port"))
        for port in service.ports
        if not isinstance(port.get("targetPort"), (list, dict))
    }
    for pod in service.pods:
        containers = [one for one in pod.items("spec", "containers") if isinstance(one, dict)]
        own = [one for one in containers if any(_container_port(one, target) for target in targets)]
        yield from ((pod, one) for one in own or containers[:1])


def _no_readiness_probe(service: LiveService) -> Iterator[Cause]:
    for pod, container in _serving_containers(service):
        if "readinessProbe" not in container:
            message = phrase(
                "The container {container} has no readiness probe: a new pod gets requests before it can answer.",
                container=container.get("name", ""),
            )
            seen = [field_of(pod, phrase("no readinessProbe"), "spec", "containers")]
            yield cause(
                "no-readiness-probe", message, CERTAIN, seen, (phrase("add a readinessProbe to the container"),)
            )
            return


def _no_drain(service: LiveService) -> Iterator[Cause]:
    if service.get("connection-drain") == "on" or not service.pods or (service.wanted_id and not overrides(service)):
        return
    message = phrase("Connections are not drained: when a pod goes away, those that are open are cut off.")
    seen = [field_of(service.thing, phrase("no annotation connection-drain"), "metadata", "annotations")]
    do = (phrase('annotations connection-drain: "on" and connection-drain-timeout: "30"'),)
    yield cause("no-drain", message, CERTAIN, seen, do)


def _no_prestop(service: LiveService) -> Iterator[Cause]:
    for pod, container in _serving_containers(service):
        if not container.get("lifecycle", {}).get("preStop"):
            message = phrase(
                "The container {container} has no preStop hook: it ends while the load balancer still sends requests.",
                container=container.get("name", ""),
            )
            seen = [field_of(pod, phrase("no preStop hook"), "spec", "containers")]
            yield cause("no-prestop", message, CERTAIN, seen, (phrase("add a preStop hook that waits: sleep 30"),))
            return


def _short_grace(service: LiveService) -> Iterator[Cause]:
    for pod, container in _serving_containers(service):
        seconds = _sleep_of(container)
        grace = pod.body.get("spec", {}).get("terminationGracePeriodSeconds", _GRACE)
        if seconds is not None and grace < seconds + _AFTER_HOOK:
            message = phrase(
                "The pod is ended after {grace} s, and its preStop hook alone waits {sleep} s.",
                grace=grace,
                sleep=seconds,
            )
            seen = [field_of(pod, str(grace), "spec", "terminationGracePeriodSeconds")]
            do = (phrase("terminationGracePeriodSeconds: {seconds} or more", seconds=seconds + _AFTER_HOOK),)
            yield cause("short-grace", message, CERTAIN, seen, do)
            return


def _sleep_of(container: Plain) -> int | None:
    """How long a preStop hook sleeps, in seconds; None if it does not, or that cannot be known."""
    hook = container.get("lifecycle", {}).get("preStop")
    if not isinstance(hook, dict):
        return None
    slept = hook.get("sleep")
    if isinstance(slept, dict) and isinstance(slept.get("seconds"), int):
        return int(slept["seconds"])
    ran = hook.get("exec")
    command = ran.get("command") if isinstance(ran, dict) else None
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        return None
    words = " ".join(command).split()
    follows = [after for word, after in pairwise(words) if word == "sleep"]
    digits = follows[0].rstrip("s;") if len(follows) == 1 else ""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None  # noqa: PLR2004 - a day has five


def _local_in_cluster(service: LiveService) -> Iterator[Cause]:
    if not _uses_local_nodes(service):
        return
    empty = [node for node, count in pods_per_node(service).items() if not count]
    if not empty:
        return
    message = phrase(
        "The policy is Local: from pods on nodes without a ready pod the address is not reachable: {nodes}.",
        nodes=", ".join(empty[:_MOST_NODES]) + (", ..." if len(empty) > _MOST_NODES else ""),
    )
    do = [
        phrase("within the cluster use the name {name}.{namespace}", name=service.name, namespace=service.namespace),
        phrase("or externalTrafficPolicy: Cluster, which loses the addresses of the clients"),
    ]
    if service.cluster.network_plugin.value == TERWAY:
        do.append(phrase("or, on Terway, backend-type: eni with the policy Cluster, which keeps them"))
    seen = [Evidence("field", f"Node {node}", "", phrase("no ready pod")) for node in empty[:_MOST_NODES]]
    yield cause("local-in-cluster", message, CERTAIN, seen, tuple(do), ("client-place",))


_EVENTS: dict[str, tuple[str, Text, Text]] = {
    "PreservedOnDelete": (
        "preserved-on-delete",
        phrase("The load balancer stays when the Service is deleted (preserve-lb-on-delete)."),
        phrase("remove the annotation if it is to go with the Service"),
    ),
    "FeatureNotSupported": (
        "feature-not-supported",
        phrase("The CCM does not apply loadBalancerSourceRanges to a reused NLB."),
        phrase("set a security group on the NLB instead"),
    ),
    "FailedSetEIPAddress": (
        "eip-missing",
        phrase("No EIP is bound to the load balancer, so its status shows the private address."),
        phrase("bind an EIP, or remove external-ip-type: eip"),
    ),
}


def _said_by_events(service: LiveService) -> Iterator[Cause]:
    seen_reasons = set()
    for event in service.events:
        if event.reason in _EVENTS and event.reason not in seen_reasons:
            seen_reasons.add(event.reason)
            name, message, do = _EVENTS[event.reason]
            yield cause(name, message, CERTAIN, [event_seen(event)], (do,))
