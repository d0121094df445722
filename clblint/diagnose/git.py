"""`--manifests`: how the cluster differs from the manifests in git, and what the next apply would do.

Only what git writes is compared, and of the annotations those of the CCM: fields that controllers and the API server
write are no difference. Templates, patches, and objects with two manifests are not compared.
"""

from __future__ import annotations

import copy
import json
from collections import Counter, defaultdict

from clblint.diagnose.diagnosis import Difference
from clblint.diagnose.objects import WORKLOADS
from clblint.diagnose.reading.yaml_values import UnreadableYamlError, plain_of, yaml_items
from clblint.discovery.walk import collect
from clblint.fast import NamedTuple
from clblint.files.read import read_input
from clblint.files.working_folder import absolute
from clblint.i18n.language import ENGLISH, in_language, tr, tr_value
from clblint.i18n.text import Words
from clblint.kube.catalogue.catalogue import DOMAIN, LEGACY_PREFIX, PREFIX
from clblint.kube.kustomize.deployed import with_deployed
from clblint.kube.kustomize.role import is_kustomization, role_of
from clblint.kube.kustomize.roots import is_built
from clblint.kube.unrendered import is_unrendered
from clblint.kube.well_known import HASH_LABEL, ID_LABEL, LAST_APPLIED
from clblint.report.fingerprint import line_hashes
from clblint.run.builds import build_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from clblint.change.plan import PlanRow
    from clblint.diagnose.objects import LiveObject
    from clblint.diagnose.service import LiveService, SnapshotServices
    from clblint.diagnose.shape import Plain
    from clblint.diagnose.snapshot import Snapshot
    from clblint.i18n.text import Value
    from clblint.kube.clusters.profile import Cluster
    from clblint.kube.objects import KubeObject

_SKIPPED = frozenset({"env", "envFrom", "resources", "volumes", "args", "command", "volumeMounts", "annotations"})
_LISTS = {"ports": ("name", "port", "containerPort"), "containers": ("name",), "initContainers": ("name",)}
_KINDS = WORKLOADS | {"Service"}
_MOST = 10  # differences of one object


class Manifested(NamedTuple):
    """An object in git.

    Attributes:
        path: its file.
        body: its fields.
        line: the line where it begins.
        text: the text of the file.
        files: the files that its annotations come from, by key, if a kustomization builds it.
    """

    path: str
    body: Plain
    line: int
    text: str
    files: Mapping[str, str] = {}

    @property
    def line_hash(self) -> str:
        """GitHub's hash of its line."""
        hashes = line_hashes(self.text)
        return hashes[self.line - 1] if self.line <= len(hashes) else ""


class Manifests:
    """The manifests in git by kind, namespace and name, without objects that have two manifests.

    A kustomization counts with the objects that it builds, not with its files; `unbuilt` has a line for each
    kustomization that could not be built. A manifest without a namespace belongs to the only object of its kind and
    name in the snapshot.
    """

    def __init__(self, paths: Iterable[str], snapshot: Snapshot) -> None:
        self._live = Counter((thing.kind, thing.name) for kind in _KINDS for thing in snapshot.all(kind))
        self._found: dict[tuple[str, str, str], list[Manifested]] = defaultdict(list)
        inputs = [item for item in collect(paths) if not item.outside]
        built = build_all(*with_deployed(inputs, read_input, absolute))
        self.unbuilt = tuple(f"{one.path}: {tr_value(one.gap.text)}" for one in built.unbuilt)
        for item in built.inputs:
            if not (is_kustomization(item.path) or is_built(item) or role_of(item.role).roots):
                self._read(item.path)
        for manifest in built.manifests.values():
            for thing in manifest.objects:
                node = thing.node
                place, files = node.place, dict(_files_of(thing))
                self._take(Manifested(place.path, plain_of(node), place.span.line, node.source.text, files))

    def _read(self, path: str) -> None:
        text = read_input(path).decode("utf-8", "replace")
        try:
            for item in yaml_items(path, text):
                self._take(Manifested(path, item.value, item.line, text))
        except UnreadableYamlError:  # a template or broken: `clblint check` reports it
            return

    def _take(self, found: Manifested) -> None:
        value: object = found.body
        if (
            not isinstance(value, dict)
            or str(value.get("kind")) not in _KINDS
            or not isinstance(value.get("metadata"), dict)
        ):
            return
        meta = value["metadata"]
        name, namespace = meta.get("name"), meta.get("namespace") or ""
        if isinstance(name, str) and isinstance(namespace, str) and not is_unrendered(name + namespace):
            self._found[value["kind"], namespace, name].append(found)

    def of(self, thing: LiveObject) -> Manifested | None:
        """The manifest of an object; None if there is none, or more than one."""
        own = self._found.get((thing.kind, thing.namespace, thing.name), [])
        is_only = self._live[thing.kind, thing.name] == 1
        found = own or (self._found.get((thing.kind, "", thing.name), []) if is_only else [])
        return found[0] if len(found) == 1 else None

    @property
    def ids(self) -> dict[str, str]:
        """The annotations loadbalancer-id of the Services, by `namespace/name`."""
        found = {}
        for (kind, namespace, name), items in self._found.items():
            annotations = items[0].body["metadata"].get("annotations")
            if kind == "Service" and len(items) == 1 and isinstance(annotations, dict):
                id_ = annotations.get(PREFIX + "id") or annotations.get(LEGACY_PREFIX + "id")
                if isinstance(id_, str):
                    found[f"{namespace or 'default'}/{name}"] = id_
        return found


