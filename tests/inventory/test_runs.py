"""The inventory on the command line and in the configuration."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from tests.files import new_cache
from tests.inventory.conftest import balancers, groups, listener
from tests.preloaded import as_text, clblint

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.whole

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-id: lb-2
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-force-override-listeners: "true"
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
"""


class Project:
    """A folder with a Service and an inventory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = new_cache(folder / ".cache")
        (folder / "web.yaml").write_text(SERVICE)

    def write(self, name: str, *answers: object) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in answers))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "CLBLINT_CACHE_DIR": str(self.cache), "NO_COLOR": "1"}
        return as_text(clblint(arguments, cwd=self.folder, env=environment))

    def report(self, *arguments: str) -> dict[str, Any]:
        report: dict[str, Any] = json.loads(self.run("--format", "json", *arguments, "web.yaml").stdout)
        return report

    def found(self, *arguments: str) -> set[str]:
        return {finding["rule"] for finding in self.report(*arguments)["findings"]}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_on_the_command_line(project: Project) -> None:
    project.write("clbs.json", balancers("lb-1"))
    assert "reuse-not-found" in project.found("--inventory", "clbs.json")
    assert "reuse-not-found" not in project.found()


OTHERS, OWN = "k8s/30080/other/shop/c123", "k8s/30080/web/shop/c123"


@pytest.mark.parametrize(
    ("there", "group", "severity"),
    [
        (listener("lb-2", 80, Description=OTHERS), "", "warning"),
        (listener("lb-2", 80, Description=OWN), "", "pedantic"),
        (listener("lb-2", 80, Description="by hand", VServerGroupId="rsp-1"), "", "warning"),
        (listener("lb-2", 80, Description="by hand", VServerGroupId="rsp-1"), OWN, "pedantic"),
        (listener("lb-2", 81, Description=OTHERS), "", "pedantic"),
        (listener("lb-2", 80, "udp", Description=OTHERS), "", "pedantic"),
        (listener("lb-3", 80, Description=OTHERS), "", "pedantic"),
    ],
    ids=["another", "its own", "the console's", "its own by the group", "another port", "udp", "of another CLB"],
)
def test_a_listener_of_others_shows_without_its_clb(
    there: dict[str, Any], group: str, severity: str, project: Project
) -> None:
    answers = [groups("rsp-1", **{"rsp-1": group})] if group else []
    project.write("clbs.json", {"Listeners": [there], "TotalCount": 1}, *answers)
    report = project.report("--pedantic", "--inventory", "clbs.json")
    said = [one["severity"] for one in report["findings"] if one["rule"] == "override-takes-listeners"]
    assert said == [severity]


def test_in_the_configuration(project: Project) -> None:
    project.write("deep/clbs/a.json", balancers("lb-1"))
    project.write("deep/clblint.yaml", "inventory: clbs/")
    assert "reuse-not-found" in project.found("--config", "deep/clblint.yaml")


def test_the_command_line_goes_first(project: Project) -> None:
    project.write("one.json", balancers("lb-1"))
    project.write("two.json", balancers("lb-2"))
    project.write(".clblint.yaml", "inventory: one.json")
    assert "reuse-not-found" not in project.found("--inventory", "two.json")


def test_a_path_that_is_not_there(project: Project) -> None:
    done = project.run("--inventory", "clbs", "web.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "clblint: clbs: No such file or directory\n"


def test_a_broken_file_is_one_line_and_the_rest_is_reported(project: Project) -> None:
    project.write("clbs/a.json", '{"LoadBalancers": {"LoadBalancer": [')
    project.write("clbs/b.json", balancers("lb-1"))
    done = project.run("--pedantic", "--inventory", "clbs", "--format", "concise", "web.yaml")
    assert done.returncode == 2
    assert done.stderr.startswith("clblint: clbs/a.json:1:")
    assert done.stderr.count("\n") == 1
    assert "override-takes-listeners" in done.stdout
    assert "reuse-not-found" not in done.stdout


def test_a_partial_inventory_is_named_in_the_summary(project: Project) -> None:
    project.write("clbs.json", balancers("lb-1", TotalCount=120, PageNumber=1))
    for _ in range(2):  # the second time from the cache
        done = project.run("--inventory", "clbs.json", "web.yaml")
        assert "reuse-not-found" not in done.stdout
        assert "the inventory is partial: DescribeLoadBalancers (1 of 120)" in done.stdout
    summary = project.report("--inventory", "clbs.json")["summary"]
    assert summary["partial"] == {"DescribeLoadBalancers": {"read": 1, "total": 120}}


def test_its_bytes_are_part_of_what_is_remembered(project: Project) -> None:
    project.write("clbs.json", balancers("lb-1"))
    assert "reuse-not-found" in project.found("--inventory", "clbs.json")
    project.write("clbs.json", balancers("lb-2"))
    assert "reuse-not-found" not in project.found("--inventory", "clbs.json")
    project.write("clbs.json", balancers("lb-1"))
    assert "reuse-not-found" in project.found("--inventory", "clbs.json")


def test_among_the_checked_files_it_is_not_linted(project: Project) -> None:
    told = {**listener("lb-2", 80), "Description": "shop", "ServiceManagedMode": "Unmanaged"}
    project.write("clbs/a.json", balancers("lb-2"), {"Listeners": [told]})
    project.write("clbs/b.json", {"LoadBalancerId": "lb-2", "Address": "192.0.2.10"})
    paths = {
        finding["path"] for finding in json.loads(project.run("--pedantic", "--format", "json", ".").stdout)["findings"]
    }
    assert paths == {"web.yaml"}
    named = json.loads(project.run("--format", "json", "clbs/a.json", "clbs/b.json").stdout)
    assert named["findings"] == []


def test_an_address_in_it_is_no_use_of_the_address(project: Project) -> None:
    project.write(
        "clbs.json", {"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2", "Address": "192.0.2.10"}]}}
    )
    local = SERVICE.replace("spec: {", "spec: {externalTrafficPolicy: Local, ")
    (project.folder / "web.yaml").write_text(local + "status: {loadBalancer: {ingress: [{ip: 192.0.2.10}]}}\n")
    found = [one for one in project.report()["findings"] if one["rule"] == "local-in-cluster-access"]
    assert [reason for one in found for reason in one["because"] if reason["path"] == "clbs.json"] == []


def test_findings_about_it_alone_point_into_it(project: Project) -> None:
    tags = {"Tag": [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a0123456789abcdef0123456789abcde"}]}
    twins = [{"LoadBalancerId": id_, "Tags": tags} for id_ in ("lb-1", "lb-3")]
    project.write("clbs.json", {"LoadBalancers": {"LoadBalancer": twins}})
    found = [
        one for one in project.report("--inventory", "clbs.json")["findings"] if one["rule"] == "duplicate-owner-tag"
    ]
    assert [one["path"] for one in found] == ["clbs.json", "clbs.json"]
    assert "duplicate-owner-tag" in project.run("--inventory", "clbs.json", "web.yaml").stdout


def test_the_plan_shows_what_is_there_beside_what_is_asked_for(project: Project) -> None:
    there = {"LoadBalancerId": "lb-2", "LoadBalancerName": "gateway", "AddressType": "intranet"}
    project.write("clbs.json", {"LoadBalancers": {"LoadBalancer": [there]}}, {"Listeners": [listener("lb-2", 80)]})
    named = SERVICE.replace("loadbalancer-id: lb-2\n", "loadbalancer-id: lb-2\n    PREFIX-name: web\n")
    named = named.replace("PREFIX", "service.beta.kubernetes.io/alibaba-cloud-loadbalancer")
    (project.folder / "web.yaml").write_text(named)
    text = project.run("plan", "--inventory", "clbs.json", "web.yaml").stdout
    assert "    as the inventory has it (clbs.json:1)\n" in text
    assert "    LoadBalancerName  gateway   to be web (line 7)\n" in text
    assert "    AddressType       intranet\n" in text
    assert "    there is tcp already, made by others: no name\n" in text
    (service,) = json.loads(project.run("plan", "--format", "json", "--inventory", "clbs.json", "web.yaml").stdout)[
        "services"
    ]
    assert service["existing"]["id"] == "lb-2"
    assert service["existing"]["loadBalancer"]["LoadBalancerName"] == {"value": "gateway", "line": 1}
    assert [one["port"] for one in service["existing"]["listeners"]] == ["80"]


def plan_of_reused(project: Project, there: Mapping[str, object], *annotations: str) -> dict[str, str]:
    """What the plan says of each attribute of the CLB that the Service reuses with these annotations."""
    project.write("clbs.json", {"LoadBalancers": {"LoadBalancer": [{"LoadBalancerId": "lb-2", **there}]}})
    prefix = "    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
    asked = "".join(f"{prefix}{annotation}\n" for annotation in annotations)
    (project.folder / "web.yaml").write_text(SERVICE.replace("spec: {", f"{asked}spec: {{"))
    text = project.run("plan", "--inventory", "clbs.json", "web.yaml").stdout
    rows = text.split("clbs.json:1)\n", 1)[1].split("listener", 1)[0]
    return {name: " ".join(rest) for name, *rest in (line.split() for line in rows.splitlines())}


BY_USE = {"InstanceChargeType": "PayByCLCU", "LoadBalancerSpec": "slb.s1.small"}
BY_SPEC = {"InstanceChargeType": "PayBySpec", "LoadBalancerSpec": "slb.s1.small"}
PUBLIC = {"AddressType": "internet", "InternetChargeType": "paybytraffic", "Bandwidth": 10}


@pytest.mark.parametrize(
    ("there", "asked", "row", "said"),
    [
        (BY_USE, ["spec: slb.s2.small"], "LoadBalancerSpec", "slb.s1.small"),
        (BY_SPEC, ["spec: slb.s2.small"], "LoadBalancerSpec", "slb.s1.small to be slb.s2.small (line 8)"),
        (BY_SPEC, ["instance-charge-type: PayByCLCU", "spec: slb.s2.small"], "LoadBalancerSpec", "slb.s1.small"),
        (BY_USE, ["instance-charge-type: PayBySpec", "spec: slb.s2.small"], "LoadBalancerSpec", "slb.s1.small"),
        (BY_USE, ["instance-charge-type: paybyclcu"], "InstanceChargeType", "PayByCLCU to be paybyclcu (line 8)"),
        (BY_USE, ["instance-charge-type: PayByCLCU"], "InstanceChargeType", "PayByCLCU as asked (line 8)"),
        ({**PUBLIC, "AddressType": "intranet"}, ["charge-type: paybybandwidth"], "InternetChargeType", "paybytraffic"),
        ({**PUBLIC, "AddressType": "intranet"}, ["charge-type: paybybandwidth", 'bandwidth: "5"'], "Bandwidth", "10"),
        (PUBLIC, ["charge-type: paybybandwidth", 'bandwidth: "5"'], "Bandwidth", "10 to be 5 (line 9)"),
        (PUBLIC, ["charge-type: PayByBandwidth", 'bandwidth: "5"'], "Bandwidth", "10"),
        (PUBLIC, ["charge-type: ${CHARGE}", 'bandwidth: "5"'], "Bandwidth", "10 to be 5 (line 9)"),
    ],
)
def test_the_plan_shows_what_is_set_on_the_clb_that_is_there(
    project: Project, there: Mapping[str, object], asked: list[str], row: str, said: str
) -> None:
    assert plan_of_reused(project, there, *asked)[row] == said


def test_a_specification_is_not_set_where_the_charge_type_is_refused(project: Project) -> None:
    plan_of_reused(project, BY_USE, "instance-charge-type: PayBySpec", "spec: slb.s2.small")
    findings = project.report("--inventory", "clbs.json")["findings"]
    assert [(one["severity"], one["line"]) for one in findings if one["rule"] == "config-drift"] == [("error", 8)]


def _certificate(name: str, end: int) -> dict[str, object]:
    return {"ServerCertificateId": name, "ExpireTime": "then", "ExpireTimeStamp": end}


@pytest.mark.parametrize(
    ("owner", "there", "refused"),
    [
        ("", {}, False),
        ("own", {}, False),
        ("own", {"ListenerProtocol": "https", "ServerCertificateId": "expired"}, False),
        ("own", {"ListenerProtocol": "https", "ServerCertificateId": "good"}, True),
        ("own", {"ListenerProtocol": "https", "ServerCertificateId": "gone"}, False),
        ("reused", {}, False),
        ("reused", {"ListenerProtocol": "https", "ServerCertificateId": "good"}, True),
    ],
)
def test_an_expired_certificate_is_refused_where_it_replaces_another(
    project: Project, owner: str, there: Mapping[str, object], *, refused: bool
) -> None:
    tags = [{"TagKey": "kubernetes.do.not.delete", "TagValue": "a01234567aaaabbbbccccddddddddddd"}]
    clb = {"LoadBalancerId": "lb-2", "AddressType": "internet", "Tags": {"Tag": tags if owner == "own" else []}}
    made = {"LoadBalancerId": "lb-2", "ListenerPort": 80, "VServerGroupId": "rsp-1", **there}
    certificates = [_certificate("expired", 1577836800000), _certificate("good", 4102444800000)]
    project.write(
        "clbs.json",
        *([{"LoadBalancers": {"LoadBalancer": [clb]}}] if owner else []),
        *([{"Listeners": [made]}] if there else []),
        {"ServerCertificates": {"ServerCertificate": certificates}},
    )
    prefix = "    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
    asked = SERVICE.replace("spec: {", f"{prefix}protocol-port: https:80\n{prefix}cert-id: expired\nspec: {{")
    if owner != "reused":
        asked = asked.replace(f"{prefix}id: lb-2\n", "")
    uid = "  uid: 01234567-aaaa-bbbb-cccc-dddddddddddd\n" if owner == "own" else ""
    (project.folder / "web.yaml").write_text(asked.replace("  name: web\n", f"  name: web\n{uid}"))
    text = project.run("plan", "--inventory", "clbs.json", "web.yaml").stdout
    assert ("because it is expired" in text) == refused
    assert "cert-expired" in project.found("--inventory", "clbs.json")


NLB_THERE = {
    "LoadBalancerId": "nlb-2",
    "LoadBalancerName": "gateway",
    "AddressType": "Internet",
    "AddressIpVersion": "Ipv4",
    "SecurityGroupIds": ["sg-1", "sg-2"],
    "ZoneMappings": [{"ZoneId": "a", "VSwitchId": "vsw-1"}, {"ZoneId": "c", "VSwitchId": "vsw-3"}],
    "Tags": [
        {"Key": "kubernetes.do.not.delete", "Value": "a01234567aaaabbbbccccddddddddddd"},
        {"Key": "team", "Value": "shop"},
    ],
}
NLB_SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
  uid: 01234567-aaaa-bbbb-cccc-dddddddddddd
  annotations:
    PREFIX-zone-maps: a:vsw-1,b:vsw-2
    PREFIX-name: web
    PREFIX-ip-version: ipv4
    PREFIX-security-group-ids: sg-2
    PREFIX-additional-resource-tags: team=shop
spec: {type: LoadBalancer, loadBalancerClass: alibabacloud.com/nlb, ports: [{port: 80}]}
""".replace("PREFIX", "service.beta.kubernetes.io/alibaba-cloud-loadbalancer")
NLB_ROWS = """\
  has the NLB nlb-2, which the CCM made
    as the inventory has it (nlbs.json:1)
    LoadBalancerName  gateway                   to be web (line 8)
    AddressType       Internet
    AddressIpVersion  Ipv4                      as asked (line 9)
    Tags              kubernetes.do.not.delete=a01234567aaaabbbbccccddddddddddd, team=shop  as asked (line 11)
    ZoneMapping       c:vsw-3
    ZoneMapping       a:vsw-1                   as asked (line 7)
    ZoneMapping       -                         to be b:vsw-2 (line 7)
    SecurityGroupId   sg-1
    SecurityGroupId   sg-2                      as asked (line 10)
  TCP listener on port 80 (default)
    there is TCP already, made for this Service
"""


