"""The words for each cause that a text names: a sentence, what to do, and the facts that may stay unknown.

The values in braces are those of the Service: `{name}`, `{namespace}`, `{id}` (annotation), `{label}` (label with the
id), `{address}`, `{tag}` (owner tag), `{kind}` (CLB or NLB), and `{said}` (the end of the text).
"""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.i18n.text import N_


class CauseWords(NamedTuple):
    """The words for a cause, as templates."""

    message: str
    do: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


_RECOVER = (
    N_("not needed any more: delete the Service"),
    N_("needed: remove the old address from the status, and then edit any annotation, which alone queues the Service; "
       "the new {kind} has another address"),
    (
        "kubectl patch service {name} -n {namespace} --subresource=status --type=merge "
        """-p '{{"status":{{"loadBalancer":null}}}}'"""
    ),
)  # fmt: skip

WORDS: dict[str, CauseWords] = {
    "annotation-invalid": CauseWords(
        N_("The CCM cannot read a value and gives up before it calls the cloud: {said}"),
        (N_("correct the value; the next edit is synced at once"),),
    ),
    "nlb-zone-maps-missing": CauseWords(
        N_("An NLB needs the annotation zone-maps with two zones and their vSwitches, and the Service has none."),
        (N_("add zone-maps: ZONE-1:VSWITCH-1,ZONE-2:VSWITCH-2"),),
    ),
    "nlb-intranet-old-ccm": CauseWords(
        N_("A CCM before v2.11.1 cannot make an internal NLB whose zones have no addresses: {said}"),
        (N_("upgrade the CCM to v2.11.1 or later, or write an address for each zone: ZONE:VSWITCH:IPv4 in zone-maps"),),
    ),
    "public-clb-forbidden": CauseWords(
        N_("The cluster forbids CLBs with a public address, and the Service asks for one. The CCM does not try again."),
        (
            N_("a private address: annotation address-type: intranet"),
            N_("a public one: ask who has set the switch (disablePublicSLB) in the CCM's configuration"),
        ),
    ),
    "apiserver-refuses-write": CauseWords(
        N_("The API server refuses what the CCM writes to the object: {said}"),
        (N_("satisfy the admission policy or exempt the CCM from it, or repair its RBAC rights"),),
        ("webhooks",),
    ),
    "clb-deleted": CauseWords(
        N_("The {kind} with the address in the status is not there any more; the CCM does not make a new one while "
           "the status has an address."),
        _RECOVER,
        ("clb-exists",),
    ),
    "lb-id-removed": CauseWords(
        N_("The annotation with the id of the reused {kind} was removed: without it the CCM looks for one that it made "
           "itself, and there is none."),
        (N_("put the id back: annotation loadbalancer-id: {label}"),),
        ("clb-tags",),
    ),
    "owner-tag-lost": CauseWords(
        N_("The {kind} is there, but without the tag by which the CCM finds it."),
        (N_("add the tag kubernetes.do.not.delete = {tag} to the {kind} in the cloud (not to the Service)"),),
        ("clb-tags",),
    ),
    "duplicate-owner-tag": CauseWords(
        N_("Several load balancers carry the tag or the name of this Service."),
        (N_("remove the tag kubernetes.do.not.delete from those whose address is not {address}"),),
        ("clb-tags",),
    ),
    "reuse-id-missing": CauseWords(
        N_("The annotation names the load balancer {id}, and there is none with this id in the region."),
        (N_("correct the id, or make sure that it is in the region of the cluster"),),
        ("clb-exists",),
    ),
    "reuse-own-clb": CauseWords(
        N_("The annotation names the {kind} that the CCM made for this very Service; it reuses only those of users."),
        (N_("remove the annotation loadbalancer-id"),),
    ),
    "reuse-ccm-made": CauseWords(
        N_("The annotation names {id}, which the CCM made for another Service; it reuses only those of users."),
        (N_("name one that was made in the console, or share a Service instead"),),
        ("clb-tags",),
    ),
    "reuse-apiserver-clb": CauseWords(
        N_("The annotation names {id}, the load balancer of the API server of a cluster."),
        (N_("name another one, and never change this one"),),
        ("clb-tags",),
    ),
    "rebind-refused": CauseWords(
        N_("A Service with an address stays with its {kind}: the annotation names another one ({id}) than it has "
           "({label})."),
        (
            N_("put the old id back, or remove the annotation if the CCM made the old one"),
            N_("to move: delete the Service and create it again with the new id"),
        ),
    ),
    "immutable-changed": CauseWords(
        N_(
            "An annotation asks for another attribute than the {kind} was made with, and that cannot be "
            "changed: {said}"),
        (
            N_("take the annotation back to its old value"),
            N_("or delete the Service and create it again: the new {kind} has another address"),
        ),
        ("older-revision",),
    ),
    "eni-on-shared-clb": CauseWords(
        N_("The CLB is one of the shared kind, which takes no pods (ENIs) as back ends."),
        (
            N_("reuse a CLB of another kind; or, where the CCM still makes them, annotation spec: slb.s1.small"),
            N_("or send to nodes: remove backend-type: eni"),
        ),
        ("clb-billing",),
    ),
    "shared-clb-discontinued": CauseWords(
        N_("Shared CLBs are not sold any more, and this CCM asks for one."),
        (N_("upgrade the CCM; until then set the annotations spec or instance-charge-type: PayByCLCU"),),
        ("ccm-version",),
    ),
    "charge-type-downgrade": CauseWords(
        N_(
            "The CLB is billed by usage (PayByCLCU), and the annotations ask for a specification "
            "(PayBySpec), to which it "
           "cannot go back."),
        (N_("remove the annotation spec, or set instance-charge-type: PayByCLCU"),),
        ("clb-billing",),
    ),
    "account-overdue": CauseWords(
        N_("The account has a payment overdue: the cloud makes and changes nothing for it."),
        (N_("pay; the CCM tries again by itself"),),
        ("account-state",),
    ),
    "account-balance": CauseWords(
        N_("The balance of the account is too low for a new load balancer."),
        (N_("top it up (pay-as-you-go asks for 100 CNY); the CCM tries again by itself"),),
        ("account-state",),
    ),
    "group-in-use": CauseWords(
        N_("A listener that the CCM does not manage uses a server group which the CCM wants to delete."),
        (N_("delete that listener of {id} in the console, or let it send to another group"),),
        ("clb-listeners",),
    ),
    "other-vpc": CauseWords(
        N_("The load balancer, or its vSwitch, is in another VPC than the nodes."),
        (N_("use one in the VPC of the cluster"),),
        ("vpc-id",),
    ),
    "vswitch-full": CauseWords(
        N_("The vSwitch for the private address has no address left."),
        (N_("annotation vswitch-id: another one of the VPC of the cluster, before the {kind} is made"),),
        ("vswitch-addresses",),
    ),
    "vswitch-missing": CauseWords(
        N_("There is no vSwitch with the id that the annotation names, or the default one of the cluster is gone."),
        (N_("set the annotation vswitch-id to one of the VPC of the cluster"),),
        ("vswitch-addresses",),
    ),
    "named-target-port": CauseWords(
        N_("With pods as back ends, this CCM cannot resolve a target port that is a name."),
        (N_("use the number of the port, or upgrade the CCM to v2.0.1 or later"),),
        ("ccm-version",),
    ),
    "node-ports-missing": CauseWords(
        N_("The ports of the Service have no node ports, and nodes are its back ends."),
        (N_("set allocateLoadBalancerNodePorts: true, or backend-type: eni on Terway"),),
    ),
    "certificate-missing": CauseWords(
        N_("A listener asks for a certificate that the CLB service does not have: {said}"),
        (N_("upload it in the region of the CLB, and name its id in the annotation cert-id"),),
        ("certificates",),
    ),
    "certificate-expired": CauseWords(
        N_("The certificate of a listener has expired or cannot be exchanged: {said}"),
        (N_("upload a new one, and name its id in the annotation cert-id"),),
        ("certificates",),
    ),
    "listener-exists": CauseWords(
        N_("The {kind} has a listener on this port already."),
        (N_("one Service for each listener: use another port or another {kind}"),),
        ("clb-listeners",),
    ),
    "permission-missing": CauseWords(
        N_("The role of the CCM may not make a call: {said}"),
        (
            N_(
                "add the missing permission to the policy k8sMasterRolePolicy-Ccm-* of the cluster; with "
                "Flannel and CCM "
               "v2.11.2 or later vpc:CreateRouteEntries and vpc:DeleteRouteEntries, since v2.12.1 nlb:ListAsynJobs"),
        ),
        ("ram-policy",),
    ),
    "route-missing": CauseWords(
        N_("The CCM cannot make the route to the pods of a node: {said}"),
        (N_("look at the quota of route entries, the permissions of the CCM and the provider id of the node"),),
        ("ram-policy",),
    ),
    "api-refuses-value": CauseWords(
        N_("The cloud refuses a value: {said}"),
        (N_("correct the annotation that the message names"),),
    ),
    "sctp-port": CauseWords(
        N_("A port of the Service has the protocol SCTP, which load balancers do not have."),
        (N_("use TCP or UDP"),),
    ),
    "weight-invalid": CauseWords(
        N_("The weight of a back end is no number from 0 to 100, so that its server group is not made."),
        (N_("correct the annotation weight or default-weight"),),
    ),
    "vgroup-unusable": CauseWords(
        N_("The annotation vgroup-port names a server group that is not there, was made by the CCM, or belongs to "
           "another load balancer."),
        (N_("name a group of your own on the load balancer of this Service"),),
        ("clb-listeners",),
    ),
    "endpoint-without-node": CauseWords(
        N_("An endpoint that was written by hand names no node, so that the server group is not made."),
        (N_("add nodeName to the endpoint, or use pods as back ends: backend-type: eni"),),
    ),
    "node-without-provider-id": CauseWords(
        N_(
            "A node has no provider id (REGION.INSTANCE) by which the CCM could find its ECS instance, "
            "so that the server "
           "group is not made."),
        (N_("start its kubelet with --provider-id=REGION.INSTANCE"),),
    ),
    "unknown-error": CauseWords(
        N_("The CCM reports an error that is not known here: {said}"),
        (
            N_("search its words: clblint explain --event TEXT"),
            N_("or open a ticket with the RequestId, which the log of the CCM has"),
        ),
        ("ccm-log",),
    ),
    "deletion-blocked-ipv6": CauseWords(
        N_(
            "The clean-up fails for a reused or preserved IPv6 load balancer: the CCM compares its IP "
            "version as if it were to "
           "be changed."),
        (
            N_("reused: remove the annotation loadbalancer-id; the clean-up then finds no load balancer and ends. Its "
               "listeners and groups stay and are removed in the console"),
            N_("preserved: remove preserve-lb-on-delete; the deletion works, and the load balancer goes with it"),
            N_("removing the finalizer by hand is the last resort"),
        ),
    ),
    "deletion-blocked-public": CauseWords(
        N_("The cluster forbids CLBs with a public address, and the CCM says so of the clean-up, too."),
        (N_("annotation address-type: intranet: on deletion nothing is compared but the IP version"),),
    ),
}  # fmt: skip