def _files_of(thing: KubeObject) -> Iterator[tuple[str, str]]:
    """Yield the annotations of an object that is built, each with the file that its value comes from."""
    for key, field in thing.root.get("metadata", "annotations").items():
        if field.node is not None and field.node.place.path:
            yield key, field.node.place.path


def differences(service: LiveService, manifests: Manifests) -> list[Difference]:
    """The differences of a Service and the workloads behind it."""
    found: list[Difference] = []
    for thing in (service.thing, *service.templates):
        manifest = manifests.of(thing)
        if manifest is not None:
            found += list(_of_object(thing, manifest, scaled=_is_scaled(service, thing)))[:_MOST]
    return found


def _is_scaled(service: LiveService, thing: LiveObject) -> bool:
    """Whether a scaler decides on the replicas of a workload."""
    for kind in ("HorizontalPodAutoscaler", "ScaledObject"):
        for scaler in service.snapshot.within(kind, thing.namespace):
            if scaler.body.get("spec", {}).get("scaleTargetRef", {}).get("name") == thing.name:
                return True
    return False


def _of_object(thing: LiveObject, manifest: Manifested, *, scaled: bool) -> Iterator[Difference]:
    name, path = f"{thing.kind} {thing.id}", manifest.path
    live, git = thing.raw.get("spec"), manifest.body.get("spec")
    if isinstance(live, dict) and isinstance(git, dict):
        wanted = {key: value for key, value in git.items() if not (scaled and key == "replicas")}
        for field, one, other in _differing(live, wanted, "spec"):
            yield Difference(name, path, field, one, other)
    if thing.kind == "Service":
        yield from _of_annotations(thing, manifest)


def _of_annotations(thing: LiveObject, manifest: Manifested) -> Iterator[Difference]:
    """Yield the annotations of the CCM that differ."""
    written = manifest.body["metadata"].get("annotations")
    git = {key: str(value) for key, value in written.items()} if isinstance(written, dict) else {}
    live = {key: value for key, value in thing.annotations.items() if key != LAST_APPLIED}
    for key in sorted({*git, *live}):
        ours = key.startswith(DOMAIN)
        if live.get(key) == git.get(key) or not ours or is_unrendered(git.get(key, "")):
            continue
        path = manifest.files.get(key, manifest.path)
        yield Difference(f"Service {thing.id}", path, key, live.get(key), git.get(key))


def _differing(live: Any, git: Any, field: str) -> Iterator[tuple[str, str | None, str | None]]:  # noqa: ANN401 - JSON
    """Yield what git writes and the cluster has differently: field, live value, value in git."""
    if isinstance(git, dict) and isinstance(live, dict):
        for key, value in git.items():
            if key not in _SKIPPED:
                yield from _differing(live.get(key), value, f"{field}.{key}")
    elif isinstance(git, list) and isinstance(live, list):
        yield from _of_lists(live, git, field)
    elif git is not None and not _alike(live, git):
        yield field, None if live is None else _shown(live), _shown(git)


