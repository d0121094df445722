"""The load balancer to reuse is that of an API server.

ACK tags such a CLB with `ack.aliyun.com` and the id of the cluster, and the CCM refuses to reuse it. Where the tag is
missing but the CLB listens on 6443, nobody refuses: then a mistake in a Service can cut everybody off from the cluster.

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{
  "LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "LoadBalancerName": "ManagedK8SSlbIntranet",
  "Tags": {"Tag": [{"TagKey": "ack.aliyun.com", "TagValue": "c1234567890abcdef"}]}
}]}, "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 6443, "ListenerProtocol": "tcp"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz  # <- here (warning)
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A listener that the CCM made for a Service is not an API server:

```yaml good
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 6443, "ListenerProtocol": "tcp",
  "Description": "k8s/6443/proxy/default/c1234567890abcdef"}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Both hold for an NLB, too:

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "Tags": [
  {"Key": "ack.aliyun.com", "Value": "c1234567890abcdef"}
]}]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml bad
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 6443,
   "ListenerProtocol": "TCP"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz  # <- here (warning)
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
# file: inventory.json
{"LoadBalancers": [{"LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "Tags": []}]}
{"Listeners": [
  {"ListenerId": "lsn-1", "LoadBalancerId": "nlb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 6443,
   "ListenerProtocol": "TCP",
   "ListenerDescription": "k8s.6443.TCP.web.default.c1234567890abcdef"}
]}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: nlb-2zeb3qcm8q2x0t1b0jxyz
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/model_applier.go:isLoadBalancerReusable; ACK Service FAQ, CLB of the API server;
nlbv2/model_applier.go:isNLBReusable
"""

from __future__ import annotations

from clblint.api import Case, LoadBalancer, Problems, Reason, Severity, refused_reuse, rule, with_article

_API_SERVER = 6443
_REFUSED = Case(
    "{kind} {id} belongs to cluster {cluster} and not to a Service, like that of an API server: it is not reused",
    'SyncLoadBalancerFailed: "{error}"',
    "reuse {one} that you made yourself, or remove the id and let the CCM create one",
)
_NOT_REFUSED = Case(
    "{kind} {id} listens on 6443 like that of an API server, and for want of a tag the CCM does not refuse it",
    "no event; if it is the API server's {kind}, what goes wrong with it cuts everybody off from the cluster",
    "make sure that it is not the {kind} of an API server, or reuse another one",
    Severity.WARNING,
)


@rule("reuse-apiserver-lb", on=LoadBalancer, severity=Severity.ERROR, evidence="I", when=("id",))
def check(balancer: LoadBalancer) -> Problems:
    """Report the id; one that the CCM made for a Service is reuse-ccm-lb, port 6443 is reuse-port-6443."""
    there, kind = balancer.existing, balancer.kind
    if there is None:
        return
    listens = [Reason(there.api_server, "listens on 6443")] if there.api_server is not None else []
    if there.marked is not None and (there.owner is None or listens):
        because = [Reason(there.marked, "the tag for which the CCM refuses it"), *listens]
        cluster = there.cluster or there.marked.value
        yield _REFUSED.at(
            balancer.reuses,
            because=because,
            id=there.id.value,
            kind=kind,
            one=with_article(kind),
            cluster=cluster,
            error=refused_reuse(balancer),
            subject="id",
        )
    elif listens and all(port.port.value != _API_SERVER for port in balancer.service.ports):
        yield _NOT_REFUSED.at(balancer.reuses, because=listens, id=there.id.value, kind=kind, subject="id")
