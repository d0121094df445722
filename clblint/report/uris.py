"""`ArtifactLocations`: paths in the form that SARIF requires: relative, percent-encoded URIs without `..`.

A path inside the working directory has no base, as code scanning expects, so the log reveals nothing about the
machine. A path outside it (`../shared/a.yaml`, or an absolute one) is relative to a base that the log defines
(`originalUriBaseIds`): the repository around the working directory, as readers that know no bases expect; otherwise
the nearest directory above the working directory that contains it, or the root.
"""

from __future__ import annotations

import os
import posixpath
import re
from urllib.parse import quote

from clblint.discovery.walk import repository_of
from clblint.files.working_folder import here

_ROOT = re.compile(r"[A-Za-z]:/|/")


class ArtifactLocations:
    """Converts paths to artifact locations; `bases` are the `originalUriBaseIds` that these refer to."""

    def __init__(self, directory: str, repository: str = "") -> None:
        """Make paths relative to `directory`, an absolute path with `/`; `repository` is the one around it, if any."""
        self._directory = directory.rstrip("/")
        self._repository = repository.rstrip("/")
        self.bases: dict[str, dict[str, str]] = {}

    @classmethod
    def here(cls) -> ArtifactLocations:
        """Make paths relative to the working directory."""
        return cls(here().replace(os.sep, "/"), repository_of(os.curdir).replace(os.sep, "/"))

    def location(self, path: str) -> dict[str, str]:
        """The `artifactLocation` of a path; a base that it needs is added to `bases`."""
        path = posixpath.normpath(path)
        if path.startswith(f"{self._directory}/"):
            path = path[len(self._directory) + 1 :]
        whole = posixpath.normpath(posixpath.join(self._directory, path))
        if path.startswith(("../", "/")) and self._repository and whole.startswith(f"{self._repository}/"):
            return self._based("REPOSITORY", self._repository, whole[len(self._repository) + 1 :])
        if root := _ROOT.match(path):
            return self._based(f"ROOT{root[0].strip('/:')}", root[0], path[root.end() :].lstrip("/"))
        rest = re.sub(r"^(?:\.\./)+", "", path)
        levels = (len(path) - len(rest)) // len("../")
        if not levels:
            return {"uri": _encoded(path)}
        base = posixpath.normpath(f"{self._directory}/{'../' * levels}")
        return self._based(f"ABOVE{levels}", base, rest)

    def _based(self, name: str, base: str, rest: str) -> dict[str, str]:
        slashes = base.strip("/")
        self.bases[name] = {"uri": f"file:///{_encoded(slashes, ':')}/" if slashes else "file:///"}
        return {"uri": _encoded(rest), "uriBaseId": name}


def _encoded(path: str, safe: str = "") -> str:
    return quote(os.fsencode(path), safe="/" + safe)
