"""`clblint plan --as nlb` on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

P = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
CLB = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {P}spec: slb.s1.small  # small
    {P}established-timeout: "500"
spec:
  type: LoadBalancer
  selector: {{app: web}}
  ports: [{{port: 80}}]
"""
NLB = CLB.replace("type: LoadBalancer", "type: LoadBalancer\n  loadBalancerClass: alibabacloud.com/nlb")
REFUSED = CLB.replace("port: 80", "port: 80, nodePort: 80")


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one Service that has a CLB, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "web.yaml").write_text(CLB)
    return tmp_path / "web.yaml"


def test_text(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", web.name]) == 0
    out = capsys.readouterr().out
    assert out.startswith("default/web  web.yaml:4  becomes the NLB Service web-nlb\n")
    assert "  spec slb.s1.small (line 6): removed: an NLB has no size and is billed by usage\n" in out
    assert "  established-timeout 500 (line 7): becomes idle-timeout 500: " in out
    assert "    5. delete Service web: its CLB and the address go for good" in out
    assert "    line 6: note migrate-billing: " in out


def test_json(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", "--format", "json", web.name]) == 0
    document = json.loads(capsys.readouterr().out)
    (service,) = document["services"]
    assert (document["format"], document["as"], service["twin"]) == (1, "nlb", "default/web-nlb")
    spec, timeout = service["annotations"]
    assert (spec["annotation"], spec["value"], spec["line"], spec["becomes"], spec["to"]) == (
        P + "spec",
        "slb.s1.small",
        6,
        "nothing",
        {},
    )
    assert (timeout["becomes"], timeout["to"]) == ("other-key", {P + "idle-timeout": "500"})
    assert [entry["annotation"] for entry in service["byHand"]] == [P + "zone-maps"]
    assert service["listeners"] == [{"port": 80, "protocol": "tcp", "becomes": "TCP", "losses": []}]
    assert "migrate-idle-timeout" in [finding["rule"] for finding in service["findings"]]


def test_what_patches_decide_that_cannot_be_built_is_moved_there(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patch = f"{{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{{P}name: front}}}}}}"
    (web.parent / "kustomization.yaml").write_text(f"resources: [web.yaml, nope.yaml]\npatches:\n- patch: '{patch}'\n")
    assert main(["plan", "--as", "nlb", "."]) == 0
    assert "  name: decided in kustomization.yaml, and to be moved there\n" in capsys.readouterr().out
    main(["plan", "--as", "nlb", "--format", "json", "."])
    (service,) = json.loads(capsys.readouterr().out)["services"]
    assert service["elsewhere"] == [{"annotation": P + "name", "path": "kustomization.yaml"}]
    main(["plan", "--as", "nlb", "--format", "yaml", "."])
    assert P + "name" not in capsys.readouterr().out


def test_uses_of_the_address_are_listed(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.write_text(CLB + "status: {loadBalancer: {ingress: [{ip: 47.98.1.2}]}}\n")
    settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {endpoint: "http://47.98.1.2:80"}\n'
    (web.parent / "settings.yaml").write_text(settings)
    main(["plan", "--as", "nlb", "."])
    assert "    line 4: warning migrate-status-ip-users: " in capsys.readouterr().out


def test_yaml_goes_to_standard_output_and_not_into_the_file(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    out = capsys.readouterr().out
    assert "name: web-nlb\n" in out
    assert "loadBalancerClass: alibabacloud.com/nlb\n" in out
    assert "slb.s1.small" not in out
    assert web.read_text() == CLB


def test_comments_in_any_script_are_kept(web: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    web.write_text(
        CLB.replace("# small", "# \u89c4\u683c").replace("name: web", "name: web # \u524d\u7aef"), encoding="utf-8"
    )
    main(["plan", "--as", "nlb", "--format", "yaml", web.name])
    assert "name: web-nlb # \u524d\u7aef\n".encode() in capfdbinary.readouterr().out


def test_no_rule_about_moves_speaks_because_it_is_selected(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--select", "all", "--pedantic", "--format", "concise", web.name])
    assert "migrate-" not in capsys.readouterr().out
    (web.parent / ".clblint.yaml").write_text("cluster: {migrate-to: nlb}\n")
    main(["--format", "concise", web.name])
    assert "migrate-billing" in capsys.readouterr().out


def test_what_is_to_be_filled_in_is_reported(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["plan", "--as", "nlb", "--format", "yaml", web.name])
    web.write_text(capsys.readouterr().out)
    assert main(["--format", "concise", web.name]) == 1
    assert f"placeholder-left: {P}zone-maps still holds the placeholder" in capsys.readouterr().out


def test_several_services_are_several_documents(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.write_text(f"{CLB}---\n{CLB.replace('name: web', 'name: shop')}")
    main(["plan", "--as", "nlb", "--format", "yaml", web.name])
    first, second = capsys.readouterr().out.split("---\n")
    assert ("web-nlb" in first, "shop-nlb" in second) == (True, True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (NLB, "its loadBalancerClass is alibabacloud.com/nlb"),
        (REFUSED, "the API server refuses it with spec.ports[0].nodePort"),
        (CLB.replace("LoadBalancer", "ClusterIP"), "its type is ClusterIP, not LoadBalancer"),
    ],
)
def test_what_has_no_clb_stays_as_it_is(web: Path, capsys: pytest.CaptureFixture[str], text: str, why: str) -> None:
    web.write_text(text)
    main(["plan", "--as", "nlb", web.name])
    assert f"  stays as it is: {why}" in capsys.readouterr().out
    main(["plan", "--as", "nlb", "--format", "json", web.name])
    (service,) = json.loads(capsys.readouterr().out)["services"]
    assert service["twin"] is None
    assert service["because"].startswith(why)
    main(["plan", "--as", "nlb", "--format", "yaml", web.name])
    assert capsys.readouterr().out == ""


GOOD = "apiVersion: v1\nkind: Service\nmetadata: {name: good}\nspec: {type: LoadBalancer, ports: [{port: 80}]}\n"
WRONG = "the API server refuses it with json: "
OPEN = ("$(X)", '"${X}"', '"{{ x }}"')


def left_open(metadata: str = "{name: web}", spec: str = "{type: LoadBalancer, ports: [{port: 443}]}") -> str:
    """A Service with something else in the place of a mapping."""
    return f"apiVersion: v1\nkind: Service\nmetadata: {metadata}\nspec: {spec}\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((left_open(one), "its metadata cannot be known") for one in OPEN),
        *((left_open(f"{{name: web, annotations: {one}}}"), "its annotations cannot be known") for one in OPEN),
        *((left_open(spec=one), "its type cannot be known") for one in OPEN),
        *((left_open(one), "it has no name") for one in ("null", "{}", "{name: }", '{name: ""}', "{labels: {a: b}}")),
        *((left_open(one), WRONG) for one in ("[a]", "5", "web", "{annotations: [a]}")),
        *((left_open(spec=one), WRONG) for one in ("[a]", "5", "{ports: 5, type: LoadBalancer}")),
    ],
)  # fmt: skip
def test_a_service_that_is_left_open_is_left_out(
    web: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
) -> None:
    web.write_text(f"{text}---\n{GOOD}")
    assert main(["plan", "--as", "nlb", web.name]) == 0
    out = capsys.readouterr().out
    assert f"\n  stays as it is: {why}" in out
    assert out.count("becomes the NLB Service") == 1
    main(["plan", "--as", "nlb", "--format", "json", web.name])
    first, second = json.loads(capsys.readouterr().out)["services"]
    assert (first["twin"], second["twin"]) == (None, "default/good-nlb")
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("kind: Service") == captured.out.count("name: good-nlb") == 1
    assert f"clblint: {web.name}:3: stays as it is: {why}" in captured.err
    assert captured.err.count("\n") == 1


NAMELESS = CLB.replace("  name: web\n", "")


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (REFUSED, "web.yaml:4", "the API server refuses it with spec.ports[0].nodePort"),
        (
            CLB.replace("spec: slb.s1.small", "connection-drain: on"),
            "web.yaml:4",
            "the API server refuses it with json: cannot unmarshal bool into ",
        ),
        (NAMELESS, "web.yaml:3", "the API server refuses it with metadata.name: Required value"),
        (NAMELESS.replace("  selector: {app: web}\n", ""), "web.yaml:3", "it has no name"),
        (
            NLB.replace("alibabacloud.com/nlb", "example.com/lb"),
            "web.yaml:4",
            "its loadBalancerClass is example.com/lb, which is another controller's",
        ),
        (NLB.replace("alibabacloud.com/nlb", "$(X)"), "web.yaml:4", "its loadBalancerClass cannot be known"),
        (CLB.replace("type: LoadBalancer", "type: $(X)"), "web.yaml:4", "its type cannot be known"),
        (CLB.replace("type: LoadBalancer", "type: Loadbalancer"), "web.yaml:4", "its type is Loadbalancer, not "),
    ],
)
def test_a_service_that_the_yaml_leaves_out_is_named(
    web: Path, capsys: pytest.CaptureFixture[str], text: str, place: str, why: str
) -> None:
    web.write_text(f"{text}---\n{GOOD}")
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("name: good-nlb") == captured.out.count("kind: ") == captured.err.count("\n") == 1
    assert captured.err.startswith(f"clblint: {place}: stays as it is: {why}")


@pytest.mark.parametrize(
    "text",
    [
        NLB,
        NLB.replace("port: 80", "port: 80, nodePort: 80"),
        *(
            CLB.replace("type: LoadBalancer", other)
            for other in ("type: ClusterIP", "type: NodePort", "clusterIP: None")
        ),
        CLB.replace("type: LoadBalancer", "type: ExternalName\n  externalName: example.com"),
    ],
)
def test_a_move_without_loss_prints_nothing(web: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    web.write_text(text)
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    assert capsys.readouterr() == ("", "")


def test_a_service_that_is_not_moved_is_named_with_its_root(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.write_text(REFUSED)
    (web.parent / "kustomization.yaml").write_text("resources: [web.yaml]\n")
    assert main(["plan", "--as", "nlb", "--format", "yaml", "."]) == 0
    assert capsys.readouterr().err.startswith("clblint: web.yaml:4  built by .: stays as it is: the API server ")


@pytest.mark.parametrize("name", ["{{ .x }}", '"{{ .x }}"', "'{{ include \"a.name\" . }}'"])
@pytest.mark.parametrize("form", ["text", "json", "yaml"])
def test_a_service_in_a_template_is_named(web: Path, capsys: pytest.CaptureFixture[str], name: str, form: str) -> None:
    template = CLB.replace("name: web", f"name: {name}")
    (web.parent / "template.yaml").write_text(template)
    (web.parent / "inside.yaml").write_text(template.replace("type: LoadBalancer", "type: ClusterIP"))
    (web.parent / "account.yaml").write_text(template.replace("kind: Service", "kind: ServiceAccount"))
    assert main(["plan", "--as", "nlb", "--format", form, "."]) == 0
    captured = capsys.readouterr()
    assert "web-nlb" in captured.out
    assert captured.err.startswith("clblint: 1 unrendered template was not checked: template.yaml:2 (render them: ")


def test_a_very_long_number_is_no_error(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.write_text(f"{CLB}  other: {'1' * 5_000}\n---\n{GOOD}")
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    captured = capsys.readouterr()
    assert f"  other: {'1' * 5_000}\n" in captured.out
    assert ("name: good-nlb" in captured.out, captured.err) == (True, "")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (left_open("{name: web, labels: $(X)}"), "labels: $(X)"),
        (left_open(spec="{type: LoadBalancer, ports: $(X)}"), "ports: $(X)"),
        (
            left_open(spec="{type: LoadBalancer, ports: [$(X), {name: a, port: 80, nodePort: 30080}]}"),
            "ports: [$(X), {name: a, port: 80}]",
        ),
        (left_open("{generateName: web-}"), "generateName: web-"),
    ],
)
def test_what_is_copied_may_be_left_open(web: Path, capsys: pytest.CaptureFixture[str], text: str, kept: str) -> None:
    web.write_text(text)
    assert main(["plan", "--as", "nlb", "--format", "yaml", web.name]) == 0
    captured = capsys.readouterr()
    assert (kept in captured.out, captured.err) == (True, "")


def test_a_name_that_is_generated_is_generated_for_the_nlb_too(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.write_text(left_open("{generateName: web-}"))
    assert main(["plan", "--as", "nlb", web.name]) == 0
    out = capsys.readouterr().out
    assert "becomes the NLB Service web-{random}\n" in out
    assert "delete Service web-{random}: " in out


@pytest.mark.parametrize(
    "arguments",
    [["--format", "yaml"], ["--as", "nlb", "--against", "."], ["--as", "alb"], ["--as", "nlb", "--format", "markdown"]],
)
def test_wrong_use(web: Path, arguments: list[str]) -> None:
    assert main(["plan", *arguments, web.name]) == 2


def test_a_new_file_replaces_an_unchanged_clb(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = web.parent / "old"
    old.mkdir()
    (old / "web.yaml").write_text(CLB)
    new = web.parent / "new"
    new.mkdir()
    (new / "web.yaml").write_text(CLB)
    zones = f'\n  annotations: {{{P}zone-maps: "cn-hangzhou-i:vsw-a1,cn-hangzhou-k:vsw-b2"}}\nspec:'
    (new / "nlb.yaml").write_text(
        NLB.replace("name: web", "name: front").partition("\n  annotations")[0] + zones + (NLB.partition("\nspec:")[2])
    )
    assert main(["--against", str(old), "--select", "migration", "--format", "concise", str(new)]) == 1
    assert "migrate-idle-timeout" in capsys.readouterr().out


FILTERED = CLB.replace(
    f'{P}established-timeout: "500"',
    f'{P}acl-status: "on"\n    {P}acl-type: white\n    {P}acl-id: acl-1,acl-2\n    {P}vswitch-id: vsw-1',
)
CLOUD = """\
{"Acls": {"Acl": [
  {"AclId": "acl-1", "AclEntrys": {"AclEntry": [{"AclEntryIP": "10.0.0.0/8"}, {"AclEntryIP": "192.0.2.0/24"}]}},
  {"AclId": "acl-2", "AclEntrys": {"AclEntry": [{"AclEntryIP": "198.51.100.7/32"}]}}
]}, "TotalCount": 2}
"""
SWITCHES = '{"VSwitches": {"VSwitch": [{"VSwitchId": "vsw-1", "ZoneId": "cn-hangzhou-k"}]}, "TotalCount": 1}'


@pytest.fixture
def cloud(web: Path) -> Path:
    """A folder of what the cloud has: two access control lists and a vSwitch."""
    web.write_text(FILTERED)
    folder = web.parent / "cloud"
    folder.mkdir()
    (folder / "acls.json").write_text(CLOUD)
    (folder / "switches.json").write_text(SWITCHES)
    return folder


def test_white_lists_of_an_inventory_become_source_ranges(cloud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["plan", "--as", "nlb", "--format", "yaml", "--inventory", cloud.name, "web.yaml"])
    out = capsys.readouterr().out
    ranges = ["10.0.0.0/8", "192.0.2.0/24", "198.51.100.7/32"]
    assert "  loadBalancerSourceRanges:\n" + "".join(f"  - {one}\n" for one in ranges) in out
    assert "security-group-ids" not in out
    assert 'zone-maps: "cn-hangzhou-k:vsw-1,<second zone>:<second vSwitch>"' in out


def test_an_old_ccm_makes_no_group_of_source_ranges(cloud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (cloud.parent / ".clblint.yaml").write_text("cluster: {ccm-version: v2.13.0}\n")
    main(["plan", "--as", "nlb", "--format", "yaml", "--inventory", cloud.name, "web.yaml"])
    assert "loadBalancerSourceRanges" not in capsys.readouterr().out


def test_an_ipv6_range_needs_a_security_group(cloud: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (cloud / "acls.json").write_text(CLOUD.replace("198.51.100.7/32", "2001:db8::/32"))
    main(["plan", "--as", "nlb", "--format", "yaml", "--inventory", cloud.name, "web.yaml"])
    assert "loadBalancerSourceRanges" not in capsys.readouterr().out


@pytest.mark.parametrize(("before", "after"), [("white", "black"), ("acl-1,acl-2", "acl-1,acl-3")])
def test_other_lists_need_a_security_group(
    cloud: Path, capsys: pytest.CaptureFixture[str], before: str, after: str
) -> None:
    (cloud.parent / "web.yaml").write_text(FILTERED.replace(before, after))
    main(["plan", "--as", "nlb", "--format", "yaml", "--inventory", cloud.name, "web.yaml"])
    out = capsys.readouterr().out
    assert f'{P}security-group-ids: "<security group that ' in out
    assert "loadBalancerSourceRanges" not in out


RISKY = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {P}ipv6-address-type: internet
spec:
  type: LoadBalancer
  loadBalancerSourceRanges: ["10.0.0.0/8", "fd00::/8"]
  selector: {{app: web}}
  ports: [{{port: 80}}]
"""


def test_errors_of_the_new_service_are_told(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a CLB did not read takes effect on the NLB; the placeholders are named among the steps alone."""
    web.write_text(RISKY)
    assert main(["plan", "--as", "nlb", web.name]) == 0
    out = capsys.readouterr().out
    assert "ipv6-address-type internet (line 6): kept: a CLB does not read it, and an NLB does\n" in out
    assert "lets in nobody else" not in out
    assert "lets in these ranges only" not in out
    assert main(["plan", "--as", "nlb", "--format", "json", web.name]) == 0
    (service,) = json.loads(capsys.readouterr().out)["services"]
    told = [error["rule"] for error in service["errors"]]
    assert told == ["nlb-ipv6-type-needs-dualstack", "nlb-source-ranges-ipv6"]
    assert out.count("    error nlb-") == len(told)


def test_a_service_that_moves_well_has_no_errors(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--as", "nlb", web.name]) == 0
    assert "errors of Service" not in capsys.readouterr().out


def test_the_new_service_needs_a_cluster_that_makes_nlbs(web: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web.with_name(".clblint.yaml").write_text("cluster: {ccm-version: v2.4.0}\n")
    assert main(["plan", "--as", "nlb", web.name]) == 0
    assert "    error nlb-needs-ccm: " in capsys.readouterr().out
