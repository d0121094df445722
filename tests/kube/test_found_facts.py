"""Ranges of ports that manifests of the project set: which count, for whom, and what is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.effort import processor_time

if TYPE_CHECKING:
    from tests.kube.conftest import Found

SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: NodePort, ports: [{port: 80, nodePort: 25000}]}
"""
HIGH = SERVICE.replace("25000", "30080")


def _api_server(*words: str, kind: str = "Pod", name: str = "kube-apiserver") -> str:
    container = f"{{name: {name}, image: x, command: [{', '.join(words)}]}}"
    spec = f"spec: {{containers: [{container}]}}"
    if kind != "Pod":
        spec = f"spec: {{template: {{metadata: {{labels: {{a: b}}}}, {spec}}}}}"
    return f"apiVersion: v1\nkind: {kind}\nmetadata: {{name: kube-apiserver, namespace: kube-system}}\n{spec}\n"


def _kubeadm(arguments: str) -> str:
    head = "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n"
    return f"{head}apiServer:\n  extraArgs: {arguments}\n"


NODE_PORTS = {
    "one word": (_api_server("kube-apiserver", "--service-node-port-range=20000-26000"), "20000-26000"),
    "two words": (_api_server("kube-apiserver", "--service-node-port-range", "20000-26000"), "20000-26000"),
    "a base and a size": (_api_server("kube-apiserver", "--service-node-port-range=20000+6000"), "20000-26000"),
    "in a shell": (_api_server("sh", "-c", "kube-apiserver --service-node-port-range=20000-26000"), "20000-26000"),
    "the program, whatever its name": (
        _api_server("/usr/local/bin/kube-apiserver", "--service-node-port-range=20000-26000", name="api"),
        "20000-26000",
    ),
    "the last one": (
        _api_server("kube-apiserver", "--service-node-port-range=1-2", "--service-node-port-range=20000-26000"),
        "20000-26000",
    ),
    "kubeadm": (_kubeadm("{service-node-port-range: 20000-26000}"), "20000-26000"),
    "kubeadm's list": (_kubeadm("[{name: service-node-port-range, value: 20000-26000}]"), "20000-26000"),
    "unrendered": (_api_server("kube-apiserver", "'--service-node-port-range=${RANGE}'"), ""),
    "kubeadm, unrendered": (_kubeadm("{service-node-port-range: '${RANGE}'}"), ""),
    "nonsense": (_kubeadm("{service-node-port-range: 1-99999999}"), ""),
}


@pytest.mark.parametrize(("text", "ports"), NODE_PORTS.values(), ids=NODE_PORTS)
def test_node_port_range(found: Found, text: str, ports: str) -> None:
    """A port inside is taken, one outside is refused with the place as the reason; an unreadable range says nothing."""
    assert not found({"control-plane.yaml": text, "svc.yaml": SERVICE}, "node-port-out-of-range")
    seen = found({"control-plane.yaml": text, "svc.yaml": HIGH}, "node-port-out-of-range")
    assert bool(seen) is bool(ports)
    for finding in seen:
        assert ports in str(finding.message)
        assert [label.place.path for label in finding.because] == ["control-plane.yaml"]


NO_NODE_PORTS = {
    "an API server that a Deployment runs": _api_server(
        "x", "--service-node-port-range=20000-26000", kind="Deployment"
    ),
    "another program": _api_server("vcluster", "--service-node-port-range=20000-26000", name="vcluster"),
    "another API": _kubeadm("{service-node-port-range: 20000-26000}").replace("kubeadm.k8s.io/v1beta4", "v1"),
    "another flag": _api_server("kube-apiserver", "--service-cluster-ip-range=10.0.0.0/16"),
}


@pytest.mark.parametrize("text", NO_NODE_PORTS.values(), ids=NO_NODE_PORTS)
def test_no_node_port_range(found: Found, text: str) -> None:
    """The default holds."""
    assert found({"control-plane.yaml": text, "svc.yaml": SERVICE}, "node-port-out-of-range")


def _pods(
    script: str, *, kind: str = "DaemonSet", spec: str = "hostNetwork: true", where: str = "initContainers"
) -> str:
    lines = "\n".join(f"          {line}" for line in script.splitlines())
    return (
        f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: tuning}}\nspec:\n  selector: {{matchLabels: {{a: b}}}}\n"
        f"  template:\n    metadata: {{labels: {{a: b}}}}\n    spec:\n      {spec}\n"
        + ("      containers: [{name: pause, image: pause}]\n" if where == "initContainers" else "")
        + f"      {where}:\n      - name: sysctl\n        image: busybox\n"
        f"        securityContext: {{privileged: true}}\n"
        f"        command:\n        - sh\n        - -c\n        - |\n{lines}\n"
    )


