"""The certificate of an https listener does not exist.

The inventory holds all server certificates of CLB, and none has this id. The listener is not created; one that exists
keeps its old certificate, and every sync fails.

```yaml bad
# file: inventory.json
{"ServerCertificates": {"ServerCertificate": [{"ServerCertificateId": "1234_web"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "https:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234_wbe  # <- here
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-domain-extensions: "www.example.com:1234_shop"  # <- here
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 8080}]
```

```yaml good
# file: inventory.json
{"ServerCertificates": {"ServerCertificate": [{"ServerCertificateId": "1234_web"}]}}
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

Without an https listener nobody reads it:

```yaml good
# file: inventory.json
{"ServerCertificates": {"ServerCertificate": [{"ServerCertificateId": "1234_web"}]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 1234_wbe
spec:
  type: LoadBalancer
  ports: [{port: 443, targetPort: 8080}]
```

Sources: clbv1/listeners.go:checkCertValidity; CLB API, CertificateNotExist
"""

from __future__ import annotations

from clblint.api import NamedCertificate, Problems, Severity, problem, rule

_READ = ("cert-id", "domain-extensions")


@rule("cert-missing", on=NamedCertificate, severity=Severity.ERROR, evidence="I", when=_READ)
def check(named: NamedCertificate) -> Problems:
    """Report the id; one with blanks around it is value-whitespace."""
    if named.id == named.id.strip() and named.inventory.certificates.lacks(named.id):
        yield problem(
            "no server certificate of the inventory has the id {id}, so no https listener is made with it",
            named.at,
            id=named.id,
            seen='SyncLoadBalancerFailed: CertificateNotExist; on an update "can not found cert by id {id}"',
            fix="upload the certificate to CLB in the region of the cluster, and name the id that it has there",
            subject=named.id,
        )