def _of_lists(live: list[Any], git: list[Any], field: str) -> Iterator[tuple[str, str | None, str | None]]:
    keys = _LISTS.get(field.rpartition(".")[2])
    if keys is None or not all(isinstance(item, dict) for item in (*live, *git)):
        if sorted(map(_shown, live)) != sorted(map(_shown, git)):
            yield field, _shown(live), _shown(git)
        return
    rest = list(live)
    for item in git:
        key = next((key for key in keys if key in item), "")
        same = next((one for one in rest if key and one.get(key) == item.get(key)), None)
        if same is None:
            yield f"{field}[{item.get(key)}]", None, _shown(item)
        else:
            rest.remove(same)
            yield from _differing(same, item, f"{field}[{item.get(key)}]")
    for item in rest:
        yield f"{field}[{next((item[key] for key in keys if key in item), '?')}]", _shown(item), None


def _alike(live: object, git: object) -> bool:
    """Whether two values are equal; an empty value equals a missing one, and a placeholder in git any value."""
    if isinstance(git, str) and is_unrendered(git):
        return True
    return live == git or str(live) == str(git) or (not live and not git)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 80 else f"{text[:80]}..."  # noqa: PLR2004 - a line


def next_apply(all_services: SnapshotServices, manifests: Manifests, cluster: Cluster, names: Iterable[str]) -> Value:
    """What the next apply of git would do to the load balancers, as text; empty if nothing."""
    rows = _rows(all_services, manifests, cluster, names)
    if not any(row.calls or row.error for row in rows):
        return ""
    spoken = _plan_text(rows)
    with in_language(ENGLISH):
        return Words(_plan_text(rows), spoken)


def _plan_text(rows: list[PlanRow]) -> str:
    from clblint.change.plan_text import change_text  # noqa: PLC0415 - only with manifests

    return change_text(rows, tr("the snapshot"))


def _rows(
    all_services: SnapshotServices, manifests: Manifests, cluster: Cluster, names: Iterable[str]
) -> list[PlanRow]:
    """The plan for each load balancer whose manifest differs."""
    from clblint.balancer.refusal import WELL  # noqa: PLC0415 - only with manifests
    from clblint.change.plan import rows_of  # noqa: PLC0415 - as above
    from clblint.run.against import between  # noqa: PLC0415 - as above

    then, now = {}, {}
    for name in names:
        thing = all_services.by_name[name].thing
        manifest = manifests.of(thing)
        if manifest is None or all_services.by_name[name].is_described:
            continue
        live = _as_manifest(thing)
        applied = _applied(live, manifest.body, all_services.by_name[name].last_applied)
        if applied != live:
            path = f"{thing.namespace}-{thing.name}.json"
            then[path] = ("the cluster", json.dumps(live).encode())
            now[path] = (manifest.path, b"\n" * (manifest.line - 1) + json.dumps(applied).encode())
    found = between(then, now, cluster, all_services.snapshot.inventory) if now else []
    balancers = [change.new for change in found if change.new is not None]
    return rows_of(balancers, found, lambda _: WELL)


def _as_manifest(thing: LiveObject) -> Plain:
    annotations = {key: value for key, value in thing.annotations.items() if key != LAST_APPLIED}
    labels = {key: value for key, value in thing.labels.items() if key not in {HASH_LABEL, ID_LABEL}}
    meta = {"name": thing.name, "namespace": thing.namespace, "annotations": annotations, "labels": labels}
    return {"apiVersion": "v1", "kind": "Service", "metadata": meta, "spec": copy.deepcopy(thing.raw.get("spec") or {})}


def _applied(live: Plain, git: Plain, before: Plain) -> Plain:
    """The object as `kubectl apply` would leave it: git over the cluster, without the fields that git has removed."""
    made = copy.deepcopy(live)
    old = before.get("metadata")
    given_up = set(_annotations_of(old)) - set(_annotations_of(git["metadata"]))
    annotations = {key: value for key, value in made["metadata"]["annotations"].items() if key not in given_up}
    made["metadata"]["annotations"] = annotations | _annotations_of(git["metadata"])
    spec = git.get("spec")
    if isinstance(spec, dict):
        made["spec"] |= {key: value for key, value in spec.items() if key != "ports"}
        ports = spec.get("ports")
        if isinstance(ports, list):
            made["spec"]["ports"] = [_port(port, live["spec"].get("ports")) for port in ports if isinstance(port, dict)]
    return made


def _annotations_of(meta: object) -> dict[str, str]:
    found = meta.get("annotations") if isinstance(meta, dict) else None
    return {key: value for key, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}


def _port(port: Plain, live: object) -> Plain:
    """A port of git, with the node port and the protocol that the cluster has given it."""
    listed = live if isinstance(live, list) else []
    same = next((one for one in listed if isinstance(one, dict) and one.get("port") == port.get("port")), {})
    return {**same, **port}
