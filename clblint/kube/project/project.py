"""`Project`: an index of all objects by namespace, labels and claims; resolves selectors, scalers, patches, facts."""

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
    matchable_labels,
    refs_of,
    scaled,
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
_MANY = 200  # the most folders that are searched
BEHIND = 100  # the most workloads of one Service that are read


class Project:
    """The objects of the project, indexed by namespace and label; the objects themselves are read on access."""

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
        """The references to objects and files, without patches and facts; a patched object has no certain claims."""
        self._facts += (ref for ref in refs if ref.kind == FACT)
        for ref in refs:
            for root in ref.roots if ref.kind == PATCH else ():
                self._laid_over.setdefault(root, []).append(ref)
        kept = [ref for ref in refs if ref.kind not in {PATCH, FACT}]
        if not self._laid_over:
            return kept
        return [ref._replace(claims=()) if ref.claims and self._is_open(ref) else ref for ref in kept]

    def _is_open(self, ref: Ref) -> bool:
        """Whether a patch may change the claims of a Service."""
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
        """Whether a patch changes the pod labels of a workload."""
        wanted = (LABELS, OF_POD if ref.kind == "Pod" else OF_TEMPLATE)
        return any((what, key) == wanted for what, key, _ in self.changes_of(ref))

    def ref_of(self, thing: KubeObject) -> Ref | None:
        """The reference to an object; None if it is not in the project."""
        return self._by_place.get((thing.path, thing.index))

    def resolve(self, ref: Ref) -> KubeObject:
        """The object behind a reference."""
        return self._load(ref.path).objects[ref.position]

    def file_of(self, ref: Ref) -> Manifest:
        """The manifest of a reference."""
        return self._load(ref.path)

    def selected(self, selector: dict[str, str], own: Ref) -> Peers:
        """The workloads whose pods the selector of a Service matches in its cluster.

        Those that are certainly applied with it, or else the nearest ones that may be. If a workload exists in several
        equally near folders, none is chosen. Without a namespace, distant workloads may be in another namespace.
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
        """The workloads of a namespace whose pod template matches a selector."""
        asked = (namespace, *sorted(selector.items()))
        known = self._matches.get(asked)
        if known is None:
            known = self._matches[asked] = self._find_matching(namespace, selector)
        return known

    def _find_matching(self, namespace: str | None, selector: Mapping[str, str]) -> list[Ref]:
        labels, pod = matchable_labels(selector), selector.get(POD_NAME)
        if not labels:
            return self.named((namespace, "StatefulSet", _owner_of(pod))) if pod else []
        lists = [self._workloads.get((namespace, key, value), []) for key, value in labels.items()]
        wanted = set(labels.items())
        found = [ref for ref in min(lists, key=len) if wanted.issubset(ref.labels)]
        return [ref for ref in found if ref.built_name == _owner_of(pod)] if pod else found

    def selected_by(self, service: Service) -> Peers:
        """The workloads that a Service selects; none if its selector cannot be known."""
        if self._selecting is not service:  # consecutive calls are mostly for the same Service
            own, selector = self.ref_of(service), service.selector_values
            self._selection = Peers() if own is None or selector is None else self.selected(selector, own)
            self._selecting = service
        return self._selection

    def workloads_of(self, service: Service) -> tuple[Workload, ...]:
        """The workloads that a Service selects, as objects; at most `BEHIND`."""
        things = (self.resolve(ref) for ref in islice(self.selected_by(service), BEHIND))
        return tuple(thing for thing in things if isinstance(thing, Workload))

    def scaling_of(self, workload: Workload) -> Scaling:
        """The scalers of a workload, also indirect ones: an HPA of a Rollout that refers to it."""
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
        """The scalers that may refer to an object, since its name or theirs cannot be known."""
        if not is_unrendered(name):
            return self.claimants((SCALER, SOME))
        return [ref for claim, refs in self._claims.items() if claim[0] == SCALER for ref in refs]

    def _scalers(self, own: Ref, kind: str, name: str) -> list[tuple[Ref, bool]]:
        """The scalers of an object that may be applied with `own`, and whether they certainly are."""
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
        """Whether a Service may select pods that are not in the files.

        This is so if its selector or pod labels are not known, if only one of the two has a namespace, if a file nearby
        is a template or unreadable, if its kustomization builds objects from elsewhere, if a custom resource in its
        namespace may make pods, or if pods that it selects may be in another cluster.
        """
        own, selector = self.ref_of(service), service.selector_values
        if own is None or selector is None or not matchable_labels(selector):
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
        """Whether a workload that the selector matches is perhaps, but not certainly, applied with a Service."""
        asked = (own.path, own.namespace, *sorted(selector.items()))
        known = self._doubts.get(asked)
        if known is None:
            found = self._matching(own.namespace, selector)
            known = self._doubts[asked] = any(not self.verdict(own, ref).certain for ref in found)
        return known

    def may_select_more(self, service: Service) -> bool:
        """Whether a Service may select workloads of the project, but its selector or their labels are not known."""
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
        """Whether the pods of a maker may be back ends of a Service; without a namespace, only if it is near."""
        answer = self.verdict(service, maker).answer
        near = service.namespace is not None or are_neighbours(service.folder, maker.folder)
        return answer is SameCluster.YES or (near and answer is SameCluster.OPEN)

    def _perhaps_the_same(self, namespace: str | None) -> list[str | None]:
        """The other namespaces of workloads that may be the same as this one."""
        return [None] if namespace is not None else [other for other in self._serving if other is not None]

    def serving_beside(self, own: Ref) -> list[Ref]:
        """The workloads in the namespace of an object that are applied with it: those of its folder if there are any.

        For an object without a namespace only those of its folder: elsewhere the namespace may be another one.
        """
        by_folder = self._serving.get(own.namespace, {})
        here = [ref for ref in by_folder.get(own.folder, ()) if self.together(own, ref)]
        if here or own.namespace is None:
            return here
        around = (refs for refs in islice(by_folder.values(), _MANY) if self.stands_behind(own, refs[0]))
        return [ref for refs in around for ref in refs]

    def stands_behind(self, service: Ref, behind: Ref) -> bool:
        """Whether an object with a matching name is assumed to be the back end of a Service."""
        answer = self.verdict(service, behind).answer
        return answer is SameCluster.YES or (answer is SameCluster.OPEN and self.clusters.may_meet(service, behind))

    def beside_in_file(self, own: Ref) -> list[Ref]:
        """The workloads in the file of an object whose pods keep running, in any namespace."""
        if self._by_file is None:
            self._by_file = {}
            for ref in self.refs:
                if ref.serves and (ref.labels or ref.kind == "Pod"):
                    self._by_file.setdefault(ref.path, []).append(ref)
        return self._by_file.get(own.path, [])

    def named(self, identity: Identity) -> list[Ref]:
        """The objects of one kind, namespace and name: alternative versions, or duplicates."""
        if self._identities is None:
            self._identities = {}
            for ref in self.refs:
                self._identities.setdefault(ref.identity, []).append(ref)
        return self._identities.get(identity, [])

    def services_named(self, name: str, namespace: str | None) -> list[Ref]:
        """The Services that have, or may have, a name in a namespace of the cluster, or in one that may be the same."""
        found = (ref for ref in self.refs if ref.kind == "Service" and _may_be_named(ref, name))
        return [ref for ref in found if _may_meet(namespace, ref.namespace)]

    def twins_before(self, own: Ref, most: int) -> tuple[list[Ref], int]:
        """The last `most` duplicates of an object that are applied before it, and the number of all.

        A kustomization selects files of its folder; if three or more files have the object, people select one of them.
        All files that a kustomization selects are applied.
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
        """Whether an object is applied from both files, not from one of them as an alternative."""
        return path == own.path or not self._is_version(own, found.by_file[path][0])

    def _is_version(self, one: Ref, other: Ref) -> bool:
        """Whether two files may be alternatives of which only one is applied."""
        return self.is_kustomized(other.folder) or self.are_versions(one, other)

    def are_versions(self, one: Ref, other: Ref) -> bool:
        """Whether the files of two objects have more than one object in common."""
        if one.path == other.path:
            return False
        if self._held is None:
            self._held = {}
            for ref in self.refs:
                self._held.setdefault(ref.path, set()).add(ref.identity)
        shared = self._held[one.path] & self._held[other.path]
        return len([identity for identity in shared if any(identity)]) > 1

    def may_be_patched(self, workload: Ref, service: Ref) -> bool:
        """Whether the pods that a Service selects may differ from their template.

        A workload of the same name without labels is a patch. A kustomization in only one of two folders is combined
        with others elsewhere, and two distant objects without a namespace may be in different namespaces.
        """
        if (workload.kind, workload.name) in self._patches:
            return True
        if workload.folder == service.folder or _built_together(service, [workload]):
            return False
        if self.is_kustomized(workload.folder) or self.is_kustomized(service.folder):
            return True
        return service.namespace is None and not self._may_be_together(workload, service)

    def may_be_selective(self, service: Ref) -> bool:
        """Whether a patch or kustomization may add a selector to a Service."""
        return bool(service.roots) or self.is_kustomized(service.folder) or self.is_opaque(service.folder)

    def is_kustomized(self, folder: str) -> bool:
        """Whether a folder contains a kustomization."""
        if self._kustomized is None:
            self._kustomized = {ref.folder for ref in self.claimants(KUSTOMIZATION)}
        return folder in self._kustomized

    def is_joined(self, own: Ref) -> bool:
        """Whether the kustomization of an object also builds objects of a chart, a plugin or a remote base."""
        if self._bringing is None:
            self._bringing = {root for ref in self.claimants(BRINGS) for root in ref.roots}
        return not self._bringing.isdisjoint(own.roots)

    def is_opaque(self, folder: str) -> bool:
        """Whether a file in or near a folder is a template of manifests or unreadable."""
        if self._opaque is None:
            holding = {ref.folder for ref in self.claimants(OPAQUE)}
            self._opaque = holding.union(map(posixpath.dirname, holding))
        # The folder, its parent, its children and its siblings.
        return not self._opaque.isdisjoint((folder, posixpath.dirname(folder)))

    def endpoints_of(self, service: Ref) -> list[Ref]:
        """The Endpoints and EndpointSlices of a Service that are applied with it."""
        refs = self.claimants((ENDPOINTS, service.name))
        return [ref for ref in refs if ref.namespace == service.namespace and self.stands_behind(service, ref)]

    def may_have_endpoints(self, service: Ref) -> bool:
        """Whether Endpoints or EndpointSlices anywhere in the project may belong to a Service."""
        if is_unrendered(service.name):
            return any(kind == ENDPOINTS for kind, _ in self._claims)
        found = (*self.claimants((ENDPOINTS, service.name)), *self.claimants((ENDPOINTS, SOME)))
        return self.is_joined(service) or any(_may_meet(service.namespace, ref.namespace) for ref in found)

    def claimants(self, claim: Claim) -> list[Ref]:
        """The objects and files that make a claim."""
        return self._claims.get(claim, [])

    def verdict(self, one: Ref, other: Ref) -> Verdict:
        """Whether two objects are applied to one cluster; two with the same identity are alternative versions."""
        return VERSIONS if one.identity == other.identity else self.clusters.between(one, other)

    def together(self, one: Ref, other: Ref) -> bool:
        """Whether two objects are certainly applied to one cluster."""
        return self.verdict(one, other).answer is SameCluster.YES

    def _may_be_together(self, one: Ref, other: Ref) -> bool:
        return self.verdict(one, other).answer is not SameCluster.NO

    def claiming(self, own: Ref, claim: Claim) -> tuple[Rivals, Rivals]:
        """The other objects with a claim: those certainly in the cluster of `own`, and those perhaps in it."""
        sure, perhaps = self.clusters.sort(own, self.claimants(claim), claim)
        return Rivals(own, sure), Rivals(own, perhaps)

    def changes_of(self, own: Ref) -> Iterator[tuple[str, str, str]]:
        """Yield what patches change of an object: (area, key, path of the patch)."""
        return self._changes(own, own.roots)

    def _changes(self, own: Ref, roots: Iterable[str]) -> Iterator[tuple[str, str, str]]:
        for patch in {patch: None for root in roots for patch in self._laid_over.get(root, ())}:
            (_, kind), *changes = patch.claims
            if is_for((kind, patch.name), own.kind, own.name, own.alias):
                yield from ((what, key, patch.path) for what, key in changes)

    def apply_patches(self, manifest: Manifest) -> None:
        """Mark the fields of the objects in a file that patches change as unknown; call it once per file."""
        for thing in manifest.objects if self._laid_over and manifest.role.roots else ():
            own = self.ref_of(thing)
            if own is not None:
                written = (self._changes(own, (root,)) for root in own.roots)
                everywhere = set.intersection(*({key for what, key, _ in each if what == NOTE} for each in written))
                apply_patches(thing, self.changes_of(own), everywhere)

    @property
    def has_facts(self) -> bool:
        """Whether any file contains a fact about the cluster."""
        return bool(self._facts)

    def facts_in(self, path: str) -> list[Ref]:
        """The references to facts about the cluster in a file."""
        return [ref for ref in self._facts if ref.path == path]

    def facts_about(self, own: Ref | None) -> list[RangeSetting]:
        """The facts about the cluster of an object; without an object, all facts of the project."""
        key = self.clusters.unit_of(own) if own is not None else None
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = list(self._facts_for(own))
        return told

    def _facts_for(self, own: Ref | None) -> Iterator[RangeSetting]:
        """Yield the facts for the cluster of an object; those in a parent folder may apply to all of its subfolders."""
        for fact in self._facts:
            answer, _, certain = self.clusters.between(fact, own) if own is not None else ONE_FILE
            further_up = own is not None and not certain and fact.folder in {"", *ancestors(own.folder)}
            if answer is not SameCluster.NO or further_up:
                yield from_claims(fact.name, fact.path, fact.claims, sure=answer is SameCluster.YES)


