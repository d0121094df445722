"""Changes in Kustomize trees: what is compared is the Service that each build makes."""

from __future__ import annotations

import json
import shutil

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
LOST = "prod/p.yaml:5 lb-id-removed"
INLINE = (
    f"patches:\n- target: {{kind: Service}}\n  patch: |-\n    {_json('add', ID).replace(chr(10), chr(10) + '    ')}\n"
)
CHANGES: dict[str, tuple[dict[str, str | None], dict[str, str | None], list[str]]] = {
    "a patch loses an annotation": ({}, {"prod/p.yaml": _patch()}, [LOST]),
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
        ["prod/p.yaml:7 lb-id-changed"],
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
    assert _said(repository, TREE, {"prod/p.yaml": _patch()}, "prod") == [LOST]
    repository.write("base/web.yaml", NAMED)
    assert repository.findings("--against", "HEAD", "base") == []


def test_the_plan_has_a_row_for_each_build_that_differs(repository: Repository) -> None:
    repository.write("base/web.yaml", PLAIN)
    tree = {**TREE, "prod/p.yaml": _patch("spec: slb.s1.small", "instance-charge-type: PayBySpec")}
    tree |= {"dev/kustomization.yaml": _overlay(), "dev/p.yaml": _patch()}
    _said(repository, tree, {"prod/p.yaml": _patch("spec: slb.s2.small", "instance-charge-type: PayBySpec")})
    done = repository.clblint("plan", "--against", "HEAD", ".")
    assert "ModifyLoadBalancerInstanceSpec" in done.stdout


def _overlays(**namespaces: str) -> dict[str, str | None]:
    """Overlays of a base, each in a namespace of its own."""
    made: dict[str, str | None] = {"deploy/web.yaml": None, "base/kustomization.yaml": BASE, "base/web.yaml": INTERNET}
    return made | {
        f"{name}/kustomization.yaml": f"resources: [../base]\nnamespace: {namespace}\n"
        for name, namespace in namespaces.items()
    }


def _rows(repository: Repository, *arguments: str) -> list[tuple[str, str | None, str]]:
    """The Services of a plan that change: name, root and what happens."""
    done = repository.clblint("plan", "--format", "json", "--against", "HEAD", *(arguments or (".",)))
    rows = json.loads(done.stdout)["services"]
    return [(row["name"], row.get("root"), row["change"]) for row in rows if row["change"] != "none"]


def test_a_change_in_all_overlays_is_reported_once(repository: Repository) -> None:
    _said(repository, _overlays(dev="d", prod="p"), {"base/web.yaml": INTRANET})
    done = repository.clblint("--select", "changes", "--format", "json", "--against", "HEAD", ".")
    (finding,) = json.loads(done.stdout)["findings"]
    assert (finding["path"], finding["line"], finding["rule"]) == ("base/web.yaml", 6, "immutable-changed")
    assert finding["roots"] == [
        {"root": "dev", "object": "d/Service/web"}, {"root": "prod", "object": "p/Service/web"}
    ]  # fmt: skip
    assert _rows(repository) == [("d/web", "dev", "refused"), ("p/web", "prod", "refused")]
    markdown = repository.clblint("plan", "--format", "markdown", "--against", "HEAD", ".").stdout
    assert "| d/web<br>built by dev | refused |" in markdown


CHANGED_TREES: dict[str, tuple[dict[str, str | None], dict[str, str | None], list[tuple[str, str | None, str]]]] = {
    "an overlay more": (
        {},
        {"eu/kustomization.yaml": "resources: [../base]\nnamespace: e\n"},
        [("e/web", "eu", "create")],
    ),
    "an overlay less": ({}, {"dev/kustomization.yaml": None}, [("d/web", "dev", "delete")]),
    "an overlay renamed": (
        {},
        {"dev/kustomization.yaml": None, "test/kustomization.yaml": "resources: [../base]\nnamespace: d\n"},
        [],
    ),
    "a prefix renames it": (
        {},
        {"dev/kustomization.yaml": "resources: [../base]\nnamespace: d\nnamePrefix: x-\n"},
        [("d/x-web", "dev", "create"), ("d/web", "dev", "delete")],
    ),
    "the base moves": (
        {},
        {
            "base/kustomization.yaml": None, "base/web.yaml": None,
            "common/kustomization.yaml": BASE, "common/web.yaml": INTERNET,
            "dev/kustomization.yaml": "resources: [../common]\nnamespace: d\n",
            "prod/kustomization.yaml": "resources: [../common]\nnamespace: p\n",
        },
        [],
    ),
    "a base becomes a root": (
        {"base/kustomization.yaml": f"{BASE}namespace: b\n"},
        {"dev/kustomization.yaml": None, "prod/kustomization.yaml": None},
        [("b/web", "base", "create"), ("d/web", "dev", "delete"), ("p/web", "prod", "delete")],
    ),
    "a kustomization gets its other name": ({}, {"base/kustomization.yaml": None, "base/kustomization.yml": BASE}, []),
    "a kustomization around files": (
        {"base/kustomization.yaml": None, "dev/kustomization.yaml": None, "prod/kustomization.yaml": None},
        {"base/kustomization.yaml": BASE},
        [],
    ),
    "no kustomization any more": (
        {"dev/kustomization.yaml": None, "prod/kustomization.yaml": None},
        {"base/kustomization.yaml": None},
        [],
    ),
    "a ConfigMap gets another hash": (
        {"base/kustomization.yaml": f"{BASE}configMapGenerator: [{{name: c, literals: [a=b]}}]\n"},
        {"base/kustomization.yaml": f"{BASE}configMapGenerator: [{{name: c, literals: [a=c]}}]\n"},
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("then", "now", "expected"), CHANGED_TREES.values(), ids=CHANGED_TREES)
def test_roots_are_matched(
    repository: Repository,
    then: dict[str, str | None],
    now: dict[str, str | None],
    expected: list[tuple[str, str | None, str]],
) -> None:
    given = {path: text for path, text in (_overlays(dev="d", prod="p") | then).items() if text or path[:3] == "dep"}
    _said(repository, given, now)
    assert _rows(repository) == expected


def test_what_is_removed_is_reported_where_it_was(repository: Repository) -> None:
    """In the file that has lost it, or in the kustomization that does not build it any more."""
    tree = {**_overlays(dev="d", prod="p"), "base/kustomization.yaml": "resources: [web.yaml, api.yaml]\n"}
    said = _said(repository, {**tree, "base/api.yaml": service(name="api")}, {"base/api.yaml": "# empty\n"})
    assert said == ["base/api.yaml:1 service-removed"]
    repository.remove("base/api.yaml")
    repository.write("base/kustomization.yaml", BASE)
    assert repository.findings("--against", "HEAD", ".") == ["base/kustomization.yaml:1 service-removed"]
    assert repository.findings("--against", "HEAD", "dev") == ["dev/kustomization.yaml:1 service-removed"]
    repository.git("checkout", "base")
    repository.write("dev/kustomization.yaml", "resources: []\nconfigMapGenerator: [{name: a}]\n")
    assert repository.findings("--against", "HEAD", ".") == ["dev/kustomization.yaml:1 service-removed"] * 2


def test_findings_of_builds_stand_in_the_files_that_are_given(repository: Repository) -> None:
    _said(repository, _overlays(dev="d", prod="p"), {"base/web.yaml": INTRANET})
    for named in ("dev", "base/web.yaml"):  # a root has what it builds wherever that stands
        assert repository.findings("--against", "HEAD", named) == ["base/web.yaml:6 immutable-changed"]
    assert repository.findings("--against", "HEAD", "base/kustomization.yaml") == []
    assert _rows(repository, "dev") == [("d/web", "dev", "refused")]


BROKEN = "resources: [../base, nope.yaml]\nnamespace: d\n"


def test_a_root_that_only_one_revision_can_build(repository: Repository) -> None:
    """Nothing is said of it, but that."""
    _said(repository, _overlays(dev="d", prod="p"), {"dev/kustomization.yaml": BROKEN, "base/web.yaml": INTRANET})
    assert _rows(repository) == [("p/web", "prod", "refused")]
    done = repository.clblint("plan", "--format", "json", "--against", "HEAD", ".")
    assert [one["root"] for one in json.loads(done.stdout)["notBuilt"]] == ["dev"]
    done = repository.clblint("--select", "changes", "--against", "HEAD", ".")
    assert "dev/kustomization.yaml is not built in both revisions, so its changes are not told: dev/" in done.stderr
    assert "built    prod (p/Service/web)" not in done.stdout
    assert "dev" not in done.stdout
    repository.commit()
    repository.write("dev/kustomization.yaml", "resources: [../base]\nnamespace: d\n")
    assert _rows(repository) == []
    done = repository.clblint("plan", "--against", "HEAD", ".")
    assert "not told: HEAD:dev/kustomization.yaml:1: nope.yaml cannot be read (missing-file)" in done.stdout
    assert done.stdout.endswith("\nno load balancer is known to change since HEAD\n")
    shown = repository.clblint("plan", "--format", "markdown", "--against", "HEAD", ".").stdout
    assert "no load balancer is known to change since HEAD\n\ndev/kustomization.yaml is not built in both" in shown
    assert "not told: HEAD:dev/" in repository.clblint("plan", "--format", "json", "--against", "HEAD", ".").stderr


def test_what_is_not_compared_is_not_counted_as_unchanged(repository: Repository) -> None:
    _said(repository, _overlays(dev="d", prod="p"), {"dev/kustomization.yaml": BROKEN, "base/web.yaml": INTRANET})
    shown = repository.clblint("plan", "--against", "HEAD", ".").stdout.splitlines()
    assert shown[-1] == "since HEAD: 1 refused"


def test_other_roots_are_compared_beside_one_that_cannot_be_built_any_more(repository: Repository) -> None:
    """But for those that are new or lost: the one that cannot be built may be the other."""
    emptied = "configMapGenerator: [{name: a}]\n"
    now: dict[str, str | None] = {"dev/kustomization.yaml": BROKEN, "prod/kustomization.yaml": emptied}
    _said(repository, _overlays(dev="d", prod="p"), now)
    assert _rows(repository) == [("p/web", "prod", "delete")]
    repository.git("checkout", ".")
    repository.remove("dev/kustomization.yaml")
    repository.write("test/kustomization.yaml", BROKEN)
    assert [change for *_, change in _rows(repository)] == []


@pytest.mark.parametrize("unreadable", ["resources: [../base\n", "{{ .Values.all }}\nresources: [../base]\n"])
def test_the_base_of_a_kustomization_that_cannot_be_read_is_no_new_root(
    repository: Repository, unreadable: str
) -> None:
    whole = "resources: [../base]\nnamePrefix: dev-\n"
    _said(repository, {**_overlays(), "dev/kustomization.yaml": whole}, {"dev/kustomization.yaml": unreadable})
    assert _rows(repository) == []
    repository.commit()
    repository.write("dev/kustomization.yaml", whole)
    assert _rows(repository) == []


def test_a_root_that_no_revision_can_build_is_compared_in_its_files(repository: Repository) -> None:
    tree = {**_overlays(dev="d"), "dev/kustomization.yaml": BROKEN}
    assert _said(repository, tree, {"base/web.yaml": INTRANET}) == ["base/web.yaml:6 immutable-changed"]
    patched = f"{BROKEN}commonAnnotations: {{{PREFIX}address-type: internet}}\n"
    repository.write("dev/kustomization.yaml", patched)
    repository.commit()
    repository.write("base/web.yaml", INTERNET)
    assert repository.findings("--against", "HEAD", ".") == []


def test_what_git_ignores_may_be_built_from(repository: Repository) -> None:
    """The input of a generator that is secret is the same in both revisions, as far as anybody knows."""
    generator = "secretGenerator: [{name: s, envs: [secret.env]}]\n"
    tree = {**_overlays(dev="d"), ".gitignore": "*.env\n", "base/kustomization.yaml": BASE + generator}
    repository.write("base/secret.env", "a=b\n")
    assert _said(repository, tree, {"base/web.yaml": INTRANET}) == ["base/web.yaml:6 immutable-changed"]


def test_no_older_state_follows_a_link_out_of_the_repository(repository: Repository) -> None:
    """What is not in git is taken as it is now, and a repository may be hostile."""
    (repository.folder.parent / "secret").write_text(INTERNET.replace("web", "secret"))
    (repository.folder / "base").mkdir()
    (repository.folder / "base" / "odd").symlink_to("../../secret")
    named = "resources: [web.yaml, odd]\n"
    tree = {**_overlays(dev="d"), ".gitignore": "odd\n", "base/kustomization.yaml": named}
    _said(repository, tree, {"base/kustomization.yaml": BASE})
    assert "secret" not in repository.clblint("plan", "--against", "HEAD", ".").stdout


def test_a_part_of_a_tree_is_compared_with_a_folder(repository: Repository) -> None:
    """Of a base alone, what it builds by itself; of an overlay, what it builds of the base beside it."""
    for state in ("then", "now"):
        for path, text in _overlays(dev="d").items():
            if text:
                repository.write(f"{state}/{path}", text if state == "then" else text.replace("internet", "intranet"))
    base = repository.clblint("plan", "--against", "then/base", "now/base").stdout
    assert base.startswith("default/web  now/base/web.yaml:4  built by now/base  refused\n")
    overlay = repository.clblint("plan", "--against", "then/dev", "now/dev").stdout
    assert overlay.startswith("d/web  now/base/web.yaml:4  built by now/dev  refused\n")


def test_links_of_a_commit_are_followed(repository: Repository) -> None:
    repository.write("common/kustomization.yaml", BASE)
    repository.write("common/real.yaml", INTERNET)
    (repository.folder / "common" / "web.yaml").symlink_to("real.yaml")
    repository.write("dev/kustomization.yaml", "resources: [base]\nnamespace: d\n")
    (repository.folder / "dev" / "base").symlink_to("../common")
    repository.remove("deploy/web.yaml")
    repository.commit()
    assert _rows(repository) == []
    repository.write("common/real.yaml", INTRANET)
    assert ("d/web", "dev", "refused") in _rows(repository)
    assert not repository.clblint("plan", "--against", "HEAD", ".").stderr


def test_a_service_renamed_in_the_base_is_reported_once(repository: Repository) -> None:
    """Whatever the overlays make of both names."""
    tree = _overlays(dev="d", prod="p")
    for name in ("dev", "prod"):
        tree[f"{name}/kustomization.yaml"] = f"resources: [../base]\nnamespace: {name}\nnamePrefix: {name}-\n"
    _said(repository, tree, {"base/web.yaml": INTERNET.replace("name: web", "name: web2")})
    done = repository.clblint("--select", "changes", "--format", "json", "--against", "HEAD", ".")
    (finding,) = json.loads(done.stdout)["findings"]
    assert (finding["path"], finding["line"], finding["rule"]) == ("base/web.yaml", 4, "service-renamed")
    assert [one["object"] for one in finding["roots"]] == ["dev/Service/dev-web2", "prod/Service/prod-web2"]


def test_a_kustomization_that_became_a_template_is_named(repository: Repository) -> None:
    for path, text in TREE.items():
        if text is not None:
            repository.write(path, text)
    repository.commit()
    repository.write("prod/kustomization.yaml", "{{- if .Values.on }}\nresources: [../base]\n{{- end }}\n")
    done = repository.clblint("plan", "--against", "HEAD", ".")
    assert "prod/kustomization.yaml can be read in one of the two revisions only" in done.stdout


FLUX = f"""\
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {{name: shop}}
spec:
  path: prod
  targetNamespace: mall
  patches:
  - target: {{kind: Service}}
    patch: |
      - op: add
        path: /metadata/annotations
        value:
          {PREFIX}scheduler: wrr
"""


@pytest.mark.parametrize("older", ["HEAD", "../then"])
def test_what_flux_makes_of_a_kustomization_is_compared(repository: Repository, older: str) -> None:
    for path, text in TREE.items():
        if text is not None:
            repository.write(path, text)
    repository.write("flux.yaml", FLUX)
    repository.commit()
    shutil.copytree(repository.folder, repository.folder.parent / "then", ignore=shutil.ignore_patterns(".git"))
    assert "no load balancer changes" in repository.clblint("plan", "--against", older, ".").stdout
    repository.write("flux.yaml", FLUX.replace("wrr", "rr"))
    planned = repository.clblint("plan", "--against", older, ".").stdout
    assert planned.startswith("mall/web  base/web.yaml:4  built by prod/(shop)  update\n")
    assert "Scheduler  wrr -> rr" in planned


PARENT = """\
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: all}
spec:
  path: clusters
  patches:
  - target: {kind: Kustomization, name: shop}
    patch: |
      - {op: replace, path: /spec/targetNamespace, value: mall}
"""


@pytest.mark.parametrize("older", ["HEAD", "../then"])
@pytest.mark.parametrize("parent", ["parent.yaml", "clusters/parent.yaml"], ids=["parent", "of itself, too"])
def test_what_a_parent_makes_of_an_object_is_compared(repository: Repository, older: str, parent: str) -> None:
    for path, text in TREE.items():
        if text is not None:
            repository.write(path, text)
    repository.write("clusters/flux.yaml", FLUX.replace("mall", "other"))
    repository.write(parent, PARENT)
    repository.commit()
    shutil.copytree(repository.folder, repository.folder.parent / "then", ignore=shutil.ignore_patterns(".git"))
    assert "no load balancer changes" in repository.clblint("plan", "--against", older, ".").stdout
    patch = f"- {{op: add, path: /metadata/annotations, value: {{{PREFIX}scheduler: rr}}}}"
    repository.write(parent, f"{PARENT}      - {{op: replace, path: /spec/patches/0/patch, value: '{patch}'}}\n")
    planned = repository.clblint("plan", "--against", older, ".").stdout
    assert planned.startswith("mall/web  base/web.yaml:4  built by prod/(shop)  update\n")
    assert "Scheduler  wrr -> rr" in planned


def test_a_file_that_is_gone_from_a_folder_that_flux_builds(repository: Repository) -> None:
    repository.write("flux.yaml", FLUX)
    for name in ("web", "api"):
        service = f"kind: Service\nmetadata: {{name: {name}}}\nspec: {{type: LoadBalancer, ports: [{{port: 80}}]}}\n"
        repository.write(f"prod/{name}.yaml", f"apiVersion: v1\n{service}")
    repository.commit()
    (repository.folder / "prod" / "api.yaml").unlink()
    found = repository.clblint("--against", "HEAD", "--select", "service-removed", ".").stdout
    assert "mall/Service/api" in found


UNREAD = {
    "an unrendered template": service().replace("name: web", 'name: "{{ .Release.Name }}"'),
    "not readable as YAML": "a: b: c\n",
}


@pytest.mark.parametrize(("why", "text"), UNREAD.items(), ids=UNREAD)
@pytest.mark.parametrize("older", [False, True], ids=["now", "then"])
def test_a_plan_names_the_files_that_cannot_be_compared(
    repository: Repository,
    why: str,
    text: str,
    older: bool,  # noqa: FBT001 - a table
) -> None:
    repository.write("deploy/web.yaml", text if older else service())
    repository.commit()
    repository.write("deploy/web.yaml", service() if older else text)
    line = 1 if "YAML" in why else 2
    place = f"{'HEAD:' if older else ''}deploy/web.yaml"
    shown = repository.clblint("plan", "--against", "HEAD", "deploy").stdout
    told = f"{place}:{line}: {why}, so its changes are not told"
    assert shown == f"{told}\n\nno load balancer is known to change since HEAD\n"
    made = json.loads(repository.clblint("plan", "--format", "json", "--against", "HEAD", "deploy").stdout)
    assert made["notCompared"] == [{"path": place, "line": line, "because": why}]
