"""Snapshots in all forms in which people have them; what is broken is named, and the rest is used."""

from __future__ import annotations

import gzip
import json
import zlib
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from clblint.errors import UsageError
from clblint.search.event_texts import causes_in
from tests.diagnose.snapshots import DAY, Cluster, causes, diagnosed, recorded

if TYPE_CHECKING:
    from pathlib import Path

_TWO = ["annotation-invalid", "no-pod-matches"]


def _text() -> str:
    return str(recorded()["two-causes"]["files"]["cluster.json"])


def _items() -> list[Any]:
    found: list[Any] = json.loads(_text())["items"]
    return found


def _typed() -> str:
    services = [
        {k: v for k, v in one.items() if k not in {"kind", "apiVersion"}}
        for one in _items()
        if one["kind"] == "Service"
    ]
    rest = [one for one in _items() if one["kind"] != "Service"]
    return json.dumps({"kind": "ServiceList", "apiVersion": "v1", "items": services}) + json.dumps(rest)


@pytest.mark.parametrize(
    "data",
    [
        _text().encode(),
        b"\xff\xfe" + _text().encode("utf-16-le"),
        _text().encode("utf-16-le"),
        b"\xef\xbb\xbf" + _text().encode(),
        gzip.compress(_text().encode()),
        "".join(map(json.dumps, _items())).encode(),
        json.dumps(_items()).encode(),
        _typed().encode(),
        yaml.safe_dump(json.loads(_text())).encode(),
        yaml.safe_dump_all(_items()).encode(),
        b"Warning: v1 Endpoints is deprecated in v1.33+\n" + _text().encode(),
        _text().encode() + b'\nError from server (Forbidden): secrets is forbidden: User "x" cannot list\n',
    ],
    ids=[
        "json",
        "utf-16",
        "no-bom",
        "bom",
        "gzip",
        "in-a-row",
        "array",
        "typed",
        "yaml",
        "documents",
        "before",
        "behind",
    ],
)
def test_each_form_of_a_snapshot_gives_the_same_causes(tmp_path: Path, data: bytes) -> None:
    report = diagnosed(tmp_path, data)
    assert causes(report["services"][0]) == _TWO
    assert not report["snapshot"]["problems"]


@pytest.mark.parametrize(
    "data",
    [
        _text()[:9000].encode(),
        gzip.compress(_text().encode())[:-1500],
        yaml.safe_dump(json.loads(_text())).encode()[:9000],
    ],
    ids=["json", "gzip", "yaml"],
)
def test_a_truncated_file_is_named_and_nothing_is_healthy(tmp_path: Path, data: bytes) -> None:
    report = diagnosed(tmp_path, data)
    assert [one["name"] for one in report["snapshot"]["problems"]] == ["incomplete-file"]
    assert all(one["state"] != "healthy" for one in report["services"])


def test_a_service_that_is_cut_off_is_unknown(tmp_path: Path) -> None:
    text = json.dumps(json.loads(_text()))
    report = diagnosed(tmp_path, text[: text.index('"status": {"loadBalancer"')])
    assert [(one["name"], one["state"]) for one in report["services"]] == [("default/web", "unknown")]


def test_json_is_used_up_to_its_first_flaw(tmp_path: Path) -> None:
    report = diagnosed(tmp_path, _text().replace('"kind":"Pod"', '"kind" "Pod"', 1))
    assert report["services"][0]["state"] == "pending"
    assert [one["name"] for one in report["snapshot"]["problems"]] == ["incomplete-file"]


@pytest.mark.parametrize("data", [b"\x00\x01" * 50, b"hello\nworld\n", b"[" * 100_000])
def test_a_file_that_is_no_snapshot_is_named(tmp_path: Path, data: bytes) -> None:
    report = diagnosed(tmp_path, _text(), data)
    assert causes(report["services"][0])[:1] == _TWO[:1]
    assert {one["file"] for one in report["snapshot"]["problems"]} == {"1.json"}


@pytest.mark.parametrize("prefix", ["", "[pod/cloud-controller-manager-x/ccm] ", "2026-11-20T07:58:11.123456789Z "])
def test_a_log_with_the_prefixes_of_kubectl_is_read(tmp_path: Path, prefix: str) -> None:
    error = "[SDKError] API: CreateLoadBalancer, ErrorCode: ORDER.ARREARAGE, RequestId: 0F2A, Message: No."
    line = f'E1120 07:58:11.0 1 service_controller.go:271] "reconcile" err="{error}" service="default/web"\n'
    report = diagnosed(tmp_path, Cluster().pending().text(), prefix + line)
    assert causes(report["services"][0]) == ["account-overdue"]
    assert report["snapshot"]["problems"] == []