WRITE = 'sysctl -w net.ipv4.ip_local_port_range="1024 65535"'
ENTERS = "hostPID: true"
LOCAL_PORTS = {
    "sysctl": _pods(WRITE),
    "single quotes": _pods("sysctl -w net.ipv4.ip_local_port_range='1024 65535'"),
    "the whole in quotes": _pods('sysctl -w "net.ipv4.ip_local_port_range=1024 65535"'),
    "slashes": _pods("sysctl -w net/ipv4/ip_local_port_range='1024 65535'"),
    "among others": _pods(f"mount -o remount rw /proc/sys\nsysctl -w net.core.somaxconn=65535\n{WRITE}\nsleep 1"),
    "behind another": _pods(f"mount -o remount rw /proc/sys && {WRITE}"),
    "a failure does not matter": _pods(f"{WRITE} || true"),
    "echo": _pods("echo 1024 65535 > /proc/sys/net/ipv4/ip_local_port_range"),
    "echo with quotes": _pods('echo "1024\t65535" >/proc/sys/net/ipv4/ip_local_port_range'),
    "tee": _pods("echo '1024 65535' | tee /proc/sys/net/ipv4/ip_local_port_range"),
    "again and again": _pods(f"while true; do\n{WRITE}\nsleep 60\ndone", where="containers"),
    "after a condition": _pods(f"if true; then echo x; fi\n{WRITE}"),
    "a Deployment on the nodes' network": _pods(WRITE, kind="Deployment"),
    "nsenter": _pods(f"nsenter -t 1 -m -n -- {WRITE}", spec=ENTERS),
    "nsenter, in full": _pods(f"nsenter --target 1 --net {WRITE}", spec=ENTERS),
    "arguments": _pods("x").replace(
        "        - sh\n        - -c\n        - |\n          x\n",
        "        - sysctl\n        - -w\n        - net.ipv4.ip_local_port_range=1024 65535\n",
    ),
}


@pytest.mark.parametrize("text", LOCAL_PORTS.values(), ids=LOCAL_PORTS)
def test_local_port_range(found: Found, text: str) -> None:
    """The finding shows the place that sets the range."""
    (finding,) = found({"svc.yaml": HIGH, "tuning.yaml": text}, "node-port-in-local-port-range")
    (label,) = finding.because
    assert label.place.path == "tuning.yaml"
    line = text.splitlines()[label.place.span.line - 1]
    assert "1024" in line[label.place.span.column - 1 : label.place.span.end_column - 1]


NO_LOCAL_PORTS = {
    "a network of its own": _pods(WRITE, spec="hostPID: false"),
    "nsenter into something else": _pods(f"nsenter -t 1 -m -- {WRITE}", spec=ENTERS),
    "nsenter without the right": _pods(f"nsenter -t 1 -n -- {WRITE}", spec="hostPID: false"),
    "a Job runs once, somewhere": _pods(WRITE, kind="Job"),
    "under a condition": _pods(f'if [ "$POD_IP" != "$HOST_IP" ]; then\n{WRITE}\nfi'),
    "under a test": _pods(f'[ "$POD_IP" != "$HOST_IP" ] && {WRITE}'),
    "as a way out": _pods(f"true || {WRITE}"),
    "only read": _pods("cat /proc/sys/net/ipv4/ip_local_port_range; sysctl net.ipv4.ip_local_port_range"),
    "the pod's own": _pods(
        "x", spec="securityContext: {sysctls: [{name: net.ipv4.ip_local_port_range, value: 1024 65535}]}"
    ),
    "a range that is far away": _pods(WRITE.replace("1024", "40000")),
    "unknown": _pods(WRITE.replace("1024 65535", "$RANGE")),
}


@pytest.mark.parametrize("text", NO_LOCAL_PORTS.values(), ids=NO_LOCAL_PORTS)
def test_no_local_port_range(found: Found, text: str) -> None:
    assert not found({"svc.yaml": HIGH, "tuning.yaml": text}, "node-port-in-local-port-range")


def test_an_unreadable_range_is_not_the_default(found: Found) -> None:
    """Neither is one that two manifests contradict each other about."""
    service = SERVICE.replace("25000", "32768")
    control = {"control-plane.yaml": _kubeadm("{service-node-port-range: 20000-40000}")}
    rule = "node-port-in-local-port-range"
    assert found({**control, "svc.yaml": service}, rule)
    assert not found({**control, "svc.yaml": service, "tuning.yaml": _pods(WRITE.replace("1024 65535", "$R"))}, rule)
    other = _pods(WRITE.replace("1024", "40000"))
    assert not found({**control, "svc.yaml": service, "a.yaml": other, "b.yaml": _pods(WRITE)}, rule)


