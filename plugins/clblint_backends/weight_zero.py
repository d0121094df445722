"""The weight is 0, so no new traffic arrives.

With a weight of 0 every back end of the Service stays in its group and takes no new connection. That is a way to move
traffic elsewhere; it is also how a Service ends up unreachable.

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "0"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-vgroup-port: "rsp-2zeb3qcm8q2x0:80"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-weight: "10"
spec:
  type: LoadBalancer
  ports: [{port: 80}]
```

Under policy Local it is not used:

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports: [{port: 80}]
```

So it is behind an NLB:

```yaml bad
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "0"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

```yaml good
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-default-weight: "10"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 80}]
```

Sources: clbv1/vgroups.go:podPercentAlgorithm, setWeightBackends
"""

from __future__ import annotations

from clblint.api import LoadBalancer, Problems, Severity, problem, rule


@rule("weight-zero", on=LoadBalancer, severity=Severity.NOTE, when=("weight", "default-weight"))
def check(balancer: LoadBalancer) -> Problems:
    """Report the weight that is used."""
    weighting = balancer.weighting
    suffix = {"total": "weight", "each": "default-weight"}.get(weighting.kind, "") if weighting is not None else ""
    weight = balancer.annotations.get(suffix)
    if weighting is None or not weight.is_set or not weighting.weight.is_(0):
        return
    yield problem(
        "{suffix} is 0, so no back end of this Service takes new traffic",
        weight,
        suffix=suffix,
        seen="no event: new connections go elsewhere, or nowhere",
        fix="give it a weight from 1 to 100 when it has to take traffic again",
        subject=suffix,
    )
