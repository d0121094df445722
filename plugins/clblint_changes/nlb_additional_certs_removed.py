"""Additional certificates are no longer named, and stay on the listeners.

`additional-cert-ids` is only read while it is there. Taken away, the listeners go on offering what they had: a name of
which the certificate runs out fails some day, and the manifest does not show why. An empty value removes all of them.

```yaml bad
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 2345678-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 2345678-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234567-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: ""
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443}]
```

```yaml good
# file: old/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: 2345678-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  selector: {app: web}
  ports: [{port: 80}]
```

Sources: nlbv2/listeners.go:UpdateNLBListener; run against the real controller
"""

from __future__ import annotations

from clblint.api import NetworkChange, Problems, Reason, Severity, problem, rule


@rule("nlb-additional-certs-removed", on=NetworkChange, severity=Severity.WARNING, evidence="O", since="0.2")
def check(change: NetworkChange) -> Problems:
    """Find an annotation that is taken away, not emptied, where a listener has what it names."""
    edit = change.dropped("additional-cert-ids")
    stay = any(old.additional_certificates and new.is_tcpssl for old, new in change.kept_listeners)
    if edit is not None and stay:
        yield problem(
            "additional-cert-ids is gone, but the listeners keep {before}",
            edit.at,
            because=[Reason(edit.before, "{before} before the change")],
            seen="no event: ignored",
            fix='write additional-cert-ids: "" to remove all, or name those that shall stay',
            subject="additional-cert-ids",
            before=edit.before.value,
        )