def test_the_plan_shows_an_nlb_that_is_there(project: Project) -> None:
    made = {"LoadBalancerId": "nlb-2", "ListenerId": "lsn-1", "ListenerPort": 80, "ListenerProtocol": "TCP"}
    made["ListenerDescription"] = "k8s.80.TCP.web.default.c1"
    project.write("nlbs.json", {"LoadBalancers": [NLB_THERE]}, {"Listeners": [made]})
    (project.folder / "web.yaml").write_text(NLB_SERVICE)
    assert NLB_ROWS in project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout
    made_json = project.run("plan", "--format", "json", "--inventory", "nlbs.json", "web.yaml").stdout
    (service,) = json.loads(made_json)["services"]
    assert service["existing"]["loadBalancer"]["AddressIpVersion"] == {"value": "Ipv4", "line": 1}
    assert [one["port"] for one in service["existing"]["listeners"]] == ["80"]


RANGE = {"StartPort": 80, "EndPort": 90, "ListenerProtocol": "TCP", "ListenerDescription": "console"}


@pytest.mark.parametrize(
    ("protocols", "there", "said"),
    [
        ("tcp:80", {"ListenerPort": 80, "ListenerProtocol": "TCPSSL"}, "TCPSSL already, made by others: no name; {}"),
        ("tcpssl:80", {"ListenerPort": 80, "ListenerProtocol": "TCP"}, "TCP already, made by others: no name; {}"),
        ("tcp:80", RANGE, "TCP:80-90 already, made by others: console; {}"),
        ("tcpssl:80", RANGE, "TCP:80-90 already, made by others: console; {}"),
        ("udp:80", RANGE, ""),
        ("udp:80", {"ListenerPort": 80, "ListenerProtocol": "TCP"}, "TCP already, made by others: no name"),
        ("tcp:80", {"ListenerPort": 80, "ListenerProtocol": "TCP"}, "TCP already, made by others: no name"),
        ("${PROTOCOLS}", {"ListenerPort": 80, "ListenerProtocol": "TCP"}, "TCP already, made by others: no name"),
    ],
)
def test_the_plan_says_what_the_api_refuses(
    project: Project, protocols: str, there: dict[str, object], said: str
) -> None:
    nlb = {"LoadBalancerId": "nlb-2", "Tags": []}
    project.write(
        "nlbs.json",
        {"LoadBalancers": [nlb]},
        {"Listeners": [{"ListenerId": "lsn-1", "LoadBalancerId": "nlb-2", **there}]},
    )
    keys = f'id: nlb-2\n    PREFIX-force-override-listeners: "true"\n    PREFIX-protocol-port: "{protocols}"'
    keys = keys.replace("PREFIX", "service.beta.kubernetes.io/alibaba-cloud-loadbalancer")
    (project.folder / "web.yaml").write_text(NLB_SERVICE.replace("zone-maps: a:vsw-1,b:vsw-2", keys))
    lines = project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout.splitlines()
    wanted = protocols.partition(":")[0].upper()
    told = [f"    there is {said.format(f'the API refuses {wanted} beside it')}"] if said else []
    assert [line for line in lines if " there is " in line] == told
    rules = [one["rule"] for one in project.report("--inventory", "nlbs.json")["findings"]]
    assert ("reuse-listener-protocol-conflict" in rules) == ("{}" in said)


