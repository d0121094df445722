"""Finds what kustomizations outside of any project use beyond their folders: `../base` of a named overlay.

Within a repository, or below a configuration, the whole project is read anyway.
"""

from __future__ import annotations

import os
import re

from clblint.discovery.walk import Input, walk
from clblint.errors import UsageError
from clblint.files.read import read_input
from clblint.files.working_folder import absolute, is_folder
from clblint.kube.kustomize.role import is_kustomization

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_UPWARD = re.compile(r"""(?<![^\s"'\[,])\.\.(?:/[^\s"'\[\]{},#/]*)*(?=["'\],}\s]|\Z)""")


def bases_of(inputs: Sequence[Input], root_of: Callable[[str], str]) -> list[Input]:
    """The files that kustomizations among the inputs use, directly or not, and that are not among them.

    `root_of` gives the project around an absolute folder, empty where there is none.
    """
    known = {absolute(item.file) for item in inputs}
    found: dict[str, Input] = {}
    pending = [item for item in inputs if _is_alone(item, root_of)]
    while pending:
        folders = {folder for item in pending for folder in _folders_named(item)}
        used = (Input(name, reported=False) for folder in sorted(folders) for name in walk(folder, deep=False))
        new = [item for item in used if absolute(item.file) not in known]
        known.update(absolute(item.file) for item in new)
        found.update((item.path, item) for item in new)
        pending = [item for item in new if _is_alone(item, root_of)]
    return list(found.values())


def _is_alone(item: Input, root_of: Callable[[str], str]) -> bool:
    return is_kustomization(item.path) and not root_of(os.path.dirname(absolute(item.file)))


def _folders_named(kustomization: Input) -> Iterator[str]:
    """Yield the folders above or beside it that a kustomization seems to name; kustomize takes no single file there.

    A path in a comment does no harm, and the parser would take longer than everything else here.
    """
    try:
        data = read_input(kustomization.path)
    except UsageError:  # reported when the file is checked
        return
    own = os.path.dirname(absolute(kustomization.file))
    for named in dict.fromkeys(_UPWARD.findall(data.decode(errors="replace"))):
        folder = os.path.normpath(os.path.join(own, named))
        if is_folder(folder):
            yield folder
