"""Files of `--context` that are not YAML: what they hold is lost to the check, and nothing else reports it."""

from __future__ import annotations

from clblint.engine.worker import is_no_manifest
from clblint.errors import UsageError
from clblint.i18n.language import tr
from clblint.kube.manifest import read_manifest
from clblint.source.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clblint.discovery.walk import Input
    from clblint.kube.manifest import Broken, Manifest


def not_yaml(inputs: Iterable[Input], read: Callable[[str], bytes]) -> Iterator[str]:
    """Yield a message for each document of a named context file that is not readable."""
    for item in inputs:
        try:
            manifest = read_manifest(Source(item.path, read(item.path)))
        except UsageError:  # reported as a file that cannot be read
            continue
        if is_meant_as_manifest(item, manifest):
            yield from map(not_readable, manifest.broken)


def is_named(item: Input) -> bool:
    """Whether a file is read for context because the user named it."""
    return item.explicit and not item.reported


def is_meant_as_manifest(item: Input, manifest: Manifest) -> bool:
    """Whether what is broken in a file is a fault."""
    return not (manifest.broken and not manifest.count and is_no_manifest(item, manifest))


def not_readable(one: Broken) -> str:
    """The message about a document that is not readable as YAML."""
    span = one.place.span
    place = f"{one.place.path}:{span.line}:{span.column}"
    return tr("{place}: not readable as YAML: {fault}", place=place, fault=one.fault.message)