def test_the_configuration_counts_more(found: Found) -> None:
    files = {"svc.yaml": HIGH, "tuning.yaml": _pods(WRITE)}
    rules = ("node-port-in-local-port-range", "node-port-range-overlap")
    assert len(found(files, *rules)) == 2
    assert not found(files, *rules, config="cluster: {ip-local-port-range: 40000-60999}\n")


@pytest.mark.parametrize("script", [WRITE, "echo 1024 65535 > /proc/sys/net/ipv4/ip_local_port_range"])
def test_an_overlap_is_reported_where_it_is_set(found: Found, script: str) -> None:
    """No Service is needed: whatever gets a node port can be hit."""
    (finding,) = found({"tuning.yaml": _pods(script)}, "node-port-range-overlap")
    assert (finding.path, finding.object) == ("tuning.yaml", "DaemonSet/tuning")


def test_an_overlap_of_two_found_ranges_is_reported_once(found: Found) -> None:
    files = {"control-plane.yaml": _kubeadm("{service-node-port-range: 40000-50000}"), "tuning.yaml": _pods(WRITE)}
    (finding,) = found(files, "node-port-range-overlap")
    assert finding.path == "tuning.yaml"
    assert [label.place.path for label in finding.because] == ["control-plane.yaml"]


def test_an_overlap_with_the_configuration(found: Found) -> None:
    """The declared range is the reason; a found one that is out of reach clears it."""
    config = "cluster: {node-port-range: 40000-50000}\n"
    (alone,) = found({"svc.yaml": HIGH}, "node-port-range-overlap", config=config)
    assert alone.path == ".clblint.yaml"
    (beside,) = found({"tuning.yaml": _pods(WRITE)}, "node-port-range-overlap", config=config)
    assert (beside.path, [label.place.path for label in beside.because]) == ("tuning.yaml", [".clblint.yaml"])
    far = _pods(WRITE.replace("1024", "51000"))
    assert not found({"tuning.yaml": far}, "node-port-range-overlap", config=config)


PLACES = {
    "beside it": ("svc.yaml", "tuning.yaml", {}, "warning"),
    "beside its folder": ("web/svc.yaml", "nodes/tuning.yaml", {}, "note"),
    "above it": ("apps/shop/web/svc.yaml", "tuning.yaml", {}, "note"),
    "above an environment": ("prod/svc.yaml", "tuning.yaml", {}, "note"),
    "somewhere else": ("apps/shop/web/svc.yaml", "infra/nodes/tuning.yaml", {}, "note"),
    "for another cluster": ("dev/svc.yaml", "prod/tuning.yaml", {"prod/svc.yaml": HIGH}, ""),
    "for another cluster by its name": ("dev/svc.yaml", "prod/tuning.yaml", {}, ""),
}


@pytest.mark.parametrize(("service", "tuning", "more", "told"), PLACES.values(), ids=PLACES)
def test_for_whom_a_fact_holds(
    found: Found,
    service: str,
    tuning: str,
    more: dict[str, str],
    told: str,
) -> None:
    """A fact about one cluster is none about another; where that is open there is a note that says what settles it."""
    seen = found({service: HIGH, tuning: _pods(WRITE), **more}, "node-port-in-local-port-range")
    about = [finding for finding in seen if finding.path == service]
    assert [finding.severity.name.lower() for finding in about] == [told] * bool(told)
    assert all(("clusters:" in str(finding.fix)) is (told == "note") for finding in about)


@pytest.mark.parametrize(("port", "level"), [(25000, ""), (30080, "note"), (19000, "note")])
def test_a_range_that_may_be_of_another_cluster_makes_none_sure(found: Found, port: int, level: str) -> None:
    """The default may not hold, and the range may not hold either."""
    files = {
        "web/svc.yaml": SERVICE.replace("25000", str(port)),
        "control/plane.yaml": _kubeadm("{service-node-port-range: 20000-26000}"),
    }
    seen = found(files, "node-port-out-of-range")
    assert [finding.severity.name.lower() for finding in seen] == [level] * bool(level)


@pytest.mark.parametrize("words", ["sysctl " * 20_000, "echo 1 " * 20_000, "nsenter " * 20_000, "if " * 20_000])
def test_a_long_script_is_searched_within_a_second(found: Found, words: str) -> None:
    files = {"tuning.yaml": _pods(f"{words} ip_local_port_range")[:90_000] + "\n"}
    found({"tuning.yaml": _pods("true")}, "node-port-in-local-port-range")  # loads the rules
    with processor_time(1.0):
        assert found(files, "node-port-in-local-port-range") == []
