"""The state and the causes of one Service, after one change to a healthy cluster."""

from __future__ import annotations

import copy
import gzip
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from clblint.cli.diagnose import run as run_diagnose
from clblint.diagnose.causes.nearest import no_pod_matches
from clblint.diagnose.cluster import ReadCluster, owner_tag
from clblint.diagnose.label_sets import LabelSets
from clblint.diagnose.objects import LiveObject
from clblint.diagnose.reading.files import read_text
from clblint.diagnose.service import SnapshotServices
from clblint.search.event_texts import causes_in
from tests.diagnose.snapshots import DAY, Cluster, causes, diagnosed, judged
from tests.recorded.files import CONTROLLER, NLB_CONTROLLER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Change = "Callable[[Cluster], object]"
_LOST = "alicloud: can not find loadbalancer, but it's defined in service [47.98.10.12]"
_REFUSED = "alicloud: the loadbalancer {} can not be reused, can not reuse loadbalancer created by kubernetes."
_PORT = "Message: The specified Port must be between 1 and 65535."
_VGROUP = "apply model error: can not find vgroup by name k8s/80/web/default/c1"
_BANDWIDTH = "build lb local model error: build lb attribute error: bandwidth must be integer, got [x]"
_OF_THE_FAKE = ("Message: ", "apply model error: error to delete associated security group")  # answers of the fake API
_CHANGED = "The service will be updated because the annotations has been changed."


def _own_label(cluster: Cluster) -> str:
    return str(cluster.service["metadata"]["labels"]["service.k8s.alibaba/loadbalancer-id"])


def _statuses(cluster: Cluster, status: dict[str, Any]) -> None:
    """No pod is ready, for this reason."""
    for item in cluster.all("EndpointSlice"):
        for endpoint in item["endpoints"]:
            endpoint["conditions"] = {"ready": False}
    for pod in cluster.all("Pod"):
        for condition in pod["status"]["conditions"]:
            if condition["type"] in {"Ready", "ContainersReady"}:
                condition["status"] = "False"
        for one in pod["status"]["containerStatuses"]:
            one.update({"ready": False, **status})


def _unscheduled(cluster: Cluster) -> None:
    cluster.without_endpoints()
    for pod in cluster.all("Pod"):
        message = "0/3 nodes are available: 3 Insufficient cpu."
        condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message}
        pod["status"] = {"phase": "Pending", "conditions": [condition]}


def _label_nodes(cluster: Cluster, key: str) -> None:
    for node in cluster.all("Node"):
        node["metadata"]["labels"][key] = ""


def _ccm(cluster: Cluster, image: str) -> None:
    container = {"name": "c", "image": f"r/cloud-controller-manager-amd64:{image}"}
    meta = {"name": "cloud-controller-manager", "namespace": "kube-system"}
    cluster.add({"kind": "DaemonSet", "metadata": meta, "spec": {"template": {"spec": {"containers": [container]}}}})


def _too_old(cluster: Cluster) -> None:
    cluster.pending(finalizer=False, created="05:00:00Z").drop("Lease")
    _ccm(cluster, "v1.9.3.105-gfd4e547-aliyun")


def _other_namespace(cluster: Cluster) -> None:
    cluster.without_endpoints()
    for kind in ("Pod", "Deployment"):
        for thing in cluster.all(kind):
            thing["metadata"]["namespace"] = "prod"
    cluster.add(
        {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "z", "namespace": "default", "labels": {"app": "z"}}}
    )


def _no_node_port(cluster: Cluster) -> None:
    cluster.pending().service["spec"]["ports"][0].pop("nodePort")
    cluster.fails(_PORT)


def _named_port(cluster: Cluster) -> None:
    cluster.pending().annotate(backend_type="eni").service["spec"]["ports"][0]["targetPort"] = "http"
    cluster.fails(_PORT)


def _no_selector(cluster: Cluster) -> None:
    cluster.without_endpoints().service["spec"].pop("selector")


def _ipv6(cluster: Cluster) -> None:
    for item in cluster.all("EndpointSlice"):
        item["addressType"] = "IPv6"


def _copied(cluster: Cluster) -> None:
    service = cluster.drop("Event").service
    service["status"] = {"loadBalancer": {}}
    service["metadata"]["labels"].pop("service.k8s.alibaba/loadbalancer-id")
    cluster.fails("alicloud: can not find loadbalancer by tag [kubernetes.do.not.delete:a1]")


def _without_provider(cluster: Cluster) -> None:
    for node in cluster.all("Node"):
        node["spec"].pop("providerID")
    cluster.drop("Event").fails(_VGROUP)


