"""The inputs that stand for what Flux and Argo CD make of kustomizations, and what is to be built for one."""

from __future__ import annotations

from clblint.fast import NamedTuple
from clblint.kube.kustomize.role import FOR_AN_OBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.deployment import Deployment
    from clblint.kube.kustomize.build.files import Files

    Read = Callable[[str], bytes]


class Found(NamedTuple):
    """The inputs that stand for what Flux and Argo CD make of kustomizations, each with its content.

    `beside` are the names of other files that this depends on, since they build objects of Flux and Argo CD.
    """

    made: Sequence[tuple[Input, bytes]] = ()
    beside: frozenset[str] = frozenset()


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
    from clblint.kube.kustomize.build.files import files_of_run  # noqa: PLC0415 - brings all of the build
    from clblint.kube.kustomize.deployed_folders import Folders  # noqa: PLC0415 - as above

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
