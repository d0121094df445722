"""Which containers of a workload take the traffic of a load balancer, and for how long it drains."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import Container, Fact, LoadBalancer, Workload, WorkloadBehind

SHUTDOWN = 30  # seconds that are left to the program after the hook


def serving(backing: WorkloadBehind) -> tuple[Container, ...]:
    """The containers that declare a target port of the Service, or all but the sidecars where none does."""
    main = tuple([container for container in backing.workload.containers if not container.sidecar])
    if len(main) < 2:  # noqa: PLR2004 - one serves, whatever it declares
        return main
    targets = {port.target.value for port in backing.back_ends.ports}
    declaring = tuple(
        container
        for container in main
        if any(port.number.value in targets or port.name.value in targets for port in container.ports)
    )
    return declaring or main


def without_probe(backing: WorkloadBehind) -> tuple[Container, ...]:
    """The containers that take the traffic, where none of them has a readiness probe and one would change that."""
    published = backing.back_ends.service.publishes_not_ready
    if published.may_be(value=True) or not backing.workload.serves:
        return ()
    if all(container.has_readiness_probe.value for container in backing.workload.containers):  # as mostly
        return ()
    containers = serving(backing)
    return () if any(container.has_readiness_probe.value for container in containers) else containers


def without_hook(backing: WorkloadBehind) -> tuple[Container, ...]:
    """The containers that take the traffic, where none of them has a preStop hook."""
    containers = serving(backing) if backing.workload.serves else ()
    return () if any(container.pre_stop for container in containers) else containers


def longest_wait(workload: Workload) -> Fact[float] | None:
    """The longest wait of a preStop hook, in seconds, where the grace period is too short for it and the shutdown."""
    hooks = [container.pre_stop for container in workload.containers if container.pre_stop]
    refused = workload.refused_sleeps if hooks else ()  # no pod of these runs
    waits = [hook.seconds for hook in hooks if hook.seconds.holds and hook.seconds not in refused]
    if not waits or not workload.serves:
        return None
    longest = max(waits, key=lambda wait: wait.value)
    return longest if workload.grace_period.below(longest.value + SHUTDOWN) else None


def cutting(balancer: LoadBalancer) -> Fact[int] | None:
    """A port whose connections are cut when a back end goes, for nobody has said whether they drain."""
    drain = balancer.annotations.get("connection-drain")
    if not drain.is_empty or stays_without_pods(balancer):
        return None
    return next((one.port for one in balancer.drainable), None)


def drain_seconds(balancer: LoadBalancer) -> Fact[str] | None:
    """The seconds for which connections drain; None where none do, or where that cannot be known."""
    drain = balancer.annotations.get("connection-drain")
    if not drain.known or drain.meaning.lower() != "on":
        return None
    seconds = next((one.settings.get("ConnectionDrainTimeout") for one in balancer.drainable), None)
    return seconds if seconds is not None and seconds.holds else None


def stays_without_pods(balancer: LoadBalancer) -> bool:
    """Whether the back ends stay when pods go, or that cannot be known: nodes under policy Cluster.

    Where nothing says what the back ends are, they may be pods, as with Terway by default.
    """
    back_ends, default = balancer.back_ends, balancer.cluster.default_back_ends
    if not back_ends.ports or (not back_ends.mode.holds and default.holds):
        return True
    return back_ends.mode.value == "cluster" and back_ends.declared
