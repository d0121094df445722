"""`Endpoint`: the endpoints of a Service from its EndpointSlices, or from its Endpoints, or from its pods."""

from __future__ import annotations

from clblint.diagnose.shape import labels_at
from clblint.fast import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.snapshot import Snapshot

IPV6 = "IPv6"


class Endpoint(NamedTuple):
    """An endpoint: its address and family, whether it is ready, its node and pod, and the names of its ports.

    `source` is the object that lists it.
    """

    address: str
    family: str
    ready: bool
    node: str
    pod: str
    ports: frozenset[str]
    source: LiveObject


def endpoints_of(snapshot: Snapshot, service: LiveObject, pods: list[LiveObject]) -> list[Endpoint] | None:
    """The endpoints of a Service, whose selector matches `pods`; None if they were not collected.

    A Service with a selector has at least one object, even an empty one.
    """
    slices = snapshot.slices_of(service.namespace, service.name)
    if slices:
        return [endpoint for one in slices for endpoint in _in_slice(one)]
    listed = snapshot.find("Endpoints", service.namespace, service.name)
    if listed is not None:
        return list(_in_endpoints(listed))
    if labels_at(service.body, "spec", "selector") and snapshot.collected("Pod", service.namespace):
        return list(_of_pods(service, pods))
    if not labels_at(service.body, "spec", "selector") and snapshot.collected("EndpointSlice", service.namespace):
        return []
    return None


def _in_slice(one: LiveObject) -> Iterator[Endpoint]:
    family = one.text("addressType") or "IPv4"
    ports = frozenset(port.get("name", "") for port in one.items("ports"))
    for item in one.items("endpoints"):
        conditions = item.get("conditions", {})
        pod = item.get("targetRef", {}).get("name", "")
        ready = conditions.get("ready", True)  # the default of the API
        for address in item.get("addresses", [])[:1]:  # the API defines no use of further ones
            yield Endpoint(address, family, ready, item.get("nodeName", ""), pod, ports, one)


def _in_endpoints(listed: LiveObject) -> Iterator[Endpoint]:
    for subset in listed.items("subsets"):
        ports = frozenset(port.get("name", "") for port in subset.get("ports", []))
        for key, ready in (("addresses", True), ("notReadyAddresses", False)):
            for item in subset.get(key, []):
                address = item.get("ip", "")
                pod = item.get("targetRef", {}).get("name", "")
                family = IPV6 if ":" in address else "IPv4"
                yield Endpoint(address, family, ready, item.get("nodeName", ""), pod, ports, listed)


def _of_pods(service: LiveObject, pods: list[LiveObject]) -> Iterator[Endpoint]:
    """Yield the endpoints that follow from the pods, where only pods were collected; all ports count as resolved."""
    ports = frozenset(map(port_name, service.items("spec", "ports")))
    for pod in pods:
        ready = pod.condition("Ready").get("status") == "True" and pod.deleted is None
        yield Endpoint(pod.text("status", "podIP"), "IPv4", ready, pod.text("spec", "nodeName"), pod.name, ports, pod)


def port_name(port: dict[str, object]) -> str:
    """The name of a port of a Service; empty for the only one."""
    name = port.get("name")
    return name if isinstance(name, str) else ""
