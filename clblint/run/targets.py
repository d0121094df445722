"""Refuses to write through a link out of the project, and over a file that is read: no user can mean that."""

from __future__ import annotations

import os

from clblint.discovery.walk import repository_of
from clblint.errors import UsageError
from clblint.files.links import leads_out
from clblint.files.read import STDIN
from clblint.files.replace import is_special
from clblint.files.working_folder import absolute, exists, here, is_file, real
from clblint.i18n.language import tr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from clblint.engine.outcome import Outcome
    from clblint.run.lint_pass import LintPass


def refuse_link_out(path: str) -> None:
    """Raise `UsageError` if a file to be written is in the project by its name, and elsewhere through a link.

    Otherwise the author of the project could choose which file is overwritten. A file that the user names outside of
    the project is written.
    """
    root = repository_of(".") or here()
    within, named = os.path.join(root, ""), absolute(path)
    if not named.startswith(within) or is_special(path):
        return
    if leads_out(path, [root]) and real(path) != os.path.join(real(root), named[len(within) :]):
        message = tr("{file}: a link leads from here out of the project: name the file that it leads to", file=path)
        raise UsageError(message)


def refuse_stream(path: str) -> None:
    """Raise `UsageError` for `-`, which stands for a stream elsewhere, and would be the name of a file here."""
    if path == STDIN:
        raise UsageError(tr("-: is no file: name the file to write"))


def refuse_replacing(targets: Iterable[str], read: Iterable[str]) -> None:
    """Raise `UsageError` if one of the files to be written is one that is read."""
    there = {path: real(path) for path in targets if path and exists(path) and not is_special(path)}
    inputs = set(map(real, read)) if there else set[str]()
    for path, place in there.items():
        if place in inputs:
            raise UsageError(tr("{file}: is read, too: name another file for the report", file=path))


def refuse_reports(lint_pass: LintPass, outcome: Outcome) -> None:
    """Refuse reports in the place of manifests and settings; a file without objects may be the last report."""
    options, configs = lint_pass.options, lint_pass.factory.configs
    manifests = (path for path, count in outcome.counts.items() if count.objects or not path.endswith(".json"))
    parts = (part.config for part in configs.parts)
    settings = (path for config in parts for path in (config.path, *(one.path for one in config.inventory)))
    named = (*options.paths, options.inventory, options.baseline, options.config)
    read = filter(is_file, (*manifests, *settings, *filter(None, named)))
    refuse_replacing((output.file for output in lint_pass.outputs), read)