@pytest.mark.parametrize(
    ("reuses", "there", "asked", "said"),
    [
        (True, {"BandwidthPackageId": "cbwp-1"}, '""', 'cbwp-1 to be "" (line 7)'),
        (False, {"BandwidthPackageId": "cbwp-1"}, '""', 'cbwp-1 to be "" (line 7)'),
        (True, {"BandwidthPackageId": "cbwp-1"}, "cbwp-1", "cbwp-1 as asked (line 7)"),
        (True, {"BandwidthPackageId": ""}, '""', "- as asked (line 7)"),
        (False, {}, '""', "- as asked (line 7)"),
    ],
)
def test_the_plan_shows_that_an_nlb_leaves_its_bandwidth_package(
    project: Project, there: Mapping[str, object], asked: str, said: str, *, reuses: bool
) -> None:
    made = NLB_SERVICE.replace("zone-maps: a:vsw-1,b:vsw-2\n", f"bandwidth-package-id: {asked}\n")
    prefix = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer"
    tags: object = [] if reuses else NLB_THERE["Tags"]
    end = f"    {prefix}-id: nlb-2\n" if reuses else f"    {prefix}-zone-maps: a:vsw-1,b:vsw-2\n"
    project.write("nlbs.json", {"LoadBalancers": [{"LoadBalancerId": "nlb-2", "Tags": tags, **there}]})
    (project.folder / "web.yaml").write_text(made.replace("spec:", f"{end}spec:"))
    text = project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout
    (row,) = (line.split() for line in text.splitlines() if "BandwidthPackageId" in line)
    assert " ".join(row[1:]) == said


