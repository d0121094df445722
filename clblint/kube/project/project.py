"""The objects of a whole project: who selects whom, and who claims what."""

from __future__ import annotations

import posixpath
from itertools import islice
from typing import TYPE_CHECKING

from clblint.kube.clusters.facts import from_claims
from clblint.kube.clusters.folders import ancestors, are_neighbours, common, depth
from clblint.kube.kustomize.patch import ALL, LABELS, NOTE, OF_POD, OF_TEMPLATE, is_for
from clblint.kube.kustomize.patched import apply_patches
from clblint.kube.kustomize.roots import NOT_ONE
from clblint.kube.marks import FACT, PATCH, SCALER
from clblint.kube.project.assignment import ONE_FILE, VERSIONS, Clusters, SameCluster, Verdict, undeclared
from clblint.kube.project.peers import Peers, Rivals
from clblint.kube.project.refs import (
    BRINGS,
    ENDPOINTS,
    KUSTOMIZATION,
    OPAQUE,
    POD_NAME,
    SOME,
    Ref,
    refs_of,
    scaled,
    shown,
)
from clblint.kube.unrendered import is_unrendered
from clblint.kube.workloads.pod_makers import MAKER
from clblint.kube.workloads.pods import Workload
from clblint.kube.workloads.scaling import HPA, Scaler, Scaling

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from clblint.kube.clusters.facts import RangeSetting
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject, Service
    from clblint.kube.project.refs import Claim, Identity

__all__ = ["Project", "Ref", "refs_of"]

_TWO = 2
_MANY = 200  # how many folders are looked into for a sign
BEHIND = 100  # workloads that are looked at behind one Service