def _route(cluster: Cluster) -> None:
    for condition in cluster.all("Node")[0]["status"]["conditions"]:
        if condition["type"] == "NetworkUnavailable":
            condition.update(status="True", reason="NoRouteCreated")


def _crashing_ccm(cluster: Cluster) -> None:
    cluster.pending(finalizer=False).drop("Lease")
    status = {"name": "c", "restartCount": 12, "state": {"waiting": {"reason": "CrashLoopBackOff"}}}
    meta = {"name": "cloud-controller-manager-x", "namespace": "kube-system"}
    conditions = [{"type": "Ready", "status": "False"}]
    cluster.add(
        {
            "kind": "Pod",
            "metadata": meta,
            "spec": {},
            "status": {"conditions": conditions, "containerStatuses": [status]},
        }
    )


def _enis(cluster: Cluster) -> None:
    cluster.drop("Event").drop("DaemonSet").annotate(backend_type="eni").synced()
    cluster.add({"kind": "DaemonSet", "metadata": {"name": "terway-eniip", "namespace": "kube-system"}})
    cluster.event("Not sync pods [10.1.1.1] whose eni is invalid", reason="SkipSyncBackends")


def _other_nodes(cluster: Cluster) -> None:
    cluster.pending(finalizer=False).drop("Lease")
    for node in cluster.all("Node"):
        node["spec"].pop("providerID")
        node["status"]["nodeInfo"]["kubeletVersion"] = "v1.30.4+k3s1"


def _combined(cluster: Cluster) -> None:
    text = "Error syncing load balancer [lb-gone]: Message: The specified LoadBalancerId does not exist.\n"
    cluster.pending().annotate(id="lb-gone").event(f"(combined from similar events): {text}")


def _ended(cluster: Cluster, **status: str) -> None:
    _statuses(cluster, {})
    for pod in cluster.all("Pod"):
        pod["status"].update(status)


def _leaving(cluster: Cluster) -> None:
    _statuses(cluster, {})
    for pod in cluster.all("Pod"):
        pod["metadata"]["deletionTimestamp"] = f"{DAY}07:59:30Z"


def _stopped(cluster: Cluster) -> None:
    """The annotations have changed since the CCM, whose version shows, has stopped."""
    cluster.drop("Event").annotate(spec="slb.s1.small")
    _ccm(cluster, "v2.9.1")
    cluster.all("Lease")[0]["spec"]["renewTime"] = f"{DAY}06:00:00Z"


def _unknown_plugin(cluster: Cluster) -> Cluster:
    for node in cluster.drop("DaemonSet").all("Node"):
        conditions = node["status"]["conditions"]
        node["status"]["conditions"] = [one for one in conditions if one["type"] != "NetworkUnavailable"]
    _label_nodes(cluster, "node-role.kubernetes.io/master")
    return cluster


def _published(cluster: Cluster) -> None:
    """The pods are not ready, and their endpoints are (publishNotReadyAddresses)."""
    for pod in cluster.all("Pod"):
        for condition in pod["status"]["conditions"]:
            condition["status"] = "False" if condition["type"].endswith("Ready") else condition["status"]


def _newer(cluster: Cluster) -> None:
    _ccm(cluster.drop("Event").annotate(spec="slb.s1.small"), "v2.16.0")


def _relabelled(cluster: Cluster) -> Cluster:
    """The hash label is none of this Service, and the CCM is one whose label is known."""
    _ccm(cluster, "v2.13.0")
    cluster.service["metadata"]["labels"]["service.beta.kubernetes.io/hash"] = "0" * 56
    return cluster


def _of_type(cluster: Cluster, name: str) -> Cluster:
    cluster.service["spec"]["type"] = name
    return cluster


def _retyped(cluster: Cluster) -> None:
    """The type is ClusterIP now, and the load balancer cannot be removed."""
    cluster.drop("Event").service["spec"]["type"] = "ClusterIP"
    cluster.event("Error deleting load balancer [x]: there are vips associating with it", "CleanLoadBalancerFailed")


