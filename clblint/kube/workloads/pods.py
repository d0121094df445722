"""`Workload`: a Pod or an object with a pod template; its containers, ports, labels, probes and grace period."""

from __future__ import annotations

from clblint.fast import NamedTuple, cached_property
from clblint.kube.fact import Fact
from clblint.kube.objects import KubeObject, read_annotations
from clblint.kube.schema.decoding import decodes
from clblint.kube.schema.types import OF_WORKLOADS, WORKLOADS
from clblint.kube.unrendered import is_unrendered
from clblint.source.node import may_hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.kube.field import Field
    from clblint.kube.schema.types import Type
    from clblint.kube.schema.undecodable import Undecodable
    from clblint.kube.workloads.placement import AntiAffinity
    from clblint.kube.workloads.prestop import PreStop
    from clblint.kube.workloads.scaling import Scaler

_TEMPLATE_PATHS = {"Pod": (), "CronJob": ("spec", "jobTemplate", "spec", "template")}
_ANTI_AFFINITY = ("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
# Their pods end by themselves, so there is no rolling update.
RUN_TO_COMPLETION = frozenset({"Job", "CronJob"})
GRACE_PERIOD = 30  # seconds, the API server's default for terminationGracePeriodSeconds


class ContainerPort(NamedTuple):
    """One entry of a container's `ports`."""

    name: Fact[str]
    number: Fact[int]
    host: Fact[int]
    protocol: Fact[str]


class Container(NamedTuple):
    """A container that runs for the lifetime of the pod.

    `has_readiness_probe` and `pre_stop` are positioned at their keys, or at the container's name if absent.
    """

    name: Fact[str]
    ports: tuple[ContainerPort, ...]
    has_readiness_probe: Fact[bool]
    pre_stop: PreStop | None
    sidecar: bool


def _container(field: Field, *, sidecar: bool = False) -> Container:
    name = field.get("name").text()
    probe = field.get("readinessProbe")
    return Container(
        name=name,
        ports=tuple(map(_container_port, field.get("ports").each())),
        has_readiness_probe=Fact(probe.present, probe.at if probe.present else name.node),
        pre_stop=_pre_stop(field.get("lifecycle", "preStop")),
        sidecar=sidecar,
    )


def _container_port(field: Field) -> ContainerPort:
    return ContainerPort(
        field.get("name").text(),
        field.get("containerPort").integer(),
        field.get("hostPort").integer(),
        field.get("protocol").text_or("TCP"),
    )


def _pre_stop(field: Field) -> PreStop | None:
    if not field.present:
        return None
    from clblint.kube.workloads.prestop import read_pre_stop  # noqa: PLC0415 - many pods have no hook

    return read_pre_stop(field)


class Workload(KubeObject):
    """A Pod, or an object that makes pods from a template."""

    @cached_property
    def template(self) -> Field:
        """The pod: its `metadata` and `spec`."""
        return self.root.get(*_TEMPLATE_PATHS.get(self.kind, ("spec", "template")))

    @cached_property
    def pod_spec(self) -> Field:
        """`spec` of its pods."""
        return self.template.get("spec")

    @cached_property
    def pod_labels(self) -> dict[str, str]:
        """The labels of its pods."""
        return {key: fact.value for key, fact in self.template.get("metadata", "labels").strings().items()}

    def lacks_label(self, key: str, value: str) -> bool:
        """Whether its pods certainly lack a label."""
        label = self.pod_labels.get(key)
        return label is None or (label != value and not is_unrendered(label))

    @cached_property
    def pod_annotations(self) -> dict[str, Fact[str]]:
        """The annotations of its pods; for a Pod its own."""
        return read_annotations(self.template.get("metadata", "annotations"))

    @cached_property
    def containers(self) -> tuple[Container, ...]:
        """Its containers, and the init containers that keep running beside them."""
        spec = self.pod_spec
        sidecars = [c for c in spec.get("initContainers").each() if c.get("restartPolicy").text().value == "Always"]
        return (*map(_container, spec.get("containers").each()), *(_container(c, sidecar=True) for c in sidecars))

    @cached_property
    def ports(self) -> tuple[tuple[Container, ContainerPort], ...]:
        """Every port that a container of the pod declares."""
        return tuple((container, port) for container in self.containers for port in container.ports)

    @cached_property
    def has_known_ports(self) -> bool:
        """Whether all is known of the ports that its containers declare."""
        for _, port in self.ports:  # without a generator and calls of properties: each port of each workload is asked
            if not (port.number.origin.known and port.name.origin.known and port.protocol.origin.known):
                return False
        return True

    @cached_property
    def _ports_by_key(self) -> dict[int | str, list[ContainerPort]]:
        found: dict[int | str, list[ContainerPort]] = {}
        for _, port in self.ports:
            for key in (port.number.value, port.name.value):
                found.setdefault(key, []).append(port)
        return found

    def ports_for(self, target: int | str) -> list[ContainerPort]:
        """The declared ports that have a number or a name, or may have it."""
        if self.has_known_ports:
            return self._ports_by_key.get(target, [])
        return [port for _, port in self.ports if port.name.may_be(target) or port.number.may_be(target)]

    @cached_property
    def grace_period(self) -> Fact[int]:
        """`terminationGracePeriodSeconds` of its pods, in seconds, by default 30."""
        return self.pod_spec.get("terminationGracePeriodSeconds").integer(GRACE_PERIOD)

    @cached_property
    def refused_sleeps(self) -> tuple[Fact[float], ...]:
        """The seconds of `preStop.sleep` for which the API server refuses it (ValidatePodSpec, validateSleepAction).

        0 seconds are refused by clusters older than 1.33, and are left out here.
        """
        hooks = [container.pre_stop for container in self.containers]
        sleeps = [hook.seconds for hook in hooks if hook is not None and hook.by_kubelet and hook.seconds.known]
        if not sleeps or self._schema is None or self.partial or self.unsettled or self.fragment or self.undecodable:
            return ()
        grace = self.grace_period
        return tuple(one for one in sleeps if one.value < 0 or (grace.known and one.value > grace.value >= 0))

    @cached_property
    def readiness_gates(self) -> tuple[Fact[str], ...]:
        """The condition types of `readinessGates` of its pods."""
        return tuple(item.get("conditionType").text() for item in self.pod_spec.get("readinessGates").each())

    @cached_property
    def required_node_labels(self) -> tuple[Fact[str], ...]:
        """The keys of the labels that a node must have to run its pods, each at the position of its requirement."""
        spec = self.pod_spec
        if not (spec.get("nodeSelector").present or spec.get("affinity").present):  # as nearly always
            return ()
        from clblint.kube.workloads.placement import required_labels  # noqa: PLC0415 - few pods choose their nodes

        return required_labels(spec)

    @cached_property
    def pinned_to(self) -> Fact[str]:
        """The only node that may run its pods: `nodeName`, or the host name in `nodeSelector`; empty if any may."""
        from clblint.kube.workloads.placement import pinned_to  # noqa: PLC0415 - as above

        return pinned_to(self.pod_spec)

    @cached_property
    def kept_apart(self) -> tuple[AntiAffinity, ...]:
        """The required anti-affinities of its pods."""
        terms = self.pod_spec.get(*_ANTI_AFFINITY)
        if not terms.present:
            return ()
        from clblint.kube.workloads.placement import kept_apart  # noqa: PLC0415 - few pods keep away from others

        return kept_apart(terms, self.namespace)

    @cached_property
    def host_ports(self) -> frozenset[tuple[str, int]]:
        """The (protocol, port) that each of its pods occupies on its node."""
        spec = self.pod_spec
        if spec.node is None or not may_hold(spec.node, "host"):  # as nearly always
            return frozenset()
        from clblint.kube.workloads.placement import host_ports  # noqa: PLC0415 - few pods occupy ports of nodes

        return host_ports(spec)

    def may_occupy(self, port: int) -> bool:
        """Whether its pods may take a port of their nodes: a `hostPort`, or in the host network a `containerPort`."""
        may_share = not self.pod_spec.get("hostNetwork").boolean(default=False).is_(value=False)
        return any(one.host.may_be(port) or (may_share and one.number.may_be(port)) for _, one in self.ports)

    @cached_property
    def fragment(self) -> bool:
        """Whether it is a partial workload (a patch): one of its containers has no image."""
        return not all(item.get("image").present for item in self.pod_spec.get("containers").each())

    @cached_property
    def replicas(self) -> Fact[int]:
        """`spec.replicas`, by default 1."""
        return self.root.get("spec", "replicas").integer(1)

    @property
    def _schema(self) -> Type | None:
        """The fields of its kind; None for a kind that is not one of Kubernetes'."""
        return WORKLOADS.get(self.kind) if self.api_version.startswith(OF_WORKLOADS) else None

    @cached_property
    def undecodable(self) -> tuple[Undecodable, ...]:
        """The fields whose JSON type the API server cannot decode."""
        kind = self._schema
        if kind is None or self.partial or decodes(self.node, kind):
            return ()
        from clblint.kube.schema.undecodable import undecodable  # noqa: PLC0415 - few objects cannot be decoded

        return tuple(wrong for wrong in undecodable(self.root, kind) if not self.is_mended(wrong))

    @property
    def serves(self) -> bool:
        """Whether its pods keep running: those of Jobs do not."""
        return self.kind not in RUN_TO_COMPLETION

    def shares_no_node_with(self, other: Workload) -> bool:
        """Whether a pod of each workload (or two pods of this one) can never run on the same node."""
        if not self.host_ports.isdisjoint(other.host_ports):
            return True
        if not (self.kept_apart or other.kept_apart):
            return False
        return any(
            apart.means(its.pod_labels) and (self is other or not apart.same_revision)
            for mine, its in ((self, other), (other, self))
            for apart in mine.kept_apart
        )

    @property
    def rolls(self) -> bool:
        """Whether an update replaces its pods by new ones."""
        return self.serves and self.kind != "Pod"


class Scaling(NamedTuple):
    """The scalers of a workload: those certainly applied with it, and those that may be."""

    sure: tuple[Scaler, ...] = ()
    perhaps: tuple[Scaler, ...] = ()

    @property
    def may_start_pods(self) -> bool:
        """Whether there may be pods although the workload has 0 replicas."""
        return any(scaler.starts_pods for scaler in (*self.sure, *self.perhaps))


UNSCALED = Scaling()


def carries_pods(root: Field, kind: str) -> bool:
    """Whether an object is a Pod or contains a pod template with containers."""
    path = _TEMPLATE_PATHS.get(kind, ("spec", "template"))
    return root.get(*path, "spec", "containers").present
