"""Reads configuration files, with those they extend. The YAML parser is imported only for one that is new.

The settings of a file are cached by its content and the code, so a file is parsed and validated once.
"""

from __future__ import annotations

import os
from errno import EISDIR

from clblint.config.layers import Layer, made
from clblint.config.model import no_config
from clblint.config.search import Search
from clblint.errors import UsageError
from clblint.files.cache_folder import read_cached, write_cached
from clblint.files.digest import digest_of
from clblint.files.links import leads_out
from clblint.files.read import read_given, read_whole
from clblint.files.unfit import NoRegularFileError, TooLargeError
from clblint.files.working_folder import absolute, here, relative
from clblint.i18n.language import prefer_language, shortened, tr, why_of
from clblint.plugins.registry import Rulebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clblint.config.model import Config

_MAX_BYTES = 1024 * 1024


def load_config(path: str | None) -> Config:
    """The configuration at a path, or the one for the working directory, or the default one.

    Sets the language of messages to that of the configuration.
    """
    folder = here()
    search = Search([folder])
    found = absolute(path) if path is not None else search.find(folder)
    config = ConfigReader(search, Rulebook(())).read(found, given=path is not None) if found else no_config()
    prefer_language(config.lang)
    return config


class ConfigReader:
    """Reads configurations, each file once."""

    def __init__(self, search: Search, book: Rulebook, *, kept: bool = True) -> None:
        """`kept` enables the cache; `book` has the digest of the code."""
        self._search = search
        self._book = book
        self._kept = kept
        self._layers: dict[str, Layer] = {}

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
        name = f"config-{digest_of(self._book.code + data).hex()}" if self._kept else ""
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
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
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