CASES: list[tuple[str, Callable[[Cluster], object], str, list[str]]] = [
    ("the hash outlives a build error", lambda c: c.drop("Event").fails(_BANDWIDTH, last="07:30:00Z"), "healthy", []),
    ("the hash does not outlive a lost CLB", lambda c: c.drop("Event").fails(_LOST), "failing", ["clb-deleted"]),
    ("an event of a predecessor", lambda c: c.drop("Event").event(_LOST, uid="another"), "healthy", []),
    (
        "combined events",
        _combined,
        "pending",
        ["reuse-id-missing"],
    ),
    ("a CCM without events", _too_old, "pending", ["ccm-too-old-for-events"]),
    (
        "no node with the label",
        lambda c: c.annotate(backend_label="pool=lb").synced(),
        "no-backends",
        ["backend-label-no-node"],
    ),
    (
        "crashing pods",
        lambda c: _statuses(c, {"restartCount": 9, "state": {"waiting": {"reason": "CrashLoopBackOff"}}}),
        "no-backends",
        ["pods-crashing"],
    ),
    ("pods without a node", _unscheduled, "no-backends", ["pods-unschedulable"]),
    ("masters only", lambda c: _label_nodes(c, "node-role.kubernetes.io/master"), "no-backends", ["no-eligible-node"]),
    (
        "excluded nodes",
        lambda c: _label_nodes(c, "service.alibabacloud.com/exclude-node"),
        "no-backends",
        ["no-eligible-node"],
    ),
    ("pods in another namespace", _other_namespace, "no-backends", ["no-pod-matches"]),
    (
        "an id that was removed",
        lambda c: c.drop("Event").event(_CHANGED, "AnnotationChanged", "Normal", "07:24:00Z", "07:24:00Z").fails(_LOST),
        "failing",
        ["lb-id-removed"],
    ),
    (
        "a payment overdue",
        lambda c: c.pending().fails("Message: The account is arrearage."),
        "pending",
        ["account-overdue"],
    ),
    ("a port without a node port", _no_node_port, "pending", ["node-ports-missing"]),
    ("a target port that is a name", _named_port, "pending", ["named-target-port"]),
    (
        "its own CLB",
        lambda c: c.drop("Event").annotate(id=_own_label(c)).fails(_REFUSED.format(_own_label(c))),
        "failing",
        ["reuse-own-clb"],
    ),
    ("no weight", lambda c: c.drop("Event").annotate(default_weight="x").fails(_VGROUP), "failing", ["weight-invalid"]),
    ("no provider id", _without_provider, "failing", ["node-without-provider-id"]),
    ("a label that was copied", _copied, "pending", ["copied-hash-label"]),
    ("another type, and the clean-up fails", _retyped, "deleting", ["group-in-use"]),
    ("another type, and the finalizer is there", lambda c: _of_type(c.drop("Event"), "ClusterIP"), "deleting", []),
    (
        "another type since a moment ago",
        lambda c: _of_type(c, "NodePort").event("The service type changed", "TypeChanged", "Normal", last="07:59:30Z"),
        "deleting",
        ["still-syncing"],
    ),
    ("a deletion in progress", lambda c: c.deleted("07:59:30Z"), "deleting", ["still-syncing"]),
    (
        "a deletion behind a class",
        lambda c: c.deleted().annotate(class_="other"),
        "deleting",
        ["deletion-blocked-class"],
    ),
    (
        "a deletion with a public address",
        lambda c: c.deleted().event("create public address slb is not allowed"),
        "deleting",
        ["deletion-blocked-public"],
    ),
    (
        "a class annotation",
        lambda c: c.pending(finalizer=False).annotate(class_="x"),
        "not-handled",
        ["class-annotation"],
    ),
    ("a crashing CCM", _crashing_ccm, "pending", ["ccm-not-running"]),
    ("no selector", _no_selector, "no-backends", ["selectorless-without-endpoints"]),
    ("only IPv6", _ipv6, "no-backends", ["ipv6-endpoints"]),
    ("a route is missing", _route, "degraded", ["route-missing"]),
    ("an unknown interface", _enis, "degraded", ["eni-not-ready"]),
    ("another cloud", _other_nodes, "foreign-cloud", ["foreign-cloud"]),
    ("a new Service", lambda c: c.pending(created="07:59:20Z"), "pending", ["still-syncing"]),
    (
        "a mistake that was corrected a moment ago",
        lambda c: (
            c.pending().fails(_BANDWIDTH).event(_CHANGED, "AnnotationChanged", "Normal", "07:59:30Z", "07:59:30Z")
        ),
        "pending",
        ["still-syncing"],
    ),
    ("a dry run", lambda c: c.event("DryRun: Error syncing load balancer [x]: y", last="07:59:00Z"), "healthy", []),
    ("an event of the scheduler", lambda c: c.event("no", "FailedScheduling"), "healthy", []),
    ("a hash of a CCM that is newer than known", _newer, "unknown", []),
    ("masters, and nobody knows the network plugin", _unknown_plugin, "unknown", []),
    (
        "masters, and the CCM says that there are no back ends",
        lambda c: _unknown_plugin(c).event("There are no available nodes", "UnAvailableLoadBalancer", "Normal"),
        "no-backends",
        ["no-eligible-node"],
    ),
    ("endpoints of pods that are not ready", _published, "healthy", []),
    (
        "a failure before a change, and another one after it",
        lambda c: (
            c.pending()
            .annotate(address_type="intranet", acl_id="acl-1")
            .fails("Message: AclNotExist", last="07:40:00Z")
            .event(_CHANGED, "AnnotationChanged", "Normal", "07:45:00Z", "07:45:00Z")
            .fails("Message: The specified VSwitch has no available ip.", first="07:45:10Z")
        ),
        "pending",
        ["vswitch-full"],
    ),
    (
        "a change that the CCM noticed, and no result",
        lambda c: c.annotate(spec="x").drop("Event").event(_CHANGED, "AnnotationChanged", "Normal", last="07:40:00Z"),
        "failing",
        ["changes-not-applied"],
    ),
    ("an unknown text", lambda c: c.drop("Event").fails("Message: Never heard of."), "failing", ["unknown-error"]),
    (
        "a webhook",
        lambda c: c.pending(finalizer=False).event('admission webhook "x" denied the request', "FailedAddFinalizer"),
        "pending",
        ["apiserver-refuses-write"],
    ),
    ("evicted pods", lambda c: _ended(c, phase="Failed", reason="Evicted"), "no-backends", ["pods-not-ready"]),
    ("pods that are done", lambda c: _ended(c, phase="Succeeded"), "no-backends", ["pods-not-ready"]),
    ("pods that are deleted", _leaving, "no-backends", ["pods-not-ready"]),
    ("a change for a CCM that has stopped", _stopped, "failing", ["changes-not-applied", "ccm-not-running"]),
    (
        "what a rule foretells without an event",
        lambda c: c.pending(created="05:00:00Z").annotate(protocol_port="https443"),
        "pending",
        ["annotation-invalid"],
    ),
]


