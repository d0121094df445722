"""A tree that Flux or Argo CD deploys, and their objects."""

from __future__ import annotations

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
