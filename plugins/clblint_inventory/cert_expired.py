"""The certificate of an https listener has expired.

Clients refuse it. So does the CCM where `cert-id` puts it in the place of another one: from then on every sync fails,
and nothing else that changes in the Service reaches the CLB. It does not look at the end of the certificate of a new
listener, nor of those in `domain-extensions`.

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

```yaml bad
# file: inventory.json
{"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "Tags": {"Tag": []}}]}}
{"Listeners": [{"LoadBalancerId": "lb-2zeb3qcm8q2x0t1b0jxyz", "ListenerPort": 443, "ListenerProtocol": "https",
  "ServerCertificateId": "5678_web"}]}
{"ServerCertificates": {"ServerCertificate": [
  {"ServerCertificateId": "1234_web", "ExpireTime": "2020-01-01T00:00:00Z", "ExpireTimeStamp": 1577836800000},
  {"ServerCertificateId": "5678_web", "ExpireTime": "2100-01-01T00:00:00Z", "ExpireTimeStamp": 4102444800000}
]}}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2zeb3qcm8q2x0t1b0jxyz
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
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

An NLB goes on serving it, since neither CCM nor API look at its end:

```yaml bad
# file: inventory.json
{"CertificateList": [{"CertIdentifier": "12345-cn-hangzhou", "NotAfter": 1700000000000}], "TotalCount": 1}
# file: service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "tcpssl:443"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-cert-id: 12345-cn-hangzhou  # <- here (warning)
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

Sources: clbv1/listeners.go:checkCertValidity; CCM release notes, v2.6.0
"""

from __future__ import annotations

from clblint.api import N_, Case, NamedCertificate, Problems, Reason, Severity, rule

_READ = ("cert-id", "domain-extensions", "additional-cert-ids")
_FIX = N_("upload a new certificate and name its id here")
_BY_BOTH = N_("certificate {id} has expired ({end}): clients refuse it, and so does the CCM")
_BY_CLIENTS = N_("certificate {id} has expired ({end}): clients refuse it")
_SEEN = N_("a certificate error in the browser; an event where cert-id puts it in the place of another one")
_REFUSED = N_(
    'a certificate error in the browser; SyncLoadBalancerFailed: "can not update cert {id} because it is expired"'
)
# By the kind, and whether it takes the place of another certificate: a new listener is made with whatever there is.
_CASES = {
    ("CLB", True): Case(_BY_BOTH, _REFUSED, _FIX),
    ("CLB", False): Case(_BY_CLIENTS, _SEEN, _FIX),
    ("NLB", False): Case(_BY_CLIENTS, "a certificate error in the browser; no event", _FIX, Severity.WARNING),
}


@rule("cert-expired", on=NamedCertificate, severity=Severity.ERROR, evidence="I", when=_READ)
def check(named: NamedCertificate) -> Problems:
    """Report the id of a certificate that had ended before the day of the run."""
    if named.printed is None or not named.has_expired:
        return
    because = [Reason(named.printed.expires_at, "its end")]
    yield _CASES[named.kind, named.replaces].at(
        named.at, because=because, id=named.id, end=named.ended, subject=named.id
    )