@pytest.mark.parametrize(("change", "state", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_change_of_a_healthy_cluster_has_its_state_and_causes(
    tmp_path: Path, change: Callable[[Cluster], object], state: str, expected: list[str]
) -> None:
    service = judged(tmp_path, change)
    assert (service["state"], causes(service)) == (state, expected)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: None, "healthy \u00b7 this revision was synced (hash)"),
        (_relabelled, "healthy \u00b7 synced since the last change (events)"),
        (lambda c: _relabelled(c).without_endpoints(), "NO BACK ENDS \u00b7 synced since the last change (events)"),
        (lambda c: _relabelled(c).drop("Event"), "CHANGES NOT APPLIED \u00b7 this revision was never synced (hash)"),
        (_newer, "UNKNOWN \u00b7 healthy as far as seen"),
    ],
    ids=["equal", "differs", "no-endpoints", "no-events", "newer"],
)
def test_a_headline_names_the_state_of_the_sync(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Cluster], object], said: str
) -> None:
    cluster = Cluster()
    change(cluster)
    (tmp_path / "cluster.json").write_text(cluster.text(), encoding="utf-8")
    run_diagnose([str(tmp_path)])
    headline = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("default/web "))
    told = headline.removeprefix("default/web ").strip().split(" \u00b7 ")
    assert " \u00b7 ".join(part for part in told if not part.startswith(("47.98.", "lb-"))) == said


@pytest.mark.parametrize(
    ("change", "name", "confidence", "fact"),
    [
        (lambda c: c.drop("Node"), "node-without-provider-id", "possible", "nodes"),
        (
            lambda c: _no_selector(c.drop("EndpointSlice").drop("Endpoints")),
            "endpoint-without-node",
            "possible",
            "endpoints",
        ),
        (lambda _: None, "unknown-error", "likely", "ccm-log"),
    ],
)
def test_a_missing_server_group_has_the_causes_that_nothing_rules_out(
    tmp_path: Path, change: Callable[[Cluster], object], name: str, confidence: str, fact: str
) -> None:
    cluster = Cluster().drop("Event").fails(_VGROUP)
    change(cluster)
    service = diagnosed(tmp_path, cluster.text())["services"][0]
    assert [(one["name"], one["confidence"]) for one in service["causes"]] == [(name, confidence)]
    assert fact in {one["fact"] for one in service["unknown"]}
    assert not any("--event" in step for step in service["causes"][0]["do"])


@pytest.mark.parametrize(
    ("labels", "cleaned", "said"),
    [(True, False, "was removed by hand"), (False, False, "is done with"), (True, True, "is done with")],
)
def test_labels_that_are_left_prove_that_nobody_cleaned_up(
    tmp_path: Path, *, labels: bool, cleaned: bool, said: str
) -> None:
    cluster = Cluster().deleted()
    cluster.service["metadata"]["finalizers"] = ["example.com/x"]
    if cleaned:
        cluster.event("Clean load balancer", "CleanLoadBalancer", "Normal")
    if not labels:
        cluster.service["metadata"].pop("labels")
        cluster.service["status"] = {"loadBalancer": {}}
    (cause,) = diagnosed(tmp_path, cluster.text())["services"][0]["causes"]
    assert cause["name"] == "foreign-finalizer"
    assert said in cause["message"]


