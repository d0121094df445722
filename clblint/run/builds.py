"""`build_all`: builds the kustomizations of a project in one process, for plans and for comparing revisions."""

from __future__ import annotations

import os

from clblint.fast import NamedTuple
from clblint.files.working_folder import absolute
from clblint.kube.kustomize.read import kustomizations_in
from clblint.kube.kustomize.role import role_of
from clblint.kube.kustomize.roots import roots_to_build, used_as_they_are, with_roles
from clblint.source.text import Source
from clblint.source.walk import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from collections.abc import Collection as Group

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.build import Build
    from clblint.kube.kustomize.build.files import Files
    from clblint.kube.kustomize.record import Gap
    from clblint.kube.manifest import Manifest
    from clblint.kube.objects import KubeObject


_NOTHING: Mapping[str, Sequence[str]] = {}


class Unbuilt(NamedTuple):
    """A root that cannot be built: the path of its kustomization, and why not."""

    path: str
    gap: Gap

    @property
    def document(self) -> dict[str, object]:
        """The same as plain data."""
        made: dict[str, object] = {"root": os.path.dirname(self.path) or ".", "because": str(self.gap.text)}
        place = self.gap.place
        return {**made, "path": place.path, "line": place.span.line} if place is not None else made


class Built(NamedTuple):
    """A project with what its kustomizations build.

    `inputs` are its files with their roles; `manifests` hold what each root builds, by the path of its kustomization.
    `unbuilt` are the other roots, whose files are judged where they stand. `asked` are the absolute paths that the
    builds of the former looked for. `pending` says that there are more roots than these.
    """

    inputs: list[Input]
    manifests: Mapping[str, Manifest] = {}
    unbuilt: tuple[Unbuilt, ...] = ()
    asked: Mapping[str, Sequence[str]] = {}
    pending: bool = False

    @property
    def given(self) -> frozenset[str]:
        """The files that are reported, and those that a reported root uses which cannot be built."""
        named = frozenset(item.path for item in self.inputs if item.reported)
        return named | used_as_they_are(self.inputs, named.intersection(one.path for one in self.unbuilt))

    @property
    def failing(self) -> list[Unbuilt]:
        """The roots that cannot be built and would use a file that is reported."""
        roots = {root for item in self.inputs if item.reported for root in role_of(item.role).roots}
        return [one for one in self.unbuilt if one.path in roots]


def build_all(
    inputs: Sequence[Input],
    read: Callable[[str], bytes],
    at: Callable[[str], str] = absolute,
    files: Callable[[], Files] | None = None,
    skipped: Mapping[str, Sequence[str]] = _NOTHING,
) -> Built:
    """Build all roots among the inputs; a kustomization that cannot be read is ignored.

    `at` gives the absolute path of an input. `files` makes what is built from, by these paths, if it is not the disk.
    `skipped` are roots that need not be built, although that is possible, each with the paths that it looks for.
    """
    known = kustomizations_in(inputs, read)
    names = {at(item.path): item.path for item in inputs} if known else {}
    left_out = {root: _used(skipped[root], names) for root in roots_to_build(known) if root in skipped}
    roots = {root: at(root) for root in roots_to_build(known) if root not in left_out}
    if not roots:
        return Built(with_roles(inputs, known, left_out))
    from clblint.kube.kustomize.build.files import files_of_run  # noqa: PLC0415 - only with kustomizations

    building = _Building(roots, read, names, files() if files else files_of_run(names, read))
    return building.done(with_roles(inputs, known, {**left_out, **building.used}))


class _Building:
    """Builds roots, which are given by their paths in `files`; `names` are those of the inputs by their paths there."""

    def __init__(
        self, roots: Mapping[str, str], read: Callable[[str], bytes], names: Mapping[str, str], files: Files
    ) -> None:
        self._read = read
        self._files = files
        self._builds = {root: self._build(root, path) for root, path in roots.items()}
        self._known = {root: made for root, made in self._builds.items() if made.is_known}
        self.used = {root: _used(made.asked.looked_for, names) for root, made in self._known.items()}

    def _build(self, root: str, path: str) -> Build:
        from clblint.kube.kustomize.build.build import build  # noqa: PLC0415 - only with kustomizations
        from clblint.kube.kustomize.deployed_inputs import built_at  # noqa: PLC0415 - only with kustomizations

        folder, deployment = built_at(os.path.dirname(path), self._read(root))
        return build(folder, self._files, deployment)

    def done(self, inputs: list[Input]) -> Built:
        """What is built; `inputs` have their roles."""
        manifests = {item.path: self._manifest(item) for item in inputs if item.path in self._known}
        unbuilt = (Unbuilt(root, _why_not(made)) for root, made in self._builds.items() if root not in self._known)
        asked = {root: made.asked.looked_for for root, made in self._known.items()}
        return Built(inputs, manifests, tuple(unbuilt), asked)

    def _manifest(self, item: Input) -> Manifest:
        from clblint.kube.built import read_build  # noqa: PLC0415 - only with kustomizations

        source = Source(item.path, self._read(item.path))  # of one name in all revisions
        return read_build(self._builds[item.path], source, role_of(item.role))


def _used(asked: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """The inputs that a build looked for."""
    return [names[path] for path in asked if path in names]


def _why_not(made: Build) -> Gap:
    from clblint.kube.kustomize.record import Gap  # noqa: PLC0415 - only with kustomizations

    if made.error is not None:
        return Gap(made.error.kind, made.error.message, made.error.place, refused=True)
    unbuildable = next(unbuildable for unbuildable in made.unbuildables if unbuildable.changes)
    return Gap(unbuildable.kind, unbuildable.words, unbuildable.place)


def is_given(thing: KubeObject, given: Group[str]) -> bool:
    """Whether an object is in one of the files, is built by one of them, or has something of one of them."""
    return thing.path in given or (bool(thing.built_by) and any(node.source.path in given for node in walk(thing.node)))
