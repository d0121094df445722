"""The symptoms of faulty back ends: the CCM words its events differently for a CLB and an NLB."""

from __future__ import annotations

from clblint.api import N_, Case, NamedTuple, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import BackEnds


class Told(NamedTuple):
    """The faults behind one kind of load balancer.

    `kind` is what it is called, `events` what the events of the CCM call it. `empty` and `no_interface` are what is
    seen where a port has no back end, and where pods have no network interface in the VPC. `no_node`: an endpoint by
    hand that names no node. `port_zero`: nodes without a node port.
    """

    kind: str
    events: str
    empty: str
    no_interface: str
    no_node: Case
    port_zero: Case


_NAME_IT = N_("give each address its nodeName, or with Terway have pods as back ends")
_TOLD = {
    "clb": Told(
        kind="CLB",
        events="LoadBalancer",
        empty=N_('UnAvailableLoadBalancer: "There are no available nodes for LoadBalancer", then EnsuredLoadBalancer'),
        no_interface=N_(
            'SkipSyncBackends: "Not sync pods [...] whose ip is not in vpc cidrs", then EnsuredLoadBalancer; '
            'older CCM: "can not find eniid for ip"'
        ),
        no_node=Case(
            "the back ends are nodes, and endpoint {address} names none, so the CCM leaves {ports} out",
            'SyncLoadBalancerFailed: "merge listener: find vservergroup error: can not find vgroup by name", after '
            "the CLB was made",
            _NAME_IT,
            Severity.ERROR,
        ),
        port_zero=Case(
            "the back ends are nodes, and no node port is handed out for {ports}, so the CCM sends 0 and is refused",
            'SyncLoadBalancerFailed: "The specified Port must be between 1 and 65535."',
        ),
    ),
    "nlb": Told(
        kind="NLB",
        events="NetworkLoadBalancer",
        empty=N_(
            'UnAvailableLoadBalancer: "There are no available nodes for NetworkLoadBalancer", then EnsuredLoadBalancer'
        ),
        no_interface=N_(
            'SkipSyncBackends: "Not sync pods whose eni is invalid", and "has invalid server in server groups" at '
            'every retry; older CCM: "can not find eniid for ip"'
        ),
        no_node=Case(
            "the back ends are nodes, and endpoint {address} names none, so the CCM gives up on the Service",
            'SyncLoadBalancerFailed: "add ecs backends for service[...] error, NodeName is nil for ip"',
            _NAME_IT,
            Severity.ERROR,
        ),
        port_zero=Case(
            "the back ends are nodes, and no node port is handed out for {ports}, so traffic is sent to port 0, where "
            "nothing answers",
            "no event: clients get no answer",
            severity=Severity.WARNING,
        ),
    ),
}


def told_of(back_ends: BackEnds) -> Told:
    """The symptoms for the kind of load balancer that a Service has."""
    return _TOLD[back_ends.handled_by.value]
