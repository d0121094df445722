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

An NLB takes its certificates from the Certificate Management Service. The CCM checks none of them, the API does:

```yaml bad
# file: inventory.json
{"CertificateList": [{"CertIdentifier": "12345-cn-hangzhou", "NotAfter": 1830000000000}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12345-cn-hangzhou
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-additional-cert-ids: "67890-cn-hangzhou"  # <- here
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 8080}]
```

```yaml good
# file: inventory.json
{"CertificateList": [{"CertIdentifier": "12345-cn-hangzhou", "NotAfter": 1830000000000}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12345-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 8080}]
```

What was ordered is not all that there is:

```yaml good
# file: inventory.json
{"CertificateOrderList": [{"CertificateId": 12345, "CertEndTime": 1830000000000}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 67890-cn-hangzhou
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports: [{port: 443, targetPort: 8080}]
```

Sources: clbv1/listeners.go:checkCertValidity; CLB API, CertificateNotExist; NLB API, CreateListener
"""

from __future__ import annotations

from clblint.api import Case, NamedCertificate, Problems, Severity, rule

_READ = ("cert-id", "domain-extensions", "additional-cert-ids")
_CASES = {
    "CLB": Case(
        "no server certificate of the inventory has the id {id}, so no https listener is made with it",
        'SyncLoadBalancerFailed: CertificateNotExist; on an update "can not found cert by id {id}"',
        "upload the certificate to CLB in the region of the cluster, and name the id that it has there",
    ),
    "NLB": Case(
        "no certificate of the inventory has the id {id}, so no tcpssl listener can use it",
        "SyncLoadBalancerFailed: the API refuses the listener or the certificate",
        "upload the certificate to the Certificate Management Service, and name the id that it has there",
    ),
}


@rule("cert-missing", on=NamedCertificate, severity=Severity.ERROR, evidence="I", when=_READ)
def check(named: NamedCertificate) -> Problems:
    """Report the id; one with blanks around it is value-whitespace."""
    if named.id == named.id.strip() and named.is_missing:
        yield _CASES[named.kind].at(named.at, id=named.id, subject=named.id)
