"""Why a Service has no or too few back ends: nodes before pods, pods before endpoints, a gate before a probe."""

from __future__ import annotations

from clblint.diagnose import pods as pod_faults
from clblint.diagnose.back_ends import is_family_used, unresolved_ports
from clblint.diagnose.causes.enis import eni_not_ready, eni_on_flannel, has_unknown_interface, is_frozen
from clblint.diagnose.causes.making import cause
from clblint.diagnose.causes.nearest import no_pod_matches
from clblint.diagnose.diagnosis import CERTAIN, LIKELY, Evidence, event_seen, field_of
from clblint.diagnose.failures import SILENT
from clblint.diagnose.nodes import MASTER, NOT_READY, WORDS, counted_reasons, reason_out
from clblint.diagnose.pods import CRASHING, GATE, IMAGE, UNSCHEDULABLE, faults_of, seconds_to_ready
from clblint.diagnose.service import ENI
from clblint.i18n.text import Text, Words, listed, phrase
from clblint.kube.well_known import READINESS_GATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.diagnosis import Cause
    from clblint.diagnose.events import Event
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.pods import PodFault
    from clblint.diagnose.service import LiveService

_OUT_OF_MEMORY = "OOMKilled"
_MOST_PODS = 3  # of which the evidence is shown


def causes_without_back_ends(service: LiveService) -> list[Cause]:
    """Why no back end is left; a cause comes before those that follow from it."""
    makers = (
        _no_eligible_node,
        _no_label_fits,
        _scaled_to_zero,
        no_pod_matches,
        _ended,
        _not_created,
        _of_pods,
        _on_excluded_nodes,
        _target_port,
        _only_ipv6,
        eni_on_flannel,
        _frozen,
        _selectorless,
        _endpoints_alone,
    )
    made: list[Cause] = []
    for make in makers:
        found = make(service)
        made += found if isinstance(found, list) else [found] if found is not None else []
    return made


def causes_of_missing_back_ends(service: LiveService) -> list[Cause]:
    """Why some back ends are out: their pods are not ready, a port is not resolved, a group is frozen."""
    found = [_target_port(service), _frozen(service), _route(service)]
    return [*_of_pods(service), *(one for one in found if one is not None)]


def _no_eligible_node(service: LiveService) -> Cause | None:
    """No node is left as a back end."""
    if service.back_end_type == ENI and not _are_all_down(service):
        return None
    if not service.cluster.nodes_known or not service.real_nodes or service.eligible:
        return None
    if any(service.is_on_virtual_node(one) for one in service.ready):
        return None
    reasons = [reason_out(node, removes_cordoned=service.removes_cordoned) for node in service.real_nodes]
    counted = counted_reasons(reasons)
    shown = [Text(WORDS[reason], {"count": str(count)}) for reason, count in counted.items()]
    message = phrase(
        "None of {count} nodes can be a back end: {reasons}.", count=len(service.real_nodes), reasons=_joined(shown)
    )
    first = next(iter(counted))
    seen = [_node_seen(node, reason) for node, reason in list(zip(service.real_nodes, reasons, strict=True))[:3]]
    return cause("no-eligible-node", message, CERTAIN, seen, _remedy(first))


def _are_all_down(service: LiveService) -> bool:
    """Whether all nodes are down, so that no pod is ready."""
    nodes = service.real_nodes
    return (
        bool(nodes)
        and not service.ready
        and all(reason_out(node, removes_cordoned=False) in {NOT_READY, MASTER} for node in nodes)
        and any(reason_out(node, removes_cordoned=False) == NOT_READY for node in nodes)
    )


def _node_seen(node: LiveObject, reason: str) -> Evidence:
    if reason == NOT_READY:
        ready = node.condition("Ready")
        words = f"Ready={ready.get('status', '?')} {ready.get('reason', '')}".strip()
        return field_of(node, words, "status", "conditions")
    return field_of(node, reason, "metadata", "labels")


def _remedy(reason: str) -> tuple[Text, ...]:
    if reason == NOT_READY:
        return (phrase("look at the nodes: kubectl describe node NAME (the kubelet does not report)"),)
    if reason == MASTER:
        return (phrase("add a worker node, or remove the label node-role.kubernetes.io/master from a node"),)
    return (phrase("remove the label, the taint or the cordon from a node"),)


