"""Building kustomizations: what cannot be built, what is refused, how much work a build is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clblint.kube.kustomize.build import merge
from clblint.kube.kustomize.build.build import build
from clblint.kube.kustomize.build.files import Files
from tests.effort import lines_run

if TYPE_CHECKING:
    from pathlib import Path

    from clblint.kube.kustomize.build.build import Build

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: LoadBalancer
  ports:
  - port: 80
"""
ANNOTATED = (
    SERVICE.replace("  name: web\n", "  name: web\n  labels: {}\n  annotations: {}\n")
    + "  template: {metadata: {annotations: {}}}\n"
)
ON_ANNOTATIONS = "  patch: |-\n    - {{op: add, path: /metadata/annotations/a{}, value: x}}\n"


def _built(folder: Path, files: dict[str, str], root: str = ".") -> Build:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return build(str(folder / root), Files([str(folder)]))


def _kinds(made: Build) -> list[tuple[str, bool]]:
    return [(unbuildable.kind, unbuildable.changes) for unbuildable in made.unbuildables]


def test_a_replaced_value_is_named_with_the_one_that_replaces_it(tmp_path: Path) -> None:
    files = {
        "base/kustomization.yaml": "resources: [a.yaml]\n",
        "base/a.yaml": SERVICE,
        "prod/kustomization.yaml": (
            "resources: [../base]\npatches:\n- patch: |-\n    apiVersion: v1\n    kind: Service\n"
            "    metadata:\n      name: web\n    spec:\n      type: ClusterIP\n"
        ),
    }
    made = _built(tmp_path, files, "prod")
    kind = made.objects[0].root.get("spec", "type")
    assert kind is not None
    places = [(node.source.path.rpartition("/")[2], node.line, node.column, node.raw) for node in kind.nodes]
    assert places == [("kustomization.yaml", 9, 13, "ClusterIP"), ("a.yaml", 6, 9, "LoadBalancer")]


@pytest.mark.parametrize(
    ("more", "unbuildables"),
    [
        ("resources: [a.yaml, 'https://example.invalid/shop?ref=v1']\n", [("remote", False)]),
        ("resources: [a.yaml, 'git@github.com:shop/base.git']\n", [("remote", False)]),
        ("resources: [a.yaml]\ncomponents: ['github.com/shop/tls']\n", [("remote", True)]),
        ("resources: [a.yaml]\nhelmCharts: [{name: nginx}]\n", [("chart", False)]),
        ("resources: [a.yaml]\ntransformers: [t.yaml]\n", [("plugin", True)]),
        ("resources: [a.yaml]\ngenerators: [t.yaml]\n", [("plugin", False)]),
        ("resources: [a.yaml]\npatches: [{path: 'https://example.invalid/p.yaml'}]\n", [("remote", True)]),
    ],
)
def test_what_cannot_be_built_is_named_and_the_rest_is_built(
    more: str, unbuildables: list[tuple[str, bool]], tmp_path: Path
) -> None:
    files = {"a.yaml": SERVICE, "t.yaml": "apiVersion: example.com/v1\nkind: Sed\nmetadata: {name: t}\n"}
    made = _built(tmp_path, {**files, "kustomization.yaml": more})
    assert made.error is None
    assert _kinds(made) == unbuildables
    assert [one.id.name for one in made.objects] == ["web"]
    assert all(unbuildable.place is not None for unbuildable in made.unbuildables)


def test_what_a_patch_misses_may_be_in_what_cannot_be_built(tmp_path: Path) -> None:
    patch = "patches:\n- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: api}\n"
    files = {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml, 'github.com/shop/base']\n{patch}"}
    assert _kinds(_built(tmp_path, files)) == [("remote", False), ("patch-target", True)]
    (tmp_path / "kustomization.yaml").write_text(f"resources: [a.yaml]\n{patch}", encoding="utf-8")
    refused = build(str(tmp_path), Files([str(tmp_path)]))
    assert refused.error is not None
    assert refused.error.kind == "patch-no-target"
    assert refused.objects == ()


@pytest.mark.parametrize("field", ["patches", "patchesJson6902"])
@pytest.mark.parametrize(
    ("resources", "target", "unbuildables"),
    [
        ("[a.yaml, 'github.com/shop/base']", "{version: v1, kind: Service, name: api}", ["remote", "patch-target"]),
        ("[a.yaml, 'github.com/shop/base']", "{version: v1, kind: Service, name: web}", ["remote"]),
        ("[a.yaml, 'github.com/shop/base']", "{version: v1, kind: Deployment, name: api}", ["remote"]),
        ("[a.yaml]", "{version: v1, kind: Service, name: api}", []),
    ],
)
def test_a_service_that_a_target_misses_may_be_in_what_cannot_be_built(
    field: str, resources: str, target: str, unbuildables: list[str], tmp_path: Path
) -> None:
    patch = f"{field}:\n- target: {target}\n  patch: '- {{op: remove, path: /spec/type}}'\n"
    made = _built(tmp_path, {"a.yaml": SERVICE, "kustomization.yaml": f"resources: {resources}\n{patch}"})
    assert [unbuildable.kind for unbuildable in made.unbuildables] == unbuildables
    assert made.is_known == ("patch-target" not in unbuildables)


