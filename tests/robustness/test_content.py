"""Content that is no manifest, or a hostile one: a finding or silence, in bounded time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from conftest import Clblint

QUICK = 20.0  # seconds, on a machine that does something else as well

HEAD = b"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n"
BOMB = HEAD + b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (letter, letter, b", ".join([b"*%c" % (letter - 1)] * 9)) for letter in range(ord("b"), ord("k"))
)


class Case(NamedTuple):
    """A file, and what comes out: the exit code and the rules that find something."""

    content: bytes
    code: int
    rules: tuple[str, ...] = ()


CLEAN = HEAD + b"spec:\n  type: LoadBalancer\n  ports: [{port: 80}]\n"
CASES = {
    "0 bytes": Case(b"", 0),
    "a line break": Case(b"\n", 0),
    "a byte order mark": Case(b"\xef\xbb\xbf", 0),
    "only comments": Case(b"# nothing\n# here\n", 0),
    "10 MB in one line": Case(b"a: " + b"x" * 10_000_000, 0),
    "10 MB in one line of a Service": Case(CLEAN + b"status: " + b"x" * 10_000_000, 0),
    "10 MB of empty documents": Case(b"---\n" * 2_500_000, 0),
    "100,000 comment lines above a Service": Case(b"# line\n" * 100_000 + CLEAN, 0),
    "20,000 nested brackets": Case(b"[" * 20_000, 1, ("yaml-syntax",)),
    "20,000 nested brackets in a Service": Case(HEAD + b"spec: " + b"[" * 20_000, 1, ("yaml-syntax",)),
    "20,000 nested brackets that close": Case(HEAD + b"x: " + b"[" * 20_000 + b"]" * 20_000, 1, ("yaml-syntax",)),
    "20,000 nested braces": Case(HEAD + b"spec: " + b"{a: " * 20_000, 1, ("yaml-syntax",)),
    "20,000 nested dashes": Case(HEAD + b"spec:\n" + b"- " * 20_000, 1, ("yaml-syntax",)),
    "20,000 nested JSON lists": Case(b'{"kind": "Service", "a": ' + b"[" * 20_000, 1, ("yaml-syntax",)),
    "an alias bomb": Case(BOMB, 1, ("yaml-syntax",)),
    "an alias to itself": Case(HEAD + b"spec: &a [*a]\n", 1, ("yaml-syntax",)),
    "a NUL byte": Case(HEAD + b"spec: \0\n", 1, ("yaml-syntax",)),
    "NUL bytes only": Case(b"\0" * 1000, 1, ("yaml-syntax",)),
    "a program": Case(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0\x01\0\0\0", 1, ("yaml-syntax",)),
    "a Service that is a list": Case(b"- kind: Service\n", 0),
    "a kind that is a mapping": Case(b"apiVersion: v1\nkind: {Service: 1}\n", 0),
    "ports that are a number": Case(HEAD + b"spec:\n  type: LoadBalancer\n  ports: 80\n", 0),
    "a spec that is a list": Case(HEAD + b"spec: [type, LoadBalancer]\n", 0),
    "annotations that are a list": Case(b"apiVersion: v1\nkind: Service\nmetadata: {name: a, annotations: [a]}\n", 0),
    "a port of 400 digits": Case(HEAD + b"spec: {type: LoadBalancer, ports: [{port: " + b"9" * 400 + b"}]}\n", 0),
    "a port of 5,000 digits": Case(HEAD + b"spec: {type: LoadBalancer, ports: [{port: " + b"9" * 5000 + b"}]}\n", 0),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_content(case: Case, project: Clblint) -> None:
    project.write("web.yaml", case.content)
    ran = project.run("web.yaml", "--format", "concise", "-q", seconds=QUICK)
    found = {line.split(": ")[1].split()[-1] for line in ran.out.splitlines()}
    assert (ran.code, ran.err, found) == (case.code, "", set(case.rules))


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_fault_in_a_line_of_10_mb_does_not_print_10_mb(form: str, project: Clblint) -> None:
    project.write("web.yaml", HEAD + b'spec: "' + b"x" * 10_000_000 + b'" {\n')
    ran = project.run("web.yaml", "--format", form, seconds=QUICK)
    assert ran.code == 1
    assert len(ran.out) < 100_000


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
