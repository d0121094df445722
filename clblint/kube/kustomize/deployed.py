"""Kustomizations that Flux or Argo CD builds with changes of their own: each is one more input of a run.

Such an input stands for a file that is not there: `apps/prod/(shop)/kustomization.yaml` for what the object `shop`
makes of `apps/prod`.
"""

from __future__ import annotations

from clblint.errors import UsageError
from clblint.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.files import Files

    Read = Callable[[str], bytes]

_FLUX, _ARGO = b".toolkit.fluxcd.io/", b"argoproj.io/"


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
    marked = [item.path for item in inputs if may_hold(item.path)]
    if not marked:
        return inputs, read
    from clblint.kube.kustomize.deployed_inputs import deployed  # noqa: PLC0415 - few repositories have such objects

    made = deployed(inputs, marked, read, at, files).made
    if not made:
        return inputs, read
    contents = {item.path: data for item, data in made}
    both = sorted([*inputs, *(item for item, _ in made)])
    return both, lambda path: contents[path] if path in contents else read(path)


def is_marked(path: str, read: Read) -> bool:
    """Whether a file may hold objects of Flux or Argo CD."""
    try:
        return may_hold_deployed(read(path))
    except UsageError:  # reported when the file itself is read
        return False


def may_hold_deployed(data: bytes) -> bool:
    """Whether a text may hold objects of Flux or Argo CD."""
    return _FLUX in data or _ARGO in data
