"""`--commands`: the commands that make a snapshot. They only read, and never ask for Secrets."""

from __future__ import annotations

from clblint.i18n.language import tr

_KINDS = "svc,endpoints,endpointslices,pods,deployments,statefulsets,daemonsets,hpa,events"
_MANAGED = "-o json --show-managed-fields"
_FOLDER = "snapshot"  # of its own, so that the last line fits whichever of the files there are


def commands(namespace: str, name: str) -> list[str]:
    """The commands for a whole cluster, a namespace, or one Service; an empty text stands for all."""
    if name:
        lines = [
            f"kubectl -n {namespace} get svc {name} {_MANAGED} > service.json",
            f"kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={name} -o json > slices.json",
            f"kubectl -n {namespace} get endpoints {name} -o json > endpoints.json",
            f"kubectl -n {namespace} get pods,deployments,statefulsets,daemonsets,hpa -o json > pods.json",
            f"kubectl -n {namespace} get events -o json > events.json",
        ]
    elif namespace:
        lines = [f"kubectl -n {namespace} get {_KINDS} {_MANAGED} > objects.json"]
    else:
        lines = [f"kubectl get {_KINDS} -A {_MANAGED} > objects.json"]
    lines = [
        *lines,
        "kubectl get nodes -o json > nodes.json",
        "kubectl -n kube-system get daemonsets -o json > system.json",
        f"kubectl -n kube-system get lease ccm {_MANAGED} > lease.json",
        f"# {tr('dedicated cluster only')}",
        "kubectl -n kube-system get pods -l app=cloud-controller-manager -o json > ccm.json",
        "kubectl -n kube-system logs -l app=cloud-controller-manager --tail=2000 > ccm.log",
        f"# {tr('the cloud, if you may')}",
        "aliyun slb DescribeLoadBalancers --RegionId REGION > clbs.json",
        "aliyun slb DescribeHealthStatus --RegionId REGION --LoadBalancerId ID > health.json",
        "aliyun nlb ListLoadBalancers --RegionId REGION --MaxResults 100 > nlbs.json",
        "aliyun nlb ListListeners --RegionId REGION --MaxResults 100 > nlb-listeners.json",
        f"# {tr('then')}",
        f"clblint diagnose {_FOLDER}",
    ]
    return [f"mkdir -p {_FOLDER}", *(line.replace(" > ", f" > {_FOLDER}/") for line in lines)]
