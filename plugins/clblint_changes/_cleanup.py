"""What is said of every clean-up that ends in an error."""

from __future__ import annotations

from clblint.api import N_, Cleanup, Reason, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.api import LoadBalancer

SEEN = {
    Cleanup.FORBIDDEN: N_('SyncLoadBalancerFailed: "{error}"'),
    Cleanup.FAILED: N_('CleanLoadBalancerFailed: "{error}"'),
}
NOTE = Severity.NOTE
ALONE = N_("change the type alone; leave loadbalancer-id as it was until the CCM has cleaned up")
ALONE_WITH_GROUPS = N_("change the type alone; leave vgroup-port as it was until the CCM has cleaned up")
SWITCH_OFF = N_("have the switch off until the CCM has cleaned up")


def why_forbidden(cleanup: Cleanup, balancer: LoadBalancer) -> list[Reason]:
    """The fact about the cluster that forbids public CLBs."""
    declared = Reason(balancer.cluster.disable_public_slb, "declared for this cluster")
    return [declared] if cleanup is Cleanup.FORBIDDEN else []


def why(cleanup: Cleanup, old: LoadBalancer, new: LoadBalancer) -> list[Reason]:
    """The fact about the cluster that forbids public CLBs, or the id for which the CCM looks for another one."""
    if cleanup.forgets:
        return [Reason(new.reuses if new.reuses.is_set else old.reuses, "loadbalancer-id changes with it")]
    return why_forbidden(cleanup, new)
