"""Writes and reads what is built, and for which object of Flux or Argo CD, in the input that stands for it."""

from __future__ import annotations

import json
import os
from typing import Any

from clblint.kube.kustomize.build.deployment import Told
from clblint.kube.kustomize.roots import FOR_AN_OBJECT


def told_at(folder: str, data: bytes) -> Told:
    """What is built for a kustomization, which somebody else may have written.

    `folder` is the absolute one of the kustomization, `data` its content.
    """
    if not data.startswith(FOR_AN_OBJECT):
        return Told(folder)

    def at(name: object) -> str:
        return os.path.normpath(os.path.join(folder, str(name)))

    def told(written: Any) -> Told | None:  # noqa: ANN401 - anything may be written
        if written is None:
            return None
        file, found, parts, settings = (written[key] for key in ("file", "found", "parts", "settings"))
        return Told(
            at(written["folder"]),
            at(file) if file else "",
            int(written["number"]),
            tuple(map(str, found)),
            tuple(map(at, parts)),
            told(written["maker"]),
            tuple((str(name), at(path), int(number)) for name, path, number in settings),
        )

    try:
        made = told(json.loads(data)["deployed"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        made = None
    return made if made is not None and folder.startswith(os.path.join(made.folder, "")) else Told(folder)


def written_as(told: Told, folder: str) -> dict[str, object]:
    """What `told_at` reads, with paths relative to a folder."""

    def to(path: str) -> str:
        return os.path.relpath(path, folder)

    return {
        "folder": to(told.folder),
        "file": to(told.file) if told.file else "",
        "number": told.number,
        "found": told.found,
        "parts": [to(path) for path in told.parts],
        "settings": [(name, to(path), number) for name, path, number in told.settings],
        "maker": written_as(told.maker, folder) if told.maker is not None else None,
    }
