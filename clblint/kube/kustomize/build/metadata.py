"""`buildMetadata`: annotations that tell where objects come from and what changed them (api/resource/origin.go)."""

from __future__ import annotations

import os

from clblint.kube.kustomize.build.cell import MAP, scalar
from clblint.kube.kustomize.build.resource import REMOVED
from clblint.kube.kustomize.build.scalars import STR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.kube.kustomize.build.files import Folder
    from clblint.kube.kustomize.build.resource import Resource

ORIGIN = "config.kubernetes.io/origin"
_CHANGES = "alpha.config.kubernetes.io/transformations"
_OPTIONS = {"originAnnotations": ORIGIN, "transformerAnnotations": _CHANGES}


class Metadata:
    """Writes the annotations for one build; does nothing unless the root asks for any metadata."""

    def __init__(self, root: str, options: Iterable[str]) -> None:
        self._root = root
        self._options = frozenset(options)
        # The annotations that are not in the result: those that were not requested, and those of kustomize itself.
        self.removed = REMOVED | ({ORIGIN, _CHANGES} - {_OPTIONS.get(option) for option in self._options})

    @property
    def is_asked_for(self) -> bool:
        """Whether anything is to be written."""
        return bool(self._options)

    def read(self, resources: Iterable[Resource], folder: Folder, path: str) -> None:
        """Note the file of objects."""
        if self._options:
            text = f"path: {self._path(folder, path)}\n"
            for one in resources:
                found = one.root.get("metadata", "annotations")
                if found is not None and not found.is_null:
                    found.expect(MAP)
                _write(one, ORIGIN, text)

    def made(self, resource: Resource, folder: Folder, kind: str) -> None:
        """Note the generator of an object."""
        if self._options:
            _write(resource, ORIGIN, self._by(folder, kind))

    def changed(self, resources: Iterable[Resource], folder: Folder, kind: str) -> None:
        """Note that a transformer has been run over objects."""
        if self._options:
            text = self._by(folder, kind)
            for one in resources:
                self._note(one, text)

    def run(self, resources: Iterable[Resource], plugin: Resource) -> None:
        """Note that the transformer of a configuration of its own has been run over objects."""
        origin = plugin.annotation(ORIGIN)
        if self._options and origin is not None and origin.startswith("path: "):
            lines = [f"apiVersion: {plugin.root.text_at('apiVersion')}", f"kind: {plugin.kind}", f"name: {plugin.name}"]
            lines += [f"namespace: {plugin.namespace}"] if plugin.namespace else []
            text = _configured(origin.removeprefix("path: ").rstrip("\n"), lines)
            for one in resources:
                self._note(one, text)

    def _note(self, one: Resource, text: str) -> None:
        if one.annotation(ORIGIN) is None:
            _write(one, ORIGIN, text)
            return
        lines = text.splitlines(keepends=True)
        item = f"- {lines[0]}{''.join(f'  {line}' for line in lines[1:])}"
        _write(one, _CHANGES, (one.annotation(_CHANGES) or "") + item)

    def _by(self, folder: Folder, kind: str) -> str:
        name = os.path.basename(folder.kustomization().path)
        return _configured(self._path(folder, name), ["apiVersion: builtin", f"kind: {kind}"])

    def _path(self, folder: Folder, path: str) -> str:
        return os.path.relpath(os.path.join(folder.path, path), self._root).replace(os.sep, "/")


def _configured(path: str, lines: list[str]) -> str:
    return "\n".join([f"configuredIn: {path}", "configuredBy:", *(f"  {line}" for line in lines), ""])


def _write(resource: Resource, name: str, text: str) -> None:
    found = resource.root.get("metadata", "annotations")
    resource.set_texts("annotations", {**(found.fields if found is not None else {}), name: scalar(text, STR)})
