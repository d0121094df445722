"""Changes in Kustomize trees: what is compared is the Service that each build makes."""

from __future__ import annotations

import pytest

from tests.change.conftest import PREFIX, Repository, service

pytestmark = pytest.mark.whole

ID = "lb-2zeb3qcm8q2x0t1b0jxyz"
NAMED, PLAIN = service({"id": ID}), service()
INTERNET, INTRANET = service({"address-type": "internet"}), service({"address-type": "intranet"})
BASE = "resources: [web.yaml]\n"


def _patch(*annotations: str, name: str = "web") -> str:
    lines = "".join(f"    {PREFIX}{one}\n" for one in annotations)
    return f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\n  annotations:\n    a: b\n{lines}"


def _overlay(*more: str) -> str:
    return "\n".join(["resources: [../base]", "patches: [{path: p.yaml}]", *more, ""])


def _json(operation: str, value: str = "") -> str:
    lines = [f"- op: {operation}", f"  path: /metadata/annotations/{PREFIX.replace('/', '~1')}id"]
    return "\n".join([*lines, *([f"  value: {value}"] if value else []), ""])


def _said(repository: Repository, then: dict[str, str | None], now: dict[str, str | None], *paths: str) -> list[str]:
    for state, files in enumerate((then, now)):
        for path, text in files.items():
            if text is None:
                repository.remove(path)
            else:
                repository.write(path, text)
        if not state:
            repository.commit()
    return repository.findings("--against", "HEAD", *(paths or (".",)))


TREE: dict[str, str | None] = {
    "deploy/web.yaml": None,
    "base/kustomization.yaml": BASE,
    "base/web.yaml": PLAIN,
    "prod/kustomization.yaml": _overlay(),
    "prod/p.yaml": _patch(f"id: {ID}"),
}
GONE = "base/web.yaml:3 lb-id-removed"
INLINE = (
    f"patches:\n- target: {{kind: Service}}\n  patch: |-\n    {_json('add', ID).replace(chr(10), chr(10) + '    ')}\n"
)
CHANGES: dict[str, tuple[dict[str, str | None], dict[str, str | None], list[str]]] = {
    "a patch loses an annotation": ({}, {"prod/p.yaml": _patch()}, [GONE]),
    "which the base has": ({"base/web.yaml": NAMED}, {"prod/p.yaml": _patch()}, []),
    "a patch is not applied any more": ({}, {"prod/kustomization.yaml": "resources: [../base]\n"}, [GONE]),
    "a patch of another object": ({"prod/p.yaml": _patch("id: x", name="api")}, {"prod/p.yaml": _patch()}, []),
    "an annotation moves to the base": ({}, {"prod/p.yaml": _patch(), "base/web.yaml": NAMED}, []),
    "an annotation moves to a patch": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"base/web.yaml": PLAIN, "prod/p.yaml": _patch(f"id: {ID}")},
        [],
    ),
    "an annotation moves to all": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"base/web.yaml": PLAIN, "prod/kustomization.yaml": _overlay(f"commonAnnotations: {{{PREFIX}id: {ID}}}")},
        [],
    ),
    "an annotation moves to a JSON patch": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"base/web.yaml": PLAIN, "prod/kustomization.yaml": _overlay("patchesJson6902:\n- path: j.yaml\n  target: "
         "{version: v1, kind: Service, name: web}"), "prod/j.yaml": _json("add", ID)},
        [],
    ),
    "a JSON patch takes it away": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"prod/kustomization.yaml": _overlay("patchesJson6902:\n- path: j.yaml\n  target: "
         "{version: v1, kind: Service, name: web}"), "prod/j.yaml": _json("remove")},
        ["base/web.yaml:5 lb-id-removed"],
    ),
    "a patch takes it away": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"prod/p.yaml": _patch("id: null")},
        ["base/web.yaml:5 lb-id-removed"],
    ),
    "a patch of all Services may": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"base/web.yaml": PLAIN, "prod/kustomization.yaml": "resources: [../base]\n" + INLINE, "prod/p.yaml": None},
        [],
    ),
    "two patches write it": (
        {"prod/kustomization.yaml": _overlay("patchesStrategicMerge: [q.yaml]"), "prod/q.yaml": _patch("id: lb-y")},
        {"prod/p.yaml": _patch("id: lb-z")},
        [],
    ),
    "a replacement fills it in": (
        {"base/web.yaml": NAMED, "prod/p.yaml": _patch()},
        {"base/web.yaml": PLAIN, "prod/kustomization.yaml": _overlay("replacements:", "- source: {kind: ConfigMap}",
         f"  targets: [{{select: {{kind: Service}}, fieldPaths: ['metadata.annotations.[{PREFIX}id]']}}]")},
        [],
    ),
    "the base changes what a patch writes over": (
        {"base/web.yaml": INTERNET, "prod/p.yaml": _patch("address-type: intranet")},
        {"base/web.yaml": INTRANET},
        [],
    ),
    "a patch changes it": (
        {"prod/p.yaml": _patch("address-type: internet")},
        {"prod/p.yaml": _patch("address-type: intranet")},
        ["prod/p.yaml:7 immutable-changed"],
    ),
    "a patch changes the type": (
        {"prod/p.yaml": _patch()},
        {"base/web.yaml": service(type="ClusterIP"), "prod/p.yaml": _patch() + "spec: {type: LoadBalancer}\n"},
        [],
    ),
    "the folder is renamed": (
        {},
        {"prod/kustomization.yaml": None, "prod/p.yaml": None, "live/kustomization.yaml": _overlay(),
         "live/p.yaml": _patch(f"id: {ID}")},
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("then", "now", "expected"), CHANGES.values(), ids=CHANGES)
def test_changes_of_builds(
    repository: Repository, then: dict[str, str | None], now: dict[str, str | None], expected: list[str]
) -> None:
    said = _said(repository, {**TREE, **then}, now)
    assert [one for one in said if "annotation-removed-sticks" not in one] == expected


def test_each_build_is_compared_and_a_shared_base_once(repository: Repository) -> None:
    """A change of the base is one finding, and a build that writes over it has none."""
    tree = {**TREE, "base/web.yaml": INTERNET, "prod/p.yaml": _patch()}
    for name in ("dev", "test"):
        tree |= {f"{name}/kustomization.yaml": _overlay(), f"{name}/p.yaml": _patch()}
    assert _said(repository, tree, {"base/web.yaml": INTRANET}) == ["base/web.yaml:6 immutable-changed"]
    for name in ("dev", "test", "prod"):
        repository.write(f"{name}/p.yaml", _patch("address-type: internet"))
    assert repository.findings("--against", "HEAD", ".") == []


def test_a_part_of_the_tree(repository: Repository) -> None:
    """What is not named is still there: the base of an overlay, the patches over a base."""
    repository.commit()
    assert _said(repository, TREE, {"prod/p.yaml": _patch()}, "prod") == []
    repository.write("base/web.yaml", NAMED)
    assert repository.findings("--against", "HEAD", "base") == []


def test_the_plan_has_a_row_for_each_build_that_differs(repository: Repository) -> None:
    repository.write("base/web.yaml", PLAIN)
    tree = {**TREE, "prod/p.yaml": _patch("spec: slb.s1.small", "instance-charge-type: PayBySpec")}
    tree |= {"dev/kustomization.yaml": _overlay(), "dev/p.yaml": _patch()}
    _said(repository, tree, {"prod/p.yaml": _patch("spec: slb.s2.small", "instance-charge-type: PayBySpec")})
    done = repository.clblint("plan", "--against", "HEAD", ".")
    assert "ModifyLoadBalancerInstanceSpec" in done.stdout
