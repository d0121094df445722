"""A fix writes nothing that another rule refuses: what is an error or a warning afterwards was one before."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.recorded.files import CORPUS, needs_corpus

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fix.conftest import Run

PREFIX = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
SWITCHES = {
    "an access list with another word": {"acl-status": "true"},
    "an access list in upper case": {"acl-status": "ON", "acl-type": "white"},
    "an access list with a blank": {"acl-status": "on ", "acl-id": "acl-2zeb3qcm8"},
    "an access list by another name": {"access-control-enable": "on", "access-control-type": "white"},
    "an empty access list": {"acl-status": "On", "acl-type": "white", "acl-id": ""},
    "draining with another word": {"connection-drain": "true"},
    "draining in upper case": {"connection-drain": "ON"},
    "sessions in upper case": {"protocol-port": "http:80", "sticky-session": "ON"},
    "sessions of a type without its value": {
        "protocol-port": "http:80",
        "sticky-session": "ON",
        "sticky-session-type": "insert",
    },
    "by specification and bandwidth": {
        "instance-charge-type": "PayBySpec",
        "spec": "slb.s2.small",
        "charge-type": "paybybandwidth",
        "bandwidth": "10",
    },
}
MENDED = {
    "an access list": {"acl-status": "ON", "acl-type": "white", "acl-id": "acl-2zeb3qcm8"},
    "draining": {"connection-drain": "ON", "connection-drain-timeout": "30"},
    "sessions": {
        "protocol-port": "http:80",
        "sticky-session": "ON",
        "sticky-session-type": "insert",
        "cookie-timeout": "300",
    },
}


def service(annotations: dict[str, str]) -> str:
    metadata = {"name": "web", "annotations": {PREFIX + key: value for key, value in annotations.items()}}
    spec = {"type": "LoadBalancer", "selector": {"app": "web"}, "ports": [{"port": 80}]}
    return json.dumps({"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": spec})


def faults(run: Run, folder: Path, *options: str) -> Counter[tuple[str, str, str]]:
    """The errors and warnings by rule, file and object."""
    found = json.loads(run("--format", "json", "--select", "all", *options, ".", cwd=folder).stdout)["findings"]
    bad = [one for one in found if one["severity"] in {"error", "warning"}]
    return Counter((one["rule"], one["path"], one["object"]) for one in bad)


@pytest.mark.parametrize("annotations", SWITCHES.values(), ids=SWITCHES)
def test_a_switch_is_not_put_on_without_what_it_needs(run: Run, tmp_path: Path, annotations: dict[str, str]) -> None:
    (tmp_path / "web.yaml").write_text(service(annotations), encoding="utf-8")
    before = faults(run, tmp_path)
    assert before
    assert not faults(run, tmp_path, "--fix", "--unsafe-fixes") - before


@pytest.mark.parametrize("annotations", MENDED.values(), ids=MENDED)
def test_a_switch_with_all_that_it_needs_is_put_on(run: Run, tmp_path: Path, annotations: dict[str, str]) -> None:
    path = tmp_path / "web.yaml"
    path.write_text(service(annotations), encoding="utf-8")
    assert faults(run, tmp_path)
    assert not faults(run, tmp_path, "--fix", "--unsafe-fixes")
    assert '"on"' in path.read_text(encoding="utf-8")


def test_groups_keep_their_load_balancer(run: Run, tmp_path: Path) -> None:
    own = {"id": "lb-2zeb3qcm8q2x0t1b0jxyz", "force-override-listeners": "true"}
    copy = json.loads(service({}))
    copy["metadata"]["labels"] = {"service.k8s.alibaba/loadbalancer-id": own["id"]}
    (tmp_path / "old.yaml").write_text(json.dumps(copy), encoding="utf-8")
    path = tmp_path / "web.yaml"
    path.write_text(service({**own, "vgroup-port": "rsp-2zeb3qcm8q2x0:80"}), encoding="utf-8")
    before = faults(run, tmp_path, "--ignore", "copied-server-fields")
    assert ("reuse-own-lb", "web.yaml", "Service/web") in before
    assert not faults(run, tmp_path, "--fix", "--unsafe-fixes", "--ignore", "copied-server-fields") - before
    assert own["id"] in path.read_text(encoding="utf-8")


@needs_corpus
@pytest.mark.parametrize("name", ["alibaba", "alibaba_blocks", "general"])
def test_real_manifests(run: Run, tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    shutil.copytree(CORPUS / name, folder, copy_function=shutil.copyfile)
    before = faults(run, folder)
    after = faults(run, folder, "--fix", "--unsafe-fixes")
    assert before - after
    assert not after - before