def test_the_plan_shows_an_empty_bandwidth_package_only_of_an_nlb_that_is_there(project: Project) -> None:
    empty = NLB_SERVICE.replace("-name: web", '-bandwidth-package-id: ""')
    (project.folder / "web.yaml").write_text(empty)
    assert "BandwidthPackageId" not in project.run("plan", "web.yaml").stdout
    (project.folder / "web.yaml").write_text(empty.replace("zone-maps: a:vsw-1,b:vsw-2", "id: nlb-2"))
    assert 'BandwidthPackageId  ""' in project.run("plan", "web.yaml").stdout


def test_the_plan_calls_nothing_as_asked_that_cannot_be_known(project: Project) -> None:
    project.write("nlbs.json", {"LoadBalancers": [{**NLB_THERE, "SecurityGroupIds": []}]})
    (project.folder / "web.yaml").write_text(NLB_SERVICE.replace("ids: sg-2", 'ids: "${GROUPS}"'))
    text = project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout
    (line,) = (line.split() for line in text.splitlines() if "SecurityGroupId" in line)
    assert line == ["SecurityGroupId", "-", "to", "be", "${GROUPS}", "(unknown,", "line", "10)"]


def test_the_plan_says_that_there_is_no_such_nlb(project: Project) -> None:
    project.write("nlbs.json", {"LoadBalancers": [NLB_THERE], "TotalCount": 1})
    reusing = NLB_SERVICE.replace("zone-maps: a:vsw-1,b:vsw-2", "id: nlb-9").replace("  uid:", "  generation: 1 #")
    (project.folder / "web.yaml").write_text(reusing)
    text = project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout
    assert "leaves its listeners alone\n    no NLB of the inventory has this id\n" in text
    (project.folder / "web.yaml").write_text(reusing.replace("id: nlb-9", "zone-maps: a:vsw-1,b:vsw-2"))
    text = project.run("plan", "--inventory", "nlbs.json", "web.yaml").stdout
    assert "creates an NLB\n    AddressType " in text