def test_every_cause_says_what_to_do(tmp_path: Path) -> None:
    for number, (_, change, _, expected) in enumerate(CASES):
        folder = tmp_path / str(number)
        folder.mkdir()
        for cause in judged(folder, change)["causes"] if expected else []:
            assert cause["message"], cause["name"]
            assert cause["do"], cause["name"]
            assert "{" not in cause["message"], cause["message"]


def _owned(cluster: Cluster, tags: dict[str, str]) -> str:
    address = cluster.service["status"]["loadBalancer"]["ingress"][0]["ip"]
    listed = [{"TagKey": key, "TagValue": value} for key, value in tags.items()]
    balancer = {"LoadBalancerId": _own_label(cluster), "Address": address, "Tags": {"Tag": listed}}
    return json.dumps({"LoadBalancers": {"LoadBalancer": [balancer]}, "TotalCount": 1, "PageNumber": 1, "PageSize": 50})


def _unknown_id(cluster: Cluster, about: str) -> Cluster:
    text = f"Error syncing load balancer [{about}]: Message: The specified LoadBalancerId does not exist."
    return cluster.drop("Event").event(text)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda c: _unknown_id(c, _own_label(c)), ("clb-deleted", "certain")),
        (lambda c: _unknown_id(c, "lb-another"), ("clb-deleted", "likely")),
        (lambda c: _unknown_id(c.annotate(id="lb-x"), "lb-x"), ("reuse-id-missing", "certain")),
        (lambda c: _unknown_id(c.annotate(id="lb-x"), "lb-before"), ("reuse-id-missing", "likely")),
        (lambda c: _unknown_id(c.pending().annotate(id="lb-x"), "lb-x"), ("reuse-id-missing", "certain")),
        (lambda c: _unknown_id(c.pending(), "lb-before"), ("unknown-error", "likely")),
    ],
)
def test_an_unknown_id_is_that_of_the_annotation_or_of_the_label(
    tmp_path: Path, change: Callable[[Cluster], object], expected: tuple[str, str]
) -> None:
    assert [(one["name"], one["confidence"]) for one in judged(tmp_path, change)["causes"]] == [expected]


def test_an_id_that_is_in_the_inventory_is_not_missing(tmp_path: Path) -> None:
    cluster = Cluster()
    _unknown_id(cluster, _own_label(cluster))
    service = diagnosed(tmp_path, cluster.text(), _owned(cluster, {}))["services"][0]
    (cause,) = service["causes"]
    assert (cause["name"], cause["ruledOut"]) == ("unknown-error", ["reuse-id-missing", "clb-deleted"])


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"team": "x"}, ("owner-tag-lost", "certain")),
        ({"kubernetes.do.not.delete": "aanother"}, ("owner-tag-lost", "certain")),
        ({"kubernetes.reused.by.user": "true"}, ("lb-id-removed", "certain")),
        ({"kubernetes.do.not.delete": "its own"}, ("unknown-error", "likely")),
    ],
)
def test_an_inventory_shows_why_a_clb_is_not_found(
    tmp_path: Path, tags: dict[str, str], expected: tuple[str, str]
) -> None:
    cluster = Cluster().drop("Event").fails(_LOST)
    own = owner_tag(cluster.service["metadata"]["uid"])
    written = {key: value.replace("its own", own) for key, value in tags.items()}
    service = diagnosed(tmp_path, cluster.text(), _owned(cluster, written))["services"][0]
    assert [(one["name"], one["confidence"]) for one in service["causes"]] == [expected]


def _list(*ids: str, region: str = "cn-hangzhou") -> str:
    found = [{"LoadBalancerId": one, "RegionId": region, "Address": f"1.1.1.{at}"} for at, one in enumerate(ids)]
    return json.dumps({"LoadBalancers": {"LoadBalancer": found}, "TotalCount": len(ids), "PageNumber": 1})


def _second(cluster: Cluster) -> Cluster:
    """Another Service, whose load balancer is lb-api."""
    other = copy.deepcopy(cluster.service)
    other["metadata"].update(name="api", uid="another")
    other["metadata"]["labels"]["service.k8s.alibaba/loadbalancer-id"] = "lb-api"
    other["status"] = {"loadBalancer": {"ingress": [{"ip": "1.1.1.0"}]}}
    return cluster.add(other)


