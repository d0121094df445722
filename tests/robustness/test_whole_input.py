"""What is read is read to its end, and numbers are read as Go reads them, however long they are."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from clblint.files.read import MAX_BYTES
from tests.robustness.conftest import SERVICE

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint

FOUND = "local-without-wrr"
PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"


@pytest.mark.parametrize("more", [-1, 0, 1, 5000])
@pytest.mark.parametrize("name", ["-", "large.yaml"])
def test_what_stands_behind_the_limit_is_not_passed_over(more: int, name: str, project: Clblint) -> None:
    end = b"\n" + SERVICE.encode()
    data = b"#" * (MAX_BYTES + more - len(end)) + end
    if name != "-":
        project.write(name, data)
    ran = project.run("-q", "--no-cache", "--context", "/dev/null", name, stdin=data if name == "-" else b"")
    if more <= 0:
        assert (ran.code, ran.err) == (1, "")
        assert FOUND in ran.out
        return
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "larger than 64 MiB" in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/zero and prlimit")
def test_standard_input_without_an_end_is_one_line(project: Clblint) -> None:
    script = f"exec {sys.executable} -m clblint - < /dev/zero"
    ran = project.run(before=("prlimit", "--as=3000000000", "sh", "-c", script))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "clblint: standard input: larger than 64 MiB, so nothing of it was checked\n"


@pytest.mark.skipif(sys.platform != "linux", reason="a shell closes standard input")
def test_standard_input_that_is_closed_is_one_line(project: Clblint) -> None:
    script = f"exec {sys.executable} -m clblint - <&-"
    assert project.run(before=("sh", "-c", script)) == (2, "", "clblint: standard input is closed\n")


def test_a_folder_without_a_manifest_says_so(project: Clblint) -> None:
    (project.folder / "empty").mkdir()
    project.write("texts/notes.txt", "x")
    ran = project.run("empty", "texts", ".")
    said = "{}: no manifest in this folder, neither YAML nor JSON\n"
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith(said.format("empty") + said.format("texts"))
    ran = project.run("--format", "json", "empty")
    assert (ran.code, ran.err) == (0, f"clblint: {said.format('empty')}")
    assert project.run("-q", "empty") == (0, "", "")
    assert project.run("web.yaml").err == ""


def test_a_folder_named_twice_is_not_reported_as_empty(project: Clblint) -> None:
    (project.folder / "real").mkdir()
    (project.folder / "web.yaml").rename(project.folder / "real" / "web.yaml")
    (project.folder / "alias").symlink_to("real")
    assert "no manifest" not in project.run("real", "alias").out


ZEROS, NINES = "0" * 4400, "9" * 4400
NUMBERS = {
    "established-timeout": (ZEROS + "900", NINES),
    "persistence-timeout": (ZEROS + "900", "-" + NINES),
    "health-check-interval": (ZEROS + "5", "+" + NINES),
    "bandwidth": (ZEROS + "50", NINES),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_zeros_before_a_number_count_nothing_and_a_long_one_is_out_of_range(name: str, project: Clblint) -> None:
    for value, wrong in zip(NUMBERS[name], (False, True), strict=True):
        annotations = json.dumps({PREFIX + name: value, PREFIX + "charge-type": "paybybandwidth"})
        service = SERVICE.replace("  name: web\n", f"  name: web\n  annotations: {annotations}\n")
        ran = project.run("--format", "concise", "-", "--context", "/dev/null", stdin=service.encode())
        assert ran.err == ""
        assert ("invalid-annotation-value" in ran.out) is wrong


VALUES = [ZEROS + "80", NINES, f"https:{NINES}", f"{ZEROS}80:{ZEROS}443", f"{NINES}:80", f"v2.{NINES}.1",
          f"v{ZEROS}2.12.1",
          f"{NINES}%", "\u00b2", "tcp:\u00b2", "\u0663", f"rsp-a:{ZEROS}80", f"a={NINES}", f"1-{NINES}"]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_no_rule_breaks_on_a_number(value: str, project: Clblint) -> None:
    names = (
        "protocol-port",
        "forward-port",
        "vgroup-port",
        "backend-label",
        "id",
        "spec",
        "acl-id",
        "cert-id",
        "weight",
    )
    services = [
        {
            "apiVersion": "v1", "kind": "Service",
            "metadata": {"name": f"w{number}", "annotations": {PREFIX + name: value, PREFIX + "id": "lb-1"}},
            "spec": {"type": "LoadBalancer", "selector": {"a": "b"}, "ports": [{"port": 80, "targetPort": value}]},
        }
        for number, name in enumerate(names)
    ]  # fmt: skip
    pod = {
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "kube-apiserver-a", "namespace": "kube-system"},
        "spec": {"containers": [{
            "name": "kube-apiserver", "image": f"registry/cloud-controller-manager-amd64:{value}",
            "command": ["kube-apiserver", f"--service-node-port-range={value}", f"--service-node-port-range=1-{value}"],
        }]},
    }  # fmt: skip
    project.write("all.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [*services, pod]}))
    for arguments in (("--select", "all", "--pedantic", "all.json"), ("plan", "all.json")):
        ran = project.run(*arguments)
        assert ran.code in {0, 1}, ran
        assert ran.err == ""


SETTINGS = [
    "cluster: {{ccm-version: '{}'}}", "cluster: {{kubernetes-version: '1.{}'}}", "cluster: {{nodes: {}}}",
    "cluster: {{node-port-range: '{}-32767'}}", "paths: [{{match: a, ignore: [all], reason: b, until: '{}-01-01'}}]",
]  # fmt: skip


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("number", [ZEROS + "1", NINES, f"v2.{ZEROS}12.1", f"v2.{NINES}.0"], ids=range(4))
def test_a_setting_with_a_long_number(setting: str, number: str, project: Clblint) -> None:
    project.write(".clblint.yaml", setting.format(number))
    ran = project.run("web.yaml")
    assert ran.code in {1, 2}
    assert "internal error" not in ran.err
    assert "broke" not in ran.err
    assert len(ran.err) < 300


def test_an_inventory_with_long_numbers(project: Clblint) -> None:
    balancer = {"LoadBalancerId": "lb-1", "Bandwidth": "@", "CreateTimeStamp": "@", "Listeners": {"Listener": []}}
    listener = {"LoadBalancerId": "lb-1", "ListenerPort": "@", "ListenerProtocol": "tcp", "BackendServerPort": "@"}
    for number in (NINES, ZEROS + "1", f'"{NINES}"', f'"{ZEROS}1"', '"\\u00b2"', "1e400"):
        answers = [{"LoadBalancers": {"LoadBalancer": [balancer]}, "TotalCount": "@"}, {"Listeners": [listener]}]
        project.write("clbs.json", json.dumps(answers).replace('"@"', number))
        ran = project.run("--inventory", "clbs.json", "web.yaml")
        assert "internal error" not in ran.err
        assert "broke" not in ran.err


@pytest.mark.parametrize("jobs", [NINES, ZEROS + "2", "100000"], ids=range(3))
def test_a_number_of_processes_has_a_limit(jobs: str, project: Clblint) -> None:
    for number in range(120):
        project.write(f"d/{number}.yaml", SERVICE.replace("name: web", f"name: w{number}"))
    ran = project.run("--jobs", jobs, "--format", "concise", "--select", FOUND, "d")
    assert (ran.code, ran.err, ran.out.count("\n")) == (1, "", 120)
