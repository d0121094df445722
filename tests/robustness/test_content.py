"""Content that is no manifest, or a hostile one: a finding or silence, in bounded time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.robustness.conftest import Clblint


HEAD = b"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n"
BOMB = (
    HEAD
    + b"a: &a [x, x, x, x, x, x, x, x, x]\n"
    + b"".join(
        b"%c: &%c [%s]\n" % (letter, letter, b", ".join([b"*%c" % (letter - 1)] * 9))
        for letter in range(ord("b"), ord("k"))
    )
)


CLEAN = HEAD + b"spec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n"
FINE = {
    "0 bytes": b"",
    "a line break": b"\n",
    "a byte order mark": b"\xef\xbb\xbf",
    "only comments": b"# nothing\n# here\n",
    "10 MB in one line": b"a: " + b"x" * 10_000_000,
    "10 MB in one line of a Service": CLEAN + b"status: " + b"x" * 10_000_000,
    "50,000 empty documents": b"---\n" * 50_000,
    "100,000 comment lines above a Service": b"# line\n" * 100_000 + CLEAN,
    "a Service that is a list": b"- kind: Service\n",
    "a kind that is a mapping": b"apiVersion: v1\nkind: {Service: 1}\n",
    "ports that are a number": HEAD + b"spec:\n  type: LoadBalancer\n  ports: 80\n",
    "a spec that is a list": HEAD + b"spec: [type, LoadBalancer]\n",
    "annotations that are a list": b"apiVersion: v1\nkind: Service\nmetadata: {name: a, annotations: [a]}\n",
    "a port of 400 digits": HEAD + b"spec: {type: LoadBalancer, ports: [{port: " + b"9" * 400 + b"}]}\n",
    "a port of 5,000 digits": HEAD + b"spec: {type: LoadBalancer, ports: [{port: " + b"9" * 5000 + b"}]}\n",
}
BROKEN = {
    "250,000 empty documents": b"---\n" * 250_000,
    "20,000 nested brackets": b"[" * 20_000,
    "20,000 nested brackets in a Service": HEAD + b"spec: " + b"[" * 20_000,
    "20,000 nested brackets that close": HEAD + b"x: " + b"[" * 20_000 + b"]" * 20_000,
    "20,000 nested braces": HEAD + b"spec: " + b"{a: " * 20_000,
    "20,000 nested dashes": HEAD + b"spec:\n" + b"- " * 20_000,
    "20,000 nested JSON lists": b'{"kind": "Service", "a": ' + b"[" * 20_000,
    "an alias bomb": BOMB,
    "an alias to itself": HEAD + b"spec: &a [*a]\n",
    "a NUL byte": HEAD + b"spec: \0\n",
    "NUL bytes only": b"\0" * 1000,
    "a program": b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0\x01\0\0\0",
}


def syntax_faults(content: bytes, project: Clblint) -> int:
    """Check a file with every rule; how often it is no YAML. No other rule may call it worse than odd."""
    project.write("web.yaml", content)
    ran = project.run("web.yaml", "--format", "concise", "--select", "all")
    severities = [line.split()[1] for line in ran.out.splitlines()]
    assert ran.err == ""
    assert ran.code == int(any(severity != "note" for severity in severities))
    return ran.out.count(" error yaml-syntax: ")


@pytest.mark.parametrize("content", FINE.values(), ids=FINE.keys())
def test_what_is_yaml_is_checked_quickly_and_without_a_word(content: bytes, project: Clblint) -> None:
    assert syntax_faults(content, project) == 0


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_yaml_is_one_finding(content: bytes, project: Clblint) -> None:
    assert syntax_faults(content, project) == 1


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_fault_in_a_line_of_10_mb_does_not_print_10_mb(form: str, project: Clblint) -> None:
    project.write("web.yaml", HEAD + b'spec: "' + b"x" * 10_000_000 + b'" {\n')
    ran = project.run("web.yaml", "--format", form)
    assert ran.code == 1
    assert len(ran.out) < 3_000_000  # SARIF describes all rules


HOSTILE = """\
apiVersion: v1
kind: Service
metadata:
  name: "web\\e[31m\\x9b31m\\u202e"
  annotations:
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-protocol-port: "htt\\e]0;title\\ap:80\\u2066"
    "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-\\e[2Jadress": "x\\r\\nok"
    service.beta.kubernetes.io/alibaba-cloud-loadbalancer-spec: on # \u202e\u0085\u009b31m
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  ports:
  - {port: 80, nodePort: 1}