@pytest.mark.parametrize(
    ("change", "listed", "expected"),
    [
        (lambda _: None, _list(), ("failing", ["clb-deleted"])),
        (lambda _: None, _list("lb-x"), ("failing", ["clb-deleted"])),
        (lambda c: c.annotate(id=_own_label(c)).synced(), _list(), ("failing", ["reuse-id-missing"])),
        (lambda c: c.annotate(hostname="a.b").synced(), _list("lb-x"), ("failing", ["clb-deleted"])),
        (_second, _list("lb-api", "lb-x"), ("failing", ["clb-deleted"])),
        # What can be the answer about one load balancer, or another region, or older than the last sync, proves less.
        (_second, _list("lb-api"), ("unknown", [])),
        (_second, _list(), ("unknown", [])),
        (lambda _: None, _list("lb-x", region="cn-beijing"), ("unknown", [])),
        (lambda c: c.event("Ensured load balancer [x]", "EnsuredLoadBalancer", "Normal"), _list(), ("unknown", [])),
    ],
)
def test_a_load_balancer_that_no_complete_inventory_lists_is_gone(
    tmp_path: Path, change: Callable[[Cluster], object], listed: str, expected: tuple[str, list[str]]
) -> None:
    cluster = Cluster().drop("Event")
    change(cluster)
    report = diagnosed(tmp_path, cluster.text(), listed)
    service = next(one for one in report["services"] if one["name"] == "default/web")
    assert (service["state"], causes(service)) == expected
    assert {one["confidence"] for one in service["causes"]} <= {"likely"}
    assert "clb-exists" in {one["fact"] for one in service["unknown"]}


@pytest.mark.parametrize(("id_", "state"), [("nlb-x", "failing"), ("nlb-web", "healthy")])
def test_a_complete_inventory_lists_nlbs(tmp_path: Path, id_: str, state: str) -> None:
    cluster = Cluster().drop("Event").annotate(zone_maps="a:vsw-1,b:vsw-2")
    cluster.service["spec"]["loadBalancerClass"] = "alibabacloud.com/nlb"
    cluster.service["metadata"]["labels"]["service.k8s.alibaba/loadbalancer-id"] = "nlb-web"
    cluster.service["status"] = {"loadBalancer": {"ingress": [{"hostname": "web.example.com"}]}}
    listed = {"LoadBalancers": [{"LoadBalancerId": id_, "DNSName": f"{id_}.cn-hangzhou.nlb.aliyuncsslb.com"}]}
    service = diagnosed(tmp_path, cluster.synced().text(), json.dumps({**listed, "TotalCount": 1}))["services"][0]
    assert service["state"] == state


def test_the_other_failing_services_are_named_when_calls_are_refused(tmp_path: Path) -> None:
    cluster = Cluster().drop("Event")
    other = copy.deepcopy(cluster.service)
    cluster.fails("Message: Request was denied due to user flow control.")
    other["metadata"].update(name="api", uid="another")
    event = copy.deepcopy(cluster.all("Event")[0])
    event["involvedObject"].update(name="api", uid="another")
    event["message"] = f"Error syncing load balancer [lb-1]: {_LOST}"
    found = diagnosed(tmp_path, cluster.add(other).add(event).text())["services"]
    web = next(one for one in found if one["name"] == "default/web")
    assert causes(web)[0] == "api-throttled"
    assert "default/api" in web["causes"][0]["do"][0]


def test_a_node_event_of_kubernetes_is_no_sign_of_the_ccm(tmp_path: Path) -> None:
    cluster = Cluster("ccm-lease-stale")
    cluster.event("Node n status is now: NodeNotReady", "NodeNotReady", "Normal", last="07:59:00Z")
    event = cluster.all("Event")[0]
    event["source"] = {"component": "node-controller"}
    event["involvedObject"].update(kind="Node", name="n", uid="n")
    assert causes(diagnosed(tmp_path, cluster.text())["services"][0]) == ["ccm-not-running"]


def _on_node(cluster: Cluster, reason: str, message: str) -> None:
    cluster.event(message, reason)
    event = cluster.all("Event")[-1]
    event["source"] = {"component": "route-controller"}
    event["involvedObject"].update(kind="Node", name="route-controller", uid="route-controller")


@pytest.mark.parametrize(
    ("reason", "message", "expected"),
    [
        ("SyncRouteFailed", "Reconciling route error: no table", "route-missing"),
        (
            "SyncRouteFailed",
            "Reconciling route error: User not authorized to operate on the specified resource",
            "permission-missing",
        ),
        ("AddNodeFailed", "Error adding node: no provider id", "node-without-provider-id"),
    ],
)
def test_failures_without_a_node_are_problems_of_the_snapshot(
    tmp_path: Path, reason: str, message: str, expected: str
) -> None:
    cluster = Cluster()
    _on_node(cluster, reason, message)
    report = diagnosed(tmp_path, cluster.text())
    assert [one["name"] for one in report["snapshot"]["problems"]] == [expected]
    assert report["services"][0]["state"] == "healthy"