def _joined(texts: list[Text]) -> Words | Text:
    """Up to three texts as one list."""
    if len(texts) == 1:
        return texts[0]
    first, *rest = texts
    return phrase("{first}; {rest}", first=first, rest=_joined(rest))


def _no_label_fits(service: LiveService) -> Cause | None:
    """The annotation `backend-label` leaves no node."""
    wanted = service.get("backend-label")
    if not wanted or service.back_end_type == ENI or not service.eligible or service.labelled:
        return None
    if not service.cluster.nodes_known:
        return None
    items = [item.partition("=") for item in wanted.split(",") if item]
    nearest = max(service.eligible, key=lambda node: sum(node.labels.get(key) == value for key, _, value in items))
    missing = [f"{key}={value}" for key, _, value in items if nearest.labels.get(key) != value]
    message = phrase(
        "No node has the labels of backend-label ({wanted}). The nearest of {count} is {node}, which lacks {missing}.",
        wanted=wanted,
        count=len(service.eligible),
        node=nearest.name,
        missing=", ".join(missing),
    )
    seen = [field_of(service.thing, wanted, "metadata", "annotations", service.key("backend-label"))]
    do = (
        phrase(
            "correct the annotation, or label the nodes: kubectl label node {node} {missing}",
            node=nearest.name,
            missing=" ".join(missing),
        ),
    )
    return cause("backend-label-no-node", message, CERTAIN, seen, do)


def _scaled_to_zero(service: LiveService) -> Cause | None:
    """The workloads whose pods the Service selects have no replicas."""
    found = [one for one in service.templates if one.body.get("spec", {}).get("replicas") == 0]
    if not found or len(found) != len(service.templates) or service.ready or _live(service.pods):
        return None
    one = found[0]
    scaler = _scaler_of(service, one)
    by = phrase(", by {kind} {name}", kind=scaler.kind, name=scaler.name) if scaler is not None else phrase("")
    message = phrase("{kind} {name} has 0 replicas{by}.", kind=one.kind, name=one.name, by=by)
    seen = [field_of(one, "0", "spec", "replicas")]
    seen += [field_of(scaler, phrase("scales {kind} {name}", kind=one.kind, name=one.name), "spec")] if scaler else []
    do = (
        phrase(
            "kubectl scale {kind} {name} -n {namespace} --replicas=2",
            kind=one.kind.lower(),
            name=one.name,
            namespace=one.namespace,
        ),
    )
    return cause("scaled-to-zero", message, CERTAIN, seen, do)


def _scaler_of(service: LiveService, workload: LiveObject) -> LiveObject | None:
    for kind in ("ScaledObject", "HorizontalPodAutoscaler"):
        for scaler in service.snapshot.within(kind, service.namespace):
            target = scaler.body.get("spec", {}).get("scaleTargetRef", {})
            if target.get("name") == workload.name and target.get("kind", "Deployment") == workload.kind:
                return scaler
    return None


def _live(pods: list[LiveObject]) -> list[LiveObject]:
    return [pod for pod in pods if pod.deleted is None]


def _ended(service: LiveService) -> Cause | None:
    """The pods that the selector matches have ended, or are being deleted."""
    matching = service.snapshot.labelled("Pod", service.namespace, service.selector)
    if not matching or service.ready or _live(service.pods):
        return None
    pod = matching[0]
    leaving = pod.deleted is not None
    words = phrase("is being deleted") if leaving else pod.text("status", "reason") or pod.text("status", "phase")
    message = phrase(
        "All {count} pods that the selector matches have ended or are being deleted; {pod}: {words}",
        count=len(matching),
        pod=pod.name,
        words=words,
    )
    path = ("metadata", "deletionTimestamp") if leaving else ("status", "phase")
    do = (phrase("look at the workload that makes them: kubectl -n {namespace} get pods", namespace=pod.namespace),)
    return cause("pods-not-ready", message, CERTAIN, [field_of(pod, words, *path)], do)


