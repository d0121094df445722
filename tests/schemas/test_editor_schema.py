"""The schema for editors: what it marks in a manifest and what it leaves alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import jsonschema
import pytest

import clblint_schemas
from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX, catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SCHEMA_FILE = Path(str(clblint_schemas.__file__)).parent / "service.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
_MODULES = Path(os.environ.get("CLBLINT_NODE_MODULES") or Path(__file__).parents[1] / "node" / "node_modules")
SERVER = shutil.which("yaml-language-server", path=f"{os.environ['PATH']}{os.pathsep}{_MODULES / '.bin'}")


def is_right(annotations: dict[str, object], **service: object) -> bool:
    manifest = {"apiVersion": "v1", "kind": "Service", "metadata": {"annotations": annotations}, **service}
    return jsonschema.Draft7Validator(SCHEMA).is_valid(manifest)


def short(**annotations: str) -> dict[str, object]:
    return {PREFIX + name.replace("_", "-"): value for name, value in annotations.items()}


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("controller", ["clb", "nlb"])
def test_it_judges_examples_as_the_catalogue_does(controller: str) -> None:
    for annotation in catalogue():
        if controller not in annotation.controllers:
            continue
        alike = annotation.accepts(controller) is annotation.accepted[0]
        examples = annotation.details["examples"] if alike else annotation.details["examples"]["nlb"]
        name = annotation.suffix if controller == "clb" or alike else f"{annotation.suffix}.nlb"
        if annotation.controllers == ("nlb",):
            name = f"{annotation.suffix}.nlb"
        validator = jsonschema.Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]})
        for value in (*examples["valid"], *examples["invalid"], "", "${VALUE}", "{{ .Values.x }}"):
            wanted = annotation.is_valid(value, controller) or "{" in value
            assert validator.is_valid(value) is wanted, (annotation, value)


@pytest.mark.parametrize("value", [True, 80, 1.5, None, ["a"], {"a": "b"}])
def test_a_value_is_text(value: object) -> None:
    assert not is_right({PREFIX + "idle-timeout": value})


def test_the_legacy_key_is_checked_alike() -> None:
    assert is_right({LEGACY_PREFIX + "idle-timeout": "30"})
    assert not is_right({LEGACY_PREFIX + "idle-timeout": "30s"})


@pytest.mark.parametrize(
    ("incomplete", "rest"),
    [
        ({"acl_status": "on", "acl_id": "acl-a"}, {"acl_type": "white"}),
        ({"acl_id": "acl-a", "acl_type": "white"}, {"acl_status": "off"}),
        ({"sticky_session": "on"}, {"sticky_session_type": "insert", "cookie_timeout": "60"}),
        ({"sticky_session": "on", "sticky_session_type": "insert"}, {"cookie_timeout": "60"}),
        ({"sticky_session": "on", "sticky_session_type": "server"}, {"cookie": "ID"}),
        ({"connection_drain": "on"}, {"connection_drain_timeout": "30"}),
        ({"connection_drain_timeout": "30"}, {"connection_drain": "on"}),
        ({"bandwidth": "5"}, {"charge_type": "paybybandwidth", "instance_charge_type": "PayBySpec"}),
        ({"bandwidth": "5", "charge_type": "paybytraffic"}, {"charge_type": "${BILLING}"}),
        ({"protocol_port": "http:80,https:443"}, {"cert_id": "1-cn-hangzhou"}),
        ({"cert_id": "1-cn-hangzhou", "protocol_port": "tcp:443"}, {"protocol_port": "https:443"}),
        ({"vgroup_port": "rsp-a:80"}, {"id": "lb-a"}),
        ({"weight": "50"}, {"id": "lb-a", "vgroup_port": "rsp-a:80"}),
        ({"spec": "slb.s1.small"}, {"id": "lb-a"}),
        ({"ip": "10.0.0.1"}, {"address_type": "intranet", "vswitch_id": "vsw-a"}),
        ({"ip_version": "ipv6", "address_type": "intranet"}, {"address_type": "internet"}),
    ],
)
def test_what_belongs_together(incomplete: dict[str, str], rest: dict[str, str]) -> None:
    assert not is_right(short(**incomplete))
    assert is_right(short(**{**incomplete, **rest}))


def test_both_prefixes_may_be_mixed() -> None:
    assert is_right({PREFIX + "connection-drain": "on", LEGACY_PREFIX + "connection-drain-timeout": "30"})
    assert not is_right({LEGACY_PREFIX + "connection-drain": "on"})


def test_an_nlb_is_checked_as_one() -> None:
    nlb = {"spec": {"loadBalancerClass": "alibabacloud.com/nlb"}}
    assert is_right(short(zone_maps="a:vsw-a,b:vsw-b", idle_timeout="900", protocol_port="tcpssl:443"), **nlb)
    assert not is_right(short(idle_timeout="900"))
    assert not is_right(short(idle_timeout="900"), **nlb)
    assert is_right(short(id="nlb-a"), **nlb)


@pytest.mark.parametrize("name", ["alibabacloud.com/elb", "metallb.io/metallb"])
def test_a_service_of_another_class_is_left_alone(name: str) -> None:
    assert is_right(short(idle_timeout="900", spec="elb.s1.small"), spec={"loadBalancerClass": name})
    assert not is_right(short(idle_timeout="900"), spec={"loadBalancerClass": None})


@pytest.mark.parametrize(
    "manifest",
    [
        {},
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"annotations": short(address_type="x")}},
        {"apiVersion": "serving.knative.dev/v1", "kind": "Service", "metadata": {"annotations": short(spec="x")}},
        {"apiVersion": "v1", "kind": "Service"},
        {"apiVersion": "v1", "kind": "Service", "metadata": None},
        {"apiVersion": "v1", "kind": "Service", "metadata": {"annotations": {"foreign.io/x": "y"}}},
        {"apiVersion": "v1", "kind": "Service", "metadata": {"annotations": {DOMAIN + "aws-load-balancer-type": "x"}}},
    ],
)
def test_everything_else_is_left_alone(manifest: dict[str, Any]) -> None:
    assert jsonschema.Draft7Validator(SCHEMA).is_valid(manifest)


def test_a_pattern_comes_with_a_message() -> None:
    definition = SCHEMA["definitions"]["idle-timeout"]
    assert definition["patternErrorMessage"] == "It takes an integer from 1 to 60 (seconds)"
    assert definition["title"]
    assert definition["description"]


class LanguageServer:
    """As much of the protocol as it takes to open a file and to ask for completions."""

    def __init__(self, command: list[str], schema: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.settings = {"validate": True, "completion": True, "schemas": {schema: "*.yaml"}}
        self.settings["schemaStore"] = {"enable": False}
        self.requests = 0
        capabilities = {"workspace": {"configuration": True}}
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        self.send(method="initialized", params={})

    def stream(self, name: str) -> IO[bytes]:
        stream = getattr(self.process, name)
        assert stream is not None
        return stream  # type: ignore[no-any-return]

    def send(self, **message: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.stream("stdin").write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.stream("stdin").flush()

    def messages(self) -> Iterator[dict[str, Any]]:
        length = 0
        for line in self.stream("stdout"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            elif not line.strip():
                yield json.loads(self.stream("stdout").read(length))

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for message in self.messages():
            if message.get("method") == "workspace/configuration":
                asked = message["params"]["items"]
                answer = [self.settings if item.get("section") == "yaml" else {} for item in asked]
                self.send(id=message["id"], result=answer)
            elif "method" in message and "id" in message:
                self.send(id=message["id"], result=None)
            if wanted(message):
                return message
        pytest.fail("the language server went away")

    def ask(self, method: str, params: dict[str, Any]) -> Any:  # noqa: ANN401 -- the answer is of any shape
        self.requests += 1
        self.send(id=self.requests, method=method, params=params)
        return self.wait(lambda message: message.get("id") == self.requests and "method" not in message)["result"]

    def diagnostics(self, uri: str, text: str) -> list[tuple[int, str]]:
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": item})
        found = self.wait(lambda message: message.get("params", {}).get("uri") == uri)["params"]["diagnostics"]
        return [(entry["range"]["start"]["line"], entry["message"]) for entry in found]

    def completions(self, uri: str, line: int, character: int) -> list[str]:
        params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return [item["label"].strip('"') for item in self.ask("textDocument/completion", params)["items"]]


@pytest.fixture(name="server")
def started_server() -> Iterator[LanguageServer]:
    if SERVER is None:
        pytest.skip("needs yaml-language-server")
    command = [shutil.which("node") or "node", SERVER] if SERVER.endswith(".js") else [SERVER]
    server = LanguageServer([*command, "--stdio"], SCHEMA_FILE.as_uri())
    yield server
    server.process.kill()
    server.process.communicate()


@pytest.mark.whole
def test_in_a_real_editor(server: LanguageServer) -> None:
    lines = [
        "apiVersion: v1",
        "kind: Service",
        "metadata:",
        "  annotations:",
        f'    {PREFIX}address-type: "Internet"',
        f'    {PREFIX}idle-timeout: "30s"',
        f'    {PREFIX}connection-drain: "on"',
        f'    {PREFIX}cert-id: "${{CERT}}"',
        "---",
        "apiVersion: v1",
        "kind: Pod",
        "metadata:",
        "  annotations:",
        f'    {PREFIX}address-type: "Internet"',
    ]
    uri = "file:///service.yaml"
    found = server.diagnostics(uri, "\n".join(lines) + "\n")
    assert (4, 'Value is not accepted. Valid values: "internet", "intranet", "".') in found
    assert (5, "It takes an integer from 1 to 60 (seconds)") in found
    assert (3, f'Missing property "{PREFIX}connection-drain-timeout".') in found
    assert {line for line, _ in found} == {3, 4, 5}
    assert server.completions(uri, 6, lines[6].index('"on"') + 1)[:2] == ["on", "off"]