def test_nodes_that_answer_for_a_node_port_are_named(tmp_path: Path) -> None:
    cluster = Cluster()
    cluster.service["spec"].update(type="NodePort", externalTrafficPolicy="Local")
    cluster.service["metadata"].pop("finalizers")
    found = {one["name"]: one["message"] for one in diagnosed(tmp_path, cluster.text())["snapshot"]["problems"]}
    assert set(found) == {"local-in-cluster", "no-loadbalancer-service"}
    assert "(cn-hangzhou.192.168.0.20, cn-hangzhou.192.168.0.21)" in found["local-in-cluster"]


@pytest.mark.parametrize(("selector", "expected"), [("web", ["ingress-service-missing"]), ("ingress", [])])
def test_the_service_of_the_ingress_controller_may_be_gone(tmp_path: Path, selector: str, expected: list[str]) -> None:
    cluster = Cluster()
    meta = {"name": "nginx-ingress-controller", "namespace": "kube-system"}
    template = {"metadata": {"labels": {"app": "ingress"}}, "spec": {"containers": []}}
    cluster.add({"kind": "Deployment", "apiVersion": "apps/v1", "metadata": meta, "spec": {"template": template}})
    other = {"name": "other", "namespace": "kube-system"}
    cluster.add({"kind": "Service", "apiVersion": "v1", "metadata": other, "spec": {"selector": {"app": selector}}})
    assert [one["name"] for one in diagnosed(tmp_path, cluster.text())["snapshot"]["problems"]] == expected


def test_a_free_node_port_is_named(tmp_path: Path) -> None:
    cluster = Cluster()
    cluster.service["spec"]["ports"][0]["nodePort"] = 33000
    other = {"name": "other", "namespace": "kube-system"}
    ports = [{"port": 80, "nodePort": 32767}]
    cluster.synced().add({"kind": "Service", "apiVersion": "v1", "metadata": other, "spec": {"ports": ports}})
    advice = diagnosed(tmp_path, cluster.text())["services"][0]["advice"][0]
    assert (advice["name"], advice["do"][0]) == (
        "node-port-overlap",
        "nodePort: 32766 is free, as far as this snapshot shows",
    )


def test_a_node_in_too_many_server_groups_is_evidence(tmp_path: Path) -> None:
    cluster = Cluster()
    names = [{"name": f"p{number}", "port": number + 1, "nodePort": 30000 + number} for number in range(51)]
    cluster.service["spec"]["ports"] = names
    cluster.drop("Event").fails("Message: The backend server number has reached to the quota limit.")
    (cause,) = diagnosed(tmp_path, cluster.text())["services"][0]["causes"]
    assert cause["name"] == "backend-quota"
    assert "each node is in 51 server groups (1 Services)" in cause["evidence"][-1]["text"]


@pytest.mark.parametrize(
    ("load_balancer_class", "declared", "message", "unknown"),
    [
        ("", "", "takes 200 back ends unless that was raised.", ["quota"]),
        ("alibabacloud.com/nlb", "", "takes 400 back ends unless that was raised.", ["quota"]),
        ("", "cluster: {backend-quota: 500}\n", "takes 500 back ends, as declared.", []),
        ("alibabacloud.com/nlb", "cluster: {backend-quota: 500}\n", "takes 500 back ends, as declared.", []),
    ],
)
def test_the_quota_is_the_declared_one_or_the_default_of_the_kind(
    tmp_path: Path, load_balancer_class: str, declared: str, message: str, unknown: list[str]
) -> None:
    cluster = Cluster()
    if load_balancer_class:
        cluster.service["spec"]["loadBalancerClass"] = load_balancer_class
    cluster.drop("Event").fails("Message: The backend server number has reached to the quota limit.")
    (tmp_path / "snapshot").mkdir()
    config = tmp_path / "config.yaml"
    config.write_text(declared or "{}", "utf-8")
    (service,) = diagnosed(tmp_path / "snapshot", cluster.text(), options=("--config", str(config)))["services"]
    cause = service["causes"][0]
    assert cause["name"] == "backend-quota"
    assert message in cause["message"]
    assert [one["fact"] for one in service["unknown"] if one["fact"] == "quota"] == unknown


