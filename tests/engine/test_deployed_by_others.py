"""Objects of Flux and Argo CD that are built themselves, and changed by that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from tests.engine.flux_trees import RULES, WEB, P, argo, flux, found, operations, planned
from tests.recorded.trees import write

if TYPE_CHECKING:
    from pathlib import Path

LACKING = "apps/base/web.yaml:6 https-without-certificate"
GROUP = "kustomize.toolkit.fluxcd.io"
CERTIFICATE = operations("cert-id=1-cn", "scheduler=RR")
SHOP = flux("interval: 5m")


def patching(*spec: str, group: str = GROUP, kind: str = "Kustomization") -> tuple[str, ...]:
    """Lines of a kustomization, or of the specification of an object, that change the objects of a kind."""
    lines = [
        f"apiVersion: {group}/v1",
        f"kind: {kind}",
        "metadata: {name: shop}",
        "spec:",
        *(f"  {one}" for one in spec),
    ]
    return ("patches:", f"- target: {{kind: {kind}}}", "  patch: |", *(f"    {line}" for line in lines))


def overlay(*lines: str) -> str:
    """A kustomization of a cluster."""
    return "\n".join(["resources: [../base]", *lines, ""])


BASE = {"clusters/base/kustomization.yaml": "resources: [shop.yaml]\n", "clusters/base/shop.yaml": SHOP}
PARENT = "clusters/parent.yaml"


CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "patch of a cluster": (
        {**BASE, "clusters/prod/kustomization.yaml": overlay(*patching(*CERTIFICATE))},
        ["clusters/prod/kustomization.yaml:17 invalid-annotation-value"],
    ),
    "file of a cluster": (
        {
            **BASE,
            "clusters/prod/kustomization.yaml": overlay("patches: [{path: shop.yaml}]"),
            "clusters/prod/shop.yaml": flux(*CERTIFICATE).replace("path: ./apps/prod", "prune: true"),
        },
        ["clusters/prod/shop.yaml:14 invalid-annotation-value"],
    ),
    "patch of a parent": (
        {"clusters/prod/shop.yaml": SHOP, PARENT: flux(*patching(*CERTIFICATE), name="all", path="clusters/prod")},
        [f"{PARENT}:21 invalid-annotation-value"],
    ),
    "variables of a parent": (
        {
            "clusters/prod/shop.yaml": flux(*CERTIFICATE, path="./apps/${ENV}").replace("1-cn", "${CERT}"),
            PARENT: flux("postBuild: {substitute: {ENV: prod, CERT: 1-cn}}", name="all", path="clusters/prod"),
        },
        ["clusters/prod/shop.yaml:8 invalid-annotation-value"],
    ),
    "parent of a parent": (
        {
            "children/shop.yaml": SHOP,
            "clusters/prod/shop.yaml": flux(path="children"),
            PARENT: flux(*patching(*patching(*CERTIFICATE)), name="top", path="clusters/prod"),
        },
        [f"{PARENT}:28 invalid-annotation-value"],
    ),
    "parent of itself": (
        {
            "clusters/prod/self.yaml": flux(*patching(*CERTIFICATE), name="self", path="clusters/prod"),
            "clusters/prod/shop.yaml": SHOP,
        },
        ["clusters/prod/self.yaml:21 invalid-annotation-value"],
    ),
    "other path": (
        {**BASE, "clusters/prod/kustomization.yaml": overlay(*patching("path: ./other", *CERTIFICATE))},
        [LACKING, "clusters/prod/kustomization.yaml:18 invalid-annotation-value"],
    ),
    "removed": (
        {
            **BASE,
            "clusters/base/shop.yaml": flux(*CERTIFICATE),
            "clusters/prod/kustomization.yaml": overlay(*patching("$patch: delete"))
            .replace("  spec:", "")
            .replace("      $patch", "    $patch"),
        },
        [LACKING],
    ),
    "not to be built": (
        {**BASE, "clusters/prod/kustomization.yaml": overlay("patches: [{path: https://example.com/patch.yaml}]")},
        [LACKING],
    ),
    "not to be built, with a change": (
        {
            **BASE,
            "clusters/base/shop.yaml": flux("targetNamespace: a"),
            "clusters/prod/kustomization.yaml": overlay("patches: [{path: https://example.com/patch.yaml}]"),
        },
        [],
    ),
    "Argo CD": (
        {
            "clusters/prod/shop.yaml": argo("namePrefix: a-"),
            "clusters/prod/kustomization.yaml": "resources: [shop.yaml]\n",
            "clusters/all.yaml": argo(
                *patching(
                    "source:",
                    "  path: apps/prod",
                    f"  kustomize: {{commonAnnotations: {{{P}cert-id: 1-cn, {P}scheduler: RR}}}}",
                    group="argoproj.io",
                    kind="Application",
                ),
                name="all",
                path="clusters/prod",
            ).replace("argoproj.io/v1\n", "argoproj.io/v1alpha1\n"),
        },
        ["clusters/all.yaml:17 invalid-annotation-value"],
    ),
}


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES)
def test_an_object_is_what_its_root_makes_of_it(
    repository: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], expected: list[str]
) -> None:
    write({"files": files}, repository)
    assert found(capsys) == expected
    assert found(capsys) == expected  # from the cache


def test_each_cluster_has_its_own_version_of_an_object(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        **BASE,
        "clusters/dev/kustomization.yaml": overlay(*patching("targetNamespace: dev")),
        "clusters/prod/kustomization.yaml": overlay(*patching("targetNamespace: prod", "path: ./apps/base")),
        "clusters/test/kustomization.yaml": overlay(),
    }
    write({"files": files}, repository)
    assert sorted(planned(capsys)) == [
        ("default/web", "apps/prod/(shop, clusters/base/shop.yaml:0)"),
        ("dev/web", "apps/prod/(shop, clusters/dev:0)"),
        ("prod/web", "apps/base/(shop)"),
    ]


def test_a_given_file_is_judged_as_a_patched_object_deploys_it(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = "clusters/prod/kustomization.yaml"
    write({"files": {**BASE, cluster: overlay(*patching(*CERTIFICATE))}}, repository)
    assert found(capsys, "apps/base/web.yaml") == []
    assert found(capsys, cluster) == [f"{cluster}:17 invalid-annotation-value"]


def test_a_service_beside_a_patched_object_is_judged_by_itself(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = flux(*patching("targetNamespace: a"), name="all", path="clusters/prod")
    write({"files": {"clusters/prod/shop.yaml": SHOP, PARENT: f"{parent}---\n{WEB}"}}, repository)
    assert found(capsys) == [LACKING, f"{PARENT}:{parent.count(chr(10)) + 7} https-without-certificate"]


def test_a_kustomization_that_cannot_be_read_hides_no_object(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write({"files": {"clusters/shop.yaml": flux(*operations("cert-id=1-cn", "scheduler=RR"))}}, repository)
    (repository / "large").mkdir()
    with (repository / "large" / "kustomization.yaml").open("wb") as stream:
        stream.truncate(65 * 1024 * 1024)
    assert main(["--select", RULES, "--format", "concise", "."]) == 2
    assert "clusters/shop.yaml:14:16" in capsys.readouterr().out


def test_objects_that_change_each_other_end(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "a/one.yaml": flux(*patching(*CERTIFICATE), name="shop", path="b"),
        "b/two.yaml": flux(*patching(*CERTIFICATE), name="shop", path="a"),
    }
    write({"files": files}, repository)
    ends = [f"{path}:21 invalid-annotation-value" for path in files]  # the patches, each by itself
    assert found(capsys) == [ends[0], LACKING, ends[1]]


FROM = "postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}"
TAKING = flux(FROM, path="./apps/base")
ONE = flux(name="one", path="clusters/prod")


def config_map(value: str, *, name: str = "vars", more: str = "") -> str:
    """A ConfigMap with a variable."""
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}{more}}}\ndata:\n  SCHEDULER: {value}\n"


UNKNOWN: list[str] = []
FOUND = "{}:5 invalid-annotation-value"
VARS = "clusters/prod/vars.yaml"
GENERATOR = "configMapGenerator: [{name: vars, literals: [SCHEDULER=RR]}]\n"
CLUSTER = "clusters/prod/kustomization.yaml"
PATCHED = "resources: [vars.yaml]\npatches: [{path: patch.yaml}]\n"
SETTINGS: dict[str, tuple[dict[str, str], list[str]]] = {
    "one": ({VARS: config_map("RR")}, [FOUND.format(VARS)]),
    "a good one": ({VARS: config_map("rr")}, []),
    "none": ({}, UNKNOWN),
    "another name": ({VARS: config_map("RR", name="others")}, UNKNOWN),
    "another namespace": (
        {
            "shop.yaml": TAKING.replace("{name: shop}", "{name: shop, namespace: a}"),
            VARS: config_map("RR", more=", namespace: b"),
        },
        UNKNOWN,
    ),
    "two": ({VARS: config_map("RR"), "clusters/dev/vars.yaml": config_map("rr")}, UNKNOWN),
    "that of the cluster": (
        {
            "shop.yaml": ONE,
            "clusters/prod/shop.yaml": TAKING,
            VARS: config_map("RR"),
            "clusters/dev/vars.yaml": config_map("rr"),
        },
        [FOUND.format(VARS)],
    ),
    "encrypted": ({VARS: config_map("ENC[AES256_GCM,data:a]") + "sops: {mac: a}\n"}, UNKNOWN),
    "filled in": ({VARS: config_map("RR${NUMBER}")}, UNKNOWN),
    "generated": ({CLUSTER: GENERATOR}, UNKNOWN),
    "generated beside": ({CLUSTER: GENERATOR, VARS: config_map("RR")}, UNKNOWN),
    "under another name": ({CLUSTER: "resources: [vars.yaml]\nnamePrefix: a-\n", VARS: config_map("RR")}, UNKNOWN),
    "as it is": ({CLUSTER: "resources: [vars.yaml]\n", VARS: config_map("RR")}, [FOUND.format(VARS)]),
    "patched": ({CLUSTER: PATCHED, VARS: config_map("RR"), "clusters/prod/patch.yaml": config_map("rr")}, UNKNOWN),
    "built with the object": (
        {
            CLUSTER: PATCHED.replace("[vars", "[../all, vars"),
            "clusters/all/kustomization.yaml": "resources: [shop.yaml]\n",
            "clusters/all/shop.yaml": TAKING,
            "shop.yaml": config_map("rr", name="others"),
            VARS: config_map("rr"),
            "clusters/prod/patch.yaml": config_map("RR"),
        },
        [FOUND.format("clusters/prod/patch.yaml")],
    ),
    "generated with the object": (
        {
            CLUSTER: "resources: [shop.yaml]\nreplacements: []\ngeneratorOptions: {disableNameSuffixHash: true}\n"
            "configMapGenerator:\n- name: vars\n  literals: [SCHEDULER=RR]\n",
            "clusters/prod/shop.yaml": TAKING,
            "shop.yaml": config_map("rr", name="others"),
        },
        [f"{CLUSTER}:6 invalid-annotation-value"],
    ),
    "a later secret": (
        {
            "shop.yaml": TAKING.replace("name: vars}", "name: vars}, {kind: Secret, name: secret}"),
            VARS: config_map("RR"),
        },
        UNKNOWN,
    ),
    "after a secret": (
        {
            "shop.yaml": TAKING.replace("[{kind", "[{kind: Secret, name: secret}, {kind"),
            VARS: config_map("RR"),
        },
        [FOUND.format(VARS)],
    ),
}


@pytest.mark.parametrize(("files", "expected"), SETTINGS.values(), ids=SETTINGS)
def test_variables_come_from_config_maps_of_the_project(
    repository: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], expected: list[str]
) -> None:
    web = WEB.replace('protocol-port: "https:443"', "scheduler: ${SCHEDULER}")
    write({"files": {"shop.yaml": TAKING, "apps/base/web.yaml": web, **files}}, repository)
    (repository / "apps/prod/kustomization.yaml").unlink()
    assert found(capsys) == expected
    assert found(capsys) == expected  # from the cache


def test_a_changed_config_map_is_read_again(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    web = WEB.replace('protocol-port: "https:443"', "scheduler: ${SCHEDULER}")
    write({"files": {"shop.yaml": TAKING, "apps/base/web.yaml": web, VARS: config_map("rr")}}, repository)
    (repository / "apps/prod/kustomization.yaml").unlink()
    assert found(capsys) == []
    (repository / VARS).write_text(config_map("RR"))
    assert found(capsys) == [FOUND.format(VARS)]
    assert found(capsys, VARS) == [FOUND.format(VARS)]
    assert found(capsys, "apps/base/web.yaml") == []