def _not_created(service: LiveService) -> Cause | None:
    """A workload wants pods, and there are none."""
    wanting = [one for one in service.templates if one.body.get("spec", {}).get("replicas", 1) > 0]
    if not wanting or service.ready or not service.snapshot.collected("Pod", service.namespace):
        return None
    if service.snapshot.labelled("Pod", service.namespace, service.selector):
        return None
    one = wanting[0]
    failed = one.condition("ReplicaFailure")
    message = phrase(
        "{kind} {name} has no pods, though it should: {why}",
        kind=one.kind,
        name=one.name,
        why=failed.get("message") or phrase("its status does not say why"),
    )
    do = (
        phrase(
            "kubectl describe {kind} {name} -n {namespace}",
            kind=one.kind.lower(),
            name=one.name,
            namespace=one.namespace,
        ),
    )
    return cause("pods-not-created", message, CERTAIN, [field_of(one, failed.get("message", ""), "status")], do)


def _of_pods(service: LiveService) -> list[Cause]:
    """Why the selected pods are not ready, one cause for each kind of fault, the most pods first of equal rank."""
    answering = {one.pod for one in service.ready}  # also those that publishNotReadyAddresses makes so
    found = faults_of([pod for pod in service.pods if pod.name not in answering], service.now)
    waiting = [(pod, fault) for pod, fault in found.pop(GATE, []) if not has_unknown_interface(service, pod)]
    found |= {GATE: waiting} if waiting else {}
    order = (IMAGE, UNSCHEDULABLE, CRASHING, GATE, pod_faults.NOT_READY)
    return [_pod_cause(service, name, found[name]) for name in order if name in found]


def _pod_cause(service: LiveService, name: str, found: list[tuple[LiveObject, PodFault]]) -> Cause:
    if name == GATE:
        return _gate(service, found)
    pod, fault = found[0]
    total = len(_live(service.pods))
    events = list(_kubelet_events(service, name, found))
    words = events[0].message if events and name == pod_faults.NOT_READY else fault.words_with_exit_code
    values: dict[str, object] = {
        "count": len(found),
        "total": total,
        "words": words or phrase("no reason given"),
        "pod": pod.name,
        "restarts": fault.restarts,
    }
    seen = [_pod_seen(pod, fault) for pod, fault in found[:_MOST_PODS]]
    seen += map(event_seen, events)
    seen += _other_starts(service) if name == pod_faults.NOT_READY else ()
    return cause(name, _pod_message(name, values), CERTAIN, seen, _pod_remedy(service, name, pod, fault))


def _other_starts(service: LiveService) -> Iterator[Evidence]:
    """Yield how long a ready pod took to become ready, for comparison."""
    for pod in service.pods:
        took = seconds_to_ready(pod)
        if took is not None:
            yield field_of(pod, phrase("ready {seconds} s after its start", seconds=took), "status", "conditions")
            return


def _pod_message(name: str, values: dict[str, object]) -> Text:
    if name == IMAGE:
        return phrase("{count} of {total} pods cannot pull an image: {words}", **values)
    if name == UNSCHEDULABLE:
        return phrase("{count} of {total} pods find no node: {words}", **values)
    if name == CRASHING:
        return phrase("{count} of {total} pods crash: {words}, {restarts} restarts", **values)
    return phrase("{count} of {total} pods are not ready: {words}", **values)


def _pod_seen(pod: LiveObject, fault: PodFault) -> Evidence:
    return field_of(pod, fault.words_with_exit_code or fault.cause, *fault.path)


_REASONS = {IMAGE: "Failed", UNSCHEDULABLE: "FailedScheduling", CRASHING: "BackOff", pod_faults.NOT_READY: "Unhealthy"}


def _kubelet_events(service: LiveService, name: str, found: list[tuple[LiveObject, PodFault]]) -> Iterator[Event]:
    """Yield the newest event of the kubelet or the scheduler about one of the pods."""
    for pod, _ in found[:_MOST_PODS]:
        events = service.snapshot.events_of("Pod", pod.namespace, pod.name)
        own = [one for one in events if one.reason == _REASONS.get(name) and (not one.uid or one.uid == pod.uid)]
        if own:
            yield max(own, key=lambda one: one.last or 0)
            return


