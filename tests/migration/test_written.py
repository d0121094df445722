"""The new Service as YAML: comments stay where they belong, and nothing of the old cluster is carried along."""

from __future__ import annotations

import pytest

from clblint.build import build
from clblint.clb.model import ClassicLoadBalancer
from clblint.kube.clusters.profile import undeclared
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.migration.nlb_service import NlbService
from clblint.migration.write import written
from clblint.source.text import Source

P = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
WHOLE = f"""\
# the front of the shop
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 0b7e
  annotations:
    # reached by everyone
    {P}address-type: internet
    {P}spec: slb.s1.small  # the smallest
    # TLS
    {P}protocol-port: "https:443"
    {P}health-check-timeout: "5"  # half of it
    {P}vswitch-id: vsw-1

# what it does
spec:
  type: LoadBalancer
  clusterIP: 10.0.0.1
  ports:
    - port: 443
      nodePort: 30443
      # the pods' port
      targetPort: 8443
status:
  loadBalancer: {{}}
"""
NLB_SERVICE = f"""\
# the front of the shop
apiVersion: v1
kind: Service
metadata:
  name: web-nlb
  annotations:
    # reached by everyone
    {P}address-type: internet
    # TLS
    {P}protocol-port: "tcpssl:443"
    {P}health-check-connect-timeout: "5" # half of it
    {P}zone-maps: "<zone>:vsw-1,<second zone>:<second vSwitch>"
    {P}cert-id: "<certificate>"
    {P}health-check-flag: "on"

# what it does
spec:
  type: LoadBalancer
  loadBalancerClass: alibabacloud.com/nlb
  ports:
    - port: 443
      # the pods' port
      targetPort: 8443
"""
BARE = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
ZONES = "<zone>:<vSwitch>,<second zone>:<second vSwitch>"


def nlb_services(text: str) -> list[str]:
    """The NLB Services that replace the Services of a file, as YAML."""
    found = []
    for service in read_manifest(Source("web.yaml", text.encode())).objects:
        assert isinstance(service, Service)
        balancer = build(service, undeclared())
        assert isinstance(balancer, ClassicLoadBalancer)
        found.append(written(NlbService(balancer=balancer)))
    return found


def test_a_whole_service() -> None:
    assert nlb_services(WHOLE) == [NLB_SERVICE]


def test_a_service_without_annotations_gets_some() -> None:
    (made,) = nlb_services(BARE)
    (service,) = read_manifest(Source("nlb.yaml", made.encode())).objects
    assert {key: fact.value for key, fact in service.annotations.items()} == {P + "zone-maps": ZONES}


def test_only_its_own_document_is_written() -> None:
    first, second = nlb_services(f"{BARE}---\n# the second\n{BARE.replace('web', 'shop')}")
    assert "web-nlb" in first
    assert "second" not in first.replace("<second", "")
    assert second.startswith("# the second\n")
    assert "shop-nlb" in second


@pytest.mark.parametrize("kind", ["List", "ServiceList"])
def test_an_item_of_a_list_stands_alone(kind: str) -> None:
    own = "kind: Service, apiVersion: v1, " if kind == "List" else ""
    items = "".join(
        f"- {{{own}metadata: {{name: {name}}}, spec: {{type: LoadBalancer, ports: [{{port: 80}}]}}}}\n"
        for name in ("web", "shop")
    )
    first, second = nlb_services(f"apiVersion: v1\nkind: {kind}\nitems:\n{items}")
    for made, name in ((first, "web-nlb"), (second, "shop-nlb")):
        (service,) = read_manifest(Source("nlb.yaml", made.encode())).objects
        assert (service.kind, service.name.value) == ("Service", name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            ["spec: slb.s1.small  # small", "# kept", "bandwidth: '5'", "# kept too", "name: web"],
            ["# kept", "# kept too"],
        ),
        (["spec: slb.s1.small", "# kept", "bandwidth: '5'", "# kept too"], ["# kept", "# kept too"]),
        (["name: web", "spec: >-", "  slb.s1.small", "# kept", "address-type: intranet"], ["# kept"]),
        (["name: web", "protocol-port: |-", "  http:80", "# kept"], ["# kept"]),
        (["# first", "spec: slb.s1.small", "name: web"], ["# first"]),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_comments_outlive_the_lines_beside_them(before: list[str], after: list[str], line_end: str) -> None:
    lines = [f"    {line if line[0] in '# ' else P + line}" for line in before]
    text = line_end.join(
        [*BARE.partition("metadata")[0].splitlines(), "metadata:", "  name: web", "  annotations:", *lines]
    )
    (made,) = nlb_services(line_end.join([text, "spec: {type: LoadBalancer, ports: [{port: 80}]}", ""]))
    assert [line.strip() for line in made.splitlines() if line.strip().startswith("#")] == after
    assert made.endswith("ports: [{port: 80}]}\n")
    assert "\r" not in made


def test_an_anchor_may_be_named_twice() -> None:
    labels = "labels: {a: &x web, b: *x, c: &x shop}"
    (made,) = nlb_services(BARE.replace("{name: web}", f"{{name: web, {labels}}}"))
    assert "web-nlb" in made


def test_json_is_read_too() -> None:
    text = '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, '
    (made,) = nlb_services(text + '"spec": {"type": "LoadBalancer", "ports": [{"port": 80, "nodePort": 30080}]}}')
    assert "web-nlb" in made
    assert "30080" not in made


def test_what_the_ccm_wrote_does_not_go_along() -> None:
    labels = (
        "labels: {app: web, service.k8s.alibaba/loadbalancer-id: lb-1}, finalizers: [service.k8s.alibaba/resources]"
    )
    (made,) = nlb_services(BARE.replace("{name: web}", f"{{name: web, {labels}}}"))
    assert "app: web" in made
    assert "lb-1" not in made
    assert "finalizers" not in made


LONG = "1" * 5_000
NUMBERS = (
    *(LONG, f"-{LONG}", f"+{LONG}", f"1_{LONG}", f"0{LONG}", f"0x{LONG}", f"0o{LONG}", f"{LONG}.5", f"1e{LONG}"),
    *("+7", "-0", "1.50", "017", "0x1F", "1_000", "1e400", "685.230_15e+03", "2001-12-14", "2001-12-14 21:59:43.10"),
)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:12])
def test_a_number_is_copied_as_it_stands(number: str) -> None:
    (block,) = nlb_services(f"{WHOLE.partition('status:')[0]}  other: {number}  # kept\n  again: [&x {number}, *x]\n")
    assert f"  other: {number}  # kept\n" in block
    assert f"  again: [&x {number}, *x]\n" in block
    (flow,) = nlb_services(BARE.replace("port: 80}]", f"port: 80}}], other: {number}, more: {{x: {number}}}"))
    assert flow.endswith(f", ports: [{{port: 80}}], other: {number}, more: {{x: {number}}}}}\n")


def test_a_long_number_in_an_annotation_is_copied() -> None:
    (made,) = nlb_services(BARE.replace("name: web", f"name: web, annotations: {{x: '{LONG}'}}"))
    assert f"annotations: {{x: '{LONG}', {P}zone-maps: " in made


def test_a_number_as_a_key_is_copied() -> None:
    (made,) = nlb_services(BARE.replace("port: 80}]", "port: 80}], other: {0x10: a, 16: b, '16': c}"))
    assert "other: {0x10: a, 16: b" in made
