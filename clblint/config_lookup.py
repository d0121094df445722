"""Where the settings of a run are found. A run without a configuration does not pay for the parser that reads one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint.config import no_config
from clblint.language import prefer

if TYPE_CHECKING:
    from clblint.config import Config

_NAMES = (".clblint.yaml", ".clblint.yml")


def load_config(path: str | None) -> Config:
    """The configuration that is named, or the one found upward from the working directory, or none.

    Its language is spoken from here on.
    """
    path = os.path.abspath(path) if path is not None else find_config(os.getcwd())
    if not path:
        return no_config()
    from clblint.config_file import read_config  # noqa: PLC0415 - brings the parser

    config = read_config(path)
    prefer(config.lang)
    return config


def find_config(folder: str) -> str:
    """The configuration file of a folder: the nearest one upward, not beyond the repository's root; "" for none."""
    while True:
        for name in _NAMES:
            candidate = os.path.join(folder, name)
            if os.path.lexists(candidate):  # a folder or a link to nowhere is not passed over: reading it says so
                return candidate
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return ""
        folder = parent