def _pod_remedy(service: LiveService, name: str, pod: LiveObject, fault: PodFault) -> tuple[Text, ...]:
    values = {"namespace": pod.namespace, "pod": pod.name, "container": fault.container}
    if name == IMAGE:
        return (phrase("correct the name or tag of the image, or the pull secret"),)
    if name == UNSCHEDULABLE:
        return (phrase("make room, or correct the requests, the node selector or the tolerations"),)
    if name == CRASHING:
        logs = phrase("kubectl -n {namespace} logs {pod} -c {container} --previous", **values)
        memory = phrase("it needs more memory than it may have: raise resources.limits.memory, or find the leak")
        return (memory, logs) if _OUT_OF_MEMORY in fault.words else (logs,)
    node = service.cluster.node_by_name.get(pod.text("spec", "nodeName"))
    if node is not None and reason_out(node, removes_cordoned=False) == NOT_READY:
        return (phrase("its node {node} is not ready: look there first", node=node.name),)
    return (
        phrase("look at the probe and the application: kubectl -n {namespace} describe pod {pod}", **values),
        phrase("kubectl -n {namespace} logs {pod}", **values),
    )


def _gate(service: LiveService, found: list[tuple[LiveObject, PodFault]]) -> Cause:
    """The containers are ready, and a readiness gate waits."""
    pod, fault = found[0]
    gate = next((one for one in fault.words.split(", ") if one.startswith(READINESS_GATE)), "")
    named = gate.removeprefix(READINESS_GATE)
    values = {"count": len(found), "total": len(_live(service.pods)), "gate": fault.words, "named": named}
    target = service.snapshot.find("Service", pod.namespace, named) if named else None
    if named and target is None and service.snapshot.collected("Service", pod.namespace):
        message = phrase(
            "{count} of {total} pods wait for the readiness gate of a Service {named}, which does not exist.", **values
        )
        do: tuple[Text, ...] = (phrase("name this Service in the gate: {gate}", gate=READINESS_GATE + service.name),)
    elif target is not None and target.text("spec", "type") != "LoadBalancer":
        message = phrase(
            "{count} of {total} pods wait for the readiness gate of the Service {named}, which is no LoadBalancer.",
            **values,
        )
        do = (phrase("name a Service of type LoadBalancer in the gate: {gate}", gate=READINESS_GATE + service.name),)
    elif named:
        message = phrase(
            "{count} of {total} pods wait until the CCM has added them to the load balancer of {named}.", **values
        )
        do = (phrase("heal the Service {named}: its syncs end the waiting", named=named),)
    else:
        message = phrase(
            "{count} of {total} pods wait for the readiness gate {gate}, which is not the CCM's.", **values
        )
        do = (phrase("look at the controller that sets this condition"),)
    seen = [
        field_of(pod, phrase("ContainersReady=True, Ready=False, waits for {gate}", gate=fault.words), *fault.path)
        for pod, fault in found[:_MOST_PODS]
    ]
    return cause("readiness-gate-stuck", message, CERTAIN, seen, do)


def _on_excluded_nodes(service: LiveService) -> Cause | None:
    """Policy Local, and the ready pods are on nodes that are no back ends."""
    if not service.is_local or service.back_end_type == ENI or not service.ready or not service.eligible:
        return None
    nodes = [service.cluster.node_by_name.get(one.node) for one in service.ready]
    out = [node for node in nodes if node is not None and (node not in service.labelled)]
    if len(out) != len(nodes) or any(service.is_on_virtual_node(one) for one in service.ready):
        return None
    reasons = [reason_out(node, removes_cordoned=service.removes_cordoned) or "backend-label" for node in out]
    message = phrase(
        "The policy is Local, and the {count} ready pods run only on nodes that are no back ends ({reasons}).",
        count=len(nodes),
        reasons=", ".join(dict.fromkeys(reasons)),
    )
    seen = [field_of(node, reason, "metadata", "labels") for node, reason in zip(out[:3], reasons, strict=False)]
    do = (phrase("let the pods run on other nodes (node selector, affinity), or externalTrafficPolicy: Cluster"),)
    return cause("pods-on-excluded-nodes", message, CERTAIN, seen, do)


