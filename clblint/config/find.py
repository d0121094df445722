"""Finds and loads configuration files, with those they extend. The YAML parser is imported only if there is one.

The settings of a file are cached by its content and the code, so a file is parsed and validated once.
"""

from __future__ import annotations

import errno
import os

from clblint.config.model import Layer, made, no_config
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.files.links import leads_out
from clblint.files.read import NoRegularFileError, TooLargeError, read_given, read_whole
from clblint.files.working_folder import absolute, here, relative
from clblint.i18n.language import prefer_language, shortened, tr, why_of
from clblint.plugins.registry import Rulebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet
    from typing import Any

    from clblint.config.model import Config

_NAMES = (".clblint.yaml", ".clblint.yml")
_GIT = ".git"
_MAX_BYTES = 1024 * 1024


def load_config(path: str | None) -> Config:
    """The configuration at a path, or the one for the working directory, or the default one.

    Sets the language of messages to that of the configuration.
    """
    folder = here()
    search = Search([folder])
    found = absolute(path) if path is not None else search.find(folder)
    config = ConfigReader(search).read(found, given=path is not None) if found else no_config()
    prefer_language(config.lang)
    return config


class _Found(NamedTuple):
    """The result of a search upward from a folder: the configuration, the last searched folder, the project folder.

    `is_repository` says that the project is a git repository, so that a configuration inside starts no new project.
    """

    path: str = ""
    end: str = ""
    project: str = ""
    is_repository: bool = False


class Search:
    """Finds the configuration of a folder: the nearest one upward, not above the root of the repository.

    Without a repository the search ends at the topmost folder given on the command line.
    """

    def __init__(self, asked: Iterable[str]) -> None:
        """`asked` are the absolute paths given on the command line."""
        self._asked = frozenset(asked)
        self._known: dict[str, _Found] = {}
        self._plain: set[str] = set()  # folders that have neither a configuration nor a repository

    def look(self, folder: str, names: AbstractSet[str]) -> None:
        """Note the hidden names in an absolute folder, in lower case, so that `find` need not look for them."""
        if names.isdisjoint((_GIT, *_NAMES)):
            self._plain.add(folder)

    def find(self, folder: str) -> str:
        """The path of the configuration for an absolute folder; empty if there is none."""
        return self._look(folder).path

    def end(self, folder: str) -> str:
        """The last folder of the search from a folder; empty if the folder is not below a given path."""
        return self._look(folder).end

    def project(self, folder: str) -> str:
        """The repository root, otherwise the nearest folder upward with a configuration, otherwise empty."""
        return self._look(folder).project

    def _look(self, folder: str) -> _Found:
        trail: list[tuple[str, str]] = []
        while folder not in self._known:
            is_plain = folder in self._plain
            own = _in(folder) if not is_plain else ""
            parent = os.path.dirname(folder)
            if not is_plain and os.path.lexists(os.path.join(folder, _GIT)):
                self._known[folder] = _Found(own, folder, folder, is_repository=True)
            elif parent == folder:
                self._known[folder] = self._below(_Found(), folder, own)
            else:
                trail.append((folder, own))
                folder = parent
        found = self._known[folder]
        for below, own in reversed(trail):
            found = self._known[below] = self._below(found, below, own)
        return found

    def _below(self, above: _Found, folder: str, own: str) -> _Found:
        """The result for a folder that is no repository root, given the result for its parent."""
        end = above.end or (folder if folder in self._asked else "")
        project = folder if own and not above.is_repository else above.project
        return _Found((own or above.path) if end else "", end, project, above.is_repository)


def _in(folder: str) -> str:
    for name in _NAMES:
        candidate = os.path.join(folder, name)
        if os.path.lexists(candidate):  # a folder or a dangling link is not skipped: reading it reports the error
            return candidate
    return ""


