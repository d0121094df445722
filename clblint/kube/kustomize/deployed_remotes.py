"""`Remotes`: whether the source of an object of Flux or Argo CD may be the repository that the object stands in."""

from __future__ import annotations

import os
import re

from clblint.discovery.walk import repository_of
from clblint.files.read import read_whole
from clblint.kube.kustomize.build.deployed import is_filled_in

_MOST_OF_CONFIG = 1 << 20  # bytes
_URL = re.compile(r"^[ \t]*url[ \t]*=[ \t]*(\S+)", re.MULTILINE)


class Remotes:
    """The remotes of repositories, each read once."""

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}

    def may_have(self, address: str, path: str) -> bool:
        """Whether an address may be that of the repository of a file: it ends in the name of one of its remotes.

        `path` is absolute. An artifact may hold what is in the repository, and has any name.
        """
        if ("://" not in address and "@" not in address) or address.startswith("oci://"):
            return True
        repository = repository_of(os.path.dirname(path))
        if repository not in self._names:
            self._names[repository] = _remotes(repository)
        here = self._names[repository]
        return not here or is_filled_in(address) or _name(address) in here


def _remotes(repository: str) -> frozenset[str]:
    """The names of a repository at its remotes; none if that is not known."""
    try:
        data = read_whole(os.path.join(repository, ".git", "config"), _MOST_OF_CONFIG) if repository else b""
    except OSError:
        return frozenset()
    urls = _URL.findall(data.decode(errors="replace"))
    return frozenset(map(_name, urls))


def _name(address: str) -> str:
    """The last part of an address, by which copies of a repository are known."""
    return re.split(r"[/:]", address.rstrip("/"))[-1].removesuffix(".git").lower()
