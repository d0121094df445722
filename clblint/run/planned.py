"""`PlannedProject`: the Services to plan, and the files that cannot be read or built."""

from __future__ import annotations

from clblint.balancer.back_ends import finder_in
from clblint.balancer.neighbours.claims import claims_of
from clblint.build import build
from clblint.change.plan import place_of_service
from clblint.errors import UsageError
from clblint.files.digest import digest_of
from clblint.i18n.language import tr
from clblint.kube.clusters.facts import with_facts
from clblint.kube.clusters.profile import unnamed
from clblint.kube.kustomize.role import role_of
from clblint.kube.manifest import read_manifest
from clblint.kube.objects import Service
from clblint.kube.project.outlining import outline_of
from clblint.kube.project.project import Project
from clblint.kube.project.questions import Questions
from clblint.light import TypeVar
from clblint.run.builds import is_given
from clblint.run.comparison import line_of_service
from clblint.run.named_context import is_meant_as_manifest, not_readable
from clblint.run.verbose import not_built
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from clblint.balancer.model import LoadBalancer
    from clblint.change.plan import ServicePlace
    from clblint.config.per_file import Configs
    from clblint.discovery.walk import Input
    from clblint.kube.manifest import Manifest
    from clblint.kube.project.outline import Outline
    from clblint.run.builds import Built
    from clblint.run.inputs import Inventories
    from clblint.run.verdicts import Verdicts


T = TypeVar("T")

_ALL_KEPT = 500  # files; of more, those that were read last are kept, and others read again when they are asked for
_MOST_KEPT = 100


class PlannedProject:
    """The files of a project, and in the place of each kustomization what it builds.

    `declared` gives the name of the cluster that a file is declared to be applied to. `errors` are the messages about
    files that cannot be read, `flaws` those about documents that cannot be parsed and roots that cannot be built.
    `templates` are the places of Services in unrendered templates, which have no plan.
    """

    def __init__(
        self, built: Built, read: Callable[[str], bytes], declared: Callable[[str], str | None] = unnamed
    ) -> None:
        self._built = built
        self._read = read
        self._roles = {item.path: role_of(item.role) for item in built.inputs}
        self._given = built.given
        self._digests: dict[str, bytes] = {}
        self._kept: dict[str, Manifest] = {}
        self.errors: list[str] = []
        self.templates: list[str] = []
        self._broken: list[str] = []
        self._asked_about: dict[str, None] = {}  # the files and roots with Services that are
        self._project = Project(self._outlines(), self._load, declared)
        self._questions = Questions(self._project)

    def _outlines(self) -> Iterator[Outline]:
        """Read each file once, and yield the outlines of those that could be read."""
        for item in self._built.inputs:
            manifest = self._built.manifests.get(item.path) or self._first_read(item)
            if manifest is None:
                continue
            if (item.reported or item.explicit) and is_meant_as_manifest(item, manifest):
                faults = self._broken if item.reported else self.errors
                faults += map(not_readable, manifest.broken)
            if item.reported and manifest.template and (line := line_of_service(manifest)):
                self.templates.append(f"{manifest.source.path}:{line}")
            is_asked_about = not manifest.role.built and (item.path in self._given or manifest.role.builds)
            if is_asked_about and any(isinstance(thing, Service) for thing in manifest.objects):
                self._asked_about[item.path] = None
            yield outline_of(manifest, claims_of)
            self._forget_some()

    def _first_read(self, item: Input) -> Manifest | None:
        try:
            data = self._read(item.path)
        except UsageError as error:
            if item.reported or item.explicit:  # only a file that is named has to be readable, be it for context
                self.errors.append(str(error))
            return None
        self._digests[item.path] = digest_of(data)
        return self._parsed(item.path, data, syntax=item.reported or item.explicit)

    def _parsed(self, path: str, data: bytes, *, syntax: bool) -> Manifest:
        made = self._kept[path] = read_manifest(Source(path, data), self._roles[path], syntax=syntax)
        return made

    def _load(self, path: str) -> Manifest:
        """A file as the project has it; raises `UsageError` if it has to be read again and has changed."""
        manifest = self._built.manifests.get(path) or self._kept.get(path)
        if manifest is None:
            data = self._read(path)
            if digest_of(data) != self._digests[path]:
                raise UsageError(tr("{path}: has changed since it was read: run again", path=path))
            manifest = self._parsed(path, data, syntax=False)
        self._questions.settle(manifest)
        return manifest

    def _forget_some(self) -> None:
        """Drop the files that were read first, if there are many: only between two files that are asked about."""
        while len(self._roles) > _ALL_KEPT and len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    @property
    def is_broken(self) -> bool:
        """Whether there are documents that cannot be parsed, except in files that are probably not manifests."""
        return bool(self._broken)

    @property
    def flaws(self) -> Iterator[str]:
        """Yield the messages."""
        yield from self._broken
        for root in self._built.failing:
            yield not_built(root.gap, root.path)

    def services(self, places: Collection[ServicePlace] | None = None) -> Iterator[Service]:
        """Yield the Services that are asked about, those of one file or root after the other; only these if given.

        What is in a given file is planned as it stands there, or as each root builds it that uses the file.
        """
        paths = None if places is None else {path for path, _ in places}
        for path in self._asked_about if paths is None else filter(paths.__contains__, self._asked_about):
            self._forget_some()
            self._questions = Questions(self._project)  # what was asked about others is not kept
            services = (thing for thing in self._load(path).objects if isinstance(thing, Service))
            found = [one for one in services if not one.partial and is_given(one, self._given)]
            yield from [one for one in found if places is None or place_of_service(one) in places]

    def judge(self, paths: Iterable[str], verdicts: Verdicts) -> None:
        """Let `verdicts` know what rules say of the Services of some files, as far as they are asked about."""
        verdicts.read(self._project, map(self._load, filter(self._asked_about.__contains__, paths)))

    def balancers(
        self,
        configs: Configs,
        inventories: Inventories,
        verdicts: Verdicts,
        places: Collection[ServicePlace] | None = None,
    ) -> Iterator[LoadBalancer]:
        """Yield the load balancers of the Services, each of which is judged before."""
        judged = ""
        for service in self.services(places):
            path = service.path
            if path != judged:
                self.judge([path], verdicts)
                judged = path
            cluster, facts = configs.part_of(path).cluster, self._questions.facts_about(service)
            own = with_facts(cluster, facts) if facts else cluster
            yield build(service, own, finder_in(self._questions, service), inventory=inventories.of(path))


def one_by_one(balancers: Iterable[LoadBalancer], make: Callable[[LoadBalancer], T]) -> Iterator[T]:
    """Yield what is made of each load balancer, which is emptied then.

    It and its listeners refer to each other, and garbage collection is off.
    """
    for balancer in balancers:
        yield make(balancer)
        vars(balancer).clear()
