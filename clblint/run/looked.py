"""`looked_at`: what processes find out about many files while this one makes the settings."""

from __future__ import annotations

from clblint.engine.parallel_map import map_in_processes
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.digest import digest_of
from clblint.kube.kustomize.deployed import is_marked
from clblint.kube.kustomize.role import KUSTOMIZATION, is_kustomization
from clblint.light import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from clblint.files.codec import Plain

    Read = Callable[[str], bytes]


class Looked(NamedTuple):
    """What was found out about files: whether one may hold objects of Flux or Argo CD, and what kustomizations say."""

    is_marked: Callable[[str], bool]
    kustomizations: Mapping[str, Plain]


def looked_at(paths: Sequence[str], read: Read, jobs: int, *, parse: bool, meanwhile: Callable[[], object]) -> Looked:
    """Look at files in several processes, and parse the kustomizations if that is wanted."""
    found = map_in_processes(paths, partial(_look, read=read, parse=parse), jobs, meanwhile=meanwhile)
    marked = frozenset(path for path, (is_marked, _) in zip(paths, found, strict=True) if is_marked)
    return Looked(marked.__contains__, {path: one for path, (_, one) in zip(paths, found, strict=True) if one})


def _look(path: str, read: Read, *, parse: bool) -> Plain:
    return is_marked(path, read), _kustomization_at(path, read) if parse else ()


def _kustomization_at(path: str, read: Callable[[str], bytes]) -> Plain:
    """A kustomization in plain form, and its digest; an empty tuple for any other file."""
    if not is_kustomization(path):
        return ()
    from clblint.kube.kustomize.read import read_kustomization  # noqa: PLC0415 - brings the parser
    from clblint.source.text import Source  # noqa: PLC0415 - the same

    try:
        data = read(path)
    except UsageError:  # reported when the file itself is read
        return ()
    found = read_kustomization(Source(path, data))
    return (KUSTOMIZATION.pack(found), digest_of(data)) if found is not None else ()