def _built_together(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects that a kustomization builds together with `own`."""
    roots = set(own.roots)
    return [ref for ref in found if not roots.isdisjoint(ref.roots)] if roots else []


def _is_built_once(own: Ref) -> bool:
    """Whether an object has the same name and namespace in every build."""
    return NOT_ONE not in own.alias and (own.namespace is not None or len(own.roots) == 1)


def _place_of(ref: Ref) -> tuple[str, int]:
    return ref.path, ref.position


def _nearest(own: Ref, found: list[Ref]) -> list[Ref]:
    """The objects whose folders have the longest common path with that of `own`."""
    nearness = [depth(common(own.folder, ref.folder)) for ref in found]
    return [ref for ref, near in zip(found, nearness, strict=True) if near == max(nearness)]


def _owner_of(pod: str) -> str:
    """The name of the StatefulSet of a pod with this name."""
    return pod.rpartition("-")[0]


def _may_meet(one: str | None, other: str | None) -> bool:
    """Whether two namespaces may be the same; None depends on `kubectl -n`."""
    return one == other or one is None or other is None


def _may_be_named(ref: Ref, name: str) -> bool:
    return ref.built_name == name or (NOT_ONE in ref.alias and ref.name in name) or is_unrendered(ref.name)


def _may_match(selector: Mapping[str, str], ref: Ref) -> bool:
    labels = dict(ref.labels)
    return all(
        key in labels and (labels[key] == value or is_unrendered(labels[key]))
        for key, value in matchable_labels(selector).items()
    )
