"""The command line of `clblint diagnose`: texts, exit codes, masks, copies, differences to git."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from clblint.cli.diagnose import run as run_diagnose
from clblint.cli.main import main
from clblint.diagnose.masking import Mask
from clblint.errors import UsageError
from clblint.i18n.language import CHINESE, in_language
from tests.diagnose.snapshots import DAY, PREFIX, Cluster, causes, diagnosed, recorded
from tests.report.sarif_readers import complaints

_GONE = "Message: The specified LoadBalancerId does not exist."


def _written(folder: Path, cluster: Cluster, name: str = "cluster.json") -> str:
    path = folder / name
    path.write_text(cluster.text(), encoding="utf-8")
    return str(path)


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run_diagnose([*arguments, "--color", "never"])
    return code, capsys.readouterr().out


def _failing() -> Cluster:
    return Cluster().drop("Event").fails(_GONE)


def _many_failing() -> Cluster:
    cluster = _failing()
    for number in range(30):
        other = copy.deepcopy(cluster.service)
        other["metadata"].update(name=f"web{number}", uid=f"u{number}")
        event = copy.deepcopy(cluster.all("Event")[0])
        event["involvedObject"].update(name=f"web{number}", uid=f"u{number}")
        cluster.add(other).add(event)
    return cluster


@pytest.mark.parametrize(
    ("cluster", "options", "code"),
    [
        (Cluster(), (), 0),
        (Cluster(), ("--fail-on", "advice"), 1),
        (_failing(), (), 1),
        (_failing(), ("--fail-on", "failing"), 1),
        (_failing(), ("--fail-on", "never"), 0),
        (Cluster().pending(created="07:59:30Z"), (), 0),
        (Cluster().pending(finalizer=False).annotate(class_="x"), (), 0),
        (Cluster().deleted(), (), 1),
        (Cluster().drop("Node"), (), 1),
        (Cluster().drop("Service"), (), 0),
    ],
)
def test_state_and_fail_on_decide_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cluster: Cluster, options: tuple[str, ...], code: int
) -> None:
    assert _said(capsys, _written(tmp_path, cluster), *options)[0] == code


def test_a_truncated_file_never_gives_exit_code_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cluster.json"
    text = Cluster().text()
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    assert _said(capsys, str(path), "--fail-on", "never")[0] != 0
    path.write_text(text[:1500], encoding="utf-8")
    assert _said(capsys, str(path))[0] == 2


_DENIED = 'Error from server (Forbidden): services is forbidden: User "x" cannot list resource "services"'
_STATUS = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": "forbidden"}
_EMPTY = {"apiVersion": "v1", "kind": "List", "items": [], "metadata": {"resourceVersion": ""}}


@pytest.mark.parametrize(
    "text", ["", " \n", "[]", "{}", json.dumps(_EMPTY), json.dumps(_STATUS), "No resources found.\n", f"{_DENIED}\n"]
)
@pytest.mark.parametrize("options", [(), ("--fail-on", "never"), ("-n", "shop")])
def test_an_empty_snapshot_gives_exit_code_2(tmp_path: Path, text: str, options: tuple[str, ...]) -> None:
    (tmp_path / "empty.json").write_text(text, encoding="utf-8")
    assert run_diagnose([str(tmp_path), *options]) == 2


def test_services_that_may_not_be_read_are_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cluster.json"
    path.write_text(f"{Cluster().drop('Service').text()}\n{_DENIED}\n", encoding="utf-8")
    code, said = _said(capsys, str(path))
    assert (code, _DENIED[:40] in said) == (2, True)
    path.write_text(f"{Cluster().text()}\n{_DENIED.replace('services', 'secrets')}\n", encoding="utf-8")
    assert _said(capsys, str(path)) == (0, _said(capsys, _written(tmp_path, Cluster()))[1])


def test_a_healthy_service_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, _written(tmp_path, Cluster()), "-q")[1]
    assert said.splitlines() == [
        "default/web   healthy \u00b7 47.98.10.12 \u00b7 lb-bp1jzp71t8dgbxk2caiu \u00b7 this revision was synced (hash)"
    ]


def test_every_form_of_a_report_can_be_written_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "made.json"
    path = _written(tmp_path, _failing())
    said = _said(capsys, path, "--format", "markdown", "--format", f"json={made}")[1]
    assert said.startswith("# Diagnosis of a snapshot\n")
    assert "## default/web" in said
    assert json.loads(made.read_text(encoding="utf-8"))["services"][0]["state"] == "failing"


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no format is called xml"):
        run_diagnose([str(tmp_path), "--format", "xml"])


def test_json_is_the_same_in_every_language(tmp_path: Path) -> None:
    text = _failing().text()
    english = diagnosed(tmp_path, text)
    with in_language(CHINESE):
        assert diagnosed(tmp_path, text) == english


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_own_texts_are_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """An event and a line of a log, with all that is not known about them."""
    table = (
        "NAMESPACE   LAST SEEN   TYPE      REASON                   OBJECT        MESSAGE\n"
        "shop        3m          Warning   SyncLoadBalancerFailed   service/web   Message: The account is arrearage.\n"
        "shop        3m          Warning   SyncLoadBalancerFailed   service/web   Message: Throttling.User\n"
    )
    line = 'E1120 07:58:11.0 1 a.go:1] "x" err="ErrorCode: Forbidden.RAM, Message: No." service="shop/api"\n'
    (tmp_path / "events.txt").write_text(table, encoding="utf-8")
    with in_language(CHINESE):
        said = _said(capsys, str(tmp_path), "--all", "--format", form)[1]
        (tmp_path / "ccm.log").write_text(line, encoding="utf-8")
        said += _said(capsys, str(tmp_path), "--all", "--format", form)[1]
    english = (
        "console",
        "Add-ons",
        "calls of",
        "Event of",
        "log of",
        "cluster's role",
        "\u5feb\u7167\u65f6\u95f4 \u672a\u77e5",
    )
    assert [words for words in english if words in said] == []
    assert "Serviceshop/web\u7684Event" in "".join(said.split())


def test_the_state_and_its_length_are_one_phrase(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _written(tmp_path, Cluster().pending())
    assert "default/web   PENDING for 39 min" in _said(capsys, path)[1]
    with in_language(CHINESE):
        said = _said(capsys, path)[1]
    assert "\u5df2\u7b49\u5f85 39 \u5206\u949f\uff08Pending\uff09" in said
    assert "1 \u4e2a\u7b49\u5f85\u4e2d\uff08Pending\uff09\u3002" in said


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            ("create public address slb is not allowed", "SyncLoadBalancerFailed"),
            "looked at, never synced (no finalizer)",
        ),
        (None, "never looked at (no finalizer)"),
    ],
)
def test_an_event_of_the_ccm_shows_that_it_has_handled_the_service(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], event: tuple[str, str] | None, said: str
) -> None:
    """It gives up on a forbidden CLB before it sets its finalizer (clbv1/service_controller.go)."""
    cluster = Cluster().pending(finalizer=False).drop("Event")
    cluster = cluster.event(*event) if event is not None else cluster
    assert f" \u00b7 {said}\n" in _said(capsys, _written(tmp_path, cluster))[1]


def test_control_characters_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = Cluster().drop("Event").fails("Message: \x1b[31mred\u202e")
    for name in ("text", "json", "markdown"):
        said = _said(capsys, _written(tmp_path, cluster), "--format", name)[1]
        assert "\x1b" not in said
        assert "\u202e" not in said


def test_a_mask_hides_addresses_and_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _said(capsys, _written(tmp_path, _failing()), "--mask", "--all")[1]
    assert "240.0.0.1" in said
    assert "47.98.10.12" not in said
    assert "lb-bp1jzp71t8dgbxk2caiu" not in said


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("47.98.1.2:80 and 47.98.1.2", "240.0.0.1:80 and 240.0.0.1"),
        ("cn-hangzhou.192.168.0.25", "cn-hangzhou.240.0.0.1"),
        ("v1.9.3.105 at 07:20:00", "v1.9.3.105 at 07:20:00"),
        ("2408:4005:3a1:b800::1f", "2001:db8::1"),
        ("cn-hangzhou.i-bp1468esi18h02ttml84", "cn-hangzhou.i-masked0001"),
        ("account 1234567890123456", "account 0000000000000001"),
        ("rule lb-id-removed", "rule lb-id-removed"),
        (r"odd\n47.98.1.2\t47.98.1.2", r"odd\n240.0.0.1\t240.0.0.1"),
        ("\x1b[1;33m47.98.1.2\x1b[0m", "\x1b[1;33m240.0.0.1\x1b[0m"),
        (r"\x0ai-bp1468esi18h02ttml84", r"\x0ai-masked0001"),
        ("of c8f6a1b2c3d4e5f6a7b8c9d0e1f2a3b4c", "of cluster-masked0001"),
        ("AccessKeyId LTAI5tExample0000000000", "AccessKeyId key-masked0001"),
        ("https://me:hunter2@example.com/", "https://login-masked0001@example.com/"),
        ("Authorization: Basic aHVudGVyMg==", "Authorization: Basic secret-masked0001"),
        ("curl -H 'Bearer hunter2'", "curl -H 'Bearer secret-masked0001'"),
        (r"{\"password\": \"hunter2\"}", r"{\"password\": \"secret-masked0001\"}"),
        ("the secret of a token", "the secret of a token"),
    ],
)
def test_a_mask_replaces_each_kind_of_value(text: str, masked: str) -> None:
    mask = Mask()
    assert mask(text) == masked
    assert mask(masked) == masked


_MESSAGE = "Message: odd\n47.98.77.1 lb-bp1hidden00000001\t2408:4005:3a1:b800::1f LTAI5tExample0000000000 token=hunter2"


@pytest.mark.parametrize("name", ["text", "json", "markdown"])
@pytest.mark.parametrize("language", ["en", CHINESE])
def test_a_mask_sees_what_a_format_escapes_wraps_or_colours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, language: str
) -> None:
    path = _written(tmp_path, Cluster().drop("Event").fails(_MESSAGE))
    with in_language(language):
        run_diagnose([path, "--mask", "--all", "--format", name, "--color", "always"])
    said = capsys.readouterr().out
    assert "240.0.0." in said
    for hidden in ("47.98.", "lb-bp1", "4005", "LTAI", "hunter2"):
        assert hidden not in said


def test_a_mask_keeps_the_columns_of_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = _said(capsys, _written(tmp_path, _many_failing()), "--mask")[1].splitlines()
    head = next(row for row in rows if row.startswith("SERVICE"))
    table = rows[rows.index(head) + 1 :][:31]
    assert {row.index("lb-masked") for row in table} == {head.index("LOAD BALANCER")}


def test_a_copy_holds_no_secret_and_gives_the_same_diagnosis(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = Cluster("secret-in-snapshot").annotate(id="lb-bp1user0000000000001").synced()
    for pod in cluster.all("Pod"):
        pod["spec"]["containers"][0]["env"] = [{"name": "PASSWORD", "value": "hunter2"}]
    out = tmp_path / "copy.json"
    assert _said(capsys, _written(tmp_path, cluster), "--redact", str(out)) == (0, "")
    text = out.read_text(encoding="utf-8")
    for secret in ("hunter2", "notarealsecret", "LTAIexample", "47.98.11.73", "lb-bp1user0000000000001"):
        assert secret not in text
    (tmp_path / "cluster.json").unlink()
    assert diagnosed(tmp_path, text)["services"][0]["state"] == "healthy"


def _secretive(cluster: Cluster) -> Cluster:
    """The cluster with `hunter2` wherever a secret may be."""
    cluster.service["metadata"]["managedFields"] = [{"manager": "x", "fieldsV1": {'k:{"ip":"47.98.99.1"}': {}}}]
    applied = json.dumps({"metadata": {"annotations": {"vault.example.com/a": "hunter2"}}})
    for thing in cluster.root["items"]:
        meta = thing["metadata"]
        meta.setdefault("annotations", {}).update(
            {
                "vault.example.com/a": "hunter2",
                "kubernetes.io/change-cause": "kubectl set env A=hunter2",
                "kubectl.kubernetes.io/last-applied-configuration": applied,
            }
        )
    for pod in cluster.all("Pod"):
        run = {"exec": {"command": ["curl", "hunter2"]}}
        headers = {"httpGet": {"path": "/", "httpHeaders": [{"name": "X", "value": "hunter2"}]}}
        probes = {"livenessProbe": run, "startupProbe": headers, "lifecycle": {"preStop": run}}
        pod["spec"]["containers"][0].update(command=["hunter2"], args=["hunter2"], **probes)
        pod["spec"]["initContainers"] = [{"name": "i", "image": "x", "command": ["hunter2"]}]
        ended = {"reason": "Completed", "exitCode": 0, "message": "dsn of hunter2"}
        pod["status"]["containerStatuses"][0]["lastState"] = {"terminated": ended}
    for kind in ("SecretList", "ConfigMapList"):
        cluster.add({"apiVersion": "v1", "kind": kind, "items": [{"metadata": {"name": "a"}, "other": "hunter2"}]})
    database = {"apiVersion": "x/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": {"x": "hunter2"}}
    return cluster.add(database).event("curl: Bearer hunter2\n47.98.99.1", "Unhealthy")


def test_a_copy_holds_nothing_that_a_diagnosis_does_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "copy.json"
    path = _written(tmp_path, _secretive(Cluster()))
    assert run_diagnose([path, "--redact", str(out)]) == 0
    assert "14 objects, left out: ConfigMap \u00d71, Database \u00d71, Secret \u00d71" in capsys.readouterr().err
    text = out.read_text(encoding="utf-8")
    assert "hunter2" not in text
    assert "47.98." not in text


@pytest.mark.parametrize("name", sorted(set(recorded()) - {"truncated-file", "two-hundred-services"}))
def test_a_copy_gives_the_same_diagnosis(tmp_path: Path, name: str) -> None:
    files = recorded()[name]["files"]
    (tmp_path / "live").mkdir()
    before = diagnosed(tmp_path / "live", *files.values())
    (tmp_path / "copy").mkdir()
    run_diagnose([str(tmp_path / "live"), "-q", "--redact", str(tmp_path / "copy" / "copy.json")])
    after = diagnosed(tmp_path / "copy")
    assert [_gist(one) for one in after["services"]] == [_gist(one) for one in before["services"]]


def _gist(service: Any) -> Any:  # noqa: ANN401 - JSON
    named = {key: [one["name"] for one in service[key]] for key in ("causes", "advice")}
    told = [one["rule"] for one in service["rules"]], [one["fact"] for one in service["unknown"]]
    return service["name"], service["state"], service["synced"]["hash"], named, told


def test_a_copy_keeps_the_older_forms_of_the_hash(tmp_path: Path) -> None:
    cluster = Cluster().annotate(id="lb-bp1user0000000000001").synced()
    cluster.service["spec"]["loadBalancerSourceRanges"] = ["47.98.1.0/24"]  # the label is that of an older CCM
    (tmp_path / "live").mkdir()
    assert diagnosed(tmp_path / "live", cluster.text())["services"][0]["synced"]["hash"] == "equal"
    (tmp_path / "copy").mkdir()
    run_diagnose([str(tmp_path / "live"), "-q", "--redact", str(tmp_path / "copy" / "copy.json")])
    assert diagnosed(tmp_path / "copy")["services"][0]["synced"]["hash"] == "equal"


_DESCRIBED = """\
Name:                     web
Namespace:                default
Annotations:              vault.example.com/a: hunter2
                          service.beta.kubernetes.io/alibaba-cloud-loadbalancer-bandwidth: 5
                          vault.example.com/b:
                            hunter2