def test_a_log_alone_gives_services_that_were_not_collected(tmp_path: Path) -> None:
    error = "[SDKError] API: CreateLoadBalancer, ErrorCode: ORDER.ARREARAGE, RequestId: 0F2A, Message: No."
    line = f'E1120 07:58:11.0 1 service_controller.go:271] "reconcile" err="{error}" service="shop/web"\n'
    (service,) = diagnosed(tmp_path, line)["services"]
    assert (service["name"], service["state"], causes(service)) == ("shop/web", "unknown", ["account-overdue"])
    assert service["unknown"][0]["fact"] in {"account-state", "service"}
    assert "service" in {one["fact"] for one in service["unknown"]}


def test_events_alone_give_services_that_were_not_collected(tmp_path: Path) -> None:
    events = [*Cluster().fails("Message: The account is arrearage.").all("Event")]
    (service,) = diagnosed(tmp_path, *map(json.dumps, events))["services"]
    assert (service["state"], causes(service)) == ("unknown", ["account-overdue"])


@pytest.mark.parametrize(
    "message",
    [
        "Message: The specified LoadBalancerId does not exist.",
        "alicloud: can not find loadbalancer, but it's defined in service [47.98.10.12]",
        "alicloud: can not find loadbalancer by tag [kubernetes.do.not.delete:a1]",
        "can not reuse loadbalancer created by kubernetes.",
        "Message: The specified Port must be between 1 and 65535.",
    ],
)
@pytest.mark.parametrize("form", ["json", "table", "log"])
def test_an_event_alone_leaves_all_its_causes_possible(tmp_path: Path, message: str, form: str) -> None:
    told = f"Error syncing load balancer [lb-1]: {message}"
    files = {
        "json": json.dumps(Cluster().drop("Event").event(told).all("Event")[-1]),
        "table": "NAMESPACE  LAST SEEN  TYPE     REASON                  OBJECT       MESSAGE\n"
        f"default    3m         Warning  SyncLoadBalancerFailed  service/web  {told}\n",
        "log": f'E1120 07:58:11.0 1 service_controller.go:271] "reconcile" err="{message}" service="default/web"\n',
    }
    inventory = '{"LoadBalancers": {"LoadBalancer": []}, "TotalCount": 0, "PageNumber": 1, "PageSize": 50}'
    (service,) = diagnosed(tmp_path, files[form], inventory)["services"]
    rivals = causes_in(message)
    assert len(rivals) > 1
    assert [(one["name"], one["confidence"]) for one in service["causes"]] == [(name, "possible") for name in rivals]
    kinds = {seen["kind"] for one in service["causes"] for seen in one["evidence"]}
    assert kinds <= {"event", "log"}  # nothing else was seen


def test_an_event_alone_counts_no_back_ends(tmp_path: Path) -> None:
    cluster = Cluster().fails("Message: The backend server number has reached to the quota limit.")
    (service,) = diagnosed(tmp_path, json.dumps(cluster.all("Event")[-1]))["services"]
    (cause,) = service["causes"]
    assert (cause["name"], "Needed now" in cause["message"]) == ("backend-quota", False)


def test_events_of_a_deleted_service_are_no_service(tmp_path: Path) -> None:
    cluster = Cluster().fails("Message: The account is arrearage.")
    cluster.all("Event")[-1]["involvedObject"]["name"] = "gone"
    assert [one["name"] for one in diagnosed(tmp_path, cluster.text())["services"]] == ["default/web"]


def test_a_table_of_events_is_read(tmp_path: Path) -> None:
    table = (
        "NAMESPACE   LAST SEEN           TYPE      REASON                   OBJECT        MESSAGE\n"
        "default     3m (x11 over 39m)   Warning   SyncLoadBalancerFailed   service/web   "
        "Error syncing load balancer []: Message: The account is arrearage.\n"
    )
    service = diagnosed(tmp_path, Cluster().pending().text(), table)["services"][0]
    assert causes(service) == ["account-overdue"]
    seen = service["causes"][0]["evidence"][0]
    assert (seen["count"], seen["first"], seen["last"]) == (11, f"{DAY}07:20:56Z", f"{DAY}07:56:56Z")