class ConfigReader:
    """Reads configurations, each file once."""

    def __init__(self, search: Search, *, kept: bool = True) -> None:
        """`kept` enables the cache."""
        self._search = search
        self._kept = kept
        self._layers: dict[str, Layer] = {}
        self.book = Rulebook((), kept=kept)  # for the digest of the code

    def read(self, path: str, base: str | None = None, *, given: bool = False) -> Config:
        """The configuration at an absolute path, merged with those that it extends.

        `base` is the folder that its patterns are relative to, by default that of the file. With `given` the user named
        the file, so a link may lead out of the project. Raises `UsageError` for any fault.
        """
        if not given:
            self._refuse_outside(path)
        layers = [self._layer(path, given=given)]
        seen = [os.path.realpath(path)]
        folder = layers[0].folder
        root = (self._search.end(folder) or folder) if "extends" in layers[0].settings else ""
        while "extends" in layers[-1].settings:
            extended = _extended(layers[-1], root, seen)
            seen.append(os.path.realpath(extended))
            layers.append(self._layer(extended))
        if base is not None:
            layers = [layer._replace(base=base) for layer in layers]
        if any(layer.settings for layer in layers):
            return made(layers)
        return no_config()._replace(path=layers[0].shown, folder=layers[0].folder)

    def _refuse_outside(self, path: str) -> None:
        """Raise `UsageError` for a link that leads out of the project: its content must not appear in messages."""
        folder = os.path.dirname(path)
        if os.path.islink(path) and leads_out(path, [self._search.end(folder) or folder]):
            message = tr(
                "{path}: a link that leads out of the project, so it is not read; name the file with --config",
                path=relative(path).replace(os.sep, "/"),
            )
            raise UsageError(message)

    def _layer(self, path: str, *, given: bool = False) -> Layer:
        if path not in self._layers:
            shown = relative(path).replace(os.sep, "/")
            folder = os.path.dirname(path)
            data = _bytes(path, shown, given=given)
            self._layers[path] = Layer(shown, folder, folder, self._settings(shown, data), data)
        return self._layers[path]

    def _settings(self, shown: str, data: bytes) -> dict[str, Any]:
        name = f"config-{digest_of(self.book.code + data).hex()}" if self._kept else ""
        settings: dict[str, Any] | None = read_cached(name) if name else None
        if settings is None:
            from clblint.config.parse import read_settings  # noqa: PLC0415 - brings the parser

            settings = read_settings(shown, data)
            if name:
                write_cached(name, settings)
        return settings


def _extended(layer: Layer, root: str, seen: list[str]) -> str:
    """The path of the configuration that `layer` extends."""
    text, (line, column, *_) = layer.settings["extends"]
    place, named = f"{layer.shown}:{line}:{column}", shortened(text)
    if os.path.isabs(text):
        raise UsageError(tr("{place}: extends: {path}: write a path relative to this file", place=place, path=named))
    path = os.path.normpath(os.path.join(layer.folder, text))
    real = os.path.realpath(path)
    if leads_out(path, [root]):
        message = tr("{place}: extends: {path} is not in the repository ({root})", place=place, path=named, root=root)
        raise UsageError(message)
    if real in seen:
        raise UsageError(tr("{place}: extends: {path} leads back to itself", place=place, path=named))
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        os.stat(path)
    except OSError as error:
        message = tr("{place}: extends: {path}: {why}", place=place, path=named, why=why_of(error))
        raise UsageError(message) from error
    return path


def _bytes(path: str, shown: str, *, given: bool) -> bytes:
    """The bytes of a file of limited size; one given by the user may also be the output of a command."""
    try:
        return read_given(path, _MAX_BYTES) if given else read_whole(path, _MAX_BYTES)
    except TooLargeError as error:
        message = tr(
            "{path}: larger than {most} KiB, the limit for a configuration", path=shown, most=_MAX_BYTES // 1024
        )
        raise UsageError(message) from error
    except NoRegularFileError as error:
        raise UsageError(tr("{path}: cannot be read: it is no file", path=shown)) from error
    except OSError as error:
        message = tr("{path}: cannot be read: {why}", path=shown, why=why_of(error))
        raise UsageError(message) from error
