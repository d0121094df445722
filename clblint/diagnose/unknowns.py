"""The facts that a snapshot may lack: why each matters, and the command that shows it."""

from __future__ import annotations

from clblint.diagnose.diagnosis import Unknown
from clblint.fast import NamedTuple
from clblint.i18n.text import N_, Text, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clblint.diagnose.service import LiveService
    from clblint.i18n.text import Value

_GET = "kubectl get {kinds}{within} -o json"
_WHOLE = "kubectl get service {name}{within} -o json --show-managed-fields"
_VERSION = "kubectl -n kube-system get ds,deploy,pods -l app=cloud-controller-manager -o json"
_BALANCER = "aliyun {balancer}"
_LEASE = "kubectl -n kube-system get lease ccm -o json"


class UnknownFact(NamedTuple):
    """A fact that a snapshot may lack.

    Attributes:
        matters: what depends on it.
        command: the command that shows it; empty if none does.
        remark: where else it can be found.
    """

    matters: str
    command: str = ""
    remark: str = ""


FACTS: dict[str, UnknownFact] = {
    "pods": UnknownFact(N_("whether its pods exist and are ready"), _GET.replace("{kinds}", "pods")),
    "endpoints": UnknownFact(
        N_("whether there is anything behind it"), _GET.replace("{kinds}", "endpointslices,endpoints"),
    ),
    "nodes": UnknownFact(N_("which nodes can be back ends"), "kubectl get nodes -o json"),
    "events": UnknownFact(N_("what the CCM said last"), _GET.replace("{kinds}", "events")),
    "service": UnknownFact(N_("the Service as a whole"), _WHOLE),
    "ccm-running": UnknownFact(N_("whether the CCM works at all"), _LEASE),
    "ccm-version": UnknownFact(
        N_("what the CCM can do, and how its hash label is made"), _VERSION, N_("or console, Add-ons"),
    ),
    "network-plugin": UnknownFact(N_("whether pods can be back ends"), "kubectl -n kube-system get ds -o json"),
    "clb-exists": UnknownFact(
        N_("whether the load balancer is still there"),
        _BALANCER,
    ),
    "clb-tags": UnknownFact(
        N_("whose load balancer it is"),
        _BALANCER,
    ),
    "clb-billing": UnknownFact(
        N_("of which kind the load balancer is"),
        _BALANCER,
    ),
    "clb-listeners": UnknownFact(
        N_("which listeners the load balancer has, and to which groups they send"),
        "aliyun slb DescribeLoadBalancerListeners --RegionId {region} --LoadBalancerId.1 {id}",
    ),
    "clb-health-checks": UnknownFact(
        N_("whether the load balancer reaches its back ends"),
        "aliyun slb DescribeHealthStatus --RegionId {region} --LoadBalancerId {id}",
    ),
    "vpc-id": UnknownFact(
        N_("in which network the load balancer and the cluster are"),
        _BALANCER, "VpcId",
    ),
    "acl-entries": UnknownFact(
        N_("which clients the access control list lets in"),
        "aliyun slb DescribeAccessControlListAttribute --RegionId {region} --AclId {acl}",
    ),
    "vswitch-addresses": UnknownFact(
        N_("how many addresses the vSwitch has left"),
        "aliyun vpc DescribeVSwitches --RegionId {region} --VSwitchId {vswitch}",
    ),
    "certificates": UnknownFact(
        N_("whether the certificate is there and valid"),
        "aliyun slb DescribeServerCertificates --RegionId {region}",
    ),
    "last-sync": UnknownFact(
        N_("why the sync did not end well"),
        _WHOLE,
    ),
    "ccm-log": UnknownFact(
        N_("what the log of the CCM says of it"),
        "kubectl -n kube-system logs -l app=cloud-controller-manager --tail=2000 | grep {service}",
        N_("managed cluster: control plane logs in the console"),
    ),
    "label-writer": UnknownFact(
        N_("who wrote the hash label"),
        _WHOLE,
    ),
    "older-revision": UnknownFact(
        N_("what was there before"),
        'kubectl -n kube-system logs -l app=cloud-controller-manager --tail=2000 | grep "service details"',
    ),
    "ip-local-port-range": UnknownFact(
        N_("which ports the nodes use for connections of their own"),
        "kubectl -n kube-system exec ds/kube-proxy-worker -- cat /proc/sys/net/ipv4/ip_local_port_range",
    ),
    "node-port-range": UnknownFact(
        N_("which node ports the API server gives out"),
        "kubectl create service nodeport probe --tcp=80 --node-port=1 --dry-run=server",
    ),
    "webhooks": UnknownFact(N_("which policy refuses"), "kubectl get validatingwebhookconfigurations"),
    "account-state": UnknownFact(N_("whether the account is in debt"), remark=N_("console, Expenses and Costs")),
    "ram-policy": UnknownFact(
        N_("what the role of the CCM may do"),
        remark=N_("console, RAM: the policy k8sMasterRolePolicy-Ccm-* of the cluster's role"),
    ),
    "security-groups": UnknownFact(
        N_("whether the security group of the nodes lets the load balancer in"),
        remark=N_("console, ECS: security group of the nodes; or aliyun ecs DescribeSecurityGroupAttribute"),
    ),
    "api-call-rate": UnknownFact(
        N_("who makes so many calls"), remark=N_("console, ActionTrail: calls of the product SLB"),
    ),
    "quota": UnknownFact(N_("whether the quota was raised"), remark=N_("console, Quota Center: CLB")),
    "client-place": UnknownFact(
        N_("from where it is not reachable"),
        remark=N_("ask who reports it: from which node or network, with which protocol"),
    ),
    "connection-length": UnknownFact(
        N_("whether few long connections make the load uneven"),
        remark=N_("ask who reports it: how long connections last"),
    ),
    "which-controller": UnknownFact(
        N_("which controller was meant"),
        "kubectl get service {name}{within} -o jsonpath='{{.spec.loadBalancerClass}}'",
    ),
}  # fmt: skip


