"""Where settings are found and read. A run without a configuration does not pay for the parser that reads one.

What a file sets is kept from one run to the next, by its bytes and the code: it is parsed and checked once.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

from clblint.config.model import Layer, made, no_config
from clblint.errors import UsageError
from clblint.fast import NamedTuple
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.files.links import leads_out
from clblint.files.read import NoRegularFileError, TooLargeError, read_given, read_whole
from clblint.i18n.language import prefer, shortened, tr, why_of
from clblint.plugins.registry import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.config.model import Config

_NAMES = (".clblint.yaml", ".clblint.yml")
_GIT = ".git"
_MAX_BYTES = 1024 * 1024


def load_config(path: str | None) -> Config:
    """The configuration that is named, or the one for the working directory, or none.

    Its language is spoken from here on.
    """
    here = os.getcwd()
    search = Search([here])
    found = os.path.abspath(path) if path is not None else search.find(here)
    config = ConfigReader(search).read(found, given=path is not None) if found else no_config()
    prefer(config.lang)
    return config


class _Found(NamedTuple):
    """What is found upward from a folder: its configuration, where the search ends, the folder that is the project.

    `is_repository` says that the project is one, so that no configuration in it is another.
    """

    path: str = ""
    end: str = ""
    project: str = ""
    is_repository: bool = False


class Search:
    """Finds the configuration of a folder: the nearest one upward, not beyond the repository's root.

    Without a repository the search ends at the topmost of the folders that were asked for.
    """

    def __init__(self, asked: Iterable[str]) -> None:
        """Take absolute paths."""
        self._asked = frozenset(asked)
        self._known: dict[str, _Found] = {}

    def find(self, folder: str) -> str:
        """The configuration of an absolute folder; empty where there is none."""
        return self._look(folder).path

    def end(self, folder: str) -> str:
        """The folder that the search from a folder ends at; empty where nothing was asked for around it."""
        return self._look(folder).end

    def project(self, folder: str) -> str:
        """The project around a folder: its repository, else the nearest folder upward with a configuration, if any."""
        return self._look(folder).project

    def _look(self, folder: str) -> _Found:
        trail: list[tuple[str, str]] = []
        while folder not in self._known:
            own = _in(folder)
            parent = os.path.dirname(folder)
            if os.path.lexists(os.path.join(folder, _GIT)):
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
        """What is found from a folder that is no repository, with what is found above it."""
        end = above.end or (folder if folder in self._asked else "")
        project = folder if own and not above.is_repository else above.project
        return _Found((own or above.path) if end else "", end, project, above.is_repository)


def _in(folder: str) -> str:
    for name in _NAMES:
        candidate = os.path.join(folder, name)
        if os.path.lexists(candidate):  # a folder or a link to nowhere is not passed over: reading it says so
            return candidate
    return ""


class ConfigReader:
    """Reads configurations, each file once."""

    def __init__(self, search: Search, *, kept: bool = True) -> None:
        """`kept` says to keep what is read from one run to the next."""
        self._search = search
        self._kept = kept
        self._layers: dict[str, Layer] = {}
        self.book = Rulebook((), kept=kept)  # for the digest of the code

    def read(self, path: str, base: str | None = None, *, given: bool = False) -> Config:
        """The configuration at an absolute path with all that it extends.

        `base` is the folder that its patterns count from, by default that of the file; `given` says that a user named
        it, who may name a link to anywhere. `UsageError` says what is wrong.
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
        """Raise `UsageError` for a link that leads out of the project: nothing of what is there may be said."""
        folder = os.path.dirname(path)
        if os.path.islink(path) and leads_out(path, [self._search.end(folder) or folder]):
            message = tr(
                "{path}: a link that leads out of the project, so it is not read; name the file with --config",
                path=os.path.relpath(path).replace(os.sep, "/"),
            )
            raise UsageError(message)

    def _layer(self, path: str, *, given: bool = False) -> Layer:
        if path not in self._layers:
            shown = os.path.relpath(path).replace(os.sep, "/")
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
    """The path of the configuration that another one extends."""
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
    """The bytes of a file of a sensible size; one that a user has given may be what a command prints."""
    try:
        return read_given(path, _MAX_BYTES) if given else read_whole(path, _MAX_BYTES)
    except TooLargeError as error:
        message = tr("{path}: larger than {most} KiB: no configuration is", path=shown, most=_MAX_BYTES // 1024)
        raise UsageError(message) from error
    except NoRegularFileError as error:
        raise UsageError(tr("{path}: cannot be read: it is no file", path=shown)) from error
    except OSError as error:
        message = tr("{path}: cannot be read: {why}", path=shown, why=why_of(error))
        raise UsageError(message) from error
