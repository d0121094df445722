"""The attributes of the rules that a wheel brings: `tools.rule_rows` writes them when it is built.

To collect them takes as long as checking some hundred manifests, and a machine that runs a pipeline has stored nothing.
"""

from __future__ import annotations

import os
from importlib import import_module
from itertools import chain

from clblint.files.digest import digest_of
from clblint.i18n.language import HOST
from clblint.plugins.metadata import CLBLINT, code_files, folders_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.lint.rule import Row
    from clblint.plugins.metadata import EntryPoint

NAME = "rule_rows"


def packed_rows(entries: Iterable[EntryPoint]) -> list[Row]:
    """The rows of the rules of these plugins, by name; none in a checkout, with other plugins, or with changed code."""
    modules = {entry.module: entry.distribution for entry in entries}
    if {*modules.values()} != {HOST}:
        return []
    try:
        rule_rows = import_module(f"clblint_schemas.{NAME}")
    except ImportError:
        return []
    if key_of_code(rule_rows.ROWS) != rule_rows.KEY:
        return []
    return sorted(chain.from_iterable(rows for pack, rows in rule_rows.ROWS.items() if pack in modules))


def key_of_code(packs: Iterable[str]) -> str:
    """A digest of the names and sizes of the modules of clblint and of its packs."""
    folders = [CLBLINT, *chain.from_iterable(map(folders_of, sorted(packs)))]
    files = ((folder, path, size) for folder in folders for path, size, _ in code_files(folder))
    modules = [(path[len(folder) :].replace(os.sep, "/"), size) for folder, path, size in files if path.endswith(".py")]
    return digest_of(repr(modules).encode(errors="replace")).hex()