def test_the_plan_without_an_inventory_has_no_such_key(project: Project) -> None:
    (service,) = json.loads(project.run("plan", "--format", "json", "web.yaml").stdout)["services"]
    assert "existing" not in service


def test_the_plan_says_that_there_is_no_such_balancer(project: Project) -> None:
    project.write("clbs.json", balancers("lb-1"))
    missing = "no CLB of the inventory has this id"
    assert missing in project.run("plan", "--inventory", "clbs.json", "web.yaml").stdout
    (project.folder / "web.yaml").write_text(SERVICE.replace("id: lb-2", "id: ${ID}"))
    assert missing not in project.run("plan", "--inventory", "clbs.json", "web.yaml").stdout


def test_several_processes(project: Project) -> None:
    project.write("clbs.json", balancers("lb-1"))
    for number in range(120):
        (project.folder / f"s{number}.yaml").write_text(SERVICE.replace("name: web", f"name: s{number}"))
    one = project.run("--no-cache", "--jobs", "1", "--inventory", "clbs.json", "--format", "concise", ".")
    two = project.run("--no-cache", "--jobs", "2", "--inventory", "clbs.json", "--format", "concise", ".")
    assert one.stdout.count("reuse-not-found") == 121
    assert two.stdout == one.stdout


def test_a_file_that_is_no_inventory_is_told_with_the_setting_that_names_it(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write("clbs/a.json", "{}")
    project.write(".clblint.yaml", "inventory:\n- clbs\n")
    run = project.run("web.yaml")
    assert run.returncode == 2
    assert "clbs/a.json:1:1: no answer of the Alibaba Cloud CLI" in run.stderr
    assert "(inventory of .clblint.yaml:2:3)" in run.stderr
    assert "inventory of" not in project.run("--inventory", "clbs", "web.yaml").stderr
