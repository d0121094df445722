"""Writes a corpus of manifests that is the same on every machine: `python benchmarks/corpus.py FOLDER [FILES] [--nlb]`.

Every file holds a Deployment and its Service of type LoadBalancer, in the size and with the annotations that manifests
written by hand have; 5,000 files are 10,000 objects and about 16 MB. File number i is the same however many there are.
With `--nlb` each Service is for a Network Load Balancer.
"""

from __future__ import annotations

import os
import random
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
TEAMS = 50
NAMES = (
    "account",
    "basket",
    "catalog",
    "delivery",
    "export",
    "facade",
    "gallery",
    "harbor",
    "invoice",
    "journal",
    "kiosk",
    "ledger",
    "mailer",
    "notify",
)
VARIABLES = (
    "BROKER_URL",
    "CACHE_HOST",
    "CACHE_SIZE",
    "CLUSTER_NAME",
    "DATABASE_HOST",
    "DATABASE_NAME",
    "DATABASE_PORT",
    "ENDPOINT_TIMEOUT",
    "FEATURE_SWITCHES",
    "JAVA_OPTS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "METRICS_PORT",
    "NODE_ENV",
    "OTEL_EXPORTER",
    "OTEL_SAMPLER",
    "POD_ZONE",
    "QUEUE_URL",
    "RATE_LIMIT",
    "REGION_ID",
    "RETRY_LIMIT",
    "SESSION_TTL",
    "STORAGE_BUCKET",
    "TRACE_RATIO",
    "TZ",
    "UPSTREAM_URL",
    "WORKER_COUNT",
)
Pairs = list[tuple[str, str]]


def manifest(number: int, *, nlb: bool = False) -> str:
    """The text of one file."""
    chance = random.Random(f"clblint-{number}")
    name, team = f"{chance.choice(NAMES)}-{number:05d}", f"team-{number % TEAMS:02d}"
    documents = (_deployment(chance, name, team), _service(chance, name, team, nlb=nlb))
    return "---\n".join("".join(f"{line}\n" for line in document) for document in documents)


def path_of(number: int) -> str:
    """Where a file lies in the corpus."""
    return os.path.join(f"team-{number % TEAMS:02d}", f"app-{number:05d}.yaml")


def write_corpus(folder: str, files: int, *, nlb: bool = False) -> int:
    """Write the first `files` files below a folder; their size in bytes."""
    size = 0
    for number in range(files):
        path = os.path.join(folder, path_of(number))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            size += stream.write(manifest(number, nlb=nlb))
    return size


def _service(chance: random.Random, name: str, team: str, *, nlb: bool) -> Iterator[str]:
    purpose = chance.choice(NETWORK if nlb else CLASSIC)
    annotations, ports = purpose(chance)
    if nlb:
        annotations = [("zone-maps", ZONE_MAPS), *annotations]
    yield from ("apiVersion: v1", "kind: Service", *_metadata(name, team))
    if annotations:
        yield "  annotations:"
        yield from (f'    {PREFIX}{key}: "{value}"' for key, value in annotations)
    yield from ("spec:", "  type: LoadBalancer")
    if nlb:
        yield "  loadBalancerClass: alibabacloud.com/nlb"
    yield f"  externalTrafficPolicy: {chance.choice(('Cluster', 'Local'))}"
    yield from ("  selector:", f"    app: {name}", "  ports:")
    for port, target in ports:
        yield from (f"  - name: port-{port}", "    protocol: TCP", f"    port: {port}", f"    targetPort: {target}")


def _https(chance: random.Random) -> tuple[Pairs, Pairs]:
    certificate = f"{chance.randrange(10**15, 10**16)}_{chance.randrange(16**11):011x}_{chance.randrange(10**10)}"
    found = [("protocol-port", "https:443,http:80"), ("cert-id", certificate), ("forward-port", "80:443")]
    if chance.random() < 0.4:
        found += [("tls-cipher-policy", "tls_cipher_policy_1_2_strict"), ("http2-enabled", "on")]
    return found, [("80", "http"), ("443", "http")]


def _plain(_chance: random.Random) -> tuple[Pairs, Pairs]:
    return [], [("80", "8080")]


def _intranet(chance: random.Random) -> tuple[Pairs, Pairs]:
    return [("address-type", "intranet"), ("vswitch-id", f"vsw-{chance.randrange(36**8):x}")], [("9000", "http")]


def _reused(chance: random.Random) -> tuple[Pairs, Pairs]:
    return [("id", f"lb-{chance.randrange(36**9):x}"), ("force-override-listeners", "true")], [
        (str(chance.randrange(7000, 7900)), "8080")
    ]


def _billed(chance: random.Random) -> tuple[Pairs, Pairs]:
    bandwidth = str(chance.choice((5, 20, 100, 200)))
    return [("charge-type", "paybybandwidth"), ("bandwidth", bandwidth), ("spec", "slb.s3.small")], [("80", "http")]


def _checked(chance: random.Random) -> tuple[Pairs, Pairs]:
    found = [("protocol-port", "http:80"), ("health-check-flag", "on"), ("health-check-type", "http")]
    found += [("health-check-uri", "/ready"), ("healthy-threshold", "4"), ("unhealthy-threshold", "4")]
    return [*found, ("health-check-timeout", str(chance.randrange(2, 9)))], [("80", "http"), ("9090", "metrics")]


