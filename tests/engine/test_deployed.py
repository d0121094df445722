"""Kustomizations that Flux or Argo CD builds with changes of their own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clblint.cli.main import main
from tests.engine.flux_trees import RULES, WEB, P, Q, argo, flux, found, operations, planned
from tests.recorded.trees import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LACKING = "apps/base/web.yaml:6 https-without-certificate"
SCHEDULER = "clusters/apps.yaml:{} invalid-annotation-value"
MERGED = (
    "patches:",
    "- patch: |-",
    "    apiVersion: v1",
    "    kind: Service",
    "    metadata:",
    "      name: web",
    f"      annotations: {{{P}cert-id: 1-cn, {P}scheduler: RR}}",
)
PLACEHOLDER = WEB.replace('"https:443"', '"${PROTO}:443"')
NUMBER = WEB.replace('"https:443"', '"${PROTO}"')


SET = """\
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: shop}
spec:
  generators: [{git: {directories: [{path: apps/*}]}}]
  template:
    spec:
      source:
        path: '{{path}}'
        kustomize: {namePrefix: '{{env}}-'}
"""
SET_OF_LIST = SET.replace("git: {directories: [{path: apps/*}]}", "list: {elements: [{env: a, path: apps/prod}]}")
SET_OF_FILES = SET.replace("directories: [{path: apps/*}]", "files: [{path: a.json}]").replace(
    "namePrefix: '{{env}}-'", "commonAnnotations: {a: b}"
)
CASES: dict[str, tuple[str, list[str]]] = {
    "JSON patch": (flux(*operations("cert-id=1-cn", "scheduler=RR")), [SCHEDULER.format(14)]),
    "strategic patch": (flux(*MERGED), [SCHEDULER.format(12)]),
    "no change": (flux("prune: true"), [LACKING]),
    "without a certificate": (flux(*operations("scheduler=RR")), [LACKING, SCHEDULER.format(11)]),
    "common annotations": (
        flux("commonMetadata:", f"  annotations: {{{P}cert-id: 1-cn, {P}scheduler: RR}}"),
        [SCHEDULER.format(7)],
    ),
    "component": (flux("components: [../../parts/tls]"), []),
    "missing component": (flux("components: [../none]"), []),
    "which may be missing": (flux("components: [../none]", "ignoreMissingComponents: true"), [LACKING]),
    "old patches": (
        flux(
            "patchesStrategicMerge:",
            "- {apiVersion: v1, kind: Service, metadata: {name: web,",
            f"    annotations: {{{P}cert-id: 1-cn}}}}}}",
        ),
        [],
    ),
    "old JSON patches": (
        flux(
            "patchesJson6902:",
            "- target: {kind: Service, name: web}",
            f"  patch: [{{op: add, path: /metadata/annotations/{Q}cert-id, value: 1-cn}}]",
        ),
        [],
    ),
    "patch for something else": (flux(MERGED[0], *MERGED[1:5], "      name: other"), []),
    "wrong type": (flux("targetNamespace: [a]"), []),
    "list of objects": (
        "apiVersion: v1\nkind: List\nitems:\n- "
        + flux(*operations("cert-id=1-cn")).replace("\n", "\n  ").rstrip()
        + "\n",
        [],
    ),
    "folder elsewhere": (flux(*operations("cert-id=1-cn"), path="./other"), [LACKING]),
    "way out": (flux(*operations("cert-id=1-cn"), path="../../apps/prod"), [LACKING]),
    "path without a dot": (flux(*operations("cert-id=1-cn"), path="/apps/prod/"), []),
    "of a placeholder": (flux(*operations("cert-id=1-cn"), path="./apps/${ENV}"), []),
    "Argo CD": (argo(*operations("cert-id=1-cn", "scheduler=RR")), [SCHEDULER.format(16)]),
    "one of several sources": (argo(*operations("cert-id=1-cn"), several=True), []),
    "annotations": (argo(f"commonAnnotations: {{{P}cert-id: 1-cn, {P}scheduler: RR}}"), [SCHEDULER.format(8)]),
    "parts": (argo("components: [../../parts/tls]"), []),
    "replicas without a workload": (argo("replicas: [{name: web, count: 3}]"), []),
    "set of applications": (SET, []),
    "set of folders in a list": (SET_OF_LIST, []),
    "set of folders in files": (SET_OF_FILES, []),
    "set of folders in files, renamed": (
        SET_OF_FILES.replace("commonAnnotations: {a: b}", "namePrefix: a-"),
        [LACKING],
    ),
    "set of other folders": (SET_OF_LIST.replace("apps/prod", "apps/other"), [LACKING]),
    "of a placeholder alone": (flux(*operations("cert-id=1-cn"), path="${FOLDER}"), []),
    "without a name": (flux(*operations("cert-id=1-cn"), name="''"), [LACKING]),
    "no path": (flux(*operations("cert-id=1-cn"), path="[a]"), [LACKING]),
    "text without objects": ("a: kustomize.toolkit.fluxcd.io/v1\n", [LACKING]),
    "broken": ("a: [kustomize.toolkit.fluxcd.io/\n", [LACKING]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_what_is_built_is_judged(
    repository: Path, capsys: pytest.CaptureFixture[str], text: str, expected: list[str]
) -> None:
    (repository / "clusters").mkdir()
    (repository / "clusters" / "apps.yaml").write_text(text)
    assert found(capsys) == expected
    assert found(capsys) == expected  # from the cache


NAMES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "namespace": (flux("targetNamespace: mall", "namePrefix: a-"), [("mall/a-web", "apps/prod/(shop)")]),
    "Argo CD": (
        argo("namespace: mall", "namePrefix: a-", "nameSuffix: -b", "commonLabels: {a: b}"),
        [("mall/a-web-b", "apps/prod/(shop)")],
    ),
    "destination": (argo("{}", destination="mall"), [("mall/web", "apps/prod/(shop)")]),
    "destination and namespace": (argo("namespace: a", destination="mall"), [("a/web", "apps/prod/(shop)")]),
    "destination to be filled in": (argo("{}", destination="'{{env}}'"), [("default/web", "apps/prod")]),
    "destination of a set": (
        argo("{}")
        .replace("kind: Application", "kind: ApplicationSet")
        .replace("spec:\n", "spec:\n  template: {spec: {destination: {namespace: a}, source: {path: apps/prod}}}\n"),
        [("default/web", "apps/prod")],
    ),
    "labels without selectors": (
        argo("labelWithoutSelector: true", "labelIncludeTemplates: true", "commonLabels: {a: b}"),
        [("default/web", "apps/prod/(shop)")],
    ),
    "two of one folder": (
        f"{flux('targetNamespace: a', name='one')}---\n{flux('targetNamespace: b', name='two')}",
        [("a/web", "apps/prod/(one)"), ("b/web", "apps/prod/(two)")],
    ),
    "two of one name": (
        f"{flux('targetNamespace: a')}---\n{flux('prune: true')}",
        [
            ("a/web", "apps/prod/(shop, clusters/apps.yaml:0)"),
            ("default/web", "apps/prod/(shop, clusters/apps.yaml:1)"),
        ],
    ),
    "a base": (
        flux("targetNamespace: a", path="apps/base"),
        [("a/web", "apps/base/(shop)"), ("default/web", "apps/prod")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), NAMES.values(), ids=NAMES)
def test_each_object_is_a_root(
    repository: Path, capsys: pytest.CaptureFixture[str], text: str, expected: list[tuple[str, str]]
) -> None:
    (repository / "clusters").mkdir()
    (repository / "clusters" / "apps.yaml").write_text(text)
    assert planned(capsys) == expected


SUBSTITUTED: dict[str, tuple[str, str, list[str]]] = {
    "value": (PLACEHOLDER, "substitute: {PROTO: https}", [LACKING]),
    "another value": (PLACEHOLDER, "substitute: {PROTO: tcp}", []),
    "default": (PLACEHOLDER.replace("PROTO", "PROTO:=https"), "substitute: {OTHER: a}", [LACKING]),
    "default that is not used": (PLACEHOLDER.replace("PROTO", "PROTO:-https"), "substitute: {PROTO: tcp}", []),
    "unknown": (PLACEHOLDER, "substituteFrom: [{kind: ConfigMap, name: vars}]", []),
    "known first": (
        PLACEHOLDER, "substitute: {PROTO: https}\n    substituteFrom: [{kind: ConfigMap, name: vars}]", [LACKING],
    ),
    "default with unknown ones": (
        PLACEHOLDER.replace("PROTO", "PROTO:=https"), "substituteFrom: [{kind: ConfigMap, name: vars}]", [],
    ),
    "function": (PLACEHOLDER.replace("PROTO", "PROTO,,"), "substitute: {PROTO: https}", []),
    "two lines": (PLACEHOLDER, 'substitute: {PROTO: "htt\\nps\\n"}', [LACKING]),
    "default alone": (PLACEHOLDER.replace("PROTO", "PROTO:=https"), "substitute: {}", []),
    "default, always": (
        PLACEHOLDER.replace("PROTO", "PROTO:=https"), "substituteStrategy: Always", [LACKING],
    ),
    "common annotations, later": (
        WEB, f"substitute: {{S: RR}}\n  commonMetadata: {{annotations: {{{P}scheduler: '${{S}}'}}}}", [LACKING],
    ),
    "number": (NUMBER, 'substitute: {PROTO: "443"}', ["apps.yaml:7 annotation-not-a-string"]),
    "number in quotes": (NUMBER.replace("${PROTO}", "${q}${PROTO}${q}"), "substitute: {PROTO: 'https:443', q: '\"'}",
        [LACKING]),
    "switched off": (
        PLACEHOLDER.replace("  name: web", "  name: web\n  labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}"),
        "substitute: {PROTO: https}", [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("web", "given", "expected"), SUBSTITUTED.values(), ids=SUBSTITUTED)
def test_variables_of_flux(
    repository: Path, capsys: pytest.CaptureFixture[str], web: str, given: str, expected: list[str]
) -> None:
    (repository / "apps" / "base" / "web.yaml").write_text(web)
    (repository / "apps.yaml").write_text(flux("postBuild:", f"  {given}"))
    assert found(capsys) == expected


def test_flux_builds_a_folder_without_a_kustomization(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = repository / "plain" / "sub"
    folder.mkdir(parents=True)
    (folder / "web.yaml").write_text(WEB.replace("web", "plain"))
    (repository / "apps.yaml").write_text(flux(*operations("cert-id=1-cn"), "targetNamespace: a", path="plain"))
    assert found(capsys) == [LACKING]
    assert ("a/plain", "plain/(shop)") in planned(capsys)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        (
            WEB.replace("web", "more").replace('protocol-port: "https:443"', "scheduler: RR"),
            ["plain/more.yaml:6 invalid-annotation-value"],
        ),
        ("{", []),
    ],
    ids=["service", "broken"],
)
def test_a_file_that_comes_into_such_a_folder_is_built_with_it(
    more: str, expected: list[str], repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Although nothing that the last build looked for has changed."""
    (repository / "plain").mkdir()
    (repository / "plain" / "web.yaml").write_text(WEB)
    (repository / "apps.yaml").write_text(flux(*operations("cert-id=1-cn"), path="plain"))
    assert found(capsys) == [LACKING]
    (repository / "plain" / "more.yaml").write_text(more)
    assert found(capsys) == [LACKING, *expected]


def test_what_is_added_does_not_replace_what_is_there(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay = repository / "apps" / "prod" / "kustomization.yaml"
    overlay.write_text(f"resources: [../base]\ncommonLabels: {{a: b}}\ncommonAnnotations: {{{P}scheduler: RR}}\n")
    (repository / "apps.yaml").write_text(argo(f"commonAnnotations: {{{P}cert-id: 1-cn}}", "commonLabels: {c: d}"))
    assert found(capsys) == ["apps/prod/kustomization.yaml:3 invalid-annotation-value"]


def test_flux_takes_files_from_anywhere_in_the_repository(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlay = repository / "apps" / "prod" / "kustomization.yaml"
    overlay.write_text("resources: [../base/web.yaml]\n")
    (repository / "apps.yaml").write_text(flux("targetNamespace: a"))
    assert planned(capsys) == [("default/web", "apps/base"), ("a/web", "apps/prod/(shop)")]
    more = {
        "apps/dev/kustomization.yaml": "resources: [../prod]\n",
        "apps/test/kustomization.yaml": "resources: [../prod]\n",
    }
    write({"files": more}, repository)
    (repository / "apps.yaml").write_text(flux("targetNamespace: a", path="apps/dev"))
    roots = {root for _, root in planned(capsys)}
    assert roots == {"apps/base", "apps/dev/(shop)", ""}  # kustomize itself does not, in apps/test
    for name in more:
        (repository / name).unlink()
    (repository / "apps.yaml").write_text(argo("namespace: a"))  # nor does Argo CD
    assert planned(capsys) == [("default/web", "apps/base"), ("a/web", "")]


def test_flux_takes_no_file_from_outside_of_the_repository(
    repository: Path, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What stands there may be secret, and a repository may be hostile."""
    secret = tmp_path_factory.mktemp("outside") / "secret.json"
    secret.write_text(json.dumps({"metadata": {"annotations": {f"{P}scheduler": "secret"}}}))
    (repository / "apps.yaml").write_text(flux("targetNamespace: a"))
    fields = ("resources: [../base]\npatches: [{path: %s, target: {kind: Service}}]\n", "resources: [../base, %s]\n")
    for text in fields:
        (repository / "apps" / "prod" / "kustomization.yaml").write_text(text % secret)
        assert main(["plan", "."]) == 0
        said = capsys.readouterr()
        assert "secret.json is not in the repository" in said.err
        assert "secret" not in said.out


@pytest.mark.parametrize("kind", [flux, argo])
def test_a_written_input_for_an_object_reads_only_files_of_the_repository(
    repository: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    kind: Callable[..., str],
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.yaml").write_text(WEB.replace("web", "secret"))
    (repository / "apps.yaml").write_text(kind("namePrefix: a-"))
    for folder in (outside, outside.parent):
        names = [str((outside / "secret.yaml").relative_to(folder))]
        deployed = {
            "folder": str(folder),
            "file": str(repository / "apps.yaml"),
            "number": 0,
            "found": names,
            "parts": [],
            "settings": [],
            "maker": None,
        }
        written = {"deployed": deployed, "resources": ["../base"]}
        write({"files": {"apps/test/kustomization.yaml": json.dumps(written)}}, repository)
        assert main(["plan", "."]) == 0
        assert "secret" not in capsys.readouterr().out


NO_MORE: dict[str, object] = {"parts": [], "settings": [], "maker": None}
ODD_INPUTS = {
    "number": {"number": float("inf")},
    "object": {"file": "/etc/hostname"},
    "no name of a file": {"file": "../../\0"},
    "no text": {"file": "../../\ud800", "found": ["\ud800"]},
    "found": {"found": ["\0", "\ud800"]},
    "list": {"found": 1},
    "parts": {"parts": ["/etc/hostname", "\0"]},
    "maker": {"maker": 1},
    "settings": {"settings": [["vars", "/etc/hostname", 0], ["vars", "../../apps.yaml", -7]]},
    "cycle": {"maker": {"folder": "..", "file": "", "number": 0, "found": [], **NO_MORE}},
}


@pytest.mark.parametrize("odd", ODD_INPUTS.values(), ids=ODD_INPUTS)
def test_a_written_input_for_an_object_may_say_anything(
    repository: Path, capsys: pytest.CaptureFixture[str], odd: dict[str, object]
) -> None:
    (repository / "apps.yaml").write_text(flux("prune: true"))
    deployed = {"folder": "..", "file": "../../apps.yaml", "number": 0, "found": [], **NO_MORE, **odd}
    (repository / "apps" / "test").mkdir()
    (repository / "apps" / "test" / "kustomization.yaml").write_text(json.dumps({"deployed": deployed}))
    assert LACKING in found(capsys)
    assert main(["plan", "."]) == 0


REMOTE = '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.com:team/shop.git\n'
SOURCE = """\
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: there}
spec: {url: "%s"}
---
"""
CERTIFICATE = operations("cert-id=1-cn")
OF_SOURCE = flux("sourceRef: {kind: GitRepository, name: there}", *CERTIFICATE)
SOURCES = {
    "Argo CD, this one": (argo(*CERTIFICATE).replace("source:", "source:\n    repoURL: https://git/x/Shop"), []),
    "Argo CD, another one": (
        argo(*CERTIFICATE).replace("source:", "source:\n    repoURL: https://git/x/y.git"),
        [LACKING],
    ),
    "Argo CD, unknown": (argo(*CERTIFICATE).replace("source:", "source:\n    repoURL: '{{ repo }}'"), []),
    "Flux, this one": (SOURCE % "ssh://git@example.com/team/shop" + OF_SOURCE, []),
    "Flux, another one": (SOURCE % "https://example.com/team/other" + OF_SOURCE, [LACKING]),
    "Flux, unknown": (OF_SOURCE, []),
    "Flux, artifact": (SOURCE % "oci://example.com/team/manifests" + OF_SOURCE, []),
}


@pytest.mark.parametrize(("text", "expected"), SOURCES.values(), ids=SOURCES)
def test_an_object_for_another_repository_changes_nothing(
    repository: Path, capsys: pytest.CaptureFixture[str], text: str, expected: list[str]
) -> None:
    (repository / ".git" / "config").write_text(REMOTE)
    (repository / "apps.yaml").write_text(text)
    assert found(capsys) == expected


@pytest.mark.parametrize("made", [flux, argo])
def test_a_comment_in_a_patch_counts(
    repository: Path, capsys: pytest.CaptureFixture[str], made: Callable[..., str]
) -> None:
    text = made(*operations("cert-id=1-cn", "scheduler=RR"))
    (repository / "apps.yaml").write_text(text.replace("RR", "RR  # clblint: ignore[invalid-annotation-value] known"))
    assert found(capsys) == []
    (repository / "apps.yaml").write_text(text)
    assert main(["--select", RULES, "--add-ignore", "known", "."]) == 0
    capsys.readouterr()
    assert found(capsys) == []
    assert planned(capsys) == [("default/web", "apps/prod/(shop)")]


def test_a_fix_is_written_into_the_object(repository: Path) -> None:
    path = repository / "apps.yaml"
    path.write_text(flux(*operations("cert-id=1-cn", "scheduler=RR")))
    assert main(["--fix", "--select", RULES, "."]) == 0
    assert path.read_text() == flux(*operations("cert-id=1-cn", "scheduler=rr"))


def test_the_file_of_the_object_is_a_file_of_its_own(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may hold other objects, which nothing builds."""
    (repository / "apps.yaml").write_text(f"{flux('targetNamespace: a')}---\n{WEB}")
    assert found(capsys) == ["apps.yaml:13 https-without-certificate", LACKING]
    assert planned(capsys) == [("default/web", ""), ("a/web", "apps/prod/(shop)")]


def test_a_given_file_is_judged_as_it_is_deployed(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "apps.yaml").write_text(flux(*operations("scheduler=RR")))
    assert found(capsys, "apps/base/web.yaml") == [LACKING]
    assert found(capsys, "apps.yaml") == ["apps.yaml:11 invalid-annotation-value"]
    (repository / "apps.yaml").write_text(flux(*operations("cert-id=1-cn")))
    assert found(capsys, "apps/base/web.yaml") == []


def test_flux_builds_the_kustomizations_below_a_folder(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "apps.yaml").write_text(flux("targetNamespace: a", path="apps"))
    (repository / "apps" / "prod" / "kustomization.yaml").write_text("resources: [../base]\nnamePrefix: p-\n")
    assert sorted(planned(capsys)) == [("a/p-web", "apps/(shop)"), ("a/web", "apps/(shop)")]
