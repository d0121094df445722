"""The certificate of an https listener has expired.

Clients refuse it. A CCM that updates the listener refuses it, too: from then on every sync fails, and nothing else that
changes in the Service reaches the CLB.

```yaml bad
# file: inventory.json
{"ServerCertificates": {"ServerCertificate": [{
  "ServerCertificateId": "1234_web", "ExpireTime": "2020-01-01T00:00:00Z", "ExpireTimeStamp": 1577836800000
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234_web  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 8080}]
```

```yaml good
# file: inventory.json
{"ServerCertificates": {"ServerCertificate": [{
  "ServerCertificateId": "1234_web", "ExpireTime": "2100-01-01T00:00:00Z", "ExpireTimeStamp": 4102444800000
}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234_web
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 8080}]
```

Sources: clbv1/listeners.go:checkCertValidity; CCM release notes, v2.6.0
"""

from __future__ import annotations

from clblint.api import NamedCertificate, Problems, Reason, Severity, problem, rule

_READ = ("cert-id", "domain-extensions")


@rule("cert-expired", on=NamedCertificate, severity=Severity.ERROR, evidence="I", when=_READ)
def check(named: NamedCertificate) -> Problems:
    """Report the id of a certificate that had ended before the day of the run."""
    found = named.inventory.certificates.get(named.id)
    if found is None or found.expires is None or found.expires >= named.inventory.today:
        return
    yield problem(
        "certificate {id} has expired ({end}): clients refuse it, and so does the CCM",
        named.at,
        because=[Reason(found.expires_at, "its end")],
        id=named.id,
        end=found.expires_at.value,
        seen='a certificate error in the browser; SyncLoadBalancerFailed: "can not update cert {id} because it is '
        'expired"',
        fix="upload a new certificate and name its id here",
        subject=named.id,
    )