def _target_port(service: LiveService) -> Cause | None:
    """A target port is a name that no container has."""
    lacking = unresolved_ports(service)
    if not lacking:
        return None
    wanted = [str(port["targetPort"]) for port in service.ports if isinstance(port.get("targetPort"), str)]
    declared = sorted(
        {
            str(port["name"])
            for pod in service.pods
            for container in pod.items("spec", "containers")
            for port in container.get("ports", [])
            if port.get("name")
        }
    )
    message = phrase(
        "The target port {wanted} is a name that no container declares (declared: {declared}), so "
        "that the endpoints have no port.",
        wanted=", ".join(wanted),
        declared=listed(declared) if declared else phrase("none"),
    )
    seen = [field_of(service.thing, ", ".join(wanted), "spec", "ports")]
    seen += [field_of(service.ready[0].source, phrase("endpoints, and no port of that name"), "ports")]
    do = (phrase("declare the name in the container, or use the number of the port"),)
    return cause("target-port-unresolved", message, CERTAIN, seen, do)


def _only_ipv6(service: LiveService) -> Cause | None:
    """All endpoints are IPv6, and the load balancer takes IPv4."""
    if not service.ready or any(is_family_used(service, one) for one in service.ready):
        return None
    message = phrase("All endpoints are IPv6 addresses, and the back ends of this load balancer are IPv4.")
    seen = [field_of(service.ready[0].source, "IPv6", "addressType")]
    do = (phrase("give the Service the family IPv4 (ipFamilies), or both"),)
    return cause("ipv6-endpoints", message, CERTAIN, seen, do)


def _frozen(service: LiveService) -> Cause | None:
    return eni_not_ready(service) if is_frozen(service) and service.cluster.network_plugin.value != "flannel" else None


def _selectorless(service: LiveService) -> Cause | None:
    """There is no selector, and there are no hand-written endpoints."""
    if service.selector or service.endpoints or service.endpoints is None or service.is_described:
        return None
    message = phrase("The Service has no selector, and there are no endpoints for it.")
    seen = [field_of(service.thing, phrase("no selector"), "spec")]
    do = (phrase("write EndpointSlices with the label kubernetes.io/service-name: {name}", name=service.name),)
    return cause("selectorless-without-endpoints", message, CERTAIN, seen, do)


def _endpoints_alone(service: LiveService) -> Cause | None:
    """Endpoints are not ready, and their pods, which show why, were not collected."""
    waiting = [one for one in service.endpoints or [] if not one.ready]
    if service.ready or not waiting or service.snapshot.collected("Pod", service.namespace):
        return None
    message = phrase("All {count} endpoints are not ready; the pods would say why.", count=len(waiting))
    seen = [
        field_of(waiting[0].source, phrase("{count} endpoints that are not ready", count=len(waiting)), "endpoints")
    ]
    do = (phrase("kubectl get pods -n {namespace} -o wide", namespace=service.namespace),)
    return cause("pods-not-ready", message, LIKELY, seen, do, ("pods",))


def _route(service: LiveService) -> Cause | None:
    """A node that serves has no route: the route controller could not make it."""
    if service.back_end_type == ENI:
        return None
    nodes = {one.node for one in service.ready}
    for node in service.eligible:
        condition = node.condition("NetworkUnavailable")
        is_bad = condition.get("status") == "True" and condition.get("reason") == "NoRouteCreated"
        if (is_bad or _route_events(service, node)) and (not service.is_local or node.name in nodes):
            return route_missing(service, node)
    return None


def _route_events(service: LiveService, node: LiveObject) -> list[Event]:
    """The present failures of the route controller about a node."""
    found = [one for space in ("", "default") for one in service.snapshot.events_of("Node", space, node.name)]
    failed = (one for one in found if one.reason in {"CreateRouteFailed", "DescriberRouteFailed"})
    return [one for one in failed if one.last is None or service.now - one.last <= SILENT]


def route_missing(service: LiveService, node: LiveObject) -> Cause:
    """The route to a node is missing."""
    events = _route_events(service, node)
    denied = any(word in one.message for one in events for word in ("Forbidden.RAM", "not authorized", "NoPermission"))
    condition = node.condition("NetworkUnavailable")
    text = f"NetworkUnavailable={condition.get('status', '?')} {condition.get('reason', '')}".strip()
    seen = [field_of(node, text, "status", "conditions")]
    seen += [event_seen(one) for one in events[:2]]
    name = "permission-missing" if denied else "route-missing"
    message = phrase(
        "The CCM could not make the route to the pods on node {node}: they are not reached from other nodes.",
        node=node.name,
    )
    do = (phrase("look at the quota of route entries, the permissions of the CCM and the provider id of the node"),)
    return cause(name, message, CERTAIN, seen, do, ("ram-policy",))