def test_tables_below_each_other_have_their_own_columns(tmp_path: Path) -> None:
    text = "Error syncing load balancer []: Message: The account is arrearage."
    wide = (
        "NAMESPACE    LAST SEEN   TYPE      REASON                   OBJECT        MESSAGE\n"
        f"shop         3m          Warning   SyncLoadBalancerFailed   service/web   {text}\n"
    )
    slim = (
        "NAMESPACE   LAST SEEN   TYPE      REASON                   OBJECT         MESSAGE\n"
        f"blog        3m          Warning   SyncLoadBalancerFailed   service/site   {text}\n"
    )
    report = diagnosed(tmp_path, wide + slim)
    assert [one["name"] for one in report["services"]] == ["blog/site", "shop/web"]
    assert report["snapshot"]["files"][0]["objects"] == 2


_LINE = 200_000  # characters; what grows faster than the text takes minutes here
_BLANKS = " " * _LINE
_GAP = " " * 9_000  # within the longest line of a description


@pytest.mark.parametrize(
    "line",
    [
        f"  Warning  Failed  3m{_GAP}x",
        f"  Warning  Failed{_GAP}x",
        f"  Warning{_GAP}x",
        f"LAST SEEN{_BLANKS}",
        f"LAST SEEN  {'REASON' * (_LINE // 6)}",
        f"NAMESPACE{_BLANKS}",
        f"Annotations:{_BLANKS}",
        "E1120 07:58:11.0 1 a.go:1] " + 'err="' * (_LINE // 5),
    ],
    ids=["age", "reason", "type", "seen", "reasons", "namespace", "annotations", "errors"],
)
def test_a_long_line_is_read_as_fast_as_a_short_one(tmp_path: Path, line: str) -> None:
    text = recorded()["describe-text-only"]["files"]["describe.txt"]
    report = diagnosed(tmp_path, f"{text}\n{line}\n")
    assert len(report["services"]) == 1


def test_two_described_services_are_read(tmp_path: Path) -> None:
    one = recorded()["describe-text-only"]["files"]["describe.txt"]
    report = diagnosed(tmp_path, one + "\n\n" + one.replace("web", "api"))
    assert [service["name"] for service in report["services"]] == ["default/api", "default/web"]


def test_ages_alone_are_no_times(tmp_path: Path) -> None:
    text = recorded()["describe-text-only"]["files"]["describe.txt"]
    reachable = text.replace("Port:  ", "LoadBalancer Ingress:     47.98.1.2 (VIP)\nPort:  ", 1)
    service = diagnosed(tmp_path, reachable)["services"][0]
    assert (service["state"], service["address"], service["since"]) == ("failing", "47.98.1.2", None)
    seen = service["causes"][0]["evidence"][0]
    assert (seen["count"], seen["first"], seen["last"]) == (11, None, None)


def test_a_copy_in_another_file_is_no_second_service(tmp_path: Path) -> None:
    older, newer = Cluster(), Cluster()
    older.service["status"] = {"loadBalancer": {}}
    older.service["metadata"]["resourceVersion"] = "1"
    report = diagnosed(tmp_path, newer.text(), older.text())
    assert [one["state"] for one in report["services"]] == ["healthy"]


def test_a_service_of_another_api_is_no_load_balancer(tmp_path: Path) -> None:
    cluster = Cluster().drop("Service")
    cluster.add(
        {"apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": {"name": "a", "namespace": "b"}}
    )
    assert [one["name"] for one in diagnosed(tmp_path, cluster.text())["snapshot"]["problems"]] == [
        "no-loadbalancer-service"
    ]


def _packed(*, whole: bytes, megabytes: int) -> bytes:
    """A snapshot as gzip packs it, with many megabytes of blanks before it."""
    engine = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(
        [*(engine.compress(b" " * (1 << 20)) for _ in range(megabytes)), engine.compress(whole), engine.flush()]
    )


def test_gzip_that_unpacks_to_far_too_much_is_refused(tmp_path: Path) -> None:
    bomb = _packed(whole=_text().encode(), megabytes=300)
    (tmp_path / "bomb.gz").write_bytes(bomb)
    assert len(bomb) < 1 << 20
    with pytest.raises(UsageError, match=r"bomb\.gz: unpacks to more than 200 times its size"):
        diagnosed(tmp_path)
    with pytest.raises(UsageError, match=r"bomb\.gz: unpacks to more than 200 times its size"):
        diagnosed(tmp_path, options=("--redact", str(tmp_path / "copy.json")))


def test_a_snapshot_that_gzip_packs_well_is_read(tmp_path: Path) -> None:
    assert causes(diagnosed(tmp_path, _packed(whole=_text().encode(), megabytes=50))["services"][0]) == _TWO


def test_a_missing_path_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        diagnosed(tmp_path, _text(), options=(str(tmp_path / "nothing"),))