# Where an NLB is asked elsewhere: the command and the remark (API reference of NLB, 2022-04-30, and of cas).
_OF_NLB: dict[str, tuple[str, str]] = {
    "clb-listeners": (
        "aliyun nlb ListListeners --RegionId {region} --LoadBalancerIds.1 {id} --MaxResults 100", "",
    ),
    "clb-health-checks": (
        "aliyun nlb GetListenerHealthStatus --RegionId {region} --ListenerId LISTENER-ID",
        N_("aliyun nlb ListListeners shows the ids of listeners"),
    ),
    "certificates": ("aliyun cas ListCertificates --ShowSize 100", ""),
    "api-call-rate": ("", N_("console, ActionTrail: calls of the product NLB")),
    "quota": ("", N_("console, Quota Center: NLB")),
}  # fmt: skip


def unknown(service: LiveService, fact: str) -> Unknown:
    """The unknown fact about a Service, with its command."""
    matters, command, remark = FACTS[fact]
    if service.is_nlb:
        command, remark = _OF_NLB.get(fact, (command, remark))
    filled = command.format(
        service=service.id,
        within=f" -n {service.namespace}" if service.namespace else "",
        name=service.name,
        region=service.cluster.region or "REGION",
        id=service.balancer_id or "LOADBALANCER-ID",
        acl=service.get("acl-id") or "ACL-ID",
        vswitch=service.get("vswitch-id") or "VSWITCH-ID",
        balancer=_call_for_balancer(service),
    )
    return Unknown(fact, Text(matters, {}), _with_remark(filled, remark))


def _call_for_balancer(service: LiveService) -> str:
    """The call that shows the load balancer of a Service, by its id, or else by its address or host name."""
    region, id_ = service.cluster.region or "REGION", service.balancer_id
    if service.is_nlb and service.address and not id_:
        return f"nlb ListLoadBalancers --RegionId {region} --DNSName {service.address}"
    call = "nlb GetLoadBalancerAttribute" if service.is_nlb else "slb DescribeLoadBalancers"
    by_address = service.address and not id_
    which = f"--Address {service.address}" if by_address else f"--LoadBalancerId {id_ or 'LOADBALANCER-ID'}"
    return f"{call} --RegionId {region} {which}"


def _with_remark(command: str, remark: str) -> Value:
    """A line for a shell, with the remark behind it as a comment."""
    if not remark:
        return command
    said = Text(remark, {})
    return (
        phrase("{command}  # {remark}", command=command, remark=said) if command else phrase("# {remark}", remark=said)
    )
