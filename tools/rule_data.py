"""Writes the data files that the run time needs about rules: `python -m tools.rule_data FOLDER`.

They are added to a wheel; a checkout generates them on first use (`clblint.files.built`).
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from clblint.plugins import page_endings as endings_at_run_time
from clblint.plugins.hookspecs import PROJECT
from clblint.plugins.manager import load_plugins
from clblint.search import index as index_at_run_time
from tools import page_endings, search_index

if TYPE_CHECKING:
    from clblint.lint.rule import Rule


def own_rules() -> list[Rule]:
    """The rules that clblint brings, whatever else is installed."""
    plugins = [plugin for plugin in load_plugins().plugins if plugin.entry.distribution == PROJECT]
    for plugin in plugins:
        if plugin.error:
            sys.exit(plugin.error)
    return sorted((rule for plugin in plugins for rule in plugin.rules), key=lambda rule: rule.name)


def rule_data() -> dict[str, str]:
    """The text of each file, by its name."""
    rules = own_rules()
    return {
        endings_at_run_time.FILE: page_endings.as_text(page_endings.made(rules)),
        index_at_run_time.FILE: search_index.as_text(search_index.made(rules)),
    }


def write(folder: str, files: dict[str, str]) -> None:
    """Write files into a folder that need not be there."""
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


if __name__ == "__main__":
    write(sys.argv[1], rule_data())