def _guarded(chance: random.Random) -> tuple[Pairs, Pairs]:
    return [("acl-status", "on"), ("acl-id", f"acl-{chance.randrange(36**9):x}"), ("acl-type", "black")], [
        ("6379", "8080")
    ]


def _drained(_chance: random.Random) -> tuple[Pairs, Pairs]:
    return [("connection-drain", "on"), ("connection-drain-timeout", "30"), ("scheduler", "wrr")], [("8883", "8080")]


def _tls(chance: random.Random) -> tuple[Pairs, Pairs]:
    certificate = f"{chance.randrange(10**7, 10**8)}-cn-hangzhou"
    found = [("protocol-port", "tcpssl:443"), ("cert-id", certificate), ("tls-cipher-policy", "tls_cipher_policy_1_2")]
    return found, [("443", "http")]


def _probed(chance: random.Random) -> tuple[Pairs, Pairs]:
    found = [("health-check-flag", "on"), ("health-check-type", "http"), ("health-check-uri", "/ready")]
    return [*found, ("health-check-interval", str(chance.randrange(5, 50)))], [("80", "http"), ("9090", "metrics")]


def _private(chance: random.Random) -> tuple[Pairs, Pairs]:
    return [("address-type", "intranet"), ("security-group-ids", f"sg-{chance.randrange(36**8):x}")], [("9000", "http")]


CLASSIC = (_https, _plain, _intranet, _reused, _billed, _checked, _guarded, _drained)
NETWORK = (_tls, _plain, _private, _probed, _drained)
ZONE_MAPS = "cn-hangzhou-j:vsw-bp1aaaaaaaaaaaaaaaaaa,cn-hangzhou-k:vsw-bp1bbbbbbbbbbbbbbbbbb"


def _metadata(name: str, team: str) -> Iterator[str]:
    yield from ("metadata:", f"  name: {name}", f"  namespace: {team}")
    yield from ("  labels:", f"    app: {name}", f"    owner: {team}", "    managed-by: hand")


def _deployment(chance: random.Random, name: str, team: str) -> Iterator[str]:
    yield from (f"# {name} of {team}", "apiVersion: apps/v1", "kind: Deployment", *_metadata(name, team))
    yield from ("spec:", f"  replicas: {chance.randrange(1, 9)}")
    yield from ("  selector:", "    matchLabels:", f"      app: {name}")
    yield from ("  strategy:", "    rollingUpdate:", "      maxSurge: 1", "      maxUnavailable: 0")
    yield from ("  template:", "    metadata:", "      labels:", f"        app: {name}", f"        owner: {team}")
    if chance.random() < 0.5:
        yield from ("      annotations:", '        prometheus.io/scrape: "true"', '        prometheus.io/port: "9090"')
    yield "    spec:"
    if chance.random() < 0.6:
        yield f"      terminationGracePeriodSeconds: {chance.choice((30, 45, 60, 90))}"
    yield "      containers:"
    yield from _container(chance, name, team, serves=True)
    if chance.random() < 0.4:
        yield from _container(chance, "log-shipper", team, serves=False)
    yield from ("      volumes:", "      - name: config", "        configMap:", f"          name: {name}-config")


def _container(chance: random.Random, name: str, team: str, *, serves: bool) -> Iterator[str]:
    tag = ".".join(str(chance.randrange(20)) for _ in range(3))
    yield from (f"      - name: {name}", f"        image: registry.example.com/{team}/{name}:{tag}")
    if serves:
        yield from ("        ports:", "        - name: http", "          containerPort: 8080")
        yield from ("        - name: metrics", "          containerPort: 9090")
    yield "        env:"
    for variable in sorted(chance.sample(VARIABLES, chance.randrange(3, 18))):
        yield f"        - name: {variable}"
        if chance.random() < 0.25:
            yield from ("          valueFrom:", "            secretKeyRef:")
            yield from (f"              name: {name}-secret", f"              key: {variable.lower()}")
        else:
            yield f'          value: "{chance.choice(NAMES)}-{chance.randrange(10**8)}"'
    yield from ("        resources:", "          requests:", f"            cpu: {chance.choice((100, 250, 500))}m")
    yield f"            memory: {chance.choice((128, 256, 512))}Mi"
    yield from ("          limits:", "            memory: 2Gi")
    if not serves:
        return
    for probe in ("readinessProbe", "livenessProbe"):
        yield from (f"        {probe}:", "          httpGet:", "            path: /ready", "            port: http")
        yield f"          periodSeconds: {chance.randrange(5, 30)}"
    if chance.random() < 0.5:
        yield from ("        lifecycle:", "          preStop:", "            exec:")
        yield f'              command: ["sh", "-c", "sleep {chance.choice((10, 20, 30))}"]'
    yield from ("        securityContext:", "          runAsNonRoot: true", "          readOnlyRootFilesystem: true")
    yield from ("        volumeMounts:", "        - name: config", "          mountPath: /etc/config")


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument != "--nlb"]
    count = int(given[1]) if len(given) > 1 else 5000
    print(f"{count} files, {write_corpus(given[0], count, nlb='--nlb' in sys.argv):,} bytes")
