"""A tree that Flux or Argo CD deploys, their objects, and what clblint says of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from clblint.cli.main import main
from tests.files import new_cache
from tests.recorded.trees import write

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    Captured: TypeAlias = pytest.CaptureFixture[str]

RULES = "https-without-certificate,invalid-annotation-value,annotation-not-a-string,kustomization-refused"

P = "service.beta.kubernetes.io/alibaba-cloud-loadbalancer-"
Q = P.replace("/", "~1")
WEB = f"""\
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    {P}protocol-port: "https:443"
spec:
  type: LoadBalancer
  ports: [{{port: 443}}]
"""
TREE = {
    "apps/base/kustomization.yaml": "resources: [web.yaml]\n",
    "apps/base/web.yaml": WEB,
    "apps/prod/kustomization.yaml": "resources: [../base]\n",
    "parts/tls/kustomization.yaml": (
        f"kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\ncommonAnnotations: {{{P}cert-id: 1-cn}}\n"
    ),
}


def flux(*spec: str, name: str = "shop", path: str = "./apps/prod") -> str:
    """A Kustomization of Flux."""
    lines = [f"path: {path}", *spec]
    head = f"apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {{name: {name}}}\nspec:\n"
    return head + "".join(f"  {line}\n" for line in lines)


def argo(
    *fields: str, name: str = "shop", path: str = "apps/prod", several: bool = False, destination: str = ""
) -> str:
    """An Application of Argo CD."""
    head = f"apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {{name: {name}}}\nspec:\n"
    head += f"  destination: {{namespace: {destination}}}\n" if destination else ""
    begin, indent = ("  sources:\n  - path: ", "    ") if several else ("  source:\n    path: ", "    ")
    return f"{head}{begin}{path}\n{indent}kustomize:\n" + "".join(f"{indent}  {line}\n" for line in fields)


def operations(*pairs: str) -> tuple[str, ...]:
    """Patches that add annotations to all Services."""
    lines = ["patches:", "- target: {kind: Service}", "  patch: |"]
    for pair in pairs:
        key, value = pair.split("=")
        lines += ["    - op: add", f"      path: /metadata/annotations/{Q}{key}", f"      value: {value}"]
    return tuple(lines)


def made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the tree, in which the test works."""
    (folder / ".git").mkdir()
    write({"files": TREE}, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("CLBLINT_CACHE_DIR", str(new_cache(folder / ".cache")))
    return folder


def _document(capsys: Captured, *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--format", "json"]) in {0, 1}
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def found(capsys: Captured, *paths: str) -> list[str]:
    """The line and rule of each finding of the rules, in all files by default."""
    findings = _document(capsys, "--select", RULES, *(paths or (".",)))["findings"]
    return [f"{one['path']}:{one['line']} {one['rule']}" for one in findings]


def planned(capsys: Captured) -> list[tuple[str, str]]:
    """The names of the Services that are planned, each with its root."""
    return [(one["name"], one.get("root", "")) for one in _document(capsys, "plan", ".")["services"]]
