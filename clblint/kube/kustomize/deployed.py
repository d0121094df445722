"""Kustomizations that Flux or Argo CD builds with changes of their own: each is one more input of a run.

Such an input stands for a file that is not there: `apps/prod/(shop)/kustomization.yaml` for what the object `shop`
makes of `apps/prod`.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clblint.discovery.walk import Input
    from clblint.kube.kustomize.build.deployment import Deployment

    Read = Callable[[str], bytes]

_MARKS = (b".toolkit.fluxcd.io/", b"argoproj.io/")
HEAD = b'{"deployed": '


def with_deployed(inputs: Sequence[Input], read: Read, at: Callable[[str], str]) -> tuple[Sequence[Input], Read]:
    """The inputs and their reader, with those that Flux and Argo CD make of kustomizations.

    `at` gives the absolute path of an input.
    """
    made = deployed(inputs, [item.path for item in inputs if is_marked(item.path, read)], read, at)
    if not made:
        return inputs, read
    contents = {item.path: data for item, data in made}
    both = sorted([*inputs, *(item for item, _ in made)])
    return both, lambda path: contents[path] if path in contents else read(path)


def deployed(
    inputs: Iterable[Input], marked: Sequence[str], read: Read, at: Callable[[str], str]
) -> list[tuple[Input, bytes]]:
    """The inputs that stand for what Flux and Argo CD make of kustomizations, each with its content.

    `marked` are the paths of the files that may hold their objects.
    """
    if not marked:
        return []
    from clblint.kube.kustomize.deployed_folders import Folders  # noqa: PLC0415 - few repositories have such objects

    return Folders(inputs, at).made(marked, read)


def built_at(folder: str, data: bytes) -> tuple[str, Deployment | None]:
    """The folder to build for a kustomization, and the object that Flux or Argo CD builds it for.

    `folder` is the absolute one of the kustomization, `data` its content, which somebody else may have written.
    """
    if not data.startswith(HEAD):
        return folder, None
    import json  # noqa: PLC0415 - few repositories have one

    from clblint.kube.kustomize.build.deployment import Deployment  # noqa: PLC0415 - few repositories have one

    try:
        written = json.loads(data)["deployed"]
        there, file = (os.path.normpath(os.path.join(folder, str(written[key]))) for key in ("folder", "file"))
        deployment = Deployment(file, int(written["number"]), map(str, written["found"]))
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return folder, None
    return (there, deployment) if folder.startswith(os.path.join(there, "")) else (folder, None)


def is_marked(path: str, read: Read) -> bool:
    """Whether a file may hold objects of Flux or Argo CD."""
    try:
        data = read(path)
    except UsageError:  # reported when the file itself is read
        return False
    return any(mark in data for mark in _MARKS)
