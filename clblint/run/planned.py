"""`PlannedProject`: the Services that `clblint plan` is about, and what of the files cannot be read or built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clblint.balancer.back_ends import finder_in
from clblint.balancer.neighbours.sharing import claims_of
from clblint.build import build
from clblint.engine.worker import is_no_manifest
from clblint.errors import UsageError
from clblint.fast import cached_property
from clblint.i18n.language import tr
from clblint.kube.clusters.facts import with_facts
from clblint.kube.kustomize.roots import role_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.kube.project.questions import Questions
from clblint.run.builds import is_given
from clblint.run.verbose import not_built
from clblint.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.config.per_file import Configs
    from clblint.discovery.walk import Input
    from clblint.kube.manifest import Broken, Manifest
    from clblint.run.builds import Built
    from clblint.run.inputs import Inventories
    from clblint.run.verdicts import Verdicts


class PlannedProject:
    """The files of a project, and in the place of each kustomization what it builds.

    `errors` are the messages about files that cannot be read.
    """

    def __init__(self, built: Built, read: Callable[[str], bytes]) -> None:
        self._built = built
        self._read = read
        self.errors: list[str] = []
        self._manifests = dict(built.manifests)
        for item in built.inputs:
            if item.path not in self._manifests:
                self._take(item)

    def _take(self, item: Input) -> None:
        try:
            source = Source(item.path, self._read(item.path))
        except UsageError as error:
            if item.reported:  # nobody asked for a context file
                self.errors.append(str(error))
            return
        self._manifests[item.path] = read_manifest(source, role_of(item.role), syntax=item.reported)

    @cached_property
    def broken(self) -> list[Broken]:
        """The documents that cannot be parsed, except in files that are probably not manifests."""
        found: list[Broken] = []
        for item in self._built.inputs:
            manifest = self._manifests.get(item.path)
            if manifest and item.reported and not (manifest.broken and _is_no_manifest(item, manifest)):
                found += manifest.broken
        return found

    @property
    def flaws(self) -> Iterator[str]:
        """Yield the messages about documents that cannot be parsed, and about roots that cannot be built."""
        for one in self.broken:
            span = one.place.span
            place = f"{one.place.path}:{span.line}:{span.column}"
            yield tr("{place}: not readable as YAML: {fault}", place=place, fault=one.fault.message)
        for root in self._built.failing:
            yield not_built(root.gap, root.path)

    def balancers(self, configs: Configs, inventories: Inventories, verdicts: Verdicts) -> Iterator[LoadBalancer]:
        """Yield the load balancers of the Services that are asked about; `verdicts` gets to know what rules say."""
        outlines = [outline_of(manifest, claims_of) for manifest in self._manifests.values()]
        project = Project(outlines, self._manifests.__getitem__, configs.declared)
        questions = Questions(project)
        for manifest in self._manifests.values():
            questions.settle(manifest)
        shown = self._shown()
        verdicts.read(project, map(self._manifests.__getitem__, shown))
        for path, services in shown.items():
            cluster, inventory = configs.part_of(path).cluster, inventories.of(path)
            for service in services:
                facts = questions.facts_about(service)
                own = with_facts(cluster, facts) if facts else cluster
                yield build(service, own, finder_in(questions, service), inventory=inventory)

    def _shown(self) -> dict[str, list[Service]]:
        """The Services that are asked about, by the path of the file or root that has them.

        What is in a given file is planned as it stands there, or as each root builds it that uses the file.
        """
        given = self._built.given
        found: dict[str, list[Service]] = {}
        for item in self._built.inputs:
            manifest = self._manifests.get(item.path)
            if manifest is not None and not manifest.role.built and (item.reported or manifest.role.builds):
                services = (thing for thing in manifest.objects if isinstance(thing, Service) and not thing.partial)
                found[item.path] = [service for service in services if is_given(service, given)]
        return {path: services for path, services in found.items() if services}


def _is_no_manifest(item: Input, manifest: Manifest) -> bool:
    return not manifest.count and is_no_manifest(item, manifest)
