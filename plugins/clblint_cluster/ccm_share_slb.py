"""The controller of this cluster asks for a kind of load balancer that is not sold any more.

Where `spec` is absent, CCM versions before v1.9.3.164 ask for a shared-resource CLB. The API refuses, and the Service
stays pending.

```yaml bad
# file: .clblint.yaml
cluster:
  ccm-version: v1.9.3.105-gfd4e547-aliyun  # <- here
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/backend-type: eni
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: slb.s1.small
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

A Service that has its CLB needs no other:

```yaml good
# file: .clblint.yaml
cluster: {ccm-version: v1.9.3.105-gfd4e547-aliyun}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports: [{port: 80}]
status:
  loadBalancer:
    ingress: [{ip: 192.0.2.10}]
```

Sources: ACK Service troubleshooting, ShareSlbHaltSales; history of the CCM, "set default slb spec to slb.s1.small"
(July 2019)
"""

from __future__ import annotations

from clblint.api import Fleet, LoadBalancer, Problems, Reason, Severity, known_older, problem, rule

_NAMED = 3


@rule("ccm-share-slb", on=Fleet, severity=Severity.ERROR, evidence="P", about=("spec",), when=("cluster.ccm-version",))
def check(fleet: Fleet) -> Problems:
    """Report the version, and name the first Services."""
    version = fleet.cluster.ccm_version
    if version is None or not known_older(version, "v1.9.3.164"):
        return
    asking = [balancer.service for balancer in fleet.balancers if _asks_for_shared(balancer)]
    if asking:
        yield problem(
            "CCM {version} asks for a shared-resource CLB, which is not sold any more, where a Service has no spec "
            "({count})",
            version,
            because=[Reason(service.name, "no spec here") for service in asking[:_NAMED]],
            version=version.value,
            count=len(asking),
            key="service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec",
            seen='"ShareSlbHaltSales: The share instance has been discontinued." in the log of the CCM; the Service '
            "stays pending",
            fix='upgrade the CCM, or set {key}: "slb.s1.small"',
            subject="ccm-version",
        )


def _asks_for_shared(balancer: LoadBalancer) -> bool:
    """Whether a CLB is still to be created without a specification."""
    spec, service = balancer.annotations.get("spec"), balancer.service
    there = balancer.is_reused or service.fragment or service.status_addresses.present
    return not there and spec.is_empty