"""
CONTROL = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif"])
def test_control_characters_of_a_manifest_never_reach_the_terminal_raw(form: str, project: Clblint) -> None:
    project.write("web.yaml", HOSTILE)
    ran = project.run("web.yaml", "--format", form)
    assert ran.code == 1
    assert not (CONTROL - {"\n"}) & set(ran.out + ran.err)


BINARY = BROKEN["a program"]


def test_a_binary_file_is_passed_over_in_a_walk_and_named_when_it_is_asked_for(project: Clblint) -> None:
    project.write("web.yaml", HEAD + b"spec: {type: ClusterIP, ports: [{port: 80}]}\n")
    project.write("program.yaml", BINARY)
    assert (project.run(".").code, project.run(".").code) == (0, 0)  # also from what is kept
    for _ in range(2):
        ran = project.run("program.yaml", "--format", "concise")
        (line,) = ran.out.splitlines()
        assert line.endswith("not readable as YAML: there are NUL bytes in it, as in a binary file")
        assert ran.code == 1
    assert project.run(".").code == 0


def test_a_manifest_with_a_stray_nul_byte_is_never_passed_over(project: Clblint) -> None:
    project.write("web.yaml", BROKEN["a NUL byte"])
    ran = project.run(".", "--format", "concise")
    assert (ran.code, ran.out.count("yaml-syntax")) == (1, 1)


def test_text_in_utf_16_is_not_binary(project: Clblint) -> None:
    text = HEAD.decode() + "spec: {type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}\n"
    project.write("web.yaml", text.encode("utf-16"))
    assert "local-without-wrr" in project.run(".", "--format", "concise").out


@pytest.mark.parametrize("verb", [(), ("plan",)], ids=["check", "plan"])
def test_files_of_another_kind_are_reported_only_where_they_are_named(verb: tuple[str, ...], project: Clblint) -> None:
    project.write("photo.yaml", b"\x89\0\1")
    project.write("values.yaml", "{{ a\n")
    project.write("data.json", "{,")
    whole, named = project.run(*verb, "."), project.run(*verb, "photo.yaml", "data.json")
    assert "not readable as YAML" not in whole.out + whole.err
    assert (named.out + named.err).count("not readable as YAML") == 2


@pytest.mark.parametrize("verb", [(), ("plan",)])
@pytest.mark.parametrize(
    ("text", "is_lost"),
    [
        ("a: b: c\n", True),
        ("apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {containers: [}}\n", True),
        ("%YAML 1.2\n---\na: 1\n", False),
        ("apiVersion: v1\nkind: {{ .Values.kind }}\n", False),
    ],
)
def test_a_named_context_file_that_is_no_yaml_is_told(
    project: Clblint, verb: tuple[str, ...], text: str, *, is_lost: bool
) -> None:
    project.write("around/x.yaml", text)
    project.write("web.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n")
    for _ in range(2):  # the second time from the cache
        ran = project.run(*verb, "--context", "around/x.yaml", "web.yaml")
        assert (ran.code, ran.err.count("not readable as YAML")) == ((2, 1) if is_lost else (0, 0))
    assert project.run(*verb, "--context", "around", "web.yaml").code == 0


FOR_OTHERS = {
    "a version of YAML": "%YAML 1.2\n---\na: 1\n",
    "a version that kubectl knows": "%YAML 1.1\n---\na: 1\n",
    "a tag": "%TAG ! tag:example.com,2000:\n---\na: !foo 1\n",
    "what stands behind a separator": "--- {a: b}\n--- |\n text\n",
    "a later version": "%YAML 1.3\n---\na: 1\n",
    "a mapping as a key": "? {a: b}\n: c\n",
    "a list as a key": "x: {[a, b]: c}\n",
    "a merge of a text": "a: &x 1\n<<: *x\n",
    "a directive between documents": "a: 1\n...\n%YAML 1.2\n---\nb: 2\n",
    "an anchor twice": "%YAML 1.2\n---\n- &x 1\n- &x 2\n",
}
FOR_KUBECTL = {
    "a list that is open": "a: [\n",
    "a tab": "a:\n\t- b\n",
    "an object behind a directive": "%YAML 1.2\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n",
    "an object of a later version": "%YAML 1.3\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\n",
    "an object with a mapping as a key": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n? {a: b}\n: c\n",
    "a version that nobody knows": "%YAML 2.0\n---\na: 1\n",
    "an unknown anchor": "a: *x\n",
    "an object before a separator": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n--- text\n",
}


@pytest.mark.parametrize("text", FOR_OTHERS.values(), ids=FOR_OTHERS)
def test_a_file_without_objects_may_be_what_only_others_read(project: Clblint, text: str) -> None:
    project.write("x.yaml", text)
    for paths in (["."], ["x.yaml"]):
        ran = project.run("--format", "concise", *paths)
        assert "yaml-syntax" not in ran.out
        assert "arning" not in ran.err  # of the other reader itself
    assert project.run("plan", "x.yaml").err.count("YAML") == 0


@pytest.mark.parametrize("text", FOR_KUBECTL.values(), ids=FOR_KUBECTL)
def test_unreadable_content_is_an_error(project: Clblint, text: str) -> None:
    project.write("x.yaml", text)
    assert "x.yaml" in project.run("--format", "concise", "--select", "yaml-syntax", ".").out
