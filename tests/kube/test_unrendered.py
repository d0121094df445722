"""Values that something still has to fill in."""

from __future__ import annotations

import pytest

from clblint.kube.unrendered import is_documentation, is_template, is_variable

VARIABLES = ["${CERT_ID}", "$CERT_ID", "$(CERT_ID)", "{{ .Values.id }}", "lb-${ID}", "{{workflow.name}}", "__CERT_ID__"]
DOCUMENTATION = [
    "lb-xxxx", "<your id>", "<YOUR_INTRANET_SLB_ID>", "your-cert-id", "${YOUR_CERT_ID}", "证书ID", "rg-xxx", "YOUR_ID",
    "{your-cert}", "vsw-bp1xxxxxxxxxxxx", "acl-****", "yourdomain.com",
]  # fmt: skip
PLAIN = [
    "lb-2zeb3qcm8q2x0t1b0jxyz",
    "https:443,http:80",
    "on",
    "a=b,c=d",
    "slb.s1.small",
    "/healthz",
    "p@ss_w0rd",
    "50%",
]


@pytest.mark.parametrize("text", VARIABLES)
def test_variable(text: str) -> None:
    """A variable is filled in by a deploy step."""
    assert is_variable(text)


@pytest.mark.parametrize("text", DOCUMENTATION)
def test_documentation(text: str) -> None:
    """A placeholder is meant to be replaced by the reader."""
    assert is_documentation(text)


@pytest.mark.parametrize("text", PLAIN)
def test_plain(text: str) -> None:
    """An ordinary value is neither."""
    assert not is_variable(text)
    assert not is_documentation(text)


TEMPLATES = [
    ("key: {{ .Values.x }}", False, True),
    ('key: "{{ .Values.x }}"', True, True),
    ("{{- if .Values.x }}\nkey: 1\n{{- end }}", False, True),
    ("{% for x in y %}\nkey: {{ x }}\n{% endfor %}", False, True),
    ('summary: "{{ $labels.pod }} restarts"', True, False),
    ('arg: "{{inputs.parameters.message}}"', True, False),
    ("key: [1", False, False),
]


@pytest.mark.parametrize(("text", "readable", "expected"), TEMPLATES)
def test_template(text: str, readable: bool, expected: bool) -> None:  # noqa: FBT001 - a table
    """A template of manifests is told from a manifest that holds braces."""
    assert is_template(text, readable=readable) is expected
