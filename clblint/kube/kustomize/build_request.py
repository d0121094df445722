"""Writes a `BuildRequest` to the content of the input that stands for it, and reads it there."""

from __future__ import annotations

import json
import os

from clblint.kube.kustomize.build.deployment import BuildRequest
from clblint.kube.kustomize.role import FOR_AN_OBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_request(folder: str, data: bytes) -> BuildRequest:
    """The request that a kustomization stands for; one that clblint did not write is a plain request for its folder.

    `folder` is the absolute path of the folder of the kustomization, `data` its content.
    """
    if not data.startswith(FOR_AN_OBJECT):
        return BuildRequest(folder)

    def at(name: object) -> str:
        return os.path.normpath(os.path.join(folder, str(name)))

    def request_of(written: Any) -> BuildRequest | None:  # noqa: ANN401 - anything may be written
        if written is None:
            return None
        file, found, parts, settings = (written[key] for key in ("file", "found", "parts", "settings"))
        return BuildRequest(
            at(written["folder"]),
            at(file) if file else "",
            int(written["number"]),
            tuple(map(str, found)),
            tuple(map(at, parts)),
            request_of(written["maker"]),
            tuple((str(name), at(path), int(number)) for name, path, number in settings),
        )

    try:
        made = request_of(json.loads(data)["deployed"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        made = None
    return made if made is not None and folder.startswith(os.path.join(made.folder, "")) else BuildRequest(folder)


def written_as(request: BuildRequest, folder: str) -> dict[str, object]:
    """What `read_request` reads, with paths relative to a folder."""

    def to(path: str) -> str:
        return os.path.relpath(path, folder)

    return {
        "folder": to(request.folder),
        "file": to(request.file) if request.file else "",
        "number": request.number,
        "found": request.found,
        "parts": [to(path) for path in request.parts],
        "settings": [(name, to(path), number) for name, path, number in request.settings],
        "maker": written_as(request.maker, folder) if request.maker is not None else None,
    }
