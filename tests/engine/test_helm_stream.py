"""`helm template ... | clblint -`: each finding names the template that its lines were rendered from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clblint.kube.manifest import read_manifest
from clblint.kube.rendered import template_above
from clblint.source.text import Source

if TYPE_CHECKING:
    from .conftest import Run

KEY = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
STREAM = f"""\
---
# Source: shop/templates/configmap.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: release-shop
data:
  note: |
    # Source: shop/templates/not-this-one.yaml
---
# Source: shop/charts/gateway/templates/service.yaml
# Copyright of the chart's authors

apiVersion: v1
kind: Service
metadata:
  name: release-gateway
  namespace: shop
  labels: {{app.kubernetes.io/managed-by: Helm}}
  annotations:
    {KEY}scheduler: wr
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {{app: gateway}}
  ports:
  - {{name: http, port: 80, nodePort: 30080}}
---
# Source: shop/charts/gateway/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: release-gateway
  namespace: shop
spec:
  selector: {{matchLabels: {{app: gateway}}}}
  template:
    metadata: {{labels: {{app: gateway}}}}
    spec:
      containers: [{{name: gateway, image: gateway}}]
---
# Source: shop/templates/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: release-web
  namespace: shop
spec:
  type: NodePort
  selector: {{app: web}}
  ports: [{{port: 80, nodePort: 30080}}]
---
# Source: shop/templates/broken.yaml
apiVersion: v1
kind: Service
metadata: [
"""
GATEWAY, PODS = "shop/charts/gateway/templates/service.yaml", "shop/charts/gateway/templates/deployment.yaml"
EXPECTED = {
    ("invalid-annotation-value", GATEWAY),
    ("readiness-probe-missing", PODS),
    ("node-port-clash", GATEWAY),
    ("node-port-clash", "shop/templates/service.yaml"),
    ("yaml-syntax", "shop/templates/broken.yaml"),
}
RULES = ",".join(sorted({rule for rule, _ in EXPECTED}))


def _findings(run: Run, *options: str) -> list[dict[str, Any]]:
    done = run("--format", "json", "--select", RULES, *options, "-", stdin=STREAM)
    findings: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return findings


def test_every_finding_has_its_template(run: Run) -> None:
    """The documents are one project, and each finding stands in the stream and names its template."""
    findings = _findings(run)
    assert {(finding["rule"], finding["template"]) for finding in findings} == EXPECTED
    assert {finding["path"] for finding in findings} == {"-"}


def test_the_name_of_standard_input_is_kept(run: Run) -> None:
    findings = _findings(run, "--stdin-filename", "rendered.yaml")
    assert {(finding["path"], bool(finding["template"])) for finding in findings} == {("rendered.yaml", True)}


def test_text_names_the_template_of_a_rendered_object(run: Run) -> None:
    """The frame shows the stream, a line below names the template."""
    done = run("--select", "invalid-annotation-value", "-", stdin=STREAM)
    assert "scheduler: wr\n" in done.stdout
    assert f"  from     template {GATEWAY}\n" in done.stdout


def test_concise_names_the_template_of_a_rendered_object(run: Run) -> None:
    done = run("--format", "concise", "--select", "invalid-annotation-value", "-", stdin=STREAM)
    assert done.stdout.endswith(f" (template {GATEWAY})\n")


def test_sarif_names_the_template_of_a_rendered_object(run: Run) -> None:
    """A template is a property: its lines are not those of the stream."""
    done = run("--format", "sarif", "--select", "invalid-annotation-value", "-", stdin=STREAM)
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert result["properties"] == {"template": GATEWAY}
    assert f"Rendered from: {GATEWAY}." in result["message"]["text"]


def test_a_file_without_sources_names_no_template(run: Run) -> None:
    plain = "\n".join(line for line in STREAM.splitlines() if not line.startswith("# Source")) + "\n"
    findings = json.loads(run("--format", "json", "--select", RULES, "-", stdin=plain).stdout)["findings"]
    assert findings
    assert not any("template" in finding for finding in findings)


def test_templates_survive_the_cache(run: Run) -> None:
    """What is known from an earlier run says the same."""
    assert _findings(run) == _findings(run) == _findings(run, "--no-cache")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_of_a_template(ending: str) -> None:
    """A document without a comment is of no template, also behind one that has one."""
    text = "# Source: a/templates/x.yaml\na: 1\n---\nb: 1\n---\n# Source: a/templates/y.yaml\nc: 1"
    manifest = read_manifest(Source("-", text.replace("\n", ending).encode()))
    assert [manifest.template_of(line) for line in (2, 4, 7)] == ["a/templates/x.yaml", "", "a/templates/y.yaml"]


SOURCES = {
    "---\n# Source: a/templates/x.yaml\nkind: X\n": "a/templates/x.yaml",
    "# Source: a/charts/b/templates/deep/x.yaml\r\nkind: X\r\n": "a/charts/b/templates/deep/x.yaml",
    "# Source: a/crds/x.yaml\nkind: X\n": "a/crds/x.yaml",
    "# more\n\n# Source: a/templates/x.yaml\nkind: X\n": "a/templates/x.yaml",
    "# Source: https://example.com/templates/x.yaml\nkind: X\n": "",
    "# Source: somewhere else\nkind: X\n": "",
    "kind: X\n# Source: a/templates/x.yaml\n": "",
    "kind: X\n": "",
    "#\n" * 50_000 + "# Source: x\n": "",
}


@pytest.mark.parametrize(("text", "template"), SOURCES.items(), ids=range(len(SOURCES)))
def test_source_comments_name_the_templates(text: str, template: str) -> None:
    """Helm's comment stands above the document and names a file of a chart."""
    assert template_above(text) == template
