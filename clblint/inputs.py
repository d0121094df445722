"""The files of a run: those it reports on, and those around them that it only reads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from clblint import files
from clblint.errors import UsageError
from clblint.language import said
from clblint.links import place_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from clblint.config import Config
    from clblint.inventory.load import Export


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """The options that say what is read, for every command that reads manifests."""
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help=said("files and folders, - for standard input (default: this folder)"))
    add("--config", metavar="FILE", help=said("instead of the .clblint.yaml found upward"))
    add("--context", action="append", metavar="PATH", help=said("read for cross-references, never reported"))
    add(
        "--inventory",
        metavar="PATH",
        help=said("what the Alibaba Cloud CLI printed of your CLBs: a JSON file or a folder"),
    )
    add("--stdin-filename", metavar="PATH", help=said("the name that standard input is reported under"))
    add(
        "--force-exclude",
        action="store_true",
        help=said("take files that are named as a run over their folder would: leave out what it leaves out"),
    )
    add("--no-gitignore", action="store_true", help=said("also take what git ignores"))


def inputs_of(options: argparse.Namespace, config: Config) -> list[files.Input]:
    """The files that the options mean, sorted by path."""
    paths = options.paths or ["."]
    if options.stdin_filename and files.STDIN not in paths:
        raise UsageError(said("--stdin-filename names what standard input holds: give - as the path to read it"))
    heed = not options.no_gitignore
    collected = files.collect(paths, gitignore=heed, named=not options.force_exclude)
    own = [item for item in collected if not _excluded(item, config, force=options.force_exclude)]
    known = {item.path for item in own}
    if options.stdin_filename:
        known.add(files.shown(options.stdin_filename))
    if options.context or config.context:
        around = files.collect(options.context or (), gitignore=heed) + files.matching(config.context, config.folder)
    else:
        around = files.context_of(_standing(paths, options), known, gitignore=heed)
    context = (item._replace(reported=False) for item in around if item.path not in known)
    kept = {item.path: item for item in context if not _excluded(item, config, force=True)}
    found = [*own, *kept.values()]
    return sorted(_once(found, options.stdin_filename) if any(item.linked for item in found) else found)


def _once(inputs: Iterable[files.Input], stdin_name: str | None) -> Iterable[files.Input]:
    """Each file under the first of its names."""
    found: dict[str, files.Input] = {}
    for item in inputs:
        path = stdin_name if stdin_name and item.path == files.STDIN else item.path
        place = place_of(path, linked=item.linked)
        first = found.get(place, item)
        found[place] = first._replace(explicit=first.explicit or item.explicit)
    return found.values()


def _standing(paths: Sequence[str], options: argparse.Namespace) -> list[str]:
    """The paths by which the project is found: an editor's text stands where the file does that it will become."""
    name = options.stdin_filename
    stands = name is not None and os.path.isfile(name)
    return [name if path == files.STDIN and stands else path for path in paths]


def export_of(options: argparse.Namespace, config: Config) -> Export | None:
    """The inventory that the options or the configuration name; None where they name none."""
    path = options.inventory or config.inventory
    if not path:
        return None
    from clblint.inventory.load import find_export  # noqa: PLC0415 - most runs have none

    return find_export(path)


def _excluded(item: files.Input, config: Config, *, force: bool) -> bool:
    if not config.exclude or (item.explicit and not force):
        return False
    return files.matches(item.path, config.exclude, config.folder)


def reader() -> Callable[[str], bytes]:
    """A function from a path to its bytes; standard input is read once."""
    piped: list[bytes] = []

    def read(path: str) -> bytes:
        if path != files.STDIN:
            return files.read(path)
        if not piped:
            piped.append(files.read(path))
        return piped[0]

    return read