def test_a_pod_that_is_not_ready_is_compared_with_one_that_is(tmp_path: Path) -> None:
    cluster = Cluster()
    slow, quick = cluster.all("Pod")
    for condition in slow["status"]["conditions"]:
        condition["status"] = "False" if condition["type"].endswith("Ready") else condition["status"]
    for one in cluster.all("EndpointSlice"):
        one["endpoints"][0]["conditions"] = {"ready": False}
    quick["status"]["startTime"] = "2026-11-17T08:00:00Z"
    for condition in quick["status"]["conditions"]:
        condition["lastTransitionTime"] = "2026-11-17T08:01:15Z"
    service = diagnosed(tmp_path, cluster.text())["services"][0]
    assert (service["state"], causes(service)) == ("degraded", ["pods-not-ready"])
    assert service["causes"][0]["evidence"][-1]["text"] == "ready 75 s after its start"


def test_a_client_on_the_node_of_a_back_end_may_hang(tmp_path: Path) -> None:
    cluster = Cluster().annotate(address_type="intranet", hostname="web.example.com").synced()
    cluster.service["status"] = {"loadBalancer": {"ingress": [{"hostname": "web.example.com"}]}}
    service = diagnosed(tmp_path, cluster.text())["services"][0]
    assert (service["state"], service["advice"][0]["name"]) == ("healthy", "intranet-loopback")
    assert "client-place" in {one["fact"] for one in service["unknown"]}


def test_services_alone_do_not_say_whether_the_ccm_runs(tmp_path: Path) -> None:
    cluster = Cluster()
    cluster.root["items"] = cluster.all("Service")
    assert diagnosed(tmp_path, cluster.text())["cluster"]["ccm-running"]["value"] is None


def test_the_newest_time_is_that_of_the_snapshot(tmp_path: Path) -> None:
    report = diagnosed(tmp_path, Cluster().text())
    assert (report["snapshot"]["time"], report["snapshot"]["timeFrom"]) == (f"{DAY}07:59:56Z", "Lease kube-system/ccm")


def _errors() -> set[str]:
    """The texts of failures in all recorded runs of the controller."""
    found: set[str] = set()
    for folder in (CONTROLLER, NLB_CONTROLLER):
        for path in sorted(folder.glob("*.jsonl.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                found.update(text for line in stream for text in _texts(json.loads(line)["result"]))
    return found


def _texts(value: object) -> Iterator[str]:
    """Yield the texts of failures, wherever they stand in a result."""
    if isinstance(value, str) and "Error syncing load balancer [" in value:
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def test_every_recorded_failure_has_a_cause() -> None:
    errors = {text.partition("]: ")[2] for text in _errors()}
    unknown = {text for text in errors if causes_in(text) in {(), ("unknown-error",)}}
    assert len(errors) > 100
    assert {text for text in unknown if not text.startswith(_OF_THE_FAKE) and "addresses" not in text} == set()


def _unmatched(count: int) -> SnapshotServices:
    """Services of which none selects a pod, and as many pods with other labels."""
    items: list[dict[str, Any]] = []
    for one in range(count):
        meta = {"name": f"web-{one}", "namespace": "shop"}
        labels = {"app": f"shop-{one}"}
        items.append({"apiVersion": "v1", "kind": "Pod", "metadata": {**meta, "labels": labels}})
        spec = {"type": "LoadBalancer", "selector": {"app": f"shop-{one}x"}}
        items.append({"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": spec})
    snapshot = read_text(json.dumps({"kind": "List", "items": items}), "x.json")
    return SnapshotServices(snapshot, ReadCluster(snapshot))


def _calls_to_find(count: int) -> int:
    """How many functions are called to say of all of them which pods come nearest."""
    services = list(_unmatched(count).by_name.values())
    calls = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        found = [no_pod_matches(one) for one in services]
    finally:
        sys.setprofile(None)
    for service, cause in zip(services, found, strict=True):
        assert cause is not None
        assert f"nearest: app={service.selector['app'][:-1]} (" in str(cause.message)
    return calls


def test_finding_the_nearest_pods_takes_linear_time() -> None:
    assert _calls_to_find(400) < 3 * _calls_to_find(200)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("web", "fronted"), ["web"]),
        (("wbe", "frontend"), ["web"]),
        (("ewb", "frontend"), ["web"]),
        (("webx", "frontend"), ["web"]),
        (("web", ""), ["web"]),
        (("quite", "another"), []),
    ],
)
def test_the_nearest_of_many_pods_are_found(wanted: tuple[str, str], expected: list[str]) -> None:
    named = [
        ("web", "frontend"),
        *((f"a{one}", f"{one}z") for one in range(200)),
        *((f"x{one}", "") for one in range(200)),
    ]
    pods = [
        LiveObject("Pod", {"metadata": {"name": app, "labels": {"app": app, "tier": tier}}}, "") for app, tier in named
    ]
    assert [pod.name for pod in LabelSets(("app", "tier"), pods).nearest(wanted)] == expected
