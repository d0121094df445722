"""`Comparison`: what is compared of two revisions: what kustomizations build, and the files that nothing builds."""

from __future__ import annotations

import re

from clblint.change.compare import RevisionFiles
from clblint.fast import NamedTuple
from clblint.i18n.language import tr
from clblint.i18n.text import phrase
from clblint.kube.kustomize.role import NO_ROLE, KustomizeRole, role_of
from clblint.kube.manifest import Manifest, read_manifest
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from clblint.i18n.text import Text
    from clblint.run.builds import Built

    File = tuple[str, bytes]  # the path to display, and the content
    Roles = Mapping[str, KustomizeRole]

_SERVICE = re.compile(r"\bkind[\"']?[ \t]*:[ \t]*[\"']?Service\b")
_TYPE = re.compile(r"\btype[\"']?[ \t]*:[ \t]*[\"']?(?:LoadBalancer\b|\{\{)")


class Comparison:
    """The two revisions of a project; `touched` are the paths of files that are new, lost or differ.

    A root that can be built in only one revision is left out of both: its changes are unknown. If it can be built in
    neither, its files are compared as they are.
    """

    def __init__(self, new: Built, old: Built, touched: Iterable[str]) -> None:
        self._builds = new.manifests, old.manifests
        self._roles = _roles_of(new), _roles_of(old)
        unbuilt = [{root.path for root in side.unbuilt} for side in (new, old)]
        self._one_sided = unbuilt[0] ^ unbuilt[1]
        self._odd = {path for path in self._one_sided if all(path in roles for roles in self._roles)}
        self.uncompared = [root for side in (new, old) for root in side.failing if root.path in self._odd]
        self._touched = set(touched)

    def add(self, paths: Iterable[str]) -> None:
        """Compare further files."""
        self._touched.update(paths)

    def files(self) -> set[str]:
        """The files to compare, where they are not part of a build: also those that were or are such a part now.

        What a root that cannot be built makes of a file depends on all its files.
        """
        new, old = self._roles
        roots = {
            root
            for roles in self._roles
            for path, role in roles.items()
            if path in self._touched
            for root in role.roots
        }
        related = {path for roles in self._roles for path, role in roles.items() if not roots.isdisjoint(role.roots)}
        moved = {path for path in (*new, *old) if _is_built(new, path) != _is_built(old, path)}
        return self._touched | related | moved

    def sides(
        self, then: Mapping[str, File], now: Mapping[str, File], labels: Mapping[str, str]
    ) -> tuple[RevisionFiles, RevisionFiles]:
        """The older and the newer revision; `then` and `now` are the files to compare, `labels` as `names` there."""
        new, old = (
            {**self._read(files, roles), **self._known(builds), **dict.fromkeys(self._odd, _OPAQUE)}
            for files, roles, builds in zip((now, then), self._roles, self._builds, strict=True)
        )
        return RevisionFiles(old, labels, bool(self._one_sided)), RevisionFiles(new)

    def _known(self, builds: Mapping[str, Manifest]) -> dict[str, Manifest]:
        return {path: manifest for path, manifest in builds.items() if path not in self._odd}

    def _read(self, files: Mapping[str, File], roles: Roles) -> dict[str, Manifest]:
        """The files that are compared as they stand; what patches change in them is unknown."""
        found = {}
        for path, (shown, data) in files.items():
            role = roles.get(path, NO_ROLE)
            if not _is_built(roles, path):
                left_out = not self._odd.isdisjoint(role.roots)
                found[path] = _OPAQUE if left_out else read_manifest(Source(shown, data), role, syntax=True)
        if any(manifest.role.roots for manifest in found.values()):
            _apply_patches(found)
        return found


class NotCompared(NamedTuple):
    """A file of one revision whose Services cannot be compared: its displayed path, the line, and why."""

    path: str
    line: int
    because: Text

    @property
    def sentence(self) -> str:
        """The same in words."""
        return tr("{place}: {why}, so its changes are not told", place=f"{self.path}:{self.line}", why=self.because)

    @property
    def document(self) -> dict[str, object]:
        """The same as plain data."""
        return {"path": self.path, "line": self.line, "because": str(self.because)}


def not_compared_in(files: RevisionFiles, reported: Container[str]) -> Iterator[NotCompared]:
    """Yield the reported files of a revision that are unrendered templates with a Service, or are not YAML."""
    for manifest in files.manifests.values():
        path = manifest.source.path
        line = line_of_service(manifest) if manifest.template and path in reported else 0
        if line:
            yield NotCompared(path, line, phrase("an unrendered template"))
        for broken in manifest.broken[:1] if path in reported else ():
            yield NotCompared(path, broken.place.span.line, phrase("not readable as YAML"))


def line_of_service(template: Manifest) -> int:
    """The line of the first Service in an unrendered template that may get a load balancer; 0 if there is none."""
    text = template.source.text
    found = _SERVICE.search(text)
    return 1 + text.count("\n", 0, found.start()) if found and _TYPE.search(text) else 0


def plain_side(files: Mapping[str, File]) -> RevisionFiles:
    """A revision without kustomizations."""
    return RevisionFiles(
        {path: read_manifest(Source(shown, data), syntax=True) for path, (shown, data) in files.items()}
    )


def _opaque() -> Manifest:
    made = Manifest(Source("", b""))
    made.opaque = True
    return made


_OPAQUE = _opaque()  # of something that may contain anything


def _roles_of(side: Built) -> Roles:
    return {item.path: role_of(item.role) for item in side.inputs if item.role}


def _is_built(roles: Roles, path: str) -> bool:
    """Whether a file is a root that is built, or a part of one."""
    role = roles.get(path, NO_ROLE)
    return role.builds or role.built


def _apply_patches(manifests: Mapping[str, Manifest]) -> None:
    from clblint.kube.project.outlining import outline_of  # noqa: PLC0415 - few roots cannot be built
    from clblint.kube.project.project import Project  # noqa: PLC0415 - few roots cannot be built
    from clblint.kube.project.questions import Questions  # noqa: PLC0415 - few roots cannot be built

    by_source = {manifest.source.path: manifest for manifest in manifests.values()}
    project = Project([outline_of(manifest, lambda _: ()) for manifest in manifests.values()], by_source.__getitem__)
    questions = Questions(project)
    for manifest in manifests.values():
        questions.settle(manifest)