Type:                     LoadBalancer
LoadBalancer Ingress:     47.98.1.2
AccessKey: hunter2
PASSWORD=hunter2
"""
_TABLE = """\
LAST SEEN   TYPE      REASON                   OBJECT                            MESSAGE
3m          Warning   SyncLoadBalancerFailed   service/web.192.168.100.25        Error syncing load balancer []: x
hunter2
"""


@pytest.mark.parametrize(
    ("text", "kept", "code"),
    [
        (_DESCRIBED, "LoadBalancer Ingress:     240.0.0.1\n", 0),
        (_DESCRIBED, "Annotations:\n" + " " * 26 + "service.beta.kubernetes.io/alibaba", 0),
        (_TABLE, "  service/web.240.0.0.1" + " " * 13 + "Error syncing", 0),
        ('"apiVersion": v1\n"kind": Secret\n"data": {a: hunter2}\n', "", 1),
        ("Name:         s\nNamespace:    default\nType:         Opaque\npassword:  hunter2\n", "", 1),
        ('{"password": "hunter2"}', "", 0),
        (r'{"apiVersion": "v1", "kind": "Event", "metadata": {"name": "\ud800"}}', '{"name": "?"}', 0),
        ('{"apiVersion": "v1", "kind": "Secret", "data": {"a": "hunter2', "", 1),
    ],
)
def test_a_copy_holds_only_text_that_is_understood(tmp_path: Path, text: str, kept: str, code: int) -> None:
    (tmp_path / "snapshot").write_text(text, encoding="utf-8")
    out = tmp_path / "copy"
    assert run_diagnose([str(tmp_path / "snapshot"), "--redact", str(out)]) == code
    assert "hunter2" not in out.read_text(encoding="utf-8")
    assert kept in out.read_text(encoding="utf-8")


def test_a_copy_in_the_folder_that_is_read_is_not_read(tmp_path: Path) -> None:
    _written(tmp_path, Cluster())
    out = str(tmp_path / "copy.json")
    assert run_diagnose([str(tmp_path), "--redact", out]) == 0
    with pytest.raises(UsageError, match="is read, too"):
        run_diagnose([str(tmp_path), "--redact", out])


def test_a_copy_does_not_replace_what_is_read(tmp_path: Path) -> None:
    path = _written(tmp_path, Cluster())
    with pytest.raises(UsageError, match="is read, too"):
        run_diagnose([path, "--redact", path])


def test_the_commands_ask_for_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ("--commands", "--commands=shop", "--commands=shop/web"):
        said = _said(capsys, asked)[1]
        assert "kubectl" in said
        assert "secret" not in said.lower()


@pytest.mark.parametrize("asked", ["", "=shop", "=shop/web"])
def test_the_last_command_reads_what_those_before_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    """Not all of them are run: some are for dedicated clusters, others for the cloud."""
    monkeypatch.chdir(tmp_path)
    lines = _said(capsys, f"--commands{asked}")[1].splitlines()
    made = [line.partition(" > ")[2] for line in lines if " > " in line]
    (folder,) = {Path(path).parent for path in made}
    assert lines[0] == f"mkdir -p {folder}"
    folder.mkdir()
    Path(made[0]).write_text(Cluster().text(), encoding="utf-8")
    assert _said(capsys, *lines[-1].split()[2:])[0] == 0


def test_a_manifest_has_no_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    meta: dict[str, Any] = {"name": "web"}
    service = {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": {"type": "LoadBalancer"}}
    (tmp_path / "web.yaml").write_text(yaml.safe_dump(service), encoding="utf-8")
    code, said = _said(capsys, str(tmp_path))
    assert code == 1
    assert "web   UNKNOWN \u00b7 this is a manifest, and no object of a cluster: clblint check" in said
    assert "kubectl get service web -o json" in said
    meta["creationTimestamp"] = f"{DAY}07:00:00Z"
    (tmp_path / "web.yaml").write_text(yaml.safe_dump(service), encoding="utf-8")
    assert "web   PENDING" in _said(capsys, str(tmp_path))[1]


def test_changes_that_are_not_applied_are_counted_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in recorded()["hash-differs-no-events"]["files"].items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = _said(capsys, str(tmp_path))[1]
    assert "CHANGES NOT APPLIED" in said
    assert "1 Service: 1 with changes that are not applied." in said


def test_an_nlb_is_asked_for_at_its_own_api(tmp_path: Path) -> None:
    def commands(cluster: Cluster) -> str:
        found = diagnosed(tmp_path, cluster.text())["services"][0]
        return " ".join(one["command"] for one in found["unknown"])

    lost = "alicloud: can not find loadbalancer, but it's defined in service []"
    cluster = Cluster().drop("Event").annotate(zone_maps="a:vsw-1,b:vsw-2").fails(lost)
    cluster.service["spec"]["loadBalancerClass"] = "alibabacloud.com/nlb"
    cluster.service["metadata"]["labels"]["service.k8s.alibaba/loadbalancer-id"] = "nlb-1"
    cluster.service["status"] = {"loadBalancer": {"ingress": [{"hostname": "nlb-1.example.com"}]}}
    said = commands(cluster)
    assert "nlb GetLoadBalancerAttribute --RegionId cn-hangzhou --LoadBalancerId nlb-1" in said
    assert "nlb GetListenerHealthStatus" in said
    assert "aliyun slb" not in said
    del cluster.service["metadata"]["labels"]
    assert "nlb ListLoadBalancers --RegionId cn-hangzhou --DNSName nlb-1.example.com" in commands(cluster)


@pytest.mark.parametrize(
    "asked",
    [
        *(
            "x; rm -rf /",
            "shop/$(id)",
            "shop/web;id",
            "a/b/c",
            "shop/",
            "/web",
            "/",
            " ",
            "shop/ ",
            "-n",
            "shop/-A",
            "Shop",
        ),
        *(
            "\x1b[31m",
            "shop/\u202e",
            "shop/\x07",
            "\x9b",
            "a\nb",
            "shop\n",
            "shop/web\n",
            "\u0665",
            "sh\u00f6p",
            "\udcff",
        ),
        *("a" * 64, "a.b", "shop/a..b", "shop/.a", f"shop/{'a' * 64}", "shop/" + ".".join(["a" * 50] * 5), "x" * 9_999),
    ],
    ids=ascii,
)
def test_commands_refuse_what_is_no_name(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match=r"^--commands ('.*'|\.\.\.): give a namespace, .*-$") as raised:
        run_diagnose([f"--commands={asked}"])
    assert str(raised.value).isprintable()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("asked", "line"), [("shop", "-n shop get svc,"), ("0-a/web.v1", "-n 0-a get svc web.v1 ")])
def test_commands_take_a_namespace_and_a_name(asked: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert line in _said(capsys, "--commands", asked)[1]


def test_only_the_services_that_are_named_are_judged(tmp_path: Path) -> None:
    text = recorded()["reuse-ccm-made"]["files"]["cluster.json"]

    def names(*options: str) -> list[str]:
        return [one["name"] for one in diagnosed(tmp_path, text, options=options)["services"]]

    assert names("--service", "default/api") == ["default/api"]
    assert names("--service", "47.98.11.5") == ["default/api"]
    assert names("-n", "default") == ["default/api", "default/web"]
    assert names("-n", "kube-system") == []
    with pytest.raises(UsageError, match="nothing in this snapshot is in the namespace other"):
        names("-n", "other")
    with pytest.raises(UsageError, match="no Service of this snapshot is default/none"):
        names("--service", "default/none")


def test_as_of_a_later_time_a_failure_is_history(tmp_path: Path) -> None:
    text = Cluster().drop("Event").fails("Message: Request was denied due to user flow control.").text()
    now = diagnosed(tmp_path, text)["services"][0]
    later = diagnosed(tmp_path, text, options=("--as-of", f"{DAY}08:30:00Z"))["services"][0]
    assert (now["state"], causes(now)) == ("failing", ["api-throttled"])
    assert later["state"] == "failing"  # by then the lease is old: nothing shows that the CCM has tried
    assert "ccm-not-running" in causes(later)
    with pytest.raises(UsageError, match="a time is written as"):
        diagnosed(tmp_path, text, options=("--as-of", "now"))


def test_a_symptom_puts_its_advice_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cluster.json"
    path.write_text(recorded()["rollout-503"]["files"]["cluster.json"], encoding="utf-8")
    plain = _said(capsys, str(path))[1]
    asked = _said(capsys, str(path), "--symptom", "503 errors while a rolling update runs")[1]
    assert "no-readiness-probe" not in plain
    assert "no-readiness-probe" in asked


@pytest.mark.parametrize(
    ("symptom", "expected"),
    [
        ("503 during a rollout", ["no-readiness-probe", "no-drain"]),
        ("发布时 503", ["no-readiness-probe", "no-drain"]),
        ("uneven load", ["local-without-wrr"]),
        ("集群内无法访问", ["local-in-cluster"]),
        ("clients get no answer", ["acl-limits-clients"]),
    ],
)
def test_the_symptom_orders_the_advice(tmp_path: Path, symptom: str, expected: list[str]) -> None:
    cluster = Cluster("local-uneven").annotate(acl_status="on", acl_id="acl-1").synced()
    for pod in cluster.all("Pod"):
        del pod["spec"]["containers"][0]["readinessProbe"]
    found = diagnosed(tmp_path, cluster.text(), options=("--symptom", symptom))["services"][0]["advice"]
    assert [one["name"] for one in found][: len(expected)] == expected


def test_write_profile_prints_the_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cluster.json"
    path.write_text(recorded()["hash-differs-no-events"]["files"]["cluster.json"], encoding="utf-8")
    said = _said(capsys, str(path), "--write-profile")[1]
    assert "  ccm-version: v2.13.0  # DaemonSet kube-system/cloud-controller-manager\n" in said
    assert "  network-plugin: flannel  # DaemonSet kube-system/kube-flannel-ds\n" in said


def test_the_settings_of_the_controller_are_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    container = {
        "name": "cloud-controller-manager",
        "image": "r/cloud-controller-manager-amd64:v2.9.1",
        "command": ["/cloud-controller-manager", "--feature-gates=IPv6DualStack=true,Other=false"],
        "env": [{"name": "SERVICE_FORCE_BACKEND_ENI", "value": "true"}, {"name": "ACCESS_KEY", "value": "hunter2"}],
    }
    meta = {"name": "cloud-controller-manager", "namespace": "kube-system"}
    workload = {"kind": "DaemonSet", "metadata": meta, "spec": {"template": {"spec": {"containers": [container]}}}}
    path = _written(tmp_path, Cluster().add(workload).event("create public address slb is not allowed"))
    said = _said(capsys, path, "--write-profile")[1]
    assert "  service-backend-type: eni  # DaemonSet kube-system/cloud-controller-manager\n" in said
    assert "  disable-public-slb: true  # Event" in said
    assert said.endswith(
        "  feature-gates:  # DaemonSet kube-system/cloud-controller-manager\n    IPv6DualStack: true\n"
    )
    assert "hunter2" not in said + _said(capsys, path, "--all", "--format", "json")[1]


def test_names_in_a_snapshot_put_nothing_into_a_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = Cluster("hash-differs-no-events")
    for workload in cluster.all("DaemonSet"):
        workload["metadata"]["name"] += "\n  disable-public-slb: true\x1b[31m"
    for node in cluster.all("Node"):
        node["status"]["nodeInfo"]["kubeletVersion"] = "v1.30: x\n  nodes-of: 5"
        node["spec"]["providerID"] = "cn\nhangzhou\x1b[31m.i-bp1468esi18h02ttml84"
    said = _said(capsys, _written(tmp_path, cluster), "--write-profile")[1]
    assert "\x1b" not in said
    written = yaml.safe_load(said)["cluster"]
    assert written["kubernetes-version"] == "1.30: x\n  nodes-of: 5"
    assert not written.keys() & {"disable-public-slb", "nodes-of"}


def test_a_profile_is_masked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = Cluster("hash-differs-no-events")
    for workload in cluster.all("DaemonSet"):
        workload["metadata"]["name"] += "-47.98.1.2"
    said = _said(capsys, _written(tmp_path, cluster), "--write-profile", "--mask")[1]
    assert "cloud-controller-manager-240.0.0.1\n" in said


def test_declared_facts_override_those_of_the_snapshot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / ".clblint.yaml"
    config.write_text("cluster:\n  network-plugin: terway\n", encoding="utf-8")
    said = _said(capsys, _written(tmp_path, Cluster()), "--config", str(config), "--format", "json")[1]
    assert json.loads(said)["cluster"]["network-plugin"] == {"value": "terway", "from": ".clblint.yaml"}


def _manifest(cluster: Cluster, **changes: Any) -> str:  # noqa: ANN401 - fields of a spec
    """The manifest that the cluster was made from, with other fields."""
    service = copy.deepcopy(cluster.service)
    spec = {key: service["spec"][key] for key in ("type", "selector")}
    ports = [{key: port[key] for key in ("name", "port", "targetPort")} for port in service["spec"]["ports"]]
    meta = {"name": "web", "namespace": "default", "annotations": changes.pop("annotations", {})}
    return json.dumps(
        {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": {**spec, "ports": ports, **changes}}
    )


def test_a_manifest_that_is_applied_is_no_difference(tmp_path: Path) -> None:
    cluster = Cluster()
    (tmp_path / "git").mkdir()
    (tmp_path / "git" / "web.yaml").write_text(_manifest(cluster), encoding="utf-8")
    (tmp_path / "live").mkdir()
    report = diagnosed(tmp_path / "live", cluster.text(), options=("--manifests", str(tmp_path / "git")))
    assert (report["services"][0]["differences"], report["apply"]) == ([], None)


def test_manifests_show_differences_and_the_next_apply(tmp_path: Path) -> None:
    cluster = Cluster().annotate(bandwidth="50").synced()
    (tmp_path / "git").mkdir()
    manifest = _manifest(cluster, annotations={f"{PREFIX}scheduler": "wrr"}, externalTrafficPolicy="Local")
    (tmp_path / "git" / "web.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "live").mkdir()
    report = diagnosed(tmp_path / "live", cluster.text(), options=("--manifests", str(tmp_path / "git")))
    found = {(one["field"], one["live"], one["git"]) for one in report["services"][0]["differences"]}
    assert found == {
        ("spec.externalTrafficPolicy", "Cluster", "Local"),
        (f"{PREFIX}bandwidth", "50", None),
        (f"{PREFIX}scheduler", None, "wrr"),
    }
    assert "SetLoadBalancerTCPListenerAttribute" in report["apply"]


def test_objects_of_an_overlay_are_compared(tmp_path: Path) -> None:
    base, overlay = tmp_path / "git" / "base", tmp_path / "git" / "prod"
    for folder in (base, overlay, tmp_path / "live"):
        folder.mkdir(parents=True)
    service = {
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
        "spec": {"type": "LoadBalancer", "selector": {"app": "web"}, "ports": [{"port": 80, "targetPort": 8080}]},
    }  # fmt: skip
    (base / "web.json").write_text(json.dumps(service), encoding="utf-8")
    (base / "kustomization.yaml").write_text("resources: [web.json]\n", encoding="utf-8")
    annotations = f"{{{PREFIX}scheduler: wrr}}"
    built = f"namespace: default\nresources: [../base]\ncommonAnnotations: {annotations}\n"
    (overlay / "kustomization.yaml").write_text(built, encoding="utf-8")
    report = diagnosed(tmp_path / "live", Cluster().text(), options=("--manifests", str(tmp_path / "git")))
    found = report["services"][0]["differences"]
    assert [(row["field"], row["git"]) for row in found] == [(f"{PREFIX}scheduler", "wrr")]
    assert found[0]["path"].endswith("prod/kustomization.yaml")
    assert "rr -> wrr" in report["apply"]
    assert "base/web.json:1  update" in report["apply"]


def test_objects_that_flux_builds_are_compared_and_located(tmp_path: Path) -> None:
    """Not in the kustomization that stands for the object of Flux, which is no file."""
    for folder in ("git/apps", "live"):
        (tmp_path / folder).mkdir(parents=True)
    service = "# the shop\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {externalTrafficPolicy: Local}\n"
    (tmp_path / "git" / "apps" / "web.yaml").write_text(service, encoding="utf-8")
    (tmp_path / "git" / "apps" / "kustomization.yaml").write_text("resources: [web.yaml]\n", encoding="utf-8")
    flux = (
        "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: shop}\nspec:\n"
        f"  path: apps\n  targetNamespace: default\n  commonMetadata: {{annotations: {{{PREFIX}scheduler: wrr}}}}\n"
    )
    (tmp_path / "git" / "flux.yaml").write_text(flux, encoding="utf-8")
    report = diagnosed(tmp_path / "live", Cluster().text(), options=("--manifests", str(tmp_path / "git")))
    found = {row["git"]: row["path"] for row in report["services"][0]["differences"]}
    assert found["Local"].endswith("git/apps/web.yaml")
    assert found["wrr"].endswith("git/flux.yaml")
    assert "apps/web.yaml:2  update" in report["apply"]


def test_a_manifest_without_a_namespace_matches_only_one_object(tmp_path: Path) -> None:
    for folder in ("git", "live"):
        (tmp_path / folder).mkdir()
    text = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {externalTrafficPolicy: Local}\n"
    (tmp_path / "git" / "web.yaml").write_text(text, encoding="utf-8")
    cluster, options = Cluster(), ("--manifests", str(tmp_path / "git"))
    alone = diagnosed(tmp_path / "live", cluster.text(), options=options)["services"][0]["differences"]
    assert [row["git"] for row in alone] == ["Local"]
    other = copy.deepcopy(cluster.service)
    other["metadata"].update(namespace="shop", uid="other")
    report = diagnosed(tmp_path / "live", cluster.add(other).text(), options=options)
    assert [one["differences"] for one in report["services"]] == [[], []]


def test_sarif_results_are_located_in_the_manifests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cluster = _failing()
    (tmp_path / "git").mkdir()
    (tmp_path / "git" / "web.yaml").write_text(f"---\n# the shop\n{_manifest(cluster)}", encoding="utf-8")
    said = _said(capsys, _written(tmp_path, cluster), "--format", "sarif", "--manifests", "git")[1]
    assert list(complaints(said.encode(), tmp_path)) == []
    result = json.loads(said)["runs"][0]["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], result["level"]) == ("diagnose-clb-deleted", "error")
    assert place["artifactLocation"]["uri"] == "git/web.yaml"
    assert place["region"]["startLine"] == 3
    with pytest.raises(UsageError, match="needs --manifests"):
        run_diagnose([str(tmp_path), "--format", "sarif"])


def test_a_cause_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "clb-deleted"]) == 0
    said = capsys.readouterr().out
    assert "`SyncLoadBalancerFailed: can not find loadbalancer, but it's defined in service`\n" in said
    assert "delete-protection-off, reuse-not-found" in said
    assert main(["explain", "clb-deleted", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == ["delete-protection-off", "reuse-not-found"]
    assert main(["explain", "clb-eaten"]) == 2


def test_a_check_of_a_snapshot_names_the_verb_that_reads_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([_written(tmp_path, _failing())])
    assert capsys.readouterr().err.count("looks like a snapshot of a cluster, which clblint diagnose reads") == 1
    main([_written(tmp_path, Cluster().drop("Event"))])
    assert "snapshot" not in capsys.readouterr().err


def test_many_services_are_a_table_and_the_first_of_them_in_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = _said(capsys, _written(tmp_path, _many_failing()))[1]
    assert said.count("  1  clb-deleted") == 20
    assert sum(line.startswith("default/web") and " FAILING " in line for line in said.splitlines()) == 31 + 20
    assert "11 more Services in the table above" in said


def test_an_object_whose_kind_is_no_text_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = json.dumps({"apiVersion": "v1", "kind": ["Secret"], "metadata": {"name": "a"}})
    (tmp_path / "odd.json").write_text(odd, encoding="utf-8")
    path = _written(tmp_path, Cluster())
    assert _said(capsys, path, "--manifests", str(tmp_path / "odd.json"))[0] == 0
    assert _said(capsys, str(tmp_path / "odd.json"), "--redact", str(tmp_path / "copy.json"))[0] == 0
