"""Kustomizations that Flux or Argo CD builds with changes of their own: each is one more input of a run.

Such an input stands for a file that is not there: `apps/prod/(shop)/kustomization.yaml` for what the object `shop`
makes of `apps/prod`.
"""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.kube.kustomize.role import FOR_AN_OBJECT
from clblint.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.deployment import Deployment
    from clblint.kube.kustomize.build.files import Files

    Read = Callable[[str], bytes]

_FLUX, _ARGO = b".toolkit.fluxcd.io/", b"argoproj.io/"


class Found(NamedTuple):
    """The inputs that stand for what Flux and Argo CD make of kustomizations, each with its content.

    `beside` are the names of other files that this depends on, since they build objects of Flux and Argo CD.
    """

    made: Sequence[tuple[Input, bytes]] = ()
    beside: frozenset[str] = frozenset()


def with_deployed(
    inputs: Sequence[Input],
    read: Read,
    at: Callable[[str], str],
    files: Callable[[], Files] | None = None,
    is_known: Callable[[str], bool] | None = None,
) -> tuple[Sequence[Input], Read]:
    """The inputs and their reader, with those that Flux and Argo CD make of kustomizations.

    `at` gives the absolute path of an input; `files` makes what is built from, by these paths, if it is not the disk.
    `is_known` says whether a file may hold their objects, where that is known without reading it again.
    """
    may_hold = is_known or partial(is_marked, read=read)
    made = deployed(inputs, [item.path for item in inputs if may_hold(item.path)], read, at, files).made
    if not made:
        return inputs, read
    contents = {item.path: data for item, data in made}
    both = sorted([*inputs, *(item for item, _ in made)])
    return both, lambda path: contents[path] if path in contents else read(path)


def deployed(
    inputs: Iterable[Input],
    marked: Sequence[str],
    read: Read,
    at: Callable[[str], str],
    files: Callable[[], Files] | None = None,
) -> Found:
    """Find what Flux and Argo CD make of kustomizations; `marked` are the files that may hold their objects."""
    if not marked:
        return Found()
    from clblint.kube.kustomize.build.files import files_of_run  # noqa: PLC0415 - few repositories have such objects
    from clblint.kube.kustomize.deployed_folders import Folders  # noqa: PLC0415 - few repositories have such objects

    inputs = list(inputs)

    def of_run() -> Files:
        return files_of_run({at(item.path): item.path for item in inputs}, read)

    return Found(*Folders(inputs, at).made(marked, read, files or of_run))


def built_at(folder: str, data: bytes) -> tuple[str, Deployment | None]:
    """The folder to build for a kustomization, and the object that Flux or Argo CD builds it for.

    `folder` is the absolute one of the kustomization, `data` its content; it may not come from clblint.
    """
    if not data.startswith(FOR_AN_OBJECT):
        return folder, None
    from clblint.kube.kustomize.build_request import read_request  # noqa: PLC0415 - few repositories have such objects

    request = read_request(folder, data)
    return request.folder, request.deployment


def is_marked(path: str, read: Read) -> bool:
    """Whether a file may hold objects of Flux or Argo CD."""
    try:
        return may_hold_deployed(read(path))
    except UsageError:  # reported when the file itself is read
        return False


def may_hold_deployed(data: bytes) -> bool:
    """Whether a text may hold objects of Flux or Argo CD."""
    return _FLUX in data or _ARGO in data