@pytest.mark.parametrize("name", ["(a+)+b", "(a|a)*b", ".*.*.*.*b"])
def test_a_pattern_that_could_take_for_ever_is_unbuildable(name: str, tmp_path: Path) -> None:
    patch = f"patches:\n- target: {{name: '{name}'}}\n  patch: '- {{op: remove, path: /spec}}'\n"
    made = _built(tmp_path, {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\n{patch}"})
    assert _kinds(made) == [("pattern", True)]
    assert made.objects == ()


@pytest.mark.parametrize(
    ("resource", "kind"),
    [("../base", "missing-file"), ("../gone.yaml", "missing-file"), ("../there.yaml", "outside-root")],
)
def test_only_what_is_there_is_outside_of_its_folder(resource: str, kind: str, tmp_path: Path) -> None:
    files = {"there.yaml": SERVICE, "prod/kustomization.yaml": f"resources: [{resource}]\n"}
    made = _built(tmp_path, files, "prod")
    assert made.error is not None
    assert made.error.kind == kind


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "a.yaml").write_text(SERVICE, encoding="utf-8")
    (outside / "kustomization.yaml").write_text("resources: [a.yaml]\n", encoding="utf-8")
    (inside / "a.yaml").symlink_to(outside / "a.yaml")
    (inside / "base").symlink_to(outside)
    for name in ("a.yaml", "base", "../outside"):
        made = _built(inside, {"kustomization.yaml": f"resources: [{name}]\n"})
        assert made.error is not None
        assert made.objects == ()


def test_twenty_layers(tmp_path: Path) -> None:
    files = {"l0/kustomization.yaml": "resources: [a.yaml]\n", "l0/a.yaml": SERVICE}
    files |= {f"l{i}/kustomization.yaml": f"resources: [../l{i - 1}]\nnamePrefix: p{i}-\n" for i in range(1, 21)}
    made = _built(tmp_path, files, "l20")
    assert [one.id.name for one in made.objects] == ["".join(f"p{i}-" for i in range(20, 0, -1)) + "web"]


def test_layers_that_double_end_unbuildable(tmp_path: Path) -> None:
    files = {"l0/kustomization.yaml": "resources: [a.yaml]\n", "l0/a.yaml": SERVICE}
    for i in range(1, 21):
        files[f"l{i}/kustomization.yaml"] = "resources: [a, b]\n"
        files |= {f"l{i}/{x}/kustomization.yaml": f"resources: [../../l{i - 1}]\nnamePrefix: {x}\n" for x in "ab"}
    assert _kinds(_built(tmp_path, files, "l20")) == [("too-large", True)]


def _overlays(count: int) -> tuple[dict[str, str], list[str]]:
    files = {"base/kustomization.yaml": "resources: [a.yaml]\n", "base/a.yaml": SERVICE}
    files |= {f"o{i}/kustomization.yaml": f"resources: [../base]\nnamePrefix: p{i}-\n" for i in range(count)}
    return files, [f"o{i}" for i in range(count)]


def _merges(count: int) -> tuple[dict[str, str], list[str]]:
    patch = "- patch: |-\n    {{apiVersion: v1, kind: Service, metadata: {{name: web, annotations: {{a{}: x}}}}}}\n"
    return _patched("".join(patch.format(i) for i in range(count)))


def _operations(count: int) -> tuple[dict[str, str], list[str]]:
    return _patched("".join("- target: {kind: Service, name: web}\n" + ON_ANNOTATIONS.format(i) for i in range(count)))


def _ports(count: int) -> tuple[dict[str, str], list[str]]:
    """As many ports in the manifest and in the patch, half of them the same."""
    ports = [f"  - {{port: {number}, protocol: TCP}}\n" for number in range(1, count + count // 2)]
    head = SERVICE.replace("  - port: 80\n", "")
    manifest, patch = head + "".join(ports[:count]), head + "".join(ports[count // 2 :])
    return {
        "a.yaml": manifest,
        "p.yaml": patch,
        "kustomization.yaml": "resources: [a.yaml]\npatches: [path: p.yaml]\n",
    }, ["."]


def _patched(patches: str) -> tuple[dict[str, str], list[str]]:
    return {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{patches}"}, ["."]


@pytest.mark.parametrize("tree", [_overlays, _merges, _operations, _ports])
def test_twice_as_much_takes_twice_as_long(tree: object, tmp_path: Path) -> None:
    assert callable(tree)

    def work(count: int) -> int:
        files, roots = tree(count)
        folder = tmp_path / str(count)
        assert not _built(folder, files, roots[0]).error
        reader = Files([str(folder)])
        return lines_run(lambda: [build(str(folder / root), reader) for root in roots])

    assert work(200) < 2.3 * work(100)


def test_an_operation_that_is_none_is_refused_only_where_it_is_applied(tmp_path: Path) -> None:
    patch = "patches:\n- target: {kind: %s}\n  patch: |-\n    - {op: [a], path: /metadata/labels}\n"
    made = _built(tmp_path, {"kustomization.yaml": f"resources: [a.yaml]\n{patch % 'Job'}", "a.yaml": SERVICE})
    assert made.error is None
    made = _built(tmp_path, {"kustomization.yaml": f"resources: [a.yaml]\n{patch % 'Service'}"})
    assert made.error is not None
    assert made.error.kind == "json-operation"


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("2024-05-01", "2024-05-01T00:00:00Z"),
        ("2024-5-1 8:30:00.50", "2024-05-01T08:30:00.5Z"),
        ("2024-05-01T08:30:00+08:00", "2024-05-01T08:30:00+08:00"),
        ("'2024-05-01'", "2024-05-01"),
        ("2024-13-01", "2024-13-01"),
        ("2024-05-01T08:30:00", "2024-05-01T08:30:00"),
    ],
)
def test_a_date_without_quotes_becomes_a_time(written: str, built: str, tmp_path: Path) -> None:
    service = SERVICE.replace("  name: web\n", f"  name: web\n  labels: {{version: {written}}}\n")
    made = _built(tmp_path, {"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": service})
    assert made.objects[0].root.value()["metadata"]["labels"] == {"version": built}


@pytest.mark.parametrize(("written", "built"), [("3", 5), ('"3"', "5"), ("|-\n    3", "5")])
def test_replicas_are_written_as_the_old_number_was(written: str, built: object, tmp_path: Path) -> None:
    workload = f"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: {written}\n"
    fields = "resources: [a.yaml]\nreplicas: [{name: web, count: 5}]\n"
    made = _built(tmp_path, {"kustomization.yaml": fields, "a.yaml": workload})
    assert made.objects[0].root.value()["spec"] == {"replicas": built}


@pytest.mark.parametrize("resources", ["a.yaml", "'https://example.invalid/shop?ref=v1'"])
@pytest.mark.parametrize("field", ["patches", "patchesJson6902"])
@pytest.mark.parametrize(
    ("operations", "message"),
    [
        ("{op: add, path: /metadata/annotations/example.com/a, value: x}", "write ~1"),
        ("{op: add, path: /metadata/labels/example.com/a, value: x}", "write ~1"),
        ("{op: replace, path: /spec/template/metadata/annotations/example.com/a, value: x}", "write ~1"),
        (
            "{op: add, path: /metadata/labels/a, value: x}\n    - {op: remove, path: /metadata/annotations/b.c/a}",
            "write ~1",
        ),
        ("{op: add, path: /metadata/annotations/example.com~1a, value: x}", ""),
        (
            "{op: add, path: /metadata/annotations, value: {a: {}}}\n    - {op: add, path: /metadata/annotations/a/b}",
            "",
        ),
    ],
)
def test_an_operation_below_an_annotation_applies_to_no_object(
    resources: str, field: str, operations: str, message: str, tmp_path: Path
) -> None:
    patch = f"{field}:\n- target: {{version: v1, kind: Service, name: web}}\n  patch: |-\n    - {operations}\n"
    files = {"kustomization.yaml": f"resources: [{resources}]\n{patch}", "a.yaml": ANNOTATED}
    made = _built(tmp_path, files)
    assert bool(made.error) == bool(message), made.error
    assert message in str(made.error.message if made.error else "")


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ('[{"op": "remove", "path": "/spec/type"}]', ""),
        ("- {op: remove, path: /spec/type}", ""),
        ("[{op: remove, path: /spec/type}]", "must be JSON"),
        ('[{"op": "remove", "path": "/spec/type"},]', "must be JSON"),
    ],
)
@pytest.mark.parametrize("field", ["patches: [{path: p.yaml, %s}]", "patches:\n- %s\n  patch: |-\n    %s"])
@pytest.mark.parametrize("name", ["patches", "patchesJson6902"])
def test_operations_in_brackets_must_be_json(patch: str, message: str, field: str, name: str, tmp_path: Path) -> None:
    target = "target: {version: v1, kind: Service, name: web}"
    written = field.replace("patches", name) % ((target, patch) if field.count("%s") > 1 else target)
    files = {"kustomization.yaml": f"resources: [a.yaml]\n{written}\n", "a.yaml": SERVICE, "p.yaml": f"{patch}\n"}
    made = _built(tmp_path, files)
    assert (made.error is not None) == bool(message)
    if made.error is not None:
        assert message in str(made.error.message)
        assert made.error.place is not None


@pytest.mark.parametrize("written", ["{}", "null", "[]", "other"])
def test_the_namespace_of_a_patch_with_a_target_changes_nothing(written: str, tmp_path: Path) -> None:
    patch = (
        "patches:\n- target: {kind: Service}\n  patch: |-\n    apiVersion: v1\n    kind: Service\n"
        f"    metadata: {{name: x, namespace: {written}}}\n    spec: {{type: ClusterIP}}\n"
    )
    service = SERVICE.replace("  name: web\n", "  name: web\n  namespace: shop\n")
    made = _built(tmp_path, {"kustomization.yaml": f"resources: [a.yaml]\n{patch}", "a.yaml": service})
    assert made.error is None
    built = made.objects[0].root.value()
    assert built["metadata"] == {"name": "web", "namespace": "shop"}
    assert built["spec"]["type"] == "ClusterIP"


def test_a_key_that_is_there_twice_is_named(tmp_path: Path) -> None:
    service = SERVICE.replace("spec:\n", "spec:\n  type: ClusterIP\n")
    error = _built(tmp_path, {"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": service}).error
    assert error is not None
    assert str(error.message) == "the key type is written twice in this map"
    assert error.place is not None
    assert error.place.span.line == 7


def test_what_two_mappings_of_annotations_become_is_not_known(tmp_path: Path) -> None:
    twice = "".join(f"  annotations:\n    {name}: x\n" for name in "ab")
    service = SERVICE.replace("  name: web\n", f"  name: web\n{twice}")
    made = _built(tmp_path, {"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": service})
    assert made.error is None
    assert _kinds(made) == [("repeated-keys", True)]
    assert not made.is_known


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_second_document_of_a_text_has_its_own_place(end: str, tmp_path: Path) -> None:
    head = "    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n"
    patches = f"patches:\n- patch: |\n{head}    spec: {{a: 1}}\n    ---\n{head}    spec: {{type: ClusterIP}}\n"
    (tmp_path / "a.yaml").write_text(SERVICE, encoding="utf-8")
    written = f"resources: [a.yaml]\n{patches}".replace("\n", end)
    (tmp_path / "kustomization.yaml").write_bytes(written.encode())
    made = build(str(tmp_path), Files([str(tmp_path)]))
    changed = made.objects[0].root.get("spec", "type")
    assert changed is not None
    assert changed.place is not None
    assert changed.place.span.line == 12


@pytest.mark.parametrize(("patches", "ports"), [(1, 4), (2, 8), (3, 16)])
def test_each_patch_repeats_ports_without_a_number_once_more(patches: int, ports: int, tmp_path: Path) -> None:
    """As kubectl 1.37.1 builds them: elements that lack a merge key are found again for each of the others."""
    manifest = SERVICE.replace("- port: 80\n", "- port: 80\n  - name: https\n    protocol: TCP\n")
    patch = (
        "- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n    spec: {type: ClusterIP}\n"
    )
    files = {"a.yaml": manifest, "kustomization.yaml": "resources: [a.yaml]\npatches:\n" + patch * patches}
    made = _built(tmp_path, files)
    assert len(made.objects[0].root.value()["spec"]["ports"]) == ports


@pytest.mark.parametrize(
    ("old", "new", "built", "after_json"),
    [
        ("'8080'", "9090", "9090", "9090"),
        ('"http"', "9090", "9090", 9090),
        ("http", "9090", 9090, 9090),
        ("8080", "9090", 9090, 9090),
        ("8080", "'9090'", "9090", "9090"),
        ("'yes'", "true", "true", "true"),
        ("'a: b'", "1.50", "1.50", "1.50"),
        ("'a:b'", "1.50", "1.50", 1.5),
        ('"12:30"', "5", "5", "5"),
        ("'- a'", "5", "5", "5"),
        ("-a", "5", 5, 5),
        ("''", "0o17", "0o17", "0o17"),
        ("|-\n      line", "5", "5", 5),
    ],
)
def test_a_patch_writes_in_the_quotes_of_the_old_value(
    old: str, new: str, built: object, after_json: object, tmp_path: Path
) -> None:
    """As kubectl 1.37.1 builds it; a JSON patch leaves only the quotes that YAML needs."""
    manifest = SERVICE + f"  x: {old}\n"
    patch = f"- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {{name: web}}\n    spec: {{x: {new}}}\n"
    json_patch = '- target: {kind: Service}\n  patch: \'[{"op": "add", "path": "/spec/y", "value": 1}]\'\n'
    for before, wanted in (("", built), (json_patch, after_json)):
        files = {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{before}{patch}"}
        made = _built(tmp_path, files)
        assert repr(made.objects[0].root.value()["spec"]["x"]) == repr(wanted)


def test_a_null_that_takes_no_labels_stays(tmp_path: Path) -> None:
    policy = (
        "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: web}\n"
        "spec:\n  podSelector:\n    matchLabels:\n"
    )
    made = _built(tmp_path, {"a.yaml": policy, "kustomization.yaml": "resources: [a.yaml]\ncommonLabels: {a: b}\n"})
    assert made.objects[0].root.value()["spec"] == {"podSelector": {"matchLabels": None}}


@pytest.mark.parametrize("containers", ["http", "[http]", "[{name: a, env: http}]"])
def test_a_path_to_a_name_that_meets_a_single_value_is_refused(containers: str, tmp_path: Path) -> None:
    deployment = (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
        f"spec: {{template: {{spec: {{containers: {containers}}}}}}}\n"
    )
    made = _built(tmp_path, {"a.yaml": deployment, "kustomization.yaml": "resources: [a.yaml]\n"})
    assert made.error is not None
    assert made.error.kind == "merge-types"


@pytest.mark.parametrize("ports", ["[80]", "[{port: 80}, 80]", "[{port: 80}, [a]]"])
def test_a_list_of_elements_with_keys_that_has_others_takes_no_patch(ports: str, tmp_path: Path) -> None:
    manifest = f"apiVersion: v1\nkind: Service\nmetadata: {{name: web}}\nspec: {{ports: {ports}}}\n"
    patch = (
        "- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n    spec: {type: ClusterIP}\n"
    )
    files = {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{patch}"}
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == "merge-types"


@pytest.mark.parametrize("selector", ["app,", "-app", "app=-x", "app in (web,-x)", "a/b/c", ",app"])
def test_a_selector_of_labels_that_cannot_be_is_refused(selector: str, tmp_path: Path) -> None:
    target = f'- target: {{labelSelector: \'{selector}\'}}\n  patch: \'[{{"op": "remove", "path": "/spec"}}]\'\n'
    files = {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{target}"}
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == "patch-form"


@pytest.mark.parametrize(
    ("operation", "kind"),
    [
        ("{op: remove, path: /metadata/name}", "no-name"),
        ("{op: add, path: /metadata/name, value: ''}", "no-name"),
        ("{op: replace, path: /metadata, value: {a: b}}", "no-name"),
        ("{op: remove, path: /kind}", "no-kind"),
        ("{op: add, path: /metadata/annotations, value: [1]}", "merge-types"),
    ],
)
def test_an_operation_leaves_an_object_its_name_and_kind(operation: str, kind: str, tmp_path: Path) -> None:
    patch = f"- target: {{kind: Service}}\n  patch: |-\n    - {operation}\n"
    made = _built(tmp_path, {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{patch}"})
    assert made.error is not None
    assert made.error.kind == kind


@pytest.mark.parametrize(
    ("source", "target", "built"),
    [("{a: b}", "x-y", "-y"), ("[x]", "http", ""), ("-x", "null", None), ("-x", "http", "")],
)
def test_a_replacement_of_a_part_takes_the_text_of_a_value(
    source: str, target: str, built: str | None, tmp_path: Path
) -> None:
    replacement = (
        "replacements:\n- source: {kind: Service, fieldPath: spec.x%s}\n  targets:\n  - select: {kind: Service}\n"
        "    fieldPaths: [spec.y]\n    options: {delimiter: '-', index: 0}\n"
    ) % ("" if source[0] in "{[" else ", options: {delimiter: '-', index: 0}")
    manifest = SERVICE + f"  x: {source}\n  y: {target}\n"
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\n{replacement}"})
    assert made.objects[0].root.value()["spec"]["y"] == built


@pytest.mark.parametrize(
    ("image", "built"), [("my-nginx:1", "my-nginx:v"), ("nginx", "nginx:v"), ("nginx-x", "nginx-x")]
)
def test_a_star_before_the_name_of_an_image_repeats_its_beginning(image: str, built: str, tmp_path: Path) -> None:
    pod = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{containers: [{{name: a, image: '{image}'}}]}}\n"
    made = _built(
        tmp_path,
        {"a.yaml": pod, "kustomization.yaml": "resources: [a.yaml]\nimages: [{name: '*nginx', newTag: v}]\n"},
    )
    assert made.objects[0].root.value()["spec"]["containers"][0]["image"] == built


@pytest.mark.parametrize(("value", "built"), [("80", "80"), ("true", "true"), ("1.50", "1.5"), ("0o17", "15")])
def test_a_label_of_a_transformer_may_be_a_number(value: str, built: str, tmp_path: Path) -> None:
    transformer = (
        f"apiVersion: builtin\nkind: LabelTransformer\nmetadata: {{name: 1}}\nlabels: {{team: {value}}}\n"
        "fieldSpecs: [{path: metadata/labels, create: true}]\n"
    )
    files = {
        "a.yaml": SERVICE,
        "t.yaml": transformer,
        "kustomization.yaml": "resources: [a.yaml]\ntransformers: [t.yaml]\n",
    }
    assert _built(tmp_path, files).objects[0].root.value()["metadata"]["labels"] == {"team": built}


def test_a_replacement_without_targets_is_refused(tmp_path: Path) -> None:
    replacement = "replacements: [{source: {kind: Service}, targets: []}]\n"
    made = _built(tmp_path, {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\n{replacement}"})
    assert made.error is not None
    assert made.error.kind == "replacement"


@pytest.mark.parametrize("annotations", ["redis", "''", "80", "[]"])
@pytest.mark.parametrize("field", ["namePrefix: p-", "namespace: shop"])
def test_annotations_that_are_no_map_are_dropped_where_kustomize_writes_its_own(
    annotations: str, field: str, tmp_path: Path
) -> None:
    manifest = SERVICE.replace("  name: web\n", f"  name: web\n  annotations: {annotations}\n")
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\n{field}\n"})
    assert made.error is None
    assert "annotations" not in made.objects[0].root.value()["metadata"]


def test_what_a_replacement_makes_below_a_null_is_lost(tmp_path: Path) -> None:
    manifest = SERVICE.replace("  name: web\n", "  name: web\n  annotations: null\n")
    replacement = (
        "replacements:\n- source: {kind: Service, fieldPath: metadata.name}\n  targets:\n"
        "  - select: {kind: Service}\n    fieldPaths: [metadata.annotations.q]\n    options: {create: true}\n"
    )
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\n{replacement}"})
    assert made.error is None
    assert made.objects[0].root.value()["metadata"] == {"name": "web"}


def test_ports_that_each_patch_repeats_end_unbuildable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """40 patches would make a billion of them."""
    monkeypatch.setattr(merge, "_MOST_COMPARISONS", 20_000)
    manifest = SERVICE.replace("- port: 80\n", "- port: 80\n  - name: https\n    protocol: TCP\n")
    patch = (
        "- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n    spec: {type: ClusterIP}\n"
    )
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": "resources: [a.yaml]\npatches:\n" + patch * 40})
    assert _kinds(made) == [("too-large", True)]


@pytest.mark.parametrize(
    ("meta", "is_refused"),
    [
        ("{name: api}", True),
        ("{name: api, namespace: default}", True),
        ("{name: api, namespace: shop}", False),
        ("{name: api, annotations: {config.kubernetes.io/local-config: 'true'}}", True),
        ("{name: api, namespace: default, annotations: {config.kubernetes.io/local-config: 'true'}}", False),
    ],
)
def test_a_replacement_that_makes_two_objects_one_is_refused(meta: str, *, is_refused: bool, tmp_path: Path) -> None:
    kustomization = (
        "resources: [a.yaml, b.yaml]\nreplacements:\n- source: {kind: Service, name: web}\n"
        "  targets:\n  - select: {name: api}\n    fieldPaths: [metadata.name]\n"
    )
    files = {"a.yaml": SERVICE, "b.yaml": f"apiVersion: v1\nkind: Service\nmetadata: {meta}\n"}
    made = _built(tmp_path, {**files, "kustomization.yaml": kustomization})
    assert (made.error is not None and made.error.kind == "duplicate-id") == is_refused
    assert bool(made.objects) != is_refused


def test_objects_that_are_left_out_are_removed_by_their_ids(tmp_path: Path) -> None:
    local = "metadata: {{name: {0}, annotations: {{config.kubernetes.io/local-config: 'true'}}}}\n"
    copies = "---\n".join(f"apiVersion: v1\nkind: ConfigMap\n{local.format(name)}" for name in ("a", "b"))
    kustomization = (
        "resources: [a.yaml, b.yaml]\nreplacements:\n- source: {kind: Service, name: web}\n"
        "  targets:\n  - select: {kind: ConfigMap}\n    fieldPaths: [metadata.name]\n"
    )
    made = _built(tmp_path, {"a.yaml": SERVICE, "b.yaml": copies, "kustomization.yaml": kustomization})
    assert made.error is not None
    assert made.error.kind == "duplicate-id"


@pytest.mark.parametrize("written", ["name: 'a,b'", "name: a\n  namespace: 'x,y'"])
@pytest.mark.parametrize(("change", "is_refused"), [("namePrefix: x-", True), ("labels: [{pairs: {a: b}}]", False)])
def test_a_name_with_a_comma_cannot_be_changed(written: str, change: str, *, is_refused: bool, tmp_path: Path) -> None:
    files = {"a.yaml": SERVICE.replace("name: web", written), "kustomization.yaml": f"resources: [a.yaml]\n{change}\n"}
    made = _built(tmp_path, files)
    assert (made.error is not None) == is_refused


@pytest.mark.parametrize(
    ("more", "is_refused"),
    [
        ("  x: {'': 1}\n", True),
        ("  x: {'': null}\n", True),
        ("  - {port: 81, '': 1}\n", True),
        ("  x: [{'': 1}]\n", False),
    ],
)
def test_a_field_without_a_name_takes_no_patch(more: str, *, is_refused: bool, tmp_path: Path) -> None:
    patch = "patches:\n- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web, labels: {a: b}}\n"
    files = {"a.yaml": SERVICE + more, "kustomization.yaml": f"resources: [a.yaml]\n{patch}"}
    made = _built(tmp_path, files)
    assert (made.error is not None) == is_refused


@pytest.mark.parametrize(
    ("more", "built"),
    [
        ("namePrefix: x-\n", 80),
        ("patches:\n- patch: '{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {x: 1}}'\n", "80"),
    ],
)
@pytest.mark.parametrize("path", ["spec.foo", "spec.foo.bar", "spec.clusterIP", "metadata.labels.q"])
def test_what_a_replacement_has_made_becomes_text_where_a_patch_is_merged(
    path: str, more: str, built: object, tmp_path: Path
) -> None:
    replacement = (
        "replacements:\n- source: {kind: Service, name: web, fieldPath: spec.ports.0.port}\n"
        f"  targets:\n  - select: {{kind: Service}}\n    fieldPaths: [{path}]\n    options: {{create: true}}\n"
    )
    files = {
        "base/a.yaml": SERVICE,
        "base/kustomization.yaml": f"resources: [a.yaml]\n{replacement}",
        "prod/kustomization.yaml": f"resources: [../base]\n{more}",
    }
    made = _built(tmp_path, files, "prod")
    found = made.objects[0].root.get(*path.split("."))
    assert found is not None
    assert found.value() == built


@pytest.mark.parametrize(("version", "is_refused"), [("null", False), ("''", False), ("v1.2.3", True)])
def test_a_null_is_no_version_of_a_schema(version: str, *, is_refused: bool, tmp_path: Path) -> None:
    kustomization = f"resources: [a.yaml]\nopenapi: {{version: {version}}}\n"
    made = _built(tmp_path, {"a.yaml": SERVICE, "kustomization.yaml": kustomization})
    assert (made.error is not None) == is_refused


def test_two_patches_may_both_change_names_and_kinds(tmp_path: Path) -> None:
    patch = (
        "- target: {kind: Service, name: web}\n  options: {allowNameChange: true, allowKindChange: true}\n"
        "  patch: '{apiVersion: v1, kind: Service, metadata: {name: web, labels: {a: b}}}'\n"
    )
    files = {"a.yaml": SERVICE, "kustomization.yaml": f"resources: [a.yaml]\npatches:\n{patch}{patch}"}
    made = _built(tmp_path, files)
    assert made.error is None
    assert [one.id.name for one in made.objects] == ["web"]


@pytest.mark.parametrize("namespace", ["1e3", "010", "true"])
@pytest.mark.parametrize("target", ["", ", target: {kind: Service}"])
def test_a_namespace_that_looks_like_a_number_stays_text_through_a_patch(
    namespace: str, target: str, tmp_path: Path
) -> None:
    patch = f"{{patch: '{{apiVersion: v1, kind: Service, metadata: {{name: web}}, spec: {{x: 1}}}}'{target}}}"
    files = {
        "base/a.yaml": SERVICE,
        "base/kustomization.yaml": f"resources: [a.yaml]\nnamespace: '{namespace}'\n",
        "prod/kustomization.yaml": f"resources: [../base]\npatches: [{patch}]\n",
    }
    made = _built(tmp_path, files, "prod")
    assert [one.root.value()["metadata"]["namespace"] for one in made.objects] == [namespace]


@pytest.mark.parametrize(
    ("behavior", "origin"), [("merge", "../base/kustomization.yaml"), ("replace", "kustomization.yaml")]
)
def test_a_generated_object_that_is_merged_keeps_its_origin(behavior: str, origin: str, tmp_path: Path) -> None:
    generator = "configMapGenerator:\n- name: env\n  literals: [A=1]\n"
    files = {
        "base/kustomization.yaml": generator,
        "prod/kustomization.yaml": (
            f"resources: [../base]\nbuildMetadata: [originAnnotations]\n{generator}  behavior: {behavior}\n"
        ),
    }
    made = _built(tmp_path, files, "prod")
    written = made.objects[0].root.value()["metadata"]["annotations"]["config.kubernetes.io/origin"]
    assert written.splitlines()[0] == f"configuredIn: {origin}"


@pytest.mark.parametrize(
    ("kind", "version", "is_refused"),
    [
        ("Deployment", "null", True),
        ("Deployment", "~", True),
        ("Deployment", "''", False),
        ("Deployment", "", False),
        ("ConfigMap", "null", False),
    ],
)
def test_an_object_that_may_name_others_has_a_version(
    kind: str, version: str, *, is_refused: bool, tmp_path: Path
) -> None:
    thing = f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: web}}\n"
    made = _built(tmp_path, {"a.yaml": thing, "kustomization.yaml": "resources: [a.yaml]\n"})
    assert (made.error is not None) == is_refused


@pytest.mark.parametrize(
    ("field", "source", "kind"),
    [
        ("metadata.name", "spec.empty", "no-name"),
        ("metadata.name", "spec.ports", "no-name"),
        ("kind", "spec.empty", "no-kind"),
        ("metadata", "metadata.name", "no-name"),
    ],
)
@pytest.mark.parametrize("notes", ["", "  annotations: {config.kubernetes.io/local-config: 'true'}\n"])
def test_a_replacement_leaves_an_object_its_name_and_kind(
    field: str, source: str, kind: str, notes: str, tmp_path: Path
) -> None:
    replacement = (
        f"replacements:\n- source: {{kind: Service, fieldPath: {source}}}\n"
        f"  targets:\n  - select: {{kind: ConfigMap}}\n    fieldPaths: [{field}]\n"
    )
    files = {
        "a.yaml": SERVICE + '  empty: ""\n',
        "b.yaml": f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n{notes}",
        "kustomization.yaml": f"resources: [a.yaml, b.yaml]\n{replacement}",
    }
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == kind
    assert made.error.place is not None
    assert made.error.place.path.endswith("a.yaml")  # where the text comes from that has taken its place


@pytest.mark.parametrize(("written", "built"), [("", None), (" null", {"y": None}), (" ~", {"y": None})])
def test_nothing_is_made_below_an_empty_value(written: str, built: object, tmp_path: Path) -> None:
    replacement = (
        "replacements:\n- source: {kind: Service, fieldPath: metadata.name}\n  targets:\n"
        "  - select: {kind: Service}\n    fieldPaths: [spec.y.z]\n    options: {create: true}\n"
    )
    manifest = f"{SERVICE}  y:{written}\n"
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\n{replacement}"})
    found = {"y": made.objects[0].root.value()["spec"]["y"]} if made.objects else None
    assert found == built


@pytest.mark.parametrize("annotations", ["[]", "text", "[a]"])
def test_origins_are_noted_in_a_map(annotations: str, tmp_path: Path) -> None:
    manifest = SERVICE.replace("  name: web\n", f"  name: web\n  annotations: {annotations}\n")
    files = {"a.yaml": manifest, "kustomization.yaml": "resources: [a.yaml]\nbuildMetadata: [originAnnotations]\n"}
    assert _built(tmp_path, files).error is not None


def test_what_a_replacement_makes_below_a_null_in_a_list_is_lost(tmp_path: Path) -> None:
    replacement = (
        "replacements:\n- source: {kind: Service, fieldPath: metadata.name}\n  targets:\n"
        "  - select: {kind: Service}\n    fieldPaths: [spec.y.*.z]\n    options: {create: true}\n"
    )
    manifest = f"{SERVICE}  y: [null, {{a: b}}]\n"
    made = _built(tmp_path, {"a.yaml": manifest, "kustomization.yaml": f"resources: [a.yaml]\n{replacement}"})
    assert made.objects[0].root.value()["spec"]["y"] == [None, {"a": "b", "z": "web"}]


PREVIOUS = "internal.config.kubernetes.io/previousNames"


def test_an_object_is_selected_by_the_name_that_it_had(tmp_path: Path) -> None:
    patch = '- target: {annotationSelector: %s=web}\n  patch: \'[{"op": "add", "path": "/spec/y", "value": 1}]\'\n'
    files = {
        "base/a.yaml": SERVICE,
        "base/kustomization.yaml": "resources: [a.yaml]\nnameSuffix: -s\n",
        "kustomization.yaml": f"resources: [base]\npatches:\n{patch % PREVIOUS}",
    }
    (service,) = (one.root.value() for one in _built(tmp_path, files).objects)
    assert service["spec"]["y"] == 1
    assert "annotations" not in service["metadata"]


def test_what_reads_all_annotations_sees_the_names_that_an_object_had(tmp_path: Path) -> None:
    patch = (
        '- target: {kind: Service}\n  patch: \'[{"op": "copy", "from": "/metadata/annotations", "path": "/spec/y"}]\'\n'
    )
    files = {
        "base/a.yaml": SERVICE,
        "base/kustomization.yaml": "resources: [a.yaml]\nnamePrefix: p-\nnamespace: shop\n",
        "kustomization.yaml": f"resources: [base]\npatches:\n{patch}",
    }
    (service,) = (one.root.value() for one in _built(tmp_path, files).objects)
    assert service["metadata"] == {"name": "p-web", "namespace": "shop"}
    assert set(service["spec"]["y"][PREVIOUS].split(",")) == {"web", "p-web"}


def test_annotations_by_hand_that_do_not_fit_the_names_are_refused(tmp_path: Path) -> None:
    manifest = SERVICE.replace("  name: web\n", f"  name: web\n  annotations:\n    {PREVIOUS}: old\n")
    files = {"a.yaml": manifest, "kustomization.yaml": "resources: [a.yaml]\nnameSuffix: -s\n"}
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == "name-clash"


def test_a_base_in_which_two_objects_become_one_is_refused(tmp_path: Path) -> None:
    other = SERVICE.replace("name: web", "name: api")
    replacement = (
        "replacements:\n- source: {kind: Service, name: web}\n  targets:\n"
        "  - select: {kind: Service, name: api}\n    fieldPaths: [metadata.name]\n"
    )
    files = {
        "base/a.yaml": SERVICE,
        "base/b.yaml": other,
        "base/kustomization.yaml": f"resources: [a.yaml, b.yaml]\n{replacement}",
        "kustomization.yaml": "resources: [base]\n",
    }
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == "duplicate-id"


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("{z: }", {"z": ""}),
        ("{z: , a: b}", {"a": "b", "z": ""}),
        ("{z: # none\n    }", {"z": ""}),
        ("{z}", {"z": ""}),
        ("{z: [{a: }]}", {"z": [{"a": ""}]}),
        ("{z: null}", {"z": None}),
        ("{z: ~}", {"z": None}),
        ("\n    z:\n    a: b", {"a": "b", "z": None}),
        ("\n    z: # ]", {"z": None}),
    ],
)
def test_a_value_that_is_missing_in_brackets_becomes_an_empty_text(written: str, built: object, tmp_path: Path) -> None:
    made = _built(tmp_path, {"a.yaml": f"{SERVICE}  y: {written}\n", "kustomization.yaml": "resources: [a.yaml]\n"})
    assert made.objects[0].root.value()["spec"]["y"] == built


def test_a_value_that_is_missing_in_brackets_of_a_patch_deletes(tmp_path: Path) -> None:
    patch = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {type: }\n"
    files = {
        "a.yaml": SERVICE,
        "p.yaml": patch,
        "kustomization.yaml": "resources: [a.yaml]\npatches: [{path: p.yaml}]\n",
    }
    assert "type" not in _built(tmp_path, files).objects[0].root.value()["spec"]


def test_a_whole_number_of_more_than_64_bits_is_written_as_go_does(tmp_path: Path) -> None:
    manifest = SERVICE + "  y: 18446744073709551616\n  z: -9223372036854775809\n  big: 18446744073709551615\n"
    files = {"a.yaml": manifest, "kustomization.yaml": "resources: [a.yaml]\n"}
    spec = _built(tmp_path, files).objects[0].root.value()["spec"]
    assert (spec["y"], spec["z"], spec["big"]) == (18446744073709552000, -9223372036854776000, 18446744073709551615)


@pytest.mark.parametrize("key", ["1", "true", "1.5"])
def test_the_keys_of_an_object_by_itself_may_be_anything(key: str, tmp_path: Path) -> None:
    patch = f"apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n{key}:\n  a: b\n"
    items = "".join(f"  {line}\n" for line in SERVICE.splitlines()[1:])
    listed = f"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n{items}  {key}:\n    a: b\n"
    for resource, more in ((SERVICE, "patches: [{path: p.yaml}]\n"), (listed, "")):
        files = {"a.yaml": resource, "p.yaml": patch, "kustomization.yaml": f"resources: [a.yaml]\n{more}"}
        made = _built(tmp_path, files)
        assert made.error is None
        assert made.objects[0].root.value()[key] == {"a": "b"}


def test_a_transformer_with_a_key_twice_is_refused(tmp_path: Path) -> None:
    transformer = "apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: t}\nmetadata: {name: t}\n"
    files = {
        "a.yaml": SERVICE,
        "t.yaml": f"{transformer}labels: {{a: b}}\nfieldSpecs: [{{path: metadata/labels, create: true}}]\n",
        "kustomization.yaml": "resources: [a.yaml]\ntransformers: [t.yaml]\n",
    }
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.kind == "value-type"


@pytest.mark.parametrize("again", ["  path: b\n", "commonLabels: []\n"])
def test_a_configuration_with_a_key_twice_is_refused(again: str, tmp_path: Path) -> None:
    files = {
        "a.yaml": SERVICE,
        "c.yaml": f"commonLabels:\n- path: a\n{again}",
        "kustomization.yaml": "resources: [a.yaml]\nconfigurations: [c.yaml]\n",
    }
    made = _built(tmp_path, files)
    assert made.error is not None
    assert made.error.place is not None
    assert made.error.place.span.line == 3


CONTRADICTIONS = {
    "commonAnnotations": ("metadata/annotations, kind: Service", True),
    "commonLabels": ("metadata/labels, kind: Widget, create: false", True),
    "labels": ("metadata/labels, kind: Service, create: true", False),
    "namePrefix": ("metadata/name, kind: Service, create: true", True),
    "commonLabels:\n- {path: a}": ("a, kind: ValidatingWebhookConfiguration, create: true", False),
    "images:\n- {path: a}": ("a, kind: Widget, create: true", True),
}


@pytest.mark.parametrize(("table", "spec", "refused"), [(name, *row) for name, row in CONTRADICTIONS.items()])
def test_a_spec_that_contradicts_a_wider_one_is_refused(table: str, spec: str, refused: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a row
    """As kubectl kustomize 5.8.1 does, whichever of them comes first; it stands where the file is named."""
    files = {
        "a.yaml": SERVICE,
        "c.yaml": f"{table}{'' if ':' in table else ':'}\n- {{path: {spec}}}\n",
        "kustomization.yaml": "resources: [a.yaml]\nconfigurations: [c.yaml]\n",
    }
    made = _built(tmp_path, files)
    assert (made.error is not None) == refused
    if made.error is not None:
        assert made.error.kind == "configuration-conflict"
        assert made.error.place is not None
        assert (made.error.place.span.line, made.error.place.span.column) == (2, 18)


def test_a_key_twice_may_be_there_once_after_a_patch(tmp_path: Path) -> None:
    patch = "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {a: b}}\n"
    files = {
        "a.yaml": SERVICE.replace("  ports:\n", "  ports:\n  ports:\n"),
        "p.yaml": patch,
        "kustomization.yaml": "resources: [a.yaml]\n",
    }
    refused = _built(tmp_path, files)
    assert refused.error is not None
    assert refused.error.kind == "value-type"
    made = _built(tmp_path, {**files, "kustomization.yaml": "resources: [a.yaml]\npatches: [{path: p.yaml}]\n"})
    assert _kinds(made) == [("repeated-keys", True)]


def test_it_is_unknown_which_of_two_annotations_a_patch_means(tmp_path: Path) -> None:
    patch = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations:\n  annotations: {a: b}\n"
    files = {
        "a.yaml": SERVICE,
        "p.yaml": patch,
        "kustomization.yaml": "resources: [a.yaml]\npatches: [{path: p.yaml}]\n",
    }
    made = _built(tmp_path, files)
    assert made.error is None
    assert _kinds(made) == [("repeated-keys", True)]


def test_a_list_of_services_with_its_items_twice_is_refused(tmp_path: Path) -> None:
    items = "".join(f"  {line}\n" for line in SERVICE.splitlines()[1:])
    listed = f"apiVersion: v1\nkind: ServiceList\nitems:\nitems:\n- apiVersion: v1\n{items}"
    made = _built(tmp_path, {"a.yaml": listed, "kustomization.yaml": "resources: [a.yaml]\n"})
    assert made.error is not None


def test_a_line_without_a_key_is_passed_over(tmp_path: Path) -> None:
    generator = "configMapGenerator:\n- name: conf\n  envs: [a.env]\n  options: {disableNameSuffixHash: true}\n"
    made = _built(tmp_path, {"a.env": "=a\nB=c\n=d\n", "kustomization.yaml": generator})
    assert made.objects[0].root.value()["data"] == {"B": "c"}


@pytest.mark.parametrize(("char", "refused"), [("\x7f", True), ("\x80", True), ("\x0b", False), ("\u00a0", False)])
def test_a_text_with_a_control_character_is_refused(char: str, refused: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a case
    generator = "GENERATOR:\n- name: conf\n  files: [a.txt]\n"
    files = {"a.txt": f"a{char}b"}
    made = _built(tmp_path, {**files, "kustomization.yaml": generator.replace("GENERATOR", "configMapGenerator")})
    assert (made.error is not None) is refused
    secret = _built(tmp_path, {**files, "kustomization.yaml": generator.replace("GENERATOR", "secretGenerator")})
    assert secret.error is None


def test_a_missing_value_in_a_text_is_not_taken_for_one_in_the_brackets_around_the_text(tmp_path: Path) -> None:
    patch = "apiVersion: v1\\nkind: Service\\nmetadata:\\n  name: web\\nspec:\\n  y:\\n  - a: b\\n    z:\\n"
    files = {
        "a.yaml": SERVICE,
        "kustomization.yaml": f'{{"resources": ["a.yaml"], "patches": [{{"patch": "{patch}"}}]}}',
    }
    assert _built(tmp_path, files).objects[0].root.value()["spec"]["y"] == [{"a": "b", "z": None}]


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("999999", "999999"),
        ("1000000", "1e+06"),
        ("-12345678", "-1.2345678e+07"),
        ("1234567.5", "1.2345675e+06"),
        ("9007199254740993", "9.007199254740992e+15"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("'1000000'", "1000000"),
    ],
)
def test_a_json_patch_writes_large_numbers_with_an_exponent(written: str, built: str, tmp_path: Path) -> None:
    operations = f"    - {{op: add, path: /metadata/annotations/b, value: {written}}}\n"
    patch = f"patches:\n- target: {{kind: Service}}\n  patch: |-\n{operations}"
    service = ANNOTATED.replace("annotations: {}", f"annotations: {{a: {written}}}")
    made = _built(tmp_path, {"kustomization.yaml": f"resources: [a.yaml]\n{patch}", "a.yaml": service})
    assert made.objects[0].root.value()["metadata"]["annotations"] == {"a": built, "b": built}


@pytest.mark.parametrize(("field", "is_refused"), [("selector", True), ("other", False)])
def test_an_unknown_directive_is_refused_only_where_it_is_merged(
    field: str, *, is_refused: bool, tmp_path: Path
) -> None:
    patch = f"apiVersion: v1\nkind: Service\nmetadata: {{name: web}}\nspec: {{{field}: {{$patch: web}}}}\n"
    files = {"kustomization.yaml": "resources: [a.yaml]\npatches: [{path: p.yaml}]\n", "p.yaml": patch}
    made = _built(tmp_path, {**files, "a.yaml": f"{SERVICE}  selector: {{app: web}}\n"})
    assert (made.error is not None) == is_refused
    assert is_refused or made.objects[0].root.value()["spec"]["other"] == {"$patch": "web"}


@pytest.mark.parametrize(
    ("begin", "counts"),
    [
        ("", True),
        ("---\n", True),
        ("# a comment\n\n--- # another\n", True),
        ("---\n# nothing\n---\n", False),
        ("# a comment\n---\n\n---\n", False),
        ("null\n---\n", False),
        ("---\n~\n---\n", False),
    ],
)
def test_the_first_document_of_a_configuration_counts_if_it_is_empty_too(
    begin: str, *, counts: bool, tmp_path: Path
) -> None:
    patches = "patches: [{path: p.yaml, target: {kind: Service}}]\n"
    operations = "- {op: add, path: /metadata/annotations/a, value: x}\n"
    files = {"a.yaml": ANNOTATED, "kustomization.yaml": f"resources: [a.yaml]\n{patches}"}
    (made,) = _built(tmp_path, {**files, "p.yaml": begin + operations}).objects
    assert ("annotations" in made.root.value()["metadata"]) == counts
    text = "".join(f"    {line}\n" for line in f"{begin}{operations}".splitlines())
    patches = f"patches:\n- target: {{kind: Service}}\n  patch: |-\n{text}"
    (made,) = _built(tmp_path, {**files, "kustomization.yaml": f"resources: [a.yaml]\n{patches}"}).objects
    assert ("annotations" in made.root.value()["metadata"]) == counts
    error = _built(tmp_path, {**files, "kustomization.yaml": f"{begin}resources: [a.yaml]\n"}).error
    assert (error.kind if error is not None else "") == ("" if counts else "empty-kustomization")


@pytest.mark.parametrize("merges", ["{<<: {a: b}, <<: {c: d}}", "{<<: [{a: b}, {c: d}]}"])
def test_two_merges_into_one_map_are_refused(merges: str, tmp_path: Path) -> None:
    files = {"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": f"{SERVICE}  selector: {merges}\n"}
    made = _built(tmp_path, files)
    assert bool(made.error) == (merges.count("<<") > 1)
    if made.error is not None:
        assert made.error.place is not None
    fields = f"resources: [a.yaml]\ncommonAnnotations: {merges}\n"
    made = _built(tmp_path, {"kustomization.yaml": fields, "a.yaml": SERVICE})  # which another reader reads
    assert made.objects[0].root.value()["metadata"]["annotations"] == {"a": "b", "c": "d"}