class Project:
    """Every object of the project by namespace and label; the objects themselves are read when they are asked for."""

    def __init__(
        self, refs: Iterable[Ref], load: Callable[[str], Manifest], declared: Callable[[str], str | None] = undeclared
    ) -> None:
        self._load = load
        self._laid_over: dict[str, list[Ref]] = {}  # the patches of kustomizations, by the roots that build them
        self._facts: list[Ref] = []
        self._told: dict[int | None, list[RangeSetting]] = {}  # the facts for what is applied together
        self.refs = self._objects(sorted(refs, key=lambda ref: (ref.path, ref.position)))
        self.clusters = Clusters(self.refs, declared)
        self._workloads: dict[tuple[str | None, str, str], list[Ref]] = {}
        self._serving: dict[str | None, dict[str, list[Ref]]] = {}  # workloads by namespace and folder
        self._vague: list[Ref] = []  # workloads with labels that cannot be known
        self._patches: set[tuple[str, str]] = set()  # kinds and names of workloads without labels
        self._selectors: dict[tuple[str | None, str, str], list[Ref]] = {}  # Services by the first item of theirs
        self._claims: dict[Claim, list[Ref]] = {}
        self._identities: dict[Identity, list[Ref]] | None = None
        self._held: dict[str, set[Identity]] | None = None  # by file
        self._kustomized: set[str] | None = None
        self._relabelled: list[Ref] = []  # workloads whose labels a patch writes
        self._bringing: set[str] | None = None  # kustomizations that build more than the files show
        self._by_file: dict[str, list[Ref]] | None = None  # workloads
        self._makers: dict[str, list[Ref]] = {}  # files with what may make pods, by namespace
        self._made: dict[tuple[int, str | None], bool] = {}  # where something may make pods, by place and namespace
        self._opaque: set[str] | None = None  # folders with a file that hides something, and those above them
        self._selecting: Service | None = None  # who was asked about last, and what it selects
        self._selection = Peers()
        self._selected: dict[Hashable, Peers] = {}  # by what a selector depends on
        self._selecting_alike: dict[Hashable, Peers] = {}
        self._doubts: dict[Hashable, bool] = {}
        self._matches: dict[Hashable, list[Ref]] = {}
        self._by_place = {(ref.path, ref.position): ref for ref in self.refs}
        for ref in self.refs:
            self._add(ref)

    def _objects(self, refs: list[Ref]) -> list[Ref]:
        """The objects and the files, without what is said of them; a patched object claims nothing for sure."""
        self._facts += (ref for ref in refs if ref.kind == FACT)
        for ref in refs:
            for root in ref.roots if ref.kind == PATCH else ():
                self._laid_over.setdefault(root, []).append(ref)
        kept = [ref for ref in refs if ref.kind not in {PATCH, FACT}]
        if not self._laid_over:
            return kept
        return [ref._replace(claims=()) if ref.claims and self._is_open(ref) else ref for ref in kept]

    def _is_open(self, ref: Ref) -> bool:
        """Whether a patch may change what a Service claims."""
        return ref.kind == "Service" and any(
            what == "spec" or key == ALL or key.endswith("-id") for what, key, _ in self.changes_of(ref)
        )

    def _add(self, ref: Ref) -> None:
        if ref.kind == "Service":
            for key, value in ref.selector[:1]:
                self._selectors.setdefault((ref.namespace, key, value), []).append(ref)
        elif ref.serves and not ref.labels and ref.kind != "Pod":
            self._patches.add((ref.kind, ref.name))
        elif ref.serves:
            self._serving.setdefault(ref.namespace, {}).setdefault(ref.folder, []).append(ref)
            if any(is_unrendered(value) for _, value in ref.labels):
                self._vague.append(ref)
            if ref.roots and self._laid_over and self._is_relabelled(ref):
                self._relabelled.append(ref)
        for key, value in ref.labels:
            self._workloads.setdefault((ref.namespace, key, value), []).append(ref)
        for claim in dict.fromkeys(ref.claims):
            self._claims.setdefault(claim, []).append(ref)
            if claim[0] == MAKER:
                self._makers.setdefault(claim[1], []).append(ref)

    def _is_relabelled(self, ref: Ref) -> bool:
        """Whether a patch writes the labels of the pods of a workload."""
        wanted = (LABELS, OF_POD if ref.kind == "Pod" else OF_TEMPLATE)
        return any((what, key) == wanted for what, key, _ in self.changes_of(ref))

    def ref_of(self, thing: KubeObject) -> Ref | None:
        """The reference to an object of the project."""
        return self._by_place.get((thing.path, thing.index))

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self._load(ref.path).objects[ref.position]

    def file_of(self, ref: Ref) -> Manifest:
        """The file of a reference."""
        return self._load(ref.path)

    def selected(self, selector: dict[str, str], own: Ref) -> Peers:
        """The workloads whose pods the selector of a Service matches and that stand behind it.

        Those that are surely applied with it, or else the nearest that may stand behind it. Where one workload stands
        in several folders as near, none can be told. Without a namespace those far away may be of another.
        """
        asked = (self.clusters.place_of(own), own.namespace, *sorted(selector.items()))
        known = self._selected.get(asked)
        if known is None:
            known = self._selected[asked] = Peers(self._find_selected(selector, own))
        return known

    def _find_selected(self, selector: dict[str, str], own: Ref) -> list[Ref]:
        found = self._matching(own.namespace, selector)
        if not found:
            return found
        sure, perhaps = self.clusters.sort(own, found, ("pods", own.namespace, *sorted(selector.items())))
        if sure:
            return sure if own.namespace is not None else _built_together(own, sure) or _nearest(own, sure)
        meeting = _nearest(own, [ref for ref in perhaps if self.clusters.may_meet(own, ref)])
        return meeting if len({ref.identity for ref in meeting}) == len(meeting) else []

    def _matching(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        """The workloads of a namespace whose pods a selector matches, as far as their templates show."""
        asked = (namespace, *sorted(selector.items()))
        known = self._matches.get(asked)
        if known is None:
            known = self._matches[asked] = self._find_matching(namespace, selector)
        return known

    def _find_matching(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        labels, pod = shown(selector), selector.get(POD_NAME)
        if not labels:
            return self.named((namespace, "StatefulSet", _owner_of(pod))) if pod else []
        lists = [self._workloads.get((namespace, key, value), []) for key, value in labels.items()]
        wanted = set(labels.items())
        found = [ref for ref in min(lists, key=len) if wanted.issubset(ref.labels)]
        return [ref for ref in found if ref.built_name == _owner_of(pod)] if pod else found

    def selected_by(self, service: Service) -> Peers:
        """The workloads that a Service selects; none where its selector cannot be known."""
        if self._selecting is not service:  # it is asked about one Service several times in a row
            own, selector = self.ref_of(service), service.selector_values
            self._selection = Peers() if own is None or selector is None else self.selected(selector, own)
            self._selecting = service
        return self._selection

    def workloads_of(self, service: Service) -> tuple[Workload, ...]:
        """The workloads that a Service selects, as objects; of very many the first."""
        things = (self.resolve(ref) for ref in islice(self.selected_by(service), BEHIND))
        return tuple(thing for thing in things if isinstance(thing, Workload))

    def scaling_of(self, workload: Workload) -> Scaling:
        """Who sets the number of its pods, by way of an HPA, too."""
        own = self.ref_of(workload)
        if own is None:
            return Scaling()
        found = self._scalers(own, own.kind, own.name)
        found += [one for ref, _ in found for one in self._scalers(own, HPA, ref.name)]
        return Scaling(
            tuple(self._as_scalers(ref for ref, sure in found if sure)),
            tuple(self._as_scalers(ref for ref, sure in found if not sure)),
        )

    def _vague_scalers(self, name: str) -> list[Ref]:
        """Those that may set the number of pods of an object: its name, or what they name, cannot be known."""
        if not is_unrendered(name):
            return self.claimants((SCALER, SOME))
        return [ref for claim, refs in self._claims.items() if claim[0] == SCALER for ref in refs]

    def _scalers(self, own: Ref, kind: str, name: str) -> list[tuple[Ref, bool]]:
        """The claims to an object that may be applied with another one, and whether they surely are."""
        named, vague = self.claimants(scaled(kind, name)), self._vague_scalers(name)
        there = [ref for ref in (*named, *vague) if _may_meet(own.namespace, ref.namespace)]
        answers = [(ref, self.verdict(own, ref).answer) for ref in there]
        return [
            (ref, answer is SameCluster.YES and ref.namespace == own.namespace and ref not in vague)
            for ref, answer in answers
            if answer is not SameCluster.NO
        ]

    def _as_scalers(self, refs: Iterable[Ref]) -> Iterator[Scaler]:
        return (thing for thing in map(self.resolve, refs) if isinstance(thing, Scaler))

    def selecting(self, workload: Ref) -> Peers:
        """The Services that may select the pods of a workload."""
        asked = (self.clusters.place_of(workload), workload.namespace, workload.labels)
        known = self._selecting_alike.get(asked)
        if known is None:
            known = self._selecting_alike[asked] = Peers(self._find_selecting(workload))
        return known

    def _find_selecting(self, workload: Ref) -> Iterator[Ref]:
        labels = set(workload.labels)
        for label in workload.labels:
            refs = self._selectors.get((workload.namespace, *label), [])
            if refs:
                sure, perhaps = self.clusters.sort(workload, refs, ("selecting", workload.namespace, *label))
                yield from (ref for ref in (*sure, *perhaps) if labels.issuperset(ref.selector))

    def may_select(self, service: Service) -> bool:
        """Whether a Service may select pods that the files do not show.

        Its selector or the labels of pods cannot be known, only one of the two names its namespace, or a file around
        it is a template or cannot be read, or what builds it brings more than the files show. Or something in its
        namespace may make pods, or pods that it selects may be of another cluster.
        """
        own, selector = self.ref_of(service), service.selector_values
        if own is None or selector is None or not shown(selector):
            return True
        if self.is_opaque(own.folder) or self.may_have_endpoints(own) or self._may_be_made(own):
            return True
        if any(self._matching(other, selector) for other in self._perhaps_the_same(own.namespace)):
            return True
        if self._is_in_doubt(own, selector):
            return True
        if any(_may_meet(own.namespace, ref.namespace) and self.stands_behind(own, ref) for ref in self._relabelled):
            return True
        return self._matches_a_vague_one(own, selector)

    def _is_in_doubt(self, own: Ref, selector: Mapping[str, str]) -> bool:
        """Whether of a workload with its labels it is not certain that it is applied with a Service."""
        asked = (own.path, own.namespace, *sorted(selector.items()))
        known = self._doubts.get(asked)
        if known is None:
            found = self._matching(own.namespace, selector)
            known = self._doubts[asked] = any(not self.verdict(own, ref).certain for ref in found)
        return known

    def may_select_more(self, service: Service) -> bool:
        """Whether a Service may select workloads of the project and nobody can tell: its selector or their labels."""
        own, selector = self.ref_of(service), service.selector_values
        if own is None or not service.selector:
            return False
        if selector is None:
            return any(_may_meet(own.namespace, namespace) for namespace in self._serving)
        return self._matches_a_vague_one(own, selector)

    def _matches_a_vague_one(self, own: Ref, selector: Mapping[str, str]) -> bool:
        return any(_may_match(selector, ref) for ref in self._vague if _may_meet(own.namespace, ref.namespace))

    def _may_be_made(self, service: Ref) -> bool:
        """Whether an operator or a deployment tool may make pods in the namespace of a Service."""
        key = (self.clusters.unit_of(service), service.namespace)
        if key not in self._made:
            meeting = [refs for name, refs in self._makers.items() if _may_meet(service.namespace, name or None)]
            self._made[key] = any(self._may_reach(ref, service) for refs in meeting for ref in refs)
        return self._made[key]

    def _may_reach(self, maker: Ref, service: Ref) -> bool:
        """Whether the pods of a maker may stand behind a Service; without a namespace, not from far away."""
        answer = self.verdict(service, maker).answer
        near = service.namespace is not None or are_neighbours(service.folder, maker.folder)
        return answer is SameCluster.YES or (near and answer is SameCluster.OPEN)

    def _perhaps_the_same(self, namespace: str | None) -> list[str | None]:
        """The other namespaces of workloads that may turn out to be this one."""
        return [None] if namespace is not None else [other for other in self._serving if other is not None]

    def serving_beside(self, own: Ref) -> list[Ref]:
        """Workloads of the namespace of an object that are applied with it: those of its folder if there are any.

        Of an object without a namespace only those count: elsewhere another namespace may be meant.
        """
        by_folder = self._serving.get(own.namespace, {})
        here = [ref for ref in by_folder.get(own.folder, ()) if self.together(own, ref)]
        if here or own.namespace is None:
            return here
        around = (refs for refs in islice(by_folder.values(), _MANY) if self.stands_behind(own, refs[0]))
        return [ref for refs in around for ref in refs]

    def stands_behind(self, service: Ref, behind: Ref) -> bool:
        """Whether something is taken for what stands behind a Service, if their names agree."""
        answer = self.verdict(service, behind).answer
        return answer is SameCluster.YES or (answer is SameCluster.OPEN and self.clusters.may_meet(service, behind))

    def beside_in_file(self, own: Ref) -> list[Ref]:
        """The workloads of the file of an object that make pods that stay, of whatever namespace."""
        if self._by_file is None:
            self._by_file = {}
            for ref in self.refs:
                if ref.serves and (ref.labels or ref.kind == "Pod"):
                    self._by_file.setdefault(ref.path, []).append(ref)
        return self._by_file.get(own.path, [])

    def named(self, identity: Identity) -> list[Ref]:
        """The objects of one kind, namespace and name: versions of each other, or one thing twice."""
        if self._identities is None:
            self._identities = {}
            for ref in self.refs:
                self._identities.setdefault(ref.identity, []).append(ref)
        return self._identities.get(identity, [])

    def services_named(self, name: str, namespace: str | None) -> list[Ref]:
        """The Services that have a name in the cluster, or may have it, in a namespace or one that may be the same."""
        found = (ref for ref in self.refs if ref.kind == "Service" and _may_be_named(ref, name))
        return [ref for ref in found if _may_meet(namespace, ref.namespace)]

    def twins_before(self, own: Ref, most: int) -> tuple[list[Ref], int]:
        """The last objects of the same identity that are applied with it and before it, and how many there are.

        A kustomization picks the files of its folder, and of three or more files with one object, people pick. What
        it has picked it builds.
        """
        found = self.named(own.identity)
        if len(found) == 1:
            return [], 0
        sure = self.clusters.sort(own, found, ("named", own.identity)).sure
        picked = self.is_kustomized(own.folder) or len(sure.by_file) > _TWO
        kept = [own.path] if picked else [path for path in sure.by_file if self._are_both_meant(own, sure, path)]
        parts = [sure.by_file[path] for path in kept if path in sure.by_file]
        built = sure.built_with(own.roots) if _is_built_once(own) else ()
        if built:
            parts = [built, *(part for part in parts if set(part[0].roots).isdisjoint(own.roots))]
        ends = [(part, part.before(own)) for part in parts]
        last = sorted((ref for part, end in ends for ref in part[max(end - most, 0) : end]), key=_place_of)
        return last[-most:], sum(end for _, end in ends)

    def _are_both_meant(self, own: Ref, found: Peers, path: str) -> bool:
        """Whether an object is applied in two files, and not one of them in place of the other."""
        return path == own.path or not self._is_version(own, found.by_file[path][0])

    def _is_version(self, one: Ref, other: Ref) -> bool:
        """Whether of two files only one may be meant to be applied."""
        return self.is_kustomized(other.folder) or self.are_versions(one, other)

    def are_versions(self, one: Ref, other: Ref) -> bool:
        """Whether two objects stand in files that have more than one object in common."""
        if one.path == other.path:
            return False
        if self._held is None:
            self._held = {}
            for ref in self.refs:
                self._held.setdefault(ref.path, set()).add(ref.identity)
        shared = self._held[one.path] & self._held[other.path]
        return len([identity for identity in shared if any(identity)]) > 1

    def may_be_patched(self, workload: Ref, service: Ref) -> bool:
        """Whether pods may be other than their template shows by the time they meet a Service.

        A workload of the same name without labels is a patch. A kustomization that only one of two folders knows of is
        put together with others somewhere else, and far from each other two objects without a namespace may never meet.
        """
        if (workload.kind, workload.name) in self._patches:
            return True
        if workload.folder == service.folder or _built_together(service, [workload]):
            return False
        if self.is_kustomized(workload.folder) or self.is_kustomized(service.folder):
            return True
        return service.namespace is None and not self._may_be_together(workload, service)

    def may_be_selective(self, service: Ref) -> bool:
        """Whether something may add a selector to a Service before it is applied."""
        return bool(service.roots) or self.is_kustomized(service.folder) or self.is_opaque(service.folder)

    def is_kustomized(self, folder: str) -> bool:
        """Whether a kustomization stands in a folder."""
        if self._kustomized is None:
            self._kustomized = {ref.folder for ref in self.claimants(KUSTOMIZATION)}
        return folder in self._kustomized

    def is_joined(self, own: Ref) -> bool:
        """Whether what builds an object also builds others that no file shows: of a chart, a plugin, a remote base."""
        if self._bringing is None:
            self._bringing = {root for ref in self.claimants(BRINGS) for root in ref.roots}
        return not self._bringing.isdisjoint(own.roots)

    def is_opaque(self, folder: str) -> bool:
        """Whether a file in or around a folder is a template of manifests, or cannot be read."""
        if self._opaque is None:
            holding = {ref.folder for ref in self.claimants(OPAQUE)}
            self._opaque = holding.union(map(posixpath.dirname, holding))
        # Itself, the one above it, those right below it and those beside it.
        return not self._opaque.isdisjoint((folder, posixpath.dirname(folder)))

    def endpoints_of(self, service: Ref) -> list[Ref]:
        """The Endpoints and EndpointSlices of a Service that are applied with it."""
        refs = self.claimants((ENDPOINTS, service.name))
        return [ref for ref in refs if ref.namespace == service.namespace and self.stands_behind(service, ref)]

    def may_have_endpoints(self, service: Ref) -> bool:
        """Whether Endpoints or EndpointSlices of the project may belong to a Service, wherever they stand."""
        if is_unrendered(service.name):
            return any(kind == ENDPOINTS for kind, _ in self._claims)
        found = (*self.claimants((ENDPOINTS, service.name)), *self.claimants((ENDPOINTS, SOME)))
        return self.is_joined(service) or any(_may_meet(service.namespace, ref.namespace) for ref in found)

    def claimants(self, claim: Claim) -> list[Ref]:
        """The objects and files that make a claim."""
        return self._claims.get(claim, [])

    def verdict(self, one: Ref, other: Ref) -> Verdict:
        """Whether two objects are applied to one cluster; two of one identity are versions of each other."""
        return VERSIONS if one.identity == other.identity else self.clusters.between(one, other)

    def together(self, one: Ref, other: Ref) -> bool:
        """Whether two objects are surely applied to one cluster."""
        return self.verdict(one, other).answer is SameCluster.YES

    def _may_be_together(self, one: Ref, other: Ref) -> bool:
        return self.verdict(one, other).answer is not SameCluster.NO

    def claiming(self, own: Ref, claim: Claim) -> tuple[Rivals, Rivals]:
        """Who else makes a claim: those that are surely applied with an object, and those of which it is open."""
        sure, perhaps = self.clusters.sort(own, self.claimants(claim), claim)
        return Rivals(own, sure), Rivals(own, perhaps)

    def changes_of(self, own: Ref) -> Iterator[tuple[str, str, str]]:
        """What patches change of an object: an annotation or a field, its key, and the file of the patch."""
        return self._changes(own, own.roots)

    def _changes(self, own: Ref, roots: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        for patch in {patch: None for root in roots for patch in self._laid_over.get(root, ())}:
            (_, kind), *changes = patch.claims
            if is_for((kind, patch.name), own.kind, own.name, own.alias):
                yield from ((what, key, patch.path) for what, key in changes)

    def apply_patches(self, manifest: Manifest) -> None:
        """Make unknown what patches change of the objects of a file; to be done once."""
        for thing in manifest.objects if self._laid_over and manifest.role.roots else ():
            own = self.ref_of(thing)
            if own is not None:
                written = (self._changes(own, (root,)) for root in own.roots)
                everywhere = set.intersection(*({key for what, key, _ in each if what == NOTE} for each in written))
                apply_patches(thing, self.changes_of(own), everywhere)

    @property
    def tells(self) -> bool:
        """Whether any file tells a fact about the cluster."""
        return bool(self._facts)

    def facts_in(self, path: str) -> list[Ref]:
        """The facts about the cluster that a file tells."""
        return [ref for ref in self._facts if ref.path == path]

    def facts_about(self, own: Ref | None) -> list[RangeSetting]:
        """The facts about the cluster that an object is applied to; without an object, all of the project."""
        key = self.clusters.unit_of(own) if own is not None else None
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = list(self._facts_for(own))
        return told

    def _facts_for(self, own: Ref | None) -> Iterator[RangeSetting]:
        """What is told further up may be meant for all below, whatever their names say."""
        for fact in self._facts:
            answer, _, certain = self.clusters.between(fact, own) if own is not None else ONE_FILE
            further_up = own is not None and not certain and fact.folder in {"", *ancestors(own.folder)}
            if answer is not SameCluster.NO or further_up:
                yield from_claims(fact.name, fact.path, fact.claims, sure=answer is SameCluster.YES)


def _built_together(own: Ref, found: list[Ref]) -> list[Ref]:
    """Of some objects those that a kustomization builds with another."""
    roots = set(own.roots)
    return [ref for ref in found if not roots.isdisjoint(ref.roots)] if roots else []


def _is_built_once(own: Ref) -> bool:
    """Whether the name and the namespace of what kustomizations build are the same in each build."""
    return NOT_ONE not in own.alias and (own.namespace is not None or len(own.roots) == 1)


def _place_of(ref: Ref) -> tuple[str, int]:
    return ref.path, ref.position


def _nearest(own: Ref, found: list[Ref]) -> list[Ref]:
    """Of some objects those whose folders share the longest path with that of another."""
    nearness = [depth(common(own.folder, ref.folder)) for ref in found]
    return [ref for ref, near in zip(found, nearness, strict=True) if near == max(nearness)]


def _owner_of(pod: str) -> str:
    """The StatefulSet that a pod belongs to by its name."""
    return pod.rpartition("-")[0]


def _may_meet(one: str | None, other: str | None) -> bool:
    """Whether two namespaces may be the same; None is the one that `kubectl -n` will give."""
    return one == other or one is None or other is None


def _may_be_named(ref: Ref, name: str) -> bool:
    return ref.built_name == name or (NOT_ONE in ref.alias and ref.name in name) or is_unrendered(ref.name)


def _may_match(selector: Mapping[str, str], ref: Ref) -> bool:
    labels = dict(ref.labels)
    return all(
        key in labels and (labels[key] == value or is_unrendered(labels[key])) for key, value in shown(selector).items()
    )
